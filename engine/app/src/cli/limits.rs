//! Limits of reading that replace those of the level, and the memory for its answers.

use clap::Args;
use katachi_strategy::owl::GivenOwlLimits;
use katachi_tactics::reading::GivenLimits;

/// Limits of reading, by GNU Go's names. `--print-levels` shows what each level sets.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Down to this depth of reading, three liberties are not enough to be safe.
    #[arg(short = 'D', long, global = true, value_name = "MOVES")]
    pub depth: Option<u32>,
    /// Down to this depth, reading tries moves that only prepare others.
    #[arg(short = 'B', long, global = true, value_name = "MOVES")]
    pub backfill_depth: Option<u32>,
    /// Down to this depth, four liberties are not enough to be safe.
    #[arg(short = 'F', long, global = true, value_name = "MOVES")]
    pub fourlib_depth: Option<u32>,
    /// A ko deeper than this does not count.
    #[arg(short = 'K', long, global = true, value_name = "MOVES")]
    pub ko_depth: Option<u32>,
    /// Down to this depth, the attacker tries more than liberties, extensions and captures.
    #[arg(long, global = true, value_name = "MOVES")]
    pub branch_depth: Option<u32>,
    /// Down to this depth, the defender attacks surrounding strings.
    #[arg(long, global = true, value_name = "MOVES", alias = "break_chain-depth")]
    pub break_chain_depth: Option<u32>,
    /// Down to this depth, both sides try the liberties of strings that a string would join.
    #[arg(long, global = true, value_name = "MOVES")]
    pub superstring_depth: Option<u32>,
    /// Deeper than this, two probable eyes are enough for a dragon to live.
    #[arg(long, global = true, value_name = "MOVES")]
    pub owl_distrust: Option<usize>,
    /// Deeper than this, a search about a dragon tries one move of each kind only.
    #[arg(long, global = true, value_name = "MOVES")]
    pub owl_branch: Option<usize>,
    /// Deeper than this, a dragon lives.
    #[arg(long, global = true, value_name = "MOVES")]
    pub owl_reading: Option<usize>,
    /// The most positions of a question about a dragon.
    #[arg(long, global = true, value_name = "NUMBER")]
    pub owl_node_limit: Option<u32>,
    /// The most positions of a question about a race of two dragons.
    #[arg(long, global = true, value_name = "NUMBER")]
    pub semeai_node_limit: Option<u32>,
    /// The most moves of a combination.
    #[arg(long, global = true, value_name = "MOVES")]
    pub aa_depth: Option<usize>,
    /// Memory for the answers of reading, in megabytes. It changes the time of moves only.
    #[arg(short = 'M', long, global = true, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub cache_size: Option<u32>,
    /// Generate only moves within 6 steps of this vertex.
    #[arg(long, global = true, value_name = "VERTEX")]
    pub limit_search: Option<String>,
}

impl LimitOptions {
    /// The limits of reading strings.
    pub fn of_reading(&self) -> GivenLimits {
        GivenLimits {
            depth: self.depth,
            four_liberty_depth: self.fourlib_depth,
            branch_depth: self.branch_depth,
            ko_depth: self.ko_depth,
            backfill_depth: self.backfill_depth,
            break_chain_depth: self.break_chain_depth,
            superstring_depth: self.superstring_depth,
        }
    }

    /// The limits of reading the lives of dragons.
    pub fn of_lives(&self) -> GivenOwlLimits {
        GivenOwlLimits {
            nodes: self.owl_node_limit,
            reading_depth: self.owl_reading,
            branch_depth: self.owl_branch,
            distrust_depth: self.owl_distrust,
            semeai_nodes: self.semeai_node_limit,
        }
    }

    /// The memory for answers, in bytes.
    pub fn memory(&self) -> Option<usize> {
        Some((self.cache_size? as usize).saturating_mul(1 << 20))
    }
}
