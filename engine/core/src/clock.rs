//! The clock: how long the engine may think about a move.
//!
//! Entry points: [`Clock::for_next_move`] says how long the next move should take,
//! [`Clock::at_most`] how long it may take; [`Pace`](crate::Pace) chooses levels by it. The clock
//! knows absolute time and Canadian overtime (GTP's `time_settings` and `time_left`), and Japanese
//! overtime (`kgs-time_settings`). The controller reports the time left; between its reports the
//! engine subtracts its own.

use std::time::Duration;

use katachi_board::{ByColor, Color};

/// How much time a side has for the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// As much as it likes.
    #[default]
    Unlimited,
    /// A fixed time for all moves.
    Absolute {
        /// The time for the game.
        main: Duration,
    },
    /// A main time, then periods in which a number of stones must be played.
    Canadian {
        /// The main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The stones of a period, at least 1.
        stones: u32,
    },
    /// A main time, then a number of periods for one move each, lost when overrun.
    Japanese {
        /// The main time.
        main: Duration,
        /// The length of a period.
        period: Duration,
        /// The number of periods, at least 1.
        periods: u32,
    },
}

impl TimeSystem {
    /// The system of GTP's `time_settings`, all in whole seconds.
    ///
    /// As the protocol says, a period without stones means no limit, and no period means absolute
    /// time.
    pub fn from_gtp(main: u64, period: u64, stones: u32) -> Self {
        let main = Duration::from_secs(main);
        match (period, stones) {
            (0, _) => Self::Absolute { main },
            (_, 0) => Self::Unlimited,
            (period, stones) => Self::Canadian {
                main,
                period: Duration::from_secs(period),
                stones,
            },
        }
    }
}

/// The time that a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left in the main time or in the period.
    pub time: Duration,
    /// 0 in the main time; else the stones (or with Japanese overtime the periods) left.
    pub stones: u32,
}

/// The clocks of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    system: TimeSystem,
    left: ByColor<Option<TimeLeft>>,
}

/// A move that others follow may take at most one part in this many of what is left.
const QUARTER: u32 = 4;

/// A reserve for delays that the controller counts and the engine cannot see.
const MARGIN: Duration = Duration::from_millis(500);

impl Clock {
    /// Starts both clocks under this system.
    pub fn new(system: TimeSystem) -> Self {
        let mut clock = Self {
            system,
            left: ByColor::default(),
        };
        clock.reset();
        clock
    }

    /// Restores the full time of both sides, for a new game.
    pub fn reset(&mut self) {
        let start = match self.system {
            TimeSystem::Unlimited => None,
            TimeSystem::Absolute { main } => Some((main, 0)),
            TimeSystem::Canadian {
                main,
                period,
                stones,
            } if main.is_zero() => Some((period, stones)),
            TimeSystem::Japanese {
                main,
                period,
                periods,
            } if main.is_zero() => Some((period, periods)),
            TimeSystem::Canadian { main, .. } | TimeSystem::Japanese { main, .. } => {
                Some((main, 0))
            }
        };
        let left = start.map(|(time, stones)| TimeLeft { time, stones });
        self.left = ByColor {
            black: left,
            white: left,
        };
    }

    /// The time system.
    pub fn system(&self) -> TimeSystem {
        self.system
    }

    /// The time that a side has left; `None` without a limit.
    pub fn left(&self, color: Color) -> Option<TimeLeft> {
        self.left[color]
    }

    /// Accepts the controller's report of the time left.
    ///
    /// If no time system is set, the report becomes an absolute limit.
    pub fn set_left(&mut self, color: Color, left: TimeLeft) {
        if self.system == TimeSystem::Unlimited {
            self.system = TimeSystem::Absolute { main: left.time };
        }
        self.left[color] = Some(left);
    }

    /// Subtracts the time that a side took for a move.
    pub fn spend(&mut self, color: Color, spent: Duration) {
        let Some(left) = &mut self.left[color] else {
            return;
        };
        let overrun = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        match self.system {
            TimeSystem::Unlimited | TimeSystem::Absolute { .. } => {}
            TimeSystem::Canadian { period, stones, .. } => {
                if left.stones == 0 && left.time.is_zero() {
                    // The main time ended during this move.
                    left.time = period.saturating_sub(overrun);
                    left.stones = stones;
                }
                if left.stones > 0 {
                    left.stones -= 1;
                    if left.stones == 0 {
                        left.time = period;
                        left.stones = stones;
                    }
                }
            }
            TimeSystem::Japanese {
                period, periods, ..
            } => {
                if left.stones > 0 || left.time.is_zero() {
                    let whole = overrun.as_millis() / period.as_millis().max(1);
                    let had = if left.stones == 0 {
                        periods
                    } else {
                        left.stones
                    };
                    let lost = u32::try_from(whole).unwrap_or(u32::MAX);
                    left.stones = had.saturating_sub(lost).max(1);
                    left.time = period;
                }
            }
        }
    }

