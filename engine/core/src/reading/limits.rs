//! How far reading looks, by level.

/// How far tactical reading looks.
///
/// Depths count trial moves from the start of a question, so trial moves that were on the board
/// before do not shorten the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Positions that a question may look at for each ko regime. A string that nobody has captured by then counts as safe.
    pub nodes: u32,
    /// A string with four liberties is safe deeper than this.
    pub four_liberty_depth: u32,
    /// A string with three liberties is safe deeper than this.
    pub depth: u32,
    /// Deeper than this only liberties, extensions and captures are tried.
    pub branch_depth: u32,
    /// A ko deeper than this is not worth another search under other ko rules.
    pub ko_depth: u32,
    /// Moves that only prepare others are tried down to this depth.
    pub backfill_depth: u32,
    /// Strings of four liberties around are attacked down to this depth.
    pub break_chain_depth: u32,
    /// The liberties of strings that are as good as connected are tried down to this depth.
    pub superstring_depth: u32,
}

impl Limits {
    /// The limits of a level; the usual level is 10. Any number is taken.
    pub fn for_level(level: i32) -> Self {
        Self::for_level_deepened(level, 0)
    }

    /// The limits of a level with all depths greater by so much, or smaller if it is negative.
    pub fn for_level_deepened(level: i32, by: i32) -> Self {
        // The depths are the starting points that GNU Go 3.8 has by level.
        let step = match level {
            10.. => level - 10,
            9 => 0,
            8 => -1,
            _ => level - 8,
        };
        let depth = |at_ten: i32, least: i32| (at_ten + step.clamp(-20, 20)).max(least);
        let deepened = |depth: i32| depth.saturating_add(by).max(0) as u32;
        // Half as much again for each level above 10, a third less for each below.
        let nodes = 4000.0 * 1.5_f64.powi((level - 10).clamp(-10, 10));
        Self {
            nodes: nodes as u32,
            four_liberty_depth: deepened(level.clamp(1, 3) + (level - 10).clamp(0, 20)),
            depth: deepened(depth(9, 5)),
            branch_depth: deepened(depth(4, 2)),
            ko_depth: deepened(depth(4, 1)),
            backfill_depth: deepened(depth(12, 4)),
            break_chain_depth: deepened(depth(7, 2)),
            superstring_depth: if level >= 8 { deepened(7) } else { 0 },
        }
    }
}
