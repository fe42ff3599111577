//! The limits of a search for life and death, by level.

/// Limits of a search. Depths count trial moves from the position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwlLimits {
    /// The most positions of a question.
    pub nodes: u32,
    /// Deeper, the goal lives.
    pub reading_depth: usize,
    /// Deeper, a side tries one move of each kind only.
    pub branch_depth: usize,
    /// Deeper, two probable eyes are enough to live.
    pub distrust_depth: usize,
    /// Whether patterns correct the count of eyes.
    pub uses_vital_patterns: bool,
}

/// The depths and nodes of levels 0 to 12, as in GNU Go 3.8.
const DISTRUST: [usize; 13] = [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 6, 7];
const BRANCH: [usize; 13] = [4, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 8, 9];
const READING: [usize; 13] = [16, 16, 17, 17, 18, 18, 19, 19, 19, 20, 20, 20, 21];
const NODES: [u32; 13] = [
    150, 200, 300, 400, 550, 650, 800, 800, 900, 1000, 1000, 1500, 2250,
];
/// From this level on patterns correct the count of eyes.
const VITAL_PATTERNS: i32 = 8;

impl OwlLimits {
    /// The limits of a level. Any number is a level; those below 0 and above 12 are like the
    /// nearest.
    pub fn for_level(level: i32) -> Self {
        let at = level.clamp(0, 12) as usize;
        Self {
            nodes: NODES[at],
            reading_depth: READING[at],
            branch_depth: BRANCH[at],
            distrust_depth: DISTRUST[at],
            uses_vital_patterns: level >= VITAL_PATTERNS,
        }
    }

    /// These limits where a search sees lives, too: a quarter of the nodes.
    #[must_use]
    pub fn brief(self) -> Self {
        Self {
            nodes: self.nodes / 4,
            ..self
        }
    }

    /// These limits for a question about a candidate move, which come by the dozen.
    #[must_use]
    pub(crate) fn of_move(self) -> Self {
        Self {
            nodes: self.nodes / 8,
            ..self
        }
    }
}

/// Limits that the user gives in place of those of the level; `None` keeps the level's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenOwlLimits {
    /// See [`OwlLimits::nodes`].
    pub nodes: Option<u32>,
    /// See [`OwlLimits::reading_depth`].
    pub reading_depth: Option<usize>,
    /// See [`OwlLimits::branch_depth`].
    pub branch_depth: Option<usize>,
    /// See [`OwlLimits::distrust_depth`].
    pub distrust_depth: Option<usize>,
    /// See [`SemeaiLimits::nodes`](crate::semeai::SemeaiLimits::nodes).
    pub semeai_nodes: Option<u32>,
}

impl GivenOwlLimits {
    /// These limits, with the others from a level.
    #[must_use]
    pub fn over(&self, limits: OwlLimits) -> OwlLimits {
        OwlLimits {
            nodes: self.nodes.unwrap_or(limits.nodes),
            reading_depth: self.reading_depth.unwrap_or(limits.reading_depth),
            branch_depth: self.branch_depth.unwrap_or(limits.branch_depth),
            distrust_depth: self.distrust_depth.unwrap_or(limits.distrust_depth),
            ..limits
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brief_limits_spare_nodes_unless_they_are_given() {
        let level = OwlLimits::for_level(10);
        let brief = level.brief();
        assert_eq!((level.nodes, brief.nodes), (1000, 250));
        assert_eq!(brief.reading_depth, level.reading_depth);
        let given = GivenOwlLimits {
            nodes: Some(700),
            ..GivenOwlLimits::default()
        };
        assert_eq!(given.over(brief).nodes, 700);
    }
}
