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
    ///
    /// The numbers are ours, chosen for this reader; only by how much depths differ from level to level is as
    /// in GNU Go 3.8.
    pub fn for_level(level: i32) -> Self {
        Self::for_level_deepened(level, 0)
    }

    /// The limits of a level with all depths greater by so much, or smaller if it is negative.
    pub fn for_level_deepened(level: i32, by: i32) -> Self {
        let step = depth_step(level).clamp(-20, 20);
        let above = level.saturating_sub(10);
        let depth = |at_ten: i32, least: i32| (at_ten + step).max(least);
        let deepened = |depth: i32| depth.saturating_add(by).max(0) as u32;
        // Half as much again for each level above 10, a third less for each below.
        let nodes = 4000.0 * 1.5_f64.powi(above.clamp(-10, 10));
        Self {
            nodes: nodes as u32,
            four_liberty_depth: deepened((level / 2).clamp(1, 5) + above.clamp(0, 20)),
            depth: deepened(depth(9, 5)),
            branch_depth: deepened(depth(4, 2)),
            ko_depth: deepened(depth(8, 1)),
            backfill_depth: deepened(depth(12, 4)),
            break_chain_depth: deepened(depth(7, 2)),
            superstring_depth: if level >= 8 { deepened(7) } else { 0 },
        }
    }
}

/// By how much the depths of a level differ from those of level 10, as in GNU Go 3.8: one a level, but the
/// same at levels 9 and 10, and at 7 and 8.
pub(crate) fn depth_step(level: i32) -> i32 {
    match level {
        10.. => level - 10,
        9 => 0,
        8 => -1,
        _ => level.saturating_sub(8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_nodes_grow_with_the_level() {
        let all = (-2..25).map(Limits::for_level).collect::<Vec<_>>();
        for pair in all.windows(2) {
            let [low, high] = [pair[0], pair[1]];
            assert!(low.nodes <= high.nodes && low.depth <= high.depth);
            assert!(low.four_liberty_depth <= high.four_liberty_depth);
            assert!(low.branch_depth <= high.branch_depth && low.ko_depth <= high.ko_depth);
        }
        assert_eq!([7, 8, 9, 10, 11].map(depth_step), [-1, -1, 0, 0, 1]);
    }

    #[test]
    fn any_level_is_taken() {
        assert_eq!(Limits::for_level(i32::MIN), Limits::for_level(-100));
        assert_eq!(Limits::for_level(i32::MAX), Limits::for_level(100));
        assert_eq!(
            Limits::for_level_deepened(i32::MIN, i32::MIN).depth,
            Limits::for_level_deepened(0, -100).depth
        );
    }
}
