//! Choosing candidate moves: the reasons for each move, and its value in points.
//!
//! Entry point: `search`. It runs these steps:
//!
//! 1. `tactics`: captures, rescues and ataris that reading finds
//! 2. `shapes`: moves that patterns propose (`host` answers the questions of their constraints)
//! 3. `book`: moves of whole-board books
//! 4. neutral points
//! 5. illegal moves, own eyes, and self-ataris without a reason are dropped
//! 6. `value`: reasons become points; what the opponent can take afterwards is subtracted
//!
//! `explain` shows why a match of a pattern proposes a move, or does not.

mod book;
mod explain;
mod shapes;
mod tactics;
mod value;

use katachi_board::{Board, Color, Outcome, Point, PointSet, is_eye};
use katachi_matcher::Match;
use katachi_strategy::Position;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::Game;
use crate::ownership::Ownership;

pub(crate) use explain::explain;
pub use explain::{Condition, Explanation, Rejection};
pub use value::Worth;

/// Why a move is a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It captures the string on this point, at once or by force.
    Captures {
        /// A stone of the string.
        string: Point,
        /// The stones of the string.
        stones: usize,
        /// The value of that, in points.
        value: f32,
    },
    /// It saves the string on this point, which would be lost otherwise.
    Saves {
        /// A stone of the string.
        string: Point,
        /// The stones of the string.
        stones: usize,
        /// The value of that, in points.
        value: f32,
    },
    /// It puts the string on this point in atari.
    Atari {
        /// A stone of the string.
        string: Point,
        /// The value of that, in points.
        value: f32,
    },
    /// The action of a pattern found that it captures one of two strings.
    CapturesEither {
        /// A stone of each.
        strings: [Point; 2],
        /// The value of that, in points.
        value: f32,
    },
    /// The action of a pattern found that it saves both of two strings.
    SavesBoth {
        /// A stone of each.
        strings: [Point; 2],
        /// The value of that, in points.
        value: f32,
    },
    /// The action of a pattern found that it connects two strings.
    Connects {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// The action or the constraint of a pattern found that it cuts two strings.
    Cuts {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// A pattern proposes it.
    Pattern {
        /// The index of the database in the engine's knowledge.
        database: usize,
        /// The match.
        found: Match,
    },
    /// A book contains it for this turn.
    Book {
        /// The index of the database in the engine's knowledge.
        database: usize,
        /// The entry of the book.
        entry: u32,
        /// How often the move is drawn, relative to the others.
        weight: u32,
    },
    /// It takes a neutral point.
    Dame,
    /// It helps to capture dead stones.
    Cleanup {
        /// A stone of the dead string.
        string: Point,
    },
}

/// A candidate move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The point.
    pub point: Point,
    /// Its value by patterns and reading, in points; 0 if they do not propose it.
    pub value: f32,
    /// The reasons of patterns and reading.
    pub reasons: Vec<Reason>,
    /// The result of the search, if a search decided.
    pub searched: Option<Searched>,
}

impl Candidate {
    /// Whether the move gains something for certain: reading says that it captures or saves a
    /// string, or it takes a neutral point.
    pub fn is_certain(&self) -> bool {
        let is_certain = |reason: &Reason| match reason {
            Reason::Captures { value, .. } | Reason::Saves { value, .. } => *value >= LEAST_VALUE,
            Reason::Dame => true,
            _ => false,
        };
        self.value >= LEAST_VALUE && self.reasons.iter().any(is_certain)
    }

    /// The number by which candidates are compared: after a search the win rate in percent,
    /// otherwise the value in points.
    pub fn rating(&self) -> f32 {
        self.searched
            .map_or(self.value, |searched| 100.0 * searched.winrate)
    }
}

/// The result of a search for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// The playouts that began with it.
    pub visits: u32,
    /// The share of them that the side to move won, 0 to 1.
    pub winrate: f32,
}

/// A match of a pattern whose constraint holds, whether or not its move may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// The move that it proposes.
    pub point: Point,
    /// The index of the database in the engine's knowledge.
    pub database: usize,
    /// The match.
    pub found: Match,
}

