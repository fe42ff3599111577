//! What the matchers of anchored patterns have in common: they scan one anchor after the other.

use katachi_board::{Point, PointSet};
use katachi_image::General;

use crate::found::Match;
use crate::frame::{Frame, Marks};
use crate::wanted::Wanted;

/// What a scan reads, and what it looks for.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub image: &'a General<'a>,
    pub frame: &'a Frame,
    pub wanted: &'a Wanted<'a>,
    /// The marked goal; it takes precedence over the one in `wanted`.
    pub goal: Option<&'a Marks>,
}

/// A database prepared for boards of one size.
///
/// It keeps no reference to the image, so the image can be replaced between scans.
pub(crate) trait Scan {
    /// Which points the scan of each anchor has read.
    type Reads;

    /// The anchors at which something may match.
    fn anchors(&self, view: View<'_>) -> PointSet;

    /// Adds the matches at this anchor, ordered by pattern and symmetry.
    fn scan(&self, view: View<'_>, anchor: Point, found: &mut Vec<Match>);

    /// The memory of scans, when none has been made.
    fn no_reads(&self) -> Self::Reads;

    /// The same as [`scan`](Self::scan), without a goal; remembers what the scan reads.
    fn rescan(
        &self,
        view: View<'_>,
        anchor: Point,
        found: &mut Vec<Match>,
        reads: &mut Self::Reads,
    );

    /// Adds the anchors whose last scans have read this point.
    fn readers(&self, point: Point, reads: &Self::Reads, anchors: &mut PointSet);
}
