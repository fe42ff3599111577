//! The effects of nodes on the board: [`Action`]s, from [`Node::actions`].

use katachi_board::{Point, PointSet};

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

    /// Reads a value of `PL`; FF1 to FF3 programs write words or numbers too.
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

/// Applies the [`Action::Setup`]s of a node to the stones of a board: puts stones on points,
/// replacing earlier ones, or clears points.
///
/// A point comes at most once, as in [`Node::actions`]; points outside the largest board are
/// ignored.
pub fn set_up(stones: &mut Vec<(katachi_board::Color, Point)>, changes: &[(Option<Color>, Coord)]) {
    let points = changes.iter().filter_map(|(_, at)| at.to_point());
    let changed: PointSet = points.collect();
    stones.retain(|&(_, point)| !changed.contains(point));
    let new = changes.iter();
    stones.extend(new.filter_map(|&(stone, at)| Some((stone?.into(), at.to_point()?))));
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
    /// The actions of the node: set-up stones, then the player to move, then moves.
    ///
    /// If a node sets up a point several times, only the last time counts. So there is at most one
    /// set-up action for each point of the board, in the order of the file, however many rectangles
    /// overlap.
    ///
    /// A malformed value is an `Err` with a warning, and the rest follows; use `flatten` to skip
    /// errors. Several moves in one node come in the order of the file.
    pub fn actions(self, size: Size) -> impl Iterator<Item = Result<Action, Warning>> + use<'a> {
        let mut stones = self.stones(size).into_iter().peekable();
        let mut values = self.setup().enumerate();
        let mut current = 0;
        let setup = std::iter::from_fn(move || {
            loop {
                if let Some((_, action)) = stones.next_if(|(number, _)| *number == current) {
                    return Some(Ok(action));
                }
                let (number, (_, value)) = values.next()?;
                current = number;
                if let Err(warning) = value.area(size) {
                    return Some(Err(warning));
                }
            }
        });
        let player = self
            .values("PL")
            .map(|value| Color::from_value(value).map(Action::Player));
        setup.chain(player).chain(self.moves(size))
    }

    /// The values that set up stones, each with its stone, in the order of the file.
    fn setup(self) -> impl Iterator<Item = (Option<Color>, Value<'a>)> + use<'a> {
        self.properties().flat_map(|property| {
            let stone = match property.identifier() {
                "AB" => Some(Some(Color::Black)),
                "AW" => Some(Some(Color::White)),
                "AE" => Some(None),
                _ => None,
            };
            let values = stone.map(|stone| property.values().map(move |value| (stone, value)));
            values.into_iter().flatten()
        })
    }

    /// The resulting set-up: each point once, with the number of the value that decides it.
    fn stones(self, size: Size) -> Vec<(usize, Action)> {
        let areas = self.setup().enumerate();
        let areas: Vec<_> = areas
            .filter_map(|(number, (stone, value))| Some((number, stone, value.area(size).ok()?)))
            .collect();
        let mut taken = [0_u64; 52];
        let mut stones = Vec::new();
        for (number, stone, area) in areas.into_iter().rev() {
            for (row, columns) in area.rows().rev() {
                let taken = &mut taken[usize::from(row)];
                let mut new = columns & !*taken;
                *taken |= new;
                while let Some(column) = new.checked_ilog2() {
                    new ^= 1 << column;
                    let at = Coord::new(column as u8, row);
                    stones.extend(at.map(|at| (number, Action::Setup { stone, at })));
                }
            }
        }
        stones.reverse();
        stones
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
    fn the_last_set_up_of_a_point_counts() {
        assert_eq!(
            actions("(;AB[aa:ba][ca]AW[ba:da]AE[da:da][aa])"),
            ["Wba", "Wca", "-da", "-aa"]
        );
        assert_eq!(
            actions("(;AB[aa:ab][x][aa])"),
            ["Bab", "warning 1:12", "Baa"]
        );
    }

    #[test]
    fn overlapping_rectangles_cost_no_more_than_the_board() {
        let record = format!("(;AB{}AW{})", "[aa:ss]".repeat(500), "[aa:sr]".repeat(500));
        let actions = actions(&record);
        assert_eq!(actions.len(), 361);
        assert_eq!((actions[0].as_str(), actions[18].as_str()), ("Bas", "Bss"));
        assert_eq!(actions[19], "Waa");
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
