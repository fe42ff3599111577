//! Looking for a move: candidates, the reasons for them, and what they are worth.
//!
//! `search` collects the reasons of reading (`tactics`) and of the databases (`shapes`),
//! weighs them with what random games say is still open, and drops what must not be played.

mod book;
mod explain;
mod host;
mod shapes;
mod tactics;
mod value;

use katachi_board::{Board, Color, Point, PointSet};
use katachi_image::Pattern;
use katachi_matcher::{Match, Outcome, Question};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::connection::ConnectionReader;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::life::{Ownership, is_eye};
use crate::matchers::Matchers;
use crate::reading::Reader;
use crate::worms::PossibleCuts;

pub use explain::{Condition, Explanation, Rejection};
pub use value::Worth;

/// What reads: strings, and connections between them.
pub(crate) struct Readers<'a> {
    pub tactics: &'a mut Reader,
    pub connections: &'a mut ConnectionReader,
}

impl Readers<'_> {
    /// The same readers, for a shorter time.
    pub fn reborrow(&mut self) -> Readers<'_> {
        Readers {
            tactics: self.tactics,
            connections: self.connections,
        }
    }
}

/// Whether constraint and helper of a match hold in a position.
pub(crate) fn holds(
    question: &Question<'_>,
    board: &mut Board,
    readers: Readers<'_>,
    komi: f32,
) -> bool {
    question.accepts(&mut host::PositionHost::new(board, readers, komi))
}

/// A stone of the string for each cut that the helper of a match counts, if its constraint holds.
pub(crate) fn opened_cuts(
    question: &Question<'_>,
    board: &mut Board,
    readers: Readers<'_>,
    komi: f32,
) -> Vec<Point> {
    let mut host = host::PositionHost::new(board, readers, komi);
    question.accepts(&mut host);
    let cuts = host.effects.into_iter().filter_map(|effect| match effect {
        host::Effect::OpensCut(string) => Some(string),
        _ => None,
    });
    cuts.collect()
}

/// Why a move is a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It captures the string on this point, now or by force.
    Captures {
        /// A stone of the string.
        string: Point,
        /// The stones of the string.
        stones: usize,
        /// What that is worth, in points.
        value: f32,
    },
    /// It saves the string on this point, which is lost otherwise.
    Saves {
        /// A stone of the string.
        string: Point,
        /// The stones of the string.
        stones: usize,
        /// What that is worth, in points.
        value: f32,
    },
    /// It puts the string on this point in atari.
    Atari {
        /// A stone of the string.
        string: Point,
        /// What that is worth, in points.
        value: f32,
    },
    /// An action of a pattern says that it captures one of two strings.
    CapturesEither {
        /// A stone of each.
        strings: [Point; 2],
        /// What that is worth, in points.
        value: f32,
    },
    /// An action of a pattern says that it saves both of two strings.
    SavesBoth {
        /// A stone of each.
        strings: [Point; 2],
        /// What that is worth, in points.
        value: f32,
    },
    /// An action of a pattern says that it connects two strings.
    Connects {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// An action of a pattern says that it cuts two strings apart, or a constraint found the cut.
    Cuts {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// A pattern proposes it.
    Pattern {
        /// The database, by its place among the engine's.
        database: usize,
        /// The match.
        found: Match,
    },
    /// A book has it in this position.
    Book {
        /// The database, by its place among the engine's.
        database: usize,
        /// The entry of the book.
        entry: u32,
        /// How often the move is drawn, compared with the others.
        weight: u32,
    },
    /// It takes a neutral point.
    Dame,
    /// It helps to take dead stones off.
    Cleanup {
        /// A stone of the dead string.
        string: Point,
    },
}

/// A move that may be played.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// What patterns and reading find it worth, in points; 0 if they do not propose it.
    pub value: f32,
    /// Why they do.
    pub reasons: Vec<Reason>,
    /// What the search found, where one decided.
    pub searched: Option<Searched>,
}

impl Candidate {
    /// Whether reading, or the rules of counting, say that the move gains something: it captures or
    /// saves a string, or takes a neutral point.
    pub fn is_certain(&self) -> bool {
        let is_certain = |reason: &Reason| match reason {
            Reason::Captures { value, .. } | Reason::Saves { value, .. } => *value >= LEAST_VALUE,
            Reason::Dame => true,
            _ => false,
        };
        self.value >= LEAST_VALUE && self.reasons.iter().any(is_certain)
    }

