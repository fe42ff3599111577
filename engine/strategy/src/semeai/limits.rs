//! The limits of a search about a race, by level.

/// Limits of a search. Depths count moves from the position of the game, passes included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemeaiLimits {
    /// The most positions of a question.
    pub nodes: u32,
    /// Deeper, a side tries two moves.
    pub narrow_depth: usize,
    /// Deeper, a side tries one move.
    pub single_depth: usize,
}

/// The depths and nodes of levels 0 to 12, as in GNU Go 3.8.
const SINGLE: [usize; 13] = [8, 8, 9, 9, 10, 10, 11, 11, 11, 12, 12, 12, 13];
const NARROW: [usize; 13] = [2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7];
const NODES: [u32; 13] = [19, 29, 43, 65, 98, 148, 222, 333, 333, 500, 500, 750, 1125];

impl SemeaiLimits {
    /// The limits of a level. Any number is a level; those below 0 and above 12 are like the
    /// nearest.
    pub fn for_level(level: i32) -> Self {
        let at = level.clamp(0, 12) as usize;
        Self {
            nodes: NODES[at],
            narrow_depth: NARROW[at],
            single_depth: SINGLE[at],
        }
    }
}
