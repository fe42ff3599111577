//! The match clock: time settings in gogui's spelling, and the time that each side has left.
//!
//! Start reading at [`MatchClock::spend`]; [`parse_duration`] reads single times.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use katachi_board::{ByColor, Color};
use katachi_gtp::LONGEST_TIME;

/// The error for a text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// It is not a single time.
    #[error("expected a time such as `90s`, `10m` or `1h`, found `{0}`; write a number and a unit")]
    Duration(String),
    /// It is not a time setting.
    #[error(
        "expected main time, or main time and overtime as in `10m+30s/5` (30 seconds for 5 moves each time), found `{0}`"
    )]
    Settings(String),
    /// GTP cannot express these settings.
    #[error("expected whole seconds, found `{0}`: GTP's time_settings has nothing smaller")]
    Fraction(String),
}

/// Reads a number with a unit: `500ms`, `2.5s`, `10m`, `1h`.
///
/// # Errors
/// The text, with what was expected.
pub fn parse_duration(text: &str) -> Result<Duration, TimeError> {
    let fail = || TimeError::Duration(text.to_owned());
    let unit_at = (text.find(|c: char| c.is_ascii_alphabetic())).ok_or_else(fail)?;
    let (number, unit) = text.split_at(unit_at);
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(fail()),
    };
    let number: f64 = number.parse().map_err(|_| fail())?;
    let time = Duration::try_from_secs_f64(number * scale).ok();
    time.filter(|time| *time <= LONGEST_TIME).ok_or_else(fail)
}

/// Writes a time in the largest unit that gives a whole number.
fn show(time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        0 => "0s".to_owned(),
        _ if millis.is_multiple_of(60_000) => format!("{}m", millis / 60_000),
        _ if millis.is_multiple_of(1_000) => format!("{}s", millis / 1_000),
        _ => format!("{millis}ms"),
    }
}

/// Displays a time in the form that [`parse_duration`] reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown(pub Duration);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&show(self.0))
    }
}

/// The time of each side: absolute, or with Canadian overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// The main time, in whole seconds.
    pub main: Duration,
    /// The length of an overtime period, in whole seconds, and the number of moves in it.
    pub overtime: Option<(Duration, u32)>,
}

impl TimeSettings {
    /// The GTP command that sends these settings to an engine.
    pub fn gtp(&self) -> String {
        let (period, moves) = self.overtime.unwrap_or_default();
        let (main, period) = (self.main.as_secs(), period.as_secs());
        format!("time_settings {main} {period} {moves}")
    }
}

impl FromStr for TimeSettings {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let fail = || TimeError::Settings(text.to_owned());
        let (main, overtime) = match text.split_once('+') {
            None => (text, None),
            Some((main, overtime)) => (main, Some(overtime.split_once('/').ok_or_else(fail)?)),
        };
        let whole = |text: &str| match parse_duration(text)? {
            time if time.subsec_nanos() == 0 => Ok(time),
            _ => Err(TimeError::Fraction(text.to_owned())),
        };
        let main = whole(main)?;
        let overtime = match overtime {
            None => None,
            Some((period, moves)) => {
                let moves: u32 = moves.parse().map_err(|_| fail())?;
                let period = whole(period)?;
                if moves == 0 || period.is_zero() {
                    return Err(fail());
                }
                Some((period, moves))
            }
        };
        if main.is_zero() && overtime.is_none() {
            return Err(fail());
        }
        Ok(Self { main, overtime })
    }
}

impl fmt::Display for TimeSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show(self.main))?;
        match self.overtime {
            None => Ok(()),
            Some((period, moves)) => write!(f, "+{}/{moves}", show(period)),
        }
    }
}

/// The time that a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time left in the main time or in the period.
    pub time: Duration,
    /// The moves left in the period; 0 in the main time.
    pub moves: u32,
}

/// The clocks of a game.
#[derive(Clone, Debug)]
pub struct MatchClock {
    settings: TimeSettings,
    left: ByColor<TimeLeft>,
}

