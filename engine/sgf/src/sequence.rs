//! Sequences of moves from a game record, checked on a board.
//!
//! [`Sequence::of_main_line`] reads the game that was played, [`Sequence::of_every_line`] every
//! path through the variations. Stones may be set up before the first move only, because GTP cannot
//! set up stones later.

use katachi_board::{Board, BoardSize, Color, IllegalMove, NoLiberty, Point, Rules};

use crate::{Action, Coord, Location, Node};

/// A move: its colour, and its point or `None` for a pass.
pub type Move = (Color, Option<Point>);

/// The most nodes in all lines of a tree together. In a comb, this number grows with the square of
/// the tree's size.
const MAX_NODES: usize = 10_000_000;

/// Stones and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The stones on the board before the first move.
    pub stones: Vec<(Color, Point)>,
    /// The moves in order.
    pub moves: Vec<Move>,
    /// The side to move at the beginning, if the record names it.
    pub first: Option<Color>,
}

/// Why a record is not a sequence; places are line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// The size of the board is not supported.
    #[error("{place}: expected a square board of 2 to 25 lines, found {found}")]
    Size {
        /// The root.
        place: Location,
        /// The size.
        found: String,
    },
    /// A malformed value.
    #[error("{0}")]
    Value(String),
    /// Stones are set up in the middle of the game.
    #[error("{place}: expected set-up stones before the first move only, found some after it")]
    LateSetup {
        /// The node.
        place: Location,
    },
    /// The lines of a tree are too many or too long.
    #[error(
        "{place}: expected lines of at most {MAX_NODES} nodes together, each counted from the root, found \
         more; divide the tree"
    )]
    TooMany {
        /// The end of the first line beyond the limit.
        place: Location,
    },
    /// The set-up leaves a string without a liberty.
    #[error("{place}: {source}")]
    NoLiberty {
        /// The node.
        place: Location,
        /// Which string.
        source: NoLiberty,
    },
    /// A move that the rules forbid.
    #[error("{place}: move {number}, {color} {vertex}: {source}")]
    Illegal {
        /// The node.
        place: Location,
        /// The number of the move, from 1.
        number: usize,
        /// Its colour.
        color: Color,
        /// Its point.
        vertex: String,
        /// Why.
        source: IllegalMove,
    },
}

/// The size of a record's board.
///
/// # Errors
/// If it is not square or not from 2 to 25.
pub fn board_size(root: Node<'_>) -> Result<BoardSize, SequenceError> {
    let size = root.game_info().size;
    size.board_size().ok_or_else(|| SequenceError::Size {
        place: root.location(),
        found: size.to_string(),
    })
}

impl Sequence {
    /// The main line of a game.
    ///
    /// # Errors
    /// The place where the record is not a game under these rules.
    pub fn of_main_line(root: Node<'_>, rules: Rules) -> Result<Self, SequenceError> {
        let size = board_size(root)?;
        Self::of_nodes(root.main_line(), root, size, rules)
    }

    /// Every line of a game tree, from its root to each of its ends.
    ///
    /// # Errors
    /// The place where the record is not a game under these rules.
    pub fn of_every_line(root: Node<'_>, rules: Rules) -> Result<Vec<Self>, SequenceError> {
        let size = board_size(root)?;
        let ends = || {
            let nodes = root.subtree();
            nodes.filter(|(_, node)| node.first_child().is_none())
        };
        let mut nodes = 0;
        for (depth, end) in ends() {
            nodes += depth + 1;
            if nodes > MAX_NODES {
                let place = end.location();
                return Err(SequenceError::TooMany { place });
            }
        }
        let ends = ends().map(|(_, end)| end);
        let line = |end| {
            let mut nodes: Vec<Node<'_>> =
                std::iter::successors(Some(end), |node: &Node<'_>| node.parent()).collect();
            nodes.reverse();
            Self::of_nodes(nodes.into_iter(), root, size, rules)
        };
        ends.map(line).collect()
    }

    fn of_nodes<'a>(
        nodes: impl Iterator<Item = Node<'a>>,
        root: Node<'_>,
        size: BoardSize,
        rules: Rules,
    ) -> Result<Self, SequenceError> {
        let sgf_size = root.game_info().size;
        let mut sequence = Self::default();
        let mut board = Board::new(size);
        board.set_rules(rules);
        for node in nodes {
            let place = node.location();
            let mut changes = Vec::new();
            for action in node.actions(sgf_size) {
                let action = action.map_err(|warning| SequenceError::Value(warning.to_string()))?;
                match action {
                    Action::Setup { stone, at } => {
                        if !sequence.moves.is_empty() {
                            return Err(SequenceError::LateSetup { place });
                        }
                        changes.push((stone, at));
                    }
                    Action::Player(side) if sequence.moves.is_empty() => {
                        sequence.first = Some(side.into());
                    }
                    Action::Player(_) => {}
                    Action::Play { color: side, at } => {
                        if !changes.is_empty() {
                            board = sequence.set_up(&mut changes, size, rules, place)?;
                        }
                        let (side, at) = (side.into(), at.and_then(Coord::to_point));
                        sequence.moves.push((side, at));
                        let played = match at {
                            Some(at) => board.play(side, at),
                            None => board.pass(side),
                        };
                        played.map_err(|source| SequenceError::Illegal {
                            place,
                            number: sequence.moves.len(),
                            color: side,
                            vertex: vertex(at, size),
                            source,
                        })?;
                    }
                }
            }
            if !changes.is_empty() {
                board = sequence.set_up(&mut changes, size, rules, place)?;
            }
        }
        Ok(sequence)
    }

