//! Draws strings from the records, by properties of the position only, never by a reader's answer.

use katachi_board::{Board, Color, Point, PointSet};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::records::{Drawn, Game, Record};

/// The strings that may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// All strings with 1 to 4 liberties, equally many of each number.
    Any,
    /// The same, but only strings near which a move of either side could take a ko.
    Ko,
    /// Strings of at least two stones with 2, 3 and 4 liberties, equally many of each number, next
    /// to an opponent string with at most three liberties.
    Fight,
    /// Strings with 2, 3 and 4 liberties, equally many of each number, that the game's next moves
    /// capture.
    Lost,
}

impl Rule {
    pub const ALL: [Self; 4] = [Self::Any, Self::Ko, Self::Fight, Self::Lost];

    /// Its name, and that of its list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Ko => "ko",
            Self::Fight => "fight",
            Self::Lost => "lost",
        }
    }

    pub fn described(self) -> &'static str {
        match self {
            Self::Any => "strings with 1 to 4 liberties, as many draws for each number",
            Self::Ko => {
                "strings with 1 to 4 liberties, as many draws for each number, with a move of either side near them that takes a ko"
            }
            Self::Fight => {
                "strings of two stones or more with 2 to 4 liberties, as many draws for each number, beside a string of the opponent with at most 3 liberties"
            }
            Self::Lost => {
                "strings with 2 to 4 liberties, as many draws for each number, that are taken within the next 20 moves of the game"
            }
        }
    }

    /// The number of liberties that this draw wants.
    pub fn liberties(self, draw: usize) -> usize {
        match self {
            Self::Any | Self::Ko => draw % 4 + 1,
            Self::Fight | Self::Lost => draw % 3 + 2,
        }
    }

    fn allows(self, game: &Game, moves: usize, board: &Board, string: Point) -> bool {
        match self {
            Self::Any => true,
            Self::Ko => is_near_ko(board, string),
            Self::Fight => is_in_a_fight(board, string),
            Self::Lost => game.stays(moves..moves + 20, string) == Some(false),
        }
    }
}

/// A drawn string and its place.
pub struct Draw {
    pub record: usize,
    /// Moves played before the position.
    pub moves: usize,
    pub drawn: Drawn,
}

/// The string with this number in the sequence of a seed. It draws a game, a position after a few
/// moves, and a string with the number of liberties whose turn it is. Each number has its own
/// random numbers.
pub fn draw(records: &[Record], rule: Rule, seed: u64, number: usize) -> Draw {
    let own = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed ^ own);
    let wanted = rule.liberties(number);
    loop {
        let record = dice.random_range(0..records.len());
        let Some(game) = records[record].game() else {
            continue;
        };
        let (least, end) = (game.size.get(), game.moves.moves.len());
        if end <= least {
            continue;
        }
        // Parsing a record costs more than playing it, so each game gets a few chances.
        for _ in 0..4 {
            let moves = dice.random_range(least..end);
            let board = game.board(moves);
            let mut choice: Vec<Point> = Vec::new();
            for chain in board.chains() {
                let at = chain.stones().min().expect("a string has stones");
                if chain.liberty_count() == wanted && rule.allows(&game, moves, &board, at) {
                    choice.push(at);
                }
            }
            if choice.is_empty() {
                continue;
            }
            choice.sort();
            let target = choice[dice.random_range(0..choice.len())];
            let drawn = Drawn::of(&board, target).expect("a stone");
            return Draw {
                record,
                moves,
                drawn,
            };
        }
    }
}

/// Whether the string has at least two stones, and touches an opponent string with at most three
/// liberties.
fn is_in_a_fight(board: &Board, string: Point) -> bool {
    let Some(chain) = board.chain(string) else {
        return false;
    };
    let stones: PointSet = chain.stones().collect();
    stones.len() > 1
        && (stones.neighbors().iter())
            .filter(|&near| board.at(near).is(!chain.color()))
            .any(|near| board.liberty_count(near) <= 3)
}

/// Whether a move on a liberty of the string, or next to one, captures by ko.
fn is_near_ko(board: &Board, string: Point) -> bool {
    let Some(chain) = board.chain(string) else {
        return false;
    };
    let liberties: PointSet = chain.liberties();
    let around = (liberties | liberties.neighbors()) & *board.empty();
    // Without the ban of the game's last move, since the string is asked about without it.
    let mut board = Board::with_stones(board.size(), board.all_stones()).expect("a legal position");
    around.iter().any(|at| {
        Color::BOTH.into_iter().any(|color| {
            if board.play(color, at).is_err() {
                return false;
            }
            let ko = board.ko().is_some();
            board.undo();
            ko
        })
    })
}
