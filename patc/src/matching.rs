//! By what the patterns of an image are matched, in numbers.

use std::fmt;

use katachi_image::General;
use katachi_image::general::GROUP;

use crate::automata::Graph;

/// By what the patterns of a general image are matched.
#[derive(Clone, Debug, PartialEq)]
pub enum Matching {
    /// A corner tree.
    Corners {
        /// Its nodes.
        nodes: usize,
    },
    /// Masks.
    Masks {
        /// The slates: one for each symbol that anchors hold.
        slates: usize,
        /// The points that are tested for all lanes at once.
        points: usize,
        /// The length of the masks, in bytes.
        bytes: usize,
    },
    /// Automata.
    Automata {
        /// The automata: at least one for each symbol that anchors hold.
        automata: usize,
        /// The states of all of them.
        states: usize,
        /// The points that states read.
        points: usize,
        /// The length of their tables, in bytes.
        bytes: usize,
        /// The mean number of states that the scan of an anchor visits, as
        /// [`Graph::mean_scan`] has it.
        scan: f64,
    },
}

impl Matching {
    /// The numbers of this image.
    pub fn of(general: General<'_>) -> Self {
        if !general.corners.is_empty() {
            let nodes = general.corners.len();
            return Self::Corners { nodes };
        }
        if let Some(graph) = Graph::of(general) {
            let automata = general.automata();
            return Self::Automata {
                automata: automata.starts().count(),
                states: graph.len(),
                points: automata.points().len(),
                bytes: automata.words() * size_of::<u32>(),
                scan: graph.mean_scan(),
            };
        }
        let masks = (general.slates.iter()).map(|slate| slate.masks.count.get() as usize);
        Self::Masks {
            slates: general.slates.len(),
            points: general.window.len(),
            bytes: masks.sum::<usize>() * size_of::<u64>(),
        }
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corners { nodes } => {
                writeln!(
                    f,
                    "matcher             corner tree (that of corner patterns)"
                )?;
                write!(f, "  nodes             {nodes}")
            }
            Self::Masks {
                slates,
                points,
                bytes,
            } => {
                writeln!(
                    f,
                    "matcher             masks (auto means masks: as fast as automata or faster in \
                     every database measured, docs/matching.md)"
                )?;
                writeln!(f, "  slates            {slates}")?;
                writeln!(f, "  points            {points}")?;
                writeln!(f, "  groups of points  {}", points.div_ceil(GROUP))?;
                write!(f, "  bytes             {bytes}")
            }
            Self::Automata {
                automata,
                states,
                points,
                bytes,
                scan,
            } => {
                writeln!(
                    f,
                    "matcher             automata (the author chose them; auto means masks, \
                     docs/matching.md)"
                )?;
                writeln!(f, "  automata          {automata}")?;
                writeln!(f, "  states            {states}")?;
                writeln!(f, "  points            {points}")?;
                writeln!(f, "  bytes             {bytes}")?;
                write!(f, "  mean scan         {scan:.2} states")
            }
        }
    }
}
