//! Results of games, in the notation of `final_score`, game records and tables.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use katachi_board::Color;

/// The winner and the margin of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum GameResult {
    /// The result is unknown: `?`.
    #[default]
    Unknown,
    /// A tie: `0`.
    Draw,
    /// A win: `B+3.5`.
    Win(Color, Margin),
}

/// The margin of a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// Points on the board.
    Points(f64),
    /// The loser resigned: `R`.
    Resignation,
    /// The loser exceeded its time: `T`.
    Time,
    /// The loser broke the rules, or its engine failed: `F`.
    Forfeit,
    /// The margin is not known.
    Unknown,
}

impl GameResult {
    /// The winner; `None` for a tie or an unknown result.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Win(winner, _) => Some(winner),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// The result with the colours exchanged.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Win(winner, margin) => Self::Win(!winner, margin),
            other => other,
        }
    }

    /// The result on which two judges agree. If they agree only on the winner, the margin is
    /// unknown. If one does not know the result, the other one's counts.
    #[must_use]
    pub fn agreed(self, other: Self) -> Self {
        match (self, other) {
            (one, Self::Unknown) | (Self::Unknown, one) => one,
            (one, two) if one == two => one,
            (Self::Win(winner, _), Self::Win(other, _)) if winner == other => {
                Self::Win(winner, Margin::Unknown)
            }
            _ => Self::Unknown,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Draw => f.write_str("0"),
            Self::Win(winner, margin) => {
                write!(f, "{}+", winner.initial())?;
                match margin {
                    Margin::Points(points) => write!(f, "{points}"),
                    Margin::Resignation => f.write_str("R"),
                    Margin::Time => f.write_str("T"),
                    Margin::Forfeit => f.write_str("F"),
                    Margin::Unknown => Ok(()),
                }
            }
        }
    }
}

/// Reads the results of engines and records; any other text is [`GameResult::Unknown`].
impl FromStr for GameResult {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        // Some engines add an explanation: `W+0.0 (upper bound: ...)`.
        let word = text.split_whitespace().next().unwrap_or_default();
        let word = word.to_ascii_lowercase();
        if ["0", "draw", "jigo", "tie"].contains(&word.as_str()) {
            return Ok(Self::Draw);
        }
        let (winner, margin) = match word.split_once('+') {
            Some(("b" | "black", margin)) => (Color::Black, margin),
            Some(("w" | "white", margin)) => (Color::White, margin),
            _ => return Ok(Self::Unknown),
        };
        let margin = match margin {
            "" | "?" => Margin::Unknown,
            "r" | "resign" => Margin::Resignation,
            "t" | "time" => Margin::Time,
            "f" | "forfeit" => Margin::Forfeit,
            points => match points.parse() {
                Ok(0.0) => return Ok(Self::Draw),
                Ok(points) if f64::is_finite(points) && points > 0.0 => Margin::Points(points),
                _ => return Ok(Self::Unknown),
            },
        };
        Ok(Self::Win(winner, margin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GameResult {
        let Ok(result) = text.parse();
        result
    }

    #[test]
    fn results_are_read_and_written() {
        for (text, written) in [
            ("B+3.5", "B+3.5"),
            ("w+14.0", "W+14"),
            ("W+R", "W+R"),
            ("Black+Resign", "B+R"),
            ("B+T", "B+T"),
            ("W+", "W+"),
            ("0", "0"),
            ("Jigo", "0"),
            ("B+0.0", "0"),
            ("W+7.5 (upper bound: 9.0)", "W+7.5"),
            ("", "?"),
            ("B-3", "?"),
            ("B+-3", "?"),
            ("B+inf", "?"),
            ("cannot score", "?"),
        ] {
            assert_eq!(read(text).to_string(), written, "{text}");
            assert_eq!(read(written).to_string(), written);
        }
    }

    #[test]
    fn judges_agree_on_the_least_they_share() {
        let agreed = |one, two| read(one).agreed(read(two)).to_string();
        assert_eq!(agreed("B+3.5", "B+3.5"), "B+3.5");
        assert_eq!(agreed("B+3.5", "B+4.5"), "B+");
        assert_eq!(agreed("B+3.5", "W+4.5"), "?");
        assert_eq!(agreed("B+3.5", "0"), "?");
        assert_eq!(agreed("?", "W+1"), "W+1");
        assert_eq!(read("B+1").inverse(), read("W+1"));
    }
}
