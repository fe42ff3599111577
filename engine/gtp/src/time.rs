//! Parses times in seconds, as people and clients write them.

use std::time::Duration;

/// The longest time to allow or to wait: a hundred years. Longer ones could overflow a point in
/// time.
pub const LONGEST_TIME: Duration = Duration::from_hours(100 * 365 * 24);

/// The error for a text that is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a number of seconds above 0 and at most {}, found `{found}`",
    LONGEST_TIME.as_secs()
)]
pub struct NotSeconds {
    /// The text.
    found: String,
}

/// Parses a time from a command line: `0.5`.
///
/// # Errors
/// If it is not a number, is not above 0, or exceeds [`LONGEST_TIME`].
pub fn parse_seconds(text: &str) -> Result<Duration, NotSeconds> {
    let number: Option<f64> = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|time| !time.is_zero() && *time <= LONGEST_TIME)
        .ok_or_else(|| NotSeconds {
            found: text.to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_above_zero_and_can_be_waited_for() {
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_seconds("3153600000"), Ok(LONGEST_TIME));
        for text in [
            "0",
            "-1",
            "inf",
            "NaN",
            "1e400",
            "1e18",
            "3153600001",
            "",
            "1s",
        ] {
            let error = parse_seconds(text).unwrap_err().to_string();
            assert!(error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }
}