    /// The time for a side's next move; `None` without a limit.
    ///
    /// `moves_to_come` estimates the moves that the side still has to make in the game.
    pub fn for_next_move(&self, color: Color, moves_to_come: u32) -> Option<Duration> {
        let left = self.left[color]?;
        let usable = left.time.saturating_sub(MARGIN.min(left.time / 4));
        let moves = match (self.system, left.stones) {
            (TimeSystem::Canadian { .. }, stones @ 1..) => stones,
            (TimeSystem::Japanese { .. }, 1..) => 1,
            _ => moves_to_come.max(1),
        };
        Some(usable / moves)
    }

    /// The most that a side's next move may take: the game is not lost on time, and later moves
    /// still have time. `None` without a limit.
    pub fn at_most(&self, color: Color) -> Option<Duration> {
        let left = self.left[color]?;
        let time = left.time.saturating_sub(MARGIN.min(left.time / 4));
        Some(match (self.system, left.stones) {
            // An overrun of the main time goes into the first period.
            (TimeSystem::Japanese { period, .. }, 0) => time + period / 2,
            (TimeSystem::Canadian { period, stones, .. }, 0) => time + period / (2 * stones.max(1)),
            (TimeSystem::Japanese { .. }, _) | (TimeSystem::Canadian { .. }, 1) => time,
            _ => time / QUARTER,
        })
    }

    /// The time that a side has, and for how many moves, to compare a move's time with; `None`
    /// without a limit. `moves_to_come` estimates the moves that the side still has to make.
    pub fn account(&self, color: Color, moves_to_come: f64) -> Option<(Duration, f64)> {
        let left = self.left[color]?;
        Some(match (self.system, left.stones) {
            (TimeSystem::Canadian { period, stones, .. }, 0) => (left.time + period, stones.into()),
            (TimeSystem::Canadian { .. }, stones) => (left.time, stones.into()),
            (TimeSystem::Japanese { period, .. }, 0) => {
                (left.time.max(period.mul_f64(moves_to_come)), moves_to_come)
            }
            (TimeSystem::Japanese { .. }, _) => (left.time, 1.0),
            _ => (left.time, moves_to_come),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn gtp_settings_name_the_systems() {
        assert_eq!(TimeSystem::from_gtp(0, 10, 0), TimeSystem::Unlimited);
        assert_eq!(
            TimeSystem::from_gtp(0, 0, 0),
            TimeSystem::Absolute { main: secs(0) }
        );
        assert_eq!(
            TimeSystem::from_gtp(60, 0, 0),
            TimeSystem::Absolute { main: secs(60) }
        );
        let canadian = TimeSystem::from_gtp(60, 300, 25);
        assert!(matches!(canadian, TimeSystem::Canadian { stones: 25, .. }));
    }

    #[test]
    fn absolute_time_runs_down() {
        let mut clock = Clock::new(TimeSystem::Absolute { main: secs(60) });
        clock.spend(Color::Black, secs(20));
        assert_eq!(
            clock.left(Color::Black).map(|left| left.time),
            Some(secs(40))
        );
        assert_eq!(
            clock.left(Color::White).map(|left| left.time),
            Some(secs(60))
        );
        clock.spend(Color::Black, secs(100));
        assert_eq!(
            clock.left(Color::Black).map(|left| left.time),
            Some(secs(0))
        );
        assert_eq!(clock.for_next_move(Color::Black, 30), Some(secs(0)));
        clock.reset();
        assert_eq!(
            clock.left(Color::Black).map(|left| left.time),
            Some(secs(60))
        );
    }

    #[test]
    fn canadian_periods_follow_the_main_time_and_each_other() {
        let mut clock = Clock::new(TimeSystem::from_gtp(10, 30, 2));
        clock.spend(Color::White, secs(15));
        let left = clock.left(Color::White).unwrap();
        assert_eq!((left.time, left.stones), (secs(25), 1));
        clock.spend(Color::White, secs(5));
        let left = clock.left(Color::White).unwrap();
        assert_eq!((left.time, left.stones), (secs(30), 2));
        let next = clock.for_next_move(Color::White, 100).unwrap();
        assert!(next > secs(14) && next < secs(15));
    }

    #[test]
    fn japanese_periods_are_lost_only_when_overrun() {
        let system = TimeSystem::Japanese {
            main: secs(0),
            period: secs(30),
            periods: 3,
        };
        let mut clock = Clock::new(system);
        clock.spend(Color::Black, secs(29));
        assert_eq!(clock.left(Color::Black).unwrap().stones, 3);
        clock.spend(Color::Black, secs(61));
        assert_eq!(clock.left(Color::Black).unwrap().stones, 2);
        assert_eq!(clock.left(Color::Black).unwrap().time, secs(30));
    }

    #[test]
    fn reports_of_the_controller_win() {
        let mut clock = Clock::default();
        assert_eq!(clock.for_next_move(Color::Black, 10), None);
        let left = TimeLeft {
            time: secs(11),
            stones: 0,
        };
        clock.set_left(Color::Black, left);
        assert_eq!(clock.left(Color::Black), Some(left));
        assert!(clock.for_next_move(Color::Black, 10).unwrap() > secs(1));
        assert_eq!(clock.left(Color::White), None);
    }
}