/// What the caller wants of one move.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The side to move.
    pub color: Color,
    /// The points that may be played; `None` allows all.
    pub allowed: Option<PointSet>,
    /// Whether dead stones are captured before the engine passes.
    pub cleanup: bool,
    /// What decides.
    pub decider: Decider,
}

impl Wish {
    /// Any move of this side, decided by patterns and reading.
    pub const fn of(color: Color) -> Self {
        Self {
            color,
            allowed: None,
            cleanup: false,
            decider: Decider::Patterns,
        }
    }
}

/// What decides about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decider {
    /// Patterns and reading; a short search where they leave the move open.
    #[default]
    Patterns,
    /// Monte Carlo search; the proposals of patterns and reading are its hints.
    Search,
}

/// The opening knowledge in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Openings {
    /// Books of whole positions.
    pub books: bool,
    /// Databases of opening patterns.
    pub fuseki: bool,
    /// Databases of corner patterns.
    pub joseki: bool,
}

impl Default for Openings {
    fn default() -> Self {
        Self {
            books: true,
            fuseki: true,
            joseki: true,
        }
    }
}

/// The least value, in points, of a move that is played.
pub(crate) const LEAST_VALUE: f32 = 1.0;

/// Below this value, in points, patterns and reading leave the decision to a search while the board
/// is open: they know neither influence nor dragons.
pub const DECISIVE_VALUE: f32 = 20.0;

/// A turn: the position, with everything that the choice of candidates needs.
pub(crate) struct Turn<'a> {
    game: &'a Game,
    position: Position<'a>,
    ownership: &'a Ownership,
    settled: PointSet,
    own: Color,
    cleanup: bool,
}

impl<'a> Turn<'a> {
    /// The turn of the side of this wish.
    pub fn new(
        game: &'a Game,
        wish: &Wish,
        position: Position<'a>,
        ownership: &'a Ownership,
    ) -> Self {
        Self {
            game,
            settled: ownership.settled(game.board()),
            position,
            ownership,
            own: wish.color,
            cleanup: wish.cleanup,
        }
    }

    /// The board, trial moves included.
    fn board(&self) -> &Board {
        &self.position.board
    }

    /// The result of attacking a string.
    fn attack(&mut self, string: Point) -> Outcome {
        (self.position.readers.tactics)
            .attack(&mut self.position.board, string)
            .outcome
    }

    /// Whether the side to move can play here legally without simply being captured.
    fn safe_move(&mut self, point: Point) -> Outcome {
        (self.position.readers.tactics).safe_move(&mut self.position.board, self.own, point)
    }

    /// The stake: how undecided the area around a point is, from 0 (settled) to 1 (open).
    fn stake(&self, point: Point) -> f32 {
        if self.settled.contains(point) {
            return 0.0;
        }
        let near = [point]
            .into_iter()
            .chain(point.neighbors())
            .chain(point.diagonals());
        let open: f32 = near
            .filter(|&near| self.board().size().contains(near))
            .map(|near| 1.0 - self.ownership.of(near).abs())
            .sum();
        (open / FULL_STAKE).min(1.0)
    }

    /// The value of a string, in points: less if it is probably dead, 0 if it certainly is.
    fn string_value(&self, string: Point) -> f32 {
        let stones = self.board().chain(string).map_or(0, |chain| chain.len());
        let doubt = if self.cleanup {
            1.0
        } else {
            (3.0 * self.ownership.survival(self.board(), string)).min(1.0)
        };
        2.0 * stones as f32 * doubt
    }
}

/// The sum of doubt around a point, in points, from which on it is fully open.
const FULL_STAKE: f32 = 2.5;

/// The least stake at which a pattern proposes a move.
const LEAST_STAKE: f32 = 0.2;

