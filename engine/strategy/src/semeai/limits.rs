//! The limits of a search about a race, by level.

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemeaiLimits {
    /// The most positions of a question.
    pub nodes: u32,
}

/// The nodes of levels 0 to 12, as in GNU Go 3.8.
const NODES: [u32; 13] = [19, 29, 43, 65, 98, 148, 222, 333, 333, 500, 500, 750, 1125];

impl SemeaiLimits {
    /// The limits of a level. Any number is a level; those below 0 and above 12 are like the
    /// nearest.
    pub fn for_level(level: i32) -> Self {
        let at = level.clamp(0, 12) as usize;
        Self { nodes: NODES[at] }
    }

    /// These limits where a search sees races, too: a quarter of the nodes.
    #[must_use]
    pub fn brief(self) -> Self {
        Self {
            nodes: self.nodes / 4,
        }
    }

    /// The limits of each of this many races that share what two single ones may take.
    #[must_use]
    pub(super) fn shared_by(self, races: usize) -> Self {
        let races = u32::try_from(races).unwrap_or(u32::MAX);
        let share = (self.nodes.saturating_mul(2)).checked_div(races);
        Self {
            nodes: self.nodes.min(share.unwrap_or(self.nodes)),
        }
    }

    /// These limits with another limit of nodes, if one is given.
    #[must_use]
    pub fn with_nodes(self, nodes: Option<u32>) -> Self {
        Self {
            nodes: nodes.unwrap_or(self.nodes),
        }
    }
}
