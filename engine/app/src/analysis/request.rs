//! The arguments of analysis commands, as Leela Zero, `KataGo` and their clients write them.
//!
//! `[COLOR] [INTERVAL] [KEY VALUE]...`; the interval may also be the value of a key. Unknown keys
//! are ignored with their values, since each engine has some of its own.

use std::time::Duration;

use katachi_board::{BoardSize, Color, Point, PointSet};
use katachi_gtp::{GtpColor, parse_color};

/// The arguments of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The side to move; `None` for the side whose turn it is.
    pub color: Option<Color>,
    /// The time between two reports.
    pub interval: Duration,
    /// At least this many moves are shown, even without visits.
    pub least_moves: usize,
    /// At most this many moves are shown.
    pub most_moves: usize,
    /// Whether the ownership of each point is shown.
    pub ownership: bool,
    /// Whether the position is shown next to its moves.
    pub root: bool,
    restrictions: Vec<Restriction>,
}

/// Moves with which a side may not begin, or the only ones with which it may.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Restriction {
    color: Color,
    moves: Vec<Option<Point>>,
    /// Whether only these moves are allowed; otherwise all others are.
    only: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            color: None,
            interval: Duration::from_secs(1),
            least_moves: 0,
            most_moves: usize::MAX,
            ownership: false,
            root: false,
            restrictions: Vec::new(),
        }
    }
}

/// An error: these are no arguments of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected} after {after}, found {found}")]
pub struct NotARequest {
    expected: &'static str,
    after: &'static str,
    found: String,
}

/// The least time between reports: clients cannot show them faster.
const LEAST_INTERVAL: Duration = Duration::from_millis(10);

/// The greatest time between reports: a day is as good as never.
const MOST_INTERVAL: Duration = Duration::from_hours(24);

/// Centiseconds as clients write them, perhaps with a fraction.
fn interval(word: &str) -> Option<Duration> {
    let centiseconds: f64 = word.parse().ok()?;
    if centiseconds.is_nan() {
        return None;
    }
    let seconds = (centiseconds / 100.0).clamp(0.0, MOST_INTERVAL.as_secs_f64());
    Some(Duration::from_secs_f64(seconds).max(LEAST_INTERVAL))
}

fn color(word: &str) -> Option<Color> {
    Some(match parse_color(word)? {
        GtpColor::Black => Color::Black,
        GtpColor::White => Color::White,
    })
}

fn yes_or_no(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

impl Request {
    /// Reads arguments. `vertex` reads the name of a move on the board; `None` inside is a pass.
    ///
    /// # Errors
    /// Names the value that is wrong. If a key has several values, the last one counts.
    pub fn parse(
        arguments: &str,
        vertex: impl Fn(&str) -> Option<Option<Point>>,
    ) -> Result<Self, NotARequest> {
        let mut request = Self::default();
        let mut words = arguments.split_ascii_whitespace().peekable();
        // Color and interval come first; both are optional.
        if let Some(found) = words.peek().copied().and_then(color) {
            request.color = Some(found);
            words.next();
        }
        if let Some(found) = words.peek().copied().and_then(interval) {
            request.interval = found;
            words.next();
        }
        while let Some(key) = words.next() {
            let mut value = |after, expected| {
                let found = words.next();
                Value {
                    expected,
                    after,
                    found,
                }
            };
            match key.to_ascii_lowercase().as_str() {
                "interval" => {
                    request.interval =
                        value("interval", "a number of centiseconds").read(interval)?;
                }
                "minmoves" => {
                    request.least_moves = value("minmoves", "a number of moves").number()?;
                }
                "maxmoves" => {
                    request.most_moves = value("maxmoves", "a number of moves").number()?;
                }
                "ownership" => {
                    request.ownership = value("ownership", "true or false").read(yes_or_no)?;
                }
                "rootinfo" => request.root = value("rootInfo", "true or false").read(yes_or_no)?,
                key @ ("avoid" | "allow") => {
                    let only = key == "allow";
                    let key = if only { "allow" } else { "avoid" };
                    let color = value(key, "a color").read(color)?;
                    let list = |word: &str| word.split(',').map(&vertex).collect();
                    let moves = value(key, "vertices between commas").read(list)?;
                    // The number of moves for which a restriction holds: this search keeps it for
                    // the next one.
                    value(key, "a number of moves").number()?;
                    request
                        .restrictions
                        .push(Restriction { color, moves, only });
                }
                // A color may also come after the interval.
                word if request.color.is_none() && color(word).is_some() => {
                    request.color = color(word);
                }
                _ => {
                    words.next();
                }
            }
        }
        Ok(request)
    }

    /// The points that this side may begin with; `None` if there is no restriction.
    pub fn allowed(&self, color: Color, size: BoardSize) -> Option<PointSet> {
        let own = (self.restrictions.iter()).filter(|restriction| restriction.color == color);
        own.clone().next()?;
        let (only, avoided): (Vec<_>, Vec<_>) = own.partition(|restriction| restriction.only);
        let points = |list: &[&Restriction]| -> PointSet {
            list.iter()
                .flat_map(|restriction| restriction.moves.iter().flatten())
                .copied()
                .collect()
        };
        let allowed = if only.is_empty() {
            size.points().collect()
        } else {
            points(&only)
        };
        let avoided = points(&avoided);
        Some(
            allowed
                .iter()
                .filter(|&point| !avoided.contains(point))
                .collect(),
        )
    }
}

/// The word after a key.
struct Value<'a> {
    expected: &'static str,
    after: &'static str,
    found: Option<&'a str>,
}

