//! What the nodes of a record do to the board: [`Action`], from [`Node::actions`].

use katachi_board::Point;

use crate::{Coord, Node, Size, Value, Warning};

/// Black or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Black, who begins without handicap.
    Black,
    /// White.
    White,
}

impl Color {
    /// The letter in `PL`, and the name of the property of a move.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Black => "B",
            Self::White => "W",
        }
    }

    /// Reads a value of `PL`; FF1 to FF3 programs write words or numbers, too.
    pub(crate) fn from_value(value: Value<'_>) -> Result<Self, Warning> {
        match value.raw().trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Ok(Self::Black),
            "w" | "white" | "2" => Ok(Self::White),
            _ => Err(Warning::bad_value(
                value.location(),
                "`B` or `W`",
                value.raw(),
            )),
        }
    }
}

impl From<Color> for katachi_board::Color {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<katachi_board::Color> for Color {
    fn from(color: katachi_board::Color) -> Self {
        match color {
            katachi_board::Color::Black => Self::Black,
            katachi_board::Color::White => Self::White,
        }
    }
}

/// Does to the stones of a board what [`Action::Setup`] says: puts one on a point, in place of what
/// stood there, or clears it. A point beyond the largest board is passed over.
pub fn set_up(stones: &mut Vec<(katachi_board::Color, Point)>, stone: Option<Color>, at: Coord) {
    if let Some(at) = at.to_point() {
        stones.retain(|&(_, point)| point != at);
        stones.extend(stone.map(|stone| (stone.into(), at)));
    }
}

/// One thing a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Puts a stone of that colour on a point, or with `None` clears it (AB, AW, AE).
    Setup {
        /// The stone, `None` to clear the point.
        stone: Option<Color>,
        /// The point.
        at: Coord,
    },
    /// Says who is to move (PL).
    Player(Color),
    /// A move (B, W).
    Play {
        /// Who moves.
        color: Color,
        /// The point, `None` for a pass.
        at: Option<Coord>,
    },
}

impl<'a> Node<'a> {
    /// What the node does: set-up stones in the order of the file, then the player to move, then moves.
    ///
    /// A value that is not what it should be is an `Err` with a warning, and the rest goes on; use
    /// `flatten` to pass over them. Several moves in one node come in the order of the file.
    pub fn actions(self, size: Size) -> impl Iterator<Item = Result<Action, Warning>> + use<'a> {
        let setup = self
            .properties()
            .filter_map(|property| match property.identifier() {
                "AB" => Some((Some(Color::Black), property)),
                "AW" => Some((Some(Color::White), property)),
                "AE" => Some((None, property)),
                _ => None,
            });
        let setup = setup.flat_map(move |(stone, property)| {
            property.values().flat_map(move |value| {
                let (points, warning) = match value.points(size) {
                    Ok(points) => (Some(points), None),
                    Err(warning) => (None, Some(Err(warning))),
                };
                let stones = points.into_iter().flatten();
                stones
                    .map(move |at| Ok(Action::Setup { stone, at }))
                    .chain(warning)
            })
        });
        let player = self
            .values("PL")
            .map(|value| Color::from_value(value).map(Action::Player));
        setup.chain(player).chain(self.moves(size))
    }

    fn moves(self, size: Size) -> impl Iterator<Item = Result<Action, Warning>> + use<'a> {
        let moves = |color: Color| self.values(color.letter()).map(move |value| (color, value));
        let mut black = moves(Color::Black).peekable();
        let mut white = moves(Color::White).peekable();
        std::iter::from_fn(move || {
            let (color, value) = match (black.peek(), white.peek()) {
                (Some((_, b)), Some((_, w))) if w.location() < b.location() => white.next(),
                (Some(_), _) => black.next(),
                (None, _) => white.next(),
            }?;
            Some(value.play(size).map(|at| Action::Play { color, at }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn actions(record: &str) -> Vec<String> {
        let parsed = parse(record.as_bytes()).unwrap();
        let root = parsed.collection.roots().next().unwrap();
        let show = |action: Result<Action, Warning>| match action {
            Ok(Action::Setup { stone, at }) => format!("{}{at}", stone.map_or("-", Color::letter)),
            Ok(Action::Player(color)) => format!("to move {}", color.letter()),
            Ok(Action::Play { color, at: None }) => format!("{} pass", color.letter()),
            Ok(Action::Play {
                color,
                at: Some(at),
            }) => format!("{} {at}", color.letter()),
            Err(warning) => format!("warning {}", warning.location),
        };
        root.main_line()
            .flat_map(|node| node.actions(Size::default()))
            .map(show)
            .collect()
    }

    #[test]
    fn a_node_sets_up_then_plays() {
        assert_eq!(
            actions("(;W[dd]PL[2]AE[cc]AB[aa:ba][ ss ]IL[kk];B[tt]W[]B[ee])"),
            [
                "-cc",
                "Baa",
                "Bba",
                "Bss",
                "to move W",
                "W dd",
                "B pass",
                "W pass",
                "B ee"
            ]
        );
    }

    #[test]
    fn bad_values_warn_and_the_rest_goes_on() {
        assert_eq!(
            actions("(;AB[aa][zz][bb:tt][cc]PL[x]\n;B[d];W[ee])"),
            [
                "Baa",
                "warning 1:9",
                "warning 1:13",
                "Bcc",
                "warning 1:26",
                "warning 2:3",
                "W ee"
            ]
        );
    }
}