    /// What candidates are compared by: where a search decided, the share of the playouts won, in
    /// percent; else the value in points.
    pub fn rating(&self) -> f32 {
        self.searched
            .map_or(self.value, |searched| 100.0 * searched.winrate)
    }
}

/// What a search found about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Searched {
    /// The playouts that began with it.
    pub visits: u32,
    /// The share of them that the side to move won, from 0 to 1.
    pub winrate: f32,
}

/// A match of a pattern whose constraint holds, whether or not its move may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// The move that it proposes.
    pub point: Point,
    /// The database, by its place among the engine's.
    pub database: usize,
    /// The match.
    pub found: Match,
}

/// What to look for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The side to move.
    pub color: Color,
    /// Only these points may be played; all if `None`.
    pub allowed: Option<PointSet>,
    /// Whether dead stones are to be taken off before passing.
    pub cleanup: bool,
    /// Who decides.
    pub decider: Decider,
}

impl Wish {
    /// Any move of this side, decided by patterns.
    pub const fn of(color: Color) -> Self {
        Self {
            color,
            allowed: None,
            cleanup: false,
            decider: Decider::Patterns,
        }
    }
}

/// Who decides about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decider {
    /// Patterns and reading; a short search where they leave the move open.
    #[default]
    Patterns,
    /// Monte Carlo search; what patterns and reading propose are its hints.
    Search,
}

/// Which knowledge of the opening is used.
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

/// What is consulted: databases, and which of them for the opening.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Consulted<'a> {
    pub knowledge: &'a Knowledge,
    pub openings: Openings,
}

/// What has been found out about a position before its moves are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub ownership: &'a Ownership,
    pub cuts: &'a PossibleCuts<'a>,
}

/// A move that is worth less is not played.
pub(crate) const LEAST_VALUE: f32 = 1.0;

/// A move that patterns and reading find worth less than this, in points, is not theirs to decide
/// while the board is open: their values are estimates that do not know influence or dragons.
pub const DECISIVE_VALUE: f32 = 20.0;

/// What everything below looks at.
struct Position<'a> {
    game: &'a Game,
    board: &'a mut Board,
    readers: Readers<'a>,
    ownership: &'a Ownership,
    cuts: &'a PossibleCuts<'a>,
    settled: PointSet,
    own: Color,
    cleanup: bool,
}

impl<'a> Position<'a> {
    /// What is looked at with this wish; the board is that of the game.
    fn new(
        game: &'a Game,
        wish: &Wish,
        board: &'a mut Board,
        readers: Readers<'a>,
        Seen { ownership, cuts }: Seen<'a>,
    ) -> Self {
        Self {
            game,
            settled: ownership.settled(board),
            board,
            readers,
            ownership,
            cuts,
            own: wish.color,
            cleanup: wish.cleanup,
        }
    }

    /// A host for what patterns ask about the position.
    fn host(&mut self) -> host::PositionHost<'_> {
        let readers = self.readers.reborrow();
        host::PositionHost::new(self.board, readers, self.game.komi).with_cuts(self.cuts)
    }

    /// The result of attacking a string.
    fn attack(&mut self, string: Point) -> Outcome {
        self.readers.tactics.attack(self.board, string).outcome
    }

    /// Whether a move of the side to move is legal and not simply captured.
    fn safe_move(&mut self, point: Point) -> Outcome {
        (self.readers.tactics).safe_move(self.board, self.own, point)
    }

    /// How much is open around a point: 0 nothing, 1 much.
    fn stake(&self, point: Point) -> f32 {
        if self.settled.contains(point) {
            return 0.0;
        }
        let near = [point]
            .into_iter()
            .chain(point.neighbors())
            .chain(point.diagonals());
        let open: f32 = near
            .filter(|&near| self.board.size().contains(near))
            .map(|near| 1.0 - self.ownership.of(near).abs())
            .sum();
        (open / FULL_STAKE).min(1.0)
    }

    /// The points of a string at stake: nothing for one that is dead anyway.
    fn string_value(&self, string: Point) -> f32 {
        let stones = self.board.chain(string).map_or(0, |chain| chain.len());
        let doubt = if self.cleanup {
            1.0
        } else {
            (3.0 * self.ownership.survival(self.board, string)).min(1.0)
        };
        2.0 * stones as f32 * doubt
    }
}