impl MatchClock {
    /// Both clocks at the beginning of a game.
    pub fn new(settings: TimeSettings) -> Self {
        let left = match settings.overtime {
            Some((time, moves)) if settings.main.is_zero() => TimeLeft { time, moves },
            _ => TimeLeft {
                time: settings.main,
                moves: 0,
            },
        };
        Self {
            settings,
            left: ByColor {
                black: left,
                white: left,
            },
        }
    }

    /// The time that a side has left.
    pub fn left(&self, color: Color) -> TimeLeft {
        self.left[color]
    }

    /// The most time for the next move of this side.
    pub fn allowance(&self, color: Color) -> Duration {
        let left = self.left[color];
        match self.settings.overtime {
            Some((period, _)) if left.moves == 0 => left.time + period,
            _ => left.time,
        }
    }

    /// Subtracts the time of a move; returns false if the side has lost on time.
    pub fn spend(&mut self, color: Color, spent: Duration) -> bool {
        if spent > self.allowance(color) {
            return false;
        }
        let left = &mut self.left[color];
        let over = spent.saturating_sub(left.time);
        left.time = left.time.saturating_sub(spent);
        let Some((period, moves)) = self.settings.overtime else {
            return true;
        };
        if left.moves == 0 {
            if over.is_zero() {
                return true;
            }
            // The main time ended during this move.
            *left = TimeLeft {
                time: period.saturating_sub(over),
                moves,
            };
        }
        left.moves -= 1;
        if left.moves == 0 {
            *left = TimeLeft {
                time: period,
                moves,
            };
        }
        true
    }

    /// The GTP command that tells an engine how much time a side has left.
    pub fn gtp(&self, color: Color) -> String {
        let left = self.left[color];
        format!("time_left {color} {} {}", left.time.as_secs(), left.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> MatchClock {
        MatchClock::new(text.parse().unwrap())
    }

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn settings_are_read_and_written() {
        for (text, gtp) in [
            ("10m", "time_settings 600 0 0"),
            ("10m+30s/5", "time_settings 600 30 5"),
            ("90s+1m/1", "time_settings 90 60 1"),
            ("0s+30s/5", "time_settings 0 30 5"),
        ] {
            let settings: TimeSettings = text.parse().unwrap();
            assert_eq!(settings.gtp(), gtp);
            assert_eq!(settings.to_string(), text);
        }
        for text in [
            "",
            "10",
            "m",
            "10m+30s",
            "10m+30s/0",
            "10m+30s/x",
            "0m",
            "10m+0s/5",
            "1.5s",
            "-1s",
            "1e99h",
            "10x",
        ] {
            assert!(text.parse::<TimeSettings>().is_err(), "{text}");
        }
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(Shown(Duration::from_millis(1500)).to_string(), "1500ms");
    }

    #[test]
    fn absolute_time_ends_the_game() {
        let mut clock = clock("60s");
        assert!(clock.spend(Color::Black, secs(60)));
        assert_eq!(clock.left(Color::White).time, secs(60));
        assert_eq!(clock.gtp(Color::Black), "time_left black 0 0");
        assert!(!clock.spend(Color::Black, Duration::from_millis(1)));
    }

    #[test]
    fn periods_follow_the_main_time_and_each_other() {
        let mut clock = clock("10s+30s/2");
        assert_eq!(clock.allowance(Color::White), secs(40));
        assert!(clock.spend(Color::White, secs(15)));
        assert_eq!(clock.gtp(Color::White), "time_left white 25 1");
        assert!(clock.spend(Color::White, secs(25)));
        assert_eq!(clock.gtp(Color::White), "time_left white 30 2");
        assert!(clock.spend(Color::White, secs(29)));
        assert!(!clock.spend(Color::White, secs(2)));
        assert_eq!(clock.gtp(Color::Black), "time_left black 10 0");
    }
}
