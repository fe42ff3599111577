//! Monte Carlo play: its options.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use katachi_core::Decider;
use katachi_core::monte_carlo::Settings;

/// The options of Monte Carlo play.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Monte Carlo")]
pub struct MonteCarloOptions {
    /// Find moves by Monte Carlo search.
    #[arg(long, global = true)]
    pub monte_carlo: bool,
    /// Random games for a move, times the level, where no clock runs.
    #[arg(long, global = true, value_name = "NUMBER", default_value_t = 8000)]
    pub mc_games_per_level: u32,
    /// Random games for a move, whatever level and clock say.
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,
    /// Seconds for a move, whatever level and clock say.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = katachi_gtp::parse_seconds)]
    pub move_time: Option<Duration>,
    /// The database that the random games of --monte-carlo draw their moves from, with or without
    /// `mc_`.
    #[arg(long, global = true, value_name = "NAME")]
    pub mc_patterns: Option<String>,
    /// A database of your own for random games, also without --monte-carlo: a .db or .kpat file.
    #[arg(long, global = true, value_name = "FILE")]
    pub mc_load_patterns: Option<PathBuf>,
    /// How strong moves are before a search tries them: a file of `katachi-tools tune prior`.
    #[arg(long, global = true, value_name = "FILE")]
    pub mc_load_strengths: Option<PathBuf>,
    /// List the databases for random games.
    #[arg(long, global = true)]
    pub mc_list_patterns: bool,
    /// Threads of the search; as many as the machine has cores if not given. Only with one thread
    /// and a number of games does the same seed always give the same moves.
    #[arg(long, global = true, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Go on searching while the opponent thinks.
    #[arg(long, global = true)]
    pub ponder: bool,
    /// Memory for the search, in megabytes; 128 if not given.
    #[arg(long, global = true, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub memory: Option<u32>,
}

impl MonteCarloOptions {
    /// What decides about moves.
    pub fn decider(&self) -> Decider {
        if self.monte_carlo {
            Decider::Search
        } else {
            Decider::Patterns
        }
    }

    /// The settings of a player.
    pub fn settings(&self) -> Settings {
        let usual = Settings::default();
        let bytes = |mega: u32| (mega as usize).saturating_mul(1 << 20);
        Settings {
            threads: self.threads.map_or(usual.threads, usize::from),
            memory: self.memory.map_or(usual.memory, bytes),
            simulations_per_level: self.mc_games_per_level,
            simulations: self.playouts,
            time: self.move_time,
        }
    }
}