impl<'a> Value<'a> {
    fn read<T>(self, read: impl FnOnce(&'a str) -> Option<T>) -> Result<T, NotARequest> {
        let found = match self.found {
            None => "nothing".to_owned(),
            Some(word) => match read(word) {
                Some(value) => return Ok(value),
                None => format!("`{word}`"),
            },
        };
        Err(NotARequest {
            expected: self.expected,
            after: self.after,
            found,
        })
    }

    fn number(self) -> Result<usize, NotARequest> {
        self.read(|word| word.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> BoardSize {
        BoardSize::new(9).unwrap()
    }

    fn parse(arguments: &str) -> Result<Request, String> {
        let vertex = |word: &str| match word {
            "pass" => Some(None),
            word => Point::from_vertex(word, nine()).ok().map(Some),
        };
        Request::parse(arguments, vertex).map_err(|error| error.to_string())
    }

    #[test]
    fn color_and_interval_come_in_every_spelling() {
        let half = Duration::from_millis(500);
        for (arguments, color, interval) in [
            ("", None, Duration::from_secs(1)),
            ("50", None, half),
            ("B 50", Some(Color::Black), half),
            ("b interval 50", Some(Color::Black), half),
            ("interval 50", None, half),
            ("white", Some(Color::White), Duration::from_secs(1)),
            ("50 w", Some(Color::White), half),
            (
                "w 50 interval 100",
                Some(Color::White),
                Duration::from_secs(1),
            ),
            ("W 12.5", Some(Color::White), Duration::from_millis(125)),
            ("0", None, LEAST_INTERVAL),
            ("-3", None, LEAST_INTERVAL),
            ("1e300", None, MOST_INTERVAL),
        ] {
            let request = parse(arguments).unwrap();
            assert_eq!(
                (request.color, request.interval),
                (color, interval),
                "{arguments}"
            );
        }
    }

    #[test]
    fn other_engines_keys_are_passed_over() {
        let request = parse(
            "B 20 pvVisits true minmoves 2 maxmoves 5 movesOwnership true rootInfo TRUE \
             ownership true pvEdgeVisits false noise 0.04",
        )
        .unwrap();
        assert_eq!((request.least_moves, request.most_moves), (2, 5));
        assert!(request.ownership && request.root);
        assert_eq!(parse("B 20 key").unwrap().color, Some(Color::Black));
    }

    #[test]
    fn what_is_avoided_and_allowed() {
        let allowed = |arguments: &str, color| {
            let request = parse(arguments).unwrap();
            let set = request.allowed(color, nine())?;
            Some(
                set.iter()
                    .map(|point| point.vertex(nine()).to_string())
                    .collect(),
            )
        };
        let names = |list: &str| -> Option<Vec<String>> {
            Some(list.split_whitespace().map(str::to_owned).collect())
        };
        assert_eq!(allowed("B 50", Color::Black), None);
        let two = "B 50 allow b D4,c3 1 avoid w E5 9 avoid b c3,pass 3";
        assert_eq!(allowed(two, Color::Black), names("D4"));
        assert_eq!(allowed(two, Color::White).unwrap().len(), 80);
        assert_eq!(
            allowed("allow w A1 1 allow w pass,B1 1", Color::White),
            names("A1 B1")
        );
    }

    #[test]
    fn mistakes_say_where_they_are() {
        for (arguments, expected) in [
            (
                "interval",
                "expected a number of centiseconds after interval, found nothing",
            ),
            (
                "interval soon",
                "expected a number of centiseconds after interval, found `soon`",
            ),
            (
                "maxmoves -1",
                "expected a number of moves after maxmoves, found `-1`",
            ),
            (
                "ownership maybe",
                "expected true or false after ownership, found `maybe`",
            ),
            ("avoid D4 1", "expected a color after avoid, found `D4`"),
            (
                "avoid b D4,Z9 1",
                "expected vertices between commas after avoid, found `D4,Z9`",
            ),
            (
                "allow b D4",
                "expected a number of moves after allow, found nothing",
            ),
        ] {
            assert_eq!(parse(arguments).unwrap_err(), expected, "{arguments}");
        }
    }
}
