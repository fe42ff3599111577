//! Limits of reading connections: by level, and by the trial moves that are on the board already.

use crate::reading::depth_step;

/// The limits of one kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionLimits {
    /// The most trial moves on the board.
    pub depth: u32,
    /// From this number of trial moves on, only the most promising moves are tried.
    pub narrow_depth: u32,
    /// Up to this number of trial moves, a banned ko may be taken as if a ko threat had been
    /// answered.
    pub ko_depth: u32,
    /// Node limit of a question.
    pub nodes: u32,
}

/// How much a question may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// All that the level allows.
    Full,
    /// A quarter of the nodes, and three moves less deep.
    Quick,
}

/// The factor of the node limit for each level above 10; each trial move on the board divides by
/// it.
const GROWTH: f64 = 1.45;

/// Node limits at levels 0 to 10.
const NODES: [u32; 11] = [102, 148, 215, 312, 452, 656, 951, 1379, 1379, 2000, 2000];

impl ConnectionLimits {
    /// The limits of a level for two strings. The default level is 10; below 0 all are like level
    /// 0.
    pub fn for_level(level: i32) -> Self {
        let offset = offset(level);
        Self {
            depth: at_least(64 + 2 * offset, 2),
            narrow_depth: at_least(20 + 2 * offset, 2),
            ko_depth: at_least(8 + offset, 1),
            nodes: nodes(level),
        }
    }

    /// The limits of a level for a string and an area; the depth ends where the search for two
    /// strings becomes narrow.
    pub fn for_area(level: i32) -> Self {
        let limits = Self::for_level(level);
        Self {
            depth: limits.narrow_depth,
            ..limits
        }
    }

    /// The limits for this effort.
    pub(super) fn with_effort(self, effort: Effort) -> Self {
        match effort {
            Effort::Full => self,
            Effort::Quick => Self {
                depth: self.depth.saturating_sub(3),
                narrow_depth: self.narrow_depth.saturating_sub(3),
                ko_depth: self.ko_depth.saturating_sub(3),
                nodes: self.nodes / 4,
            },
        }
    }

    /// The node limit of a question with this many trial moves on the board; at least 8.
    pub(super) fn nodes_below(self, trial_moves: usize) -> u32 {
        let shrunk = f64::from(self.nodes) / GROWTH.powi(trial_moves.min(100) as i32);
        (shrunk as u32).max(8)
    }
}

/// The difference between the depths of a level and those of level 10.
fn offset(level: i32) -> i32 {
    depth_step(level.clamp(0, 40))
}

fn at_least(depth: i32, least: u32) -> u32 {
    u32::try_from(depth).unwrap_or(0).max(least)
}

fn nodes(level: i32) -> u32 {
    let level = level.clamp(0, 20) as usize;
    match NODES.get(level) {
        Some(&nodes) => nodes,
        None => (f64::from(NODES[10]) * GROWTH.powi(level as i32 - 10)).round() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_limits_of_the_table() {
        let of = |level| {
            let limits = ConnectionLimits::for_level(level);
            (limits.depth, limits.narrow_depth, limits.nodes)
        };
        assert_eq!(of(-5), (48, 4, 102));
        assert_eq!(of(0), (48, 4, 102));
        assert_eq!(of(7), (62, 18, 1379));
        assert_eq!(of(8), (62, 18, 1379));
        assert_eq!(of(9), (64, 20, 2000));
        assert_eq!(of(10), (64, 20, 2000));
        assert_eq!(of(12), (68, 24, 4205));
        let area = |level| {
            let limits = ConnectionLimits::for_area(level);
            (limits.depth, limits.nodes)
        };
        assert_eq!(area(0), (4, 102));
        assert_eq!(area(7), (18, 1379));
        assert_eq!(area(10), (20, 2000));
        assert_eq!(area(12), (24, 4205));
    }

    #[test]
    fn trial_moves_and_haste_make_limits_small() {
        let limits = ConnectionLimits::for_level(10);
        assert_eq!(limits.nodes_below(0), 2000);
        assert_eq!(limits.nodes_below(1), 1379);
        assert_eq!(limits.nodes_below(90), 8);
        assert_eq!(limits.with_effort(Effort::Quick).nodes, 500);
        assert_eq!(limits.with_effort(Effort::Quick).depth, 61);
    }
}
