//! Pictures of patterns for `patc show`: all orientations that are tried and differ.

mod svg;
mod text;

pub use svg::svg;
pub use text::text;

use katachi_board::Symmetry;

use crate::model::{Diagram, Label, Pattern};

/// A pattern in one orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The orientation.
    pub orientation: Symmetry,
    /// Its diagram.
    pub diagram: Diagram,
    /// Its labels, in the order of their letters.
    pub labels: Vec<Label>,
}

/// The pattern in every orientation that its symmetry code leaves to try; of equal pictures only
/// the first.
pub fn pictures(pattern: &Pattern) -> Vec<Picture> {
    let mut pictures: Vec<Picture> = Vec::new();
    for orientation in Symmetry::all() {
        if pattern.orientations >> orientation.number() & 1 == 0 {
            continue;
        }
        let labels = pattern.labels.iter();
        let labels = labels.map(|label| label.turned(orientation, &pattern.diagram));
        let mut labels: Vec<Label> = labels.collect();
        labels.sort_by_key(|label| label.letter);
        let picture = Picture {
            orientation,
            diagram: pattern.diagram.turned(orientation),
            labels,
        };
        let looks_like = |other: &Picture| {
            (&other.diagram, &other.labels) == (&picture.diagram, &picture.labels)
        };
        if !pictures.iter().any(looks_like) {
            pictures.push(picture);
        }
    }
    pictures
}

/// What the symmetry code means for this pattern, in words.
fn symmetry(pattern: &Pattern, shown: usize) -> String {
    let tried = pattern.orientations.count_ones() as usize;
    let differ = match tried - shown {
        0 => String::new(),
        _ => format!(", {shown} of which differ"),
    };
    format!(
        "symmetry {}: {tried} orientations are tried{differ}",
        pattern.symmetry
    )
}
