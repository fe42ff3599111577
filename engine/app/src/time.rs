//! The options of the clock and of the levels that it may lead to.

use std::time::Duration;

use clap::Args;
use katachi_core::clock::{Clock, TimeSystem};
use katachi_core::{LevelRange, Pace};
use katachi_gtp::LONGEST_TIME;

/// The clock and the range of levels.
#[derive(Args, Clone, Debug, Default)]
pub struct TimeOptions {
    /// On the terminal, too, let the clock change the level. Over GTP it always does.
    #[arg(long, global = true, help_heading = "Time")]
    pub autolevel: bool,
    /// The lowest level that the clock may lead to; 0, or a lower --level, if not given.
    #[arg(
        long,
        global = true,
        value_name = "NUMBER",
        allow_negative_numbers = true,
        help_heading = "Time"
    )]
    pub min_level: Option<i32>,
    /// The highest level that the clock may lead to; 10, or a higher --level, if not given.
    #[arg(
        long,
        global = true,
        value_name = "NUMBER",
        allow_negative_numbers = true,
        help_heading = "Time"
    )]
    pub max_level: Option<i32>,
    /// The engine's main time in seconds.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = seconds(), help_heading = "Time")]
    pub clock: Option<u64>,
    /// The length of a period of Canadian overtime in seconds.
    #[arg(
        long,
        global = true,
        value_name = "SECONDS",
        value_parser = seconds(),
        requires = "byo_period",
        help_heading = "Time"
    )]
    pub byo_time: Option<u64>,
    /// The stones of a period.
    #[arg(
        long,
        global = true,
        value_name = "STONES",
        requires = "byo_time",
        help_heading = "Time"
    )]
    pub byo_period: Option<u32>,
    /// Print what each level means for each limit of the engine, on standard error.
    #[arg(long, global = true, help_heading = "Time")]
    pub print_levels: bool,
}

fn seconds() -> clap::builder::RangedU64ValueParser {
    clap::builder::RangedU64ValueParser::new().range(..=LONGEST_TIME.as_secs())
}

impl TimeOptions {
    /// The clock, if one is set.
    pub fn clock(&self) -> Option<Clock> {
        let main = self.clock.unwrap_or(0);
        let system = match (self.byo_time, self.byo_period) {
            (Some(period @ 1..), Some(stones @ 1..)) => TimeSystem::Canadian {
                main: Duration::from_secs(main),
                period: Duration::from_secs(period),
                stones,
            },
            _ => TimeSystem::Absolute {
                main: Duration::from_secs(self.clock?),
            },
        };
        Some(Clock::new(system))
    }

    /// The pace of this level. `is_gtp` says whether the program speaks GTP.
    pub fn pace(&self, level: i32, is_gtp: bool) -> Pace {
        let usual = LevelRange::around(level);
        let range = LevelRange {
            least: self.min_level.unwrap_or(usual.least),
            most: self.max_level.unwrap_or(usual.most),
        };
        let is_given = self.min_level.is_some() || self.max_level.is_some();
        let mut pace = Pace::new(level);
        pace.range = is_given.then_some(range);
        pace.is_adaptive = is_gtp || self.autolevel;
        pace
    }
}