/// So many points' worth of doubt around a point make it fully open.
const FULL_STAKE: f32 = 2.5;

/// A pattern counts only where at least this much is open.
const LEAST_STAKE: f32 = 0.2;

/// Why a match of a pattern fires in this position, or does not.
pub(crate) fn explain(
    game: &Game,
    wish: &Wish,
    readers: Readers<'_>,
    seen: Seen<'_>,
    pattern: Pattern<'_>,
    found: Match,
) -> Explanation {
    let mut board = game.board().clone();
    let mut position = Position::new(game, wish, &mut board, readers, seen);
    explain::explain(&mut position, pattern, found)
}

/// All candidates, the best first, and every match that fired, in the order of databases and matches.
pub(crate) fn search(
    game: &Game,
    wish: &Wish,
    consulted: Consulted<'_>,
    matchers: &mut Matchers,
    readers: Readers<'_>,
    seen: Seen<'_>,
    rng: &mut Xoshiro256PlusPlus,
) -> (Vec<Candidate>, Vec<Fired>) {
    let mut board = game.board().clone();
    let mut position = Position::new(game, wish, &mut board, readers, seen);
    let mut worths = tactics::reasons(&mut position);
    let shapes = shapes::reasons(&mut position, consulted, matchers, &mut worths);
    if consulted.openings.books && !wish.cleanup {
        book::reasons(&position, consulted.knowledge, &mut worths, rng);
    }
    add_dame(&position, &mut worths);
    let mut candidates: Vec<Candidate> = worths
        .into_iter()
        .filter(|(point, _)| !shapes.forbidden.contains(*point))
        .filter(|(point, _)| {
            wish.allowed
                .as_ref()
                .is_none_or(|allowed| allowed.contains(*point))
        })
        .filter(|(point, worth)| {
            let trusted = shapes.trusted.contains(*point);
            is_playable(&mut position, *point, worth, trusted)
        })
        .map(|(point, worth)| Candidate {
            point,
            // Variety among equals.
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
            candidate.value -= danger(&mut position, candidate.point);
        }
    }
    candidates.retain(|candidate| candidate.value > 0.0);
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    (candidates, shapes.fired)
}

/// Whether a move obeys the rules and common sense: legal, no position repeated, no own eye
/// filled, no self-atari without a reason, unless an action says that the move can be trusted.
fn is_playable(position: &mut Position<'_>, point: Point, worth: &Worth, trusted: bool) -> bool {
    let (game, own) = (position.game, position.own);
    let board = game.board();
    if !board.is_legal(own, point)
        || board.repeats(own, point)
        || is_eye(position.board, own, point)
    {
        return false;
    }
    let board = &*position.board;
    if board.captures_something(own, point) || trusted || worth.is_sacrifice {
        return true;
    }
    board.liberties_after(own, point).len() > 1
        || worth.saves_by_force
        // A single stone thrown into a ko or a snapback has been read to work.
        || (worth.captures_by_force
            && position.safe_move(point) != Outcome::Lose)
}

/// What the opponent can take after this move that was safe before, in points.
fn danger(position: &mut Position<'_>, point: Point) -> f32 {
    let own = position.own;
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
    for (string, stones) in strings(position.board) {
        if position.attack(string) == Outcome::Win {
            lost_before += stones;
        }
    }
    if !position.board.try_move(own, point) {
        return 0.0;
    }
    let mut lost_after = 0;
    for (string, stones) in strings(position.board) {
        if position.attack(string) == Outcome::Win {
            lost_after += stones;
        }
    }
    position.board.take_back();
    // The move's own stone is lost only if it is worth keeping.
    2.0 * lost_after.saturating_sub(lost_before) as f32
}

/// Neutral points between living stones of both colours. Under area scoring each is worth a point;
/// under territory scoring taking them costs nothing, and shows what must still be protected.
fn add_dame(position: &Position<'_>, worths: &mut value::Worths) {
    let board = &*position.board;
    for point in board.empty() {
        let beside = |color| {
            point
                .neighbors()
                .into_iter()
                .any(|near| board.at(near).is(color) && !position.ownership.is_dead(board, near))
        };
        if beside(Color::Black) && beside(Color::White) && !position.settled.contains(point) {
            worths.entry(point).or_default().add(Reason::Dame);
        }
    }
}
