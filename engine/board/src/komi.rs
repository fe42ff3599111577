//! Komi: checking and reading it.

/// The largest komi, in points, for either side: more than any board is worth.
pub const MAX_KOMI: f64 = 1000.0;

/// An error: a text or a number that is no komi.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected komi from -{MAX_KOMI} to {MAX_KOMI} points, found `{found}`")]
pub struct NotKomi {
    /// The text or number.
    found: String,
}

/// Checks a number of points, which White gets for moving second.
///
/// # Errors
/// If it is no number, not finite or beyond [`MAX_KOMI`].
pub fn check_komi(points: f64) -> Result<f64, NotKomi> {
    if points.abs() <= MAX_KOMI {
        Ok(points)
    } else {
        let found = points.to_string();
        Err(NotKomi { found })
    }
}

/// Reads komi as a command line gives it: `6.5`.
///
/// # Errors
/// If it is no number, not finite or beyond [`MAX_KOMI`].
pub fn parse_komi(text: &str) -> Result<f64, NotKomi> {
    let number = text.parse().ok();
    let komi = number.and_then(|points| check_komi(points).ok());
    komi.ok_or_else(|| NotKomi {
        found: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_finite_and_no_larger_than_a_board() {
        for (text, points) in [
            ("6.5", 6.5),
            ("-3.5", -3.5),
            ("1e3", 1000.0),
            ("-1000", -1000.0),
        ] {
            assert_eq!(parse_komi(text), Ok(points), "{text}");
        }
        for text in [
            "inf", "-inf", "NaN", "1e39", "1e400", "1000.5", "", "x", "6,5",
        ] {
            let error = parse_komi(text).unwrap_err().to_string();
            let expected = format!("expected komi from -1000 to 1000 points, found `{text}`");
            assert_eq!(error, expected);
        }
    }
}