/// Finds all candidates, the best first, and every match that fired, in the order of databases and
/// matches.
pub(crate) fn search(
    mut turn: Turn<'_>,
    allowed: Option<&PointSet>,
    openings: Openings,
    rng: &mut Xoshiro256PlusPlus,
) -> (Vec<Candidate>, Vec<Fired>) {
    let mut worths = tactics::reasons(&mut turn);
    let shapes = shapes::reasons(&mut turn, openings, &mut worths);
    if openings.books && !turn.cleanup {
        book::reasons(&turn, &mut worths, rng);
    }
    add_dame(&turn, &mut worths);
    let mut candidates: Vec<Candidate> = worths
        .into_iter()
        .filter(|(point, _)| !shapes.forbidden.contains(*point))
        .filter(|(point, _)| allowed.is_none_or(|allowed| allowed.contains(*point)))
        .filter(|(point, worth)| {
            let trusted = shapes.trusted.contains(*point);
            is_playable(&mut turn, *point, worth, trusted)
        })
        .map(|(point, worth)| Candidate {
            point,
            // A random addition varies the choice among equals.
            value: match worth.value() {
                value if value > 0.0 => value + worth.chance() * rng.random::<f32>(),
                value => value,
            },
            reasons: worth.reasons,
            searched: None,
        })
        .collect();
    shapes::replace(&mut candidates, &shapes.replaced);
    for candidate in &mut candidates {
        if candidate.value > 0.0 && !shapes.trusted.contains(candidate.point) {
            candidate.value -= danger(&mut turn, candidate.point);
        }
    }
    candidates.retain(|candidate| candidate.value > 0.0);
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    (candidates, shapes.fired)
}

/// Whether a move may be played: it is legal, repeats no turn, fills no own eye, and is no
/// self-atari without a reason. If a pattern's action trusts the move, self-atari is allowed.
fn is_playable(turn: &mut Turn<'_>, point: Point, worth: &Worth, trusted: bool) -> bool {
    let (game, own) = (turn.game, turn.own);
    let board = game.board();
    if !board.is_legal(own, point) || board.repeats(own, point) || is_eye(turn.board(), own, point)
    {
        return false;
    }
    let board = turn.board();
    if board.captures_something(own, point) || trusted || worth.is_sacrifice {
        return true;
    }
    board.liberties_after(own, point).len() > 1
        || worth.saves_by_force
        // Reading has shown that a throw-in, for a ko or a snapback, works.
        || (worth.captures_by_force
            && turn.safe_move(point) != Outcome::Lose)
}

/// What the move exposes to capture, in points: own stones that were safe before.
fn danger(turn: &mut Turn<'_>, point: Point) -> f32 {
    let own = turn.own;
    let strings = |board: &Board| -> Vec<(Point, usize)> {
        let mut strings: Vec<(Point, usize)> = Vec::new();
        for near in [point].into_iter().chain(point.neighbors()) {
            if let Some(chain) = board.chain(near).filter(|chain| chain.color() == own) {
                let entry = (chain.origin(), chain.len());
                if !strings.contains(&entry) {
                    strings.push(entry);
                }
            }
        }
        strings
    };
    let mut lost_before = 0;
    for (string, stones) in strings(turn.board()) {
        if turn.attack(string) == Outcome::Win {
            lost_before += stones;
        }
    }
    if !turn.position.board.try_move(own, point) {
        return 0.0;
    }
    let mut lost_after = 0;
    for (string, stones) in strings(turn.board()) {
        if turn.attack(string) == Outcome::Win {
            lost_after += stones;
        }
    }
    turn.position.board.take_back();
    // A captured stone counts twice: as a prisoner and as a point.
    2.0 * lost_after.saturating_sub(lost_before) as f32
}

/// Adds neutral points between living stones of both colours. Under area scoring each is worth a
/// point. Under territory scoring they cost nothing, and taking them shows which points a side must
/// still protect.
fn add_dame(turn: &Turn<'_>, worths: &mut value::Worths) {
    let board = turn.board();
    for point in board.empty() {
        let beside = |color| {
            point
                .neighbors()
                .into_iter()
                .any(|near| board.at(near).is(color) && !turn.ownership.is_dead(board, near))
        };
        if beside(Color::Black) && beside(Color::White) && !turn.settled.contains(point) {
            worths.entry(point).or_default().add(Reason::Dame);
        }
    }
}