    /// Carries out the set-up changes and clears the list; returns the board before the first move.
    fn set_up(
        &mut self,
        changes: &mut Vec<(Option<crate::Color>, Coord)>,
        size: BoardSize,
        rules: Rules,
        place: Location,
    ) -> Result<Board, SequenceError> {
        crate::set_up(&mut self.stones, changes);
        changes.clear();
        let mut board = Board::with_stones(size, self.stones.iter().copied())
            .map_err(|source| SequenceError::NoLiberty { place, source })?;
        board.set_rules(rules);
        Ok(board)
    }

    /// The side to move after the last move. After a move it is the opponent; without moves, the
    /// side that the record names, else White if only Black has stones (a handicap), else Black.
    pub fn to_move(&self) -> Color {
        if let Some(&(last, _)) = self.moves.last() {
            return !last;
        }
        let only_black = self.stones.iter().all(|&(color, _)| color == Color::Black);
        let handicap = only_black && !self.stones.is_empty();
        let usual = if handicap { Color::White } else { Color::Black };
        self.first.unwrap_or(usual)
    }
}

/// A move's point as GTP writes it: `D4` or `pass`.
pub fn vertex(at: Option<Point>, size: BoardSize) -> String {
    at.map_or("pass".to_owned(), |at| at.vertex(size).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_line(text: &str) -> Result<Vec<Sequence>, SequenceError> {
        let parsed = crate::parse(text.as_bytes()).unwrap();
        let root = parsed.collection.roots().next().unwrap();
        Sequence::of_every_line(root, Rules::SIMPLE)
    }

    #[test]
    fn every_way_through_the_variations() {
        let lines = every_line("(;SZ[9](;B[ee](;W[cc])(;W[gg];B[]))(;B[cc]))").unwrap();
        let lengths: Vec<usize> = lines.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths, [2, 3, 1]);
        assert_eq!(lines[0].to_move(), Color::Black);
        assert_eq!(lines[1].to_move(), Color::White);
        assert_eq!(lines[1].moves[2], (Color::Black, None));
    }

    #[test]
    fn lines_that_are_too_long_together_are_refused() {
        let comb = |teeth: usize| "(;B[]".repeat(teeth) + &"(;W[]))".repeat(teeth);
        assert_eq!(every_line(&comb(1000)).unwrap().len(), 1000);
        let error = every_line(&comb(10_000)).unwrap_err().to_string();
        assert!(error.contains("at most 10000000 nodes"), "{error}");
    }

    #[test]
    fn the_turn_after_a_set_up() {
        let turn = |text: &str| every_line(text).unwrap()[0].to_move();
        assert_eq!(turn("(;SZ[9])"), Color::Black);
        assert_eq!(turn("(;SZ[9]AB[cc][gg])"), Color::White);
        assert_eq!(turn("(;SZ[9]AB[cc]AW[gg])"), Color::Black);
        assert_eq!(turn("(;SZ[9]AB[cc]AW[gg]PL[W])"), Color::White);
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        let error = |text: &str| every_line(text).unwrap_err().to_string();
        assert!(error("(;SZ[9:13])").contains("found 9:13"));
        assert!(error("(;SZ[9];B[zz])").contains("1:10: expected a point"));
        let illegal = error("(;SZ[9];B[aa];W[aa])");
        assert_eq!(illegal, "1:14: move 2, white A9: the point is occupied");
        assert!(error("(;SZ[9];B[aa];AW[bb])").contains("before the first move only"));
        assert!(error("(;SZ[9]AB[aa]AW[ab][ba])").contains("without a liberty"));
    }
}
