//! Valuation: candidate moves with their values in points.
//!
//! Entry point: `candidates`. It runs these steps:
//!
//! 1. reasons are collected ([`reasons`](crate::reasons))
//! 2. illegal moves, own eyes, and self-ataris without a reason are dropped
//! 3. reasons become points; what the opponent can take afterwards is subtracted

use katachi_board::{Board, Outcome, Point, PointSet, is_eye};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::reasons::{
    Fired, LEAST_VALUE, Reason, Turn, Worth, add_book_moves, add_dame, add_pattern_moves,
    tactical_reasons,
};

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

/// Below this value, in points, patterns and reading leave the decision to a search while the board
/// is open: they know neither influence nor dragons.
pub const DECISIVE_VALUE: f32 = 20.0;

/// Finds all candidates, the best first, and every match that fired, in the order of databases and
/// matches.
pub(crate) fn candidates(
    mut turn: Turn<'_>,
    allowed: Option<&PointSet>,
    rng: &mut Xoshiro256PlusPlus,
) -> (Vec<Candidate>, Vec<Fired>) {
    let mut worths = tactical_reasons(&mut turn);
    let shapes = add_pattern_moves(&mut turn, &mut worths);
    if turn.openings.books && !turn.cleanup {
        add_book_moves(&turn, &mut worths, rng);
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
    replace(&mut candidates, &shapes.replaced);
    for candidate in &mut candidates {
        if candidate.value > 0.0 && !shapes.trusted.contains(candidate.point) {
            candidate.value -= danger(&mut turn, candidate.point);
        }
    }
    candidates.retain(|candidate| candidate.value > 0.0);
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    (candidates, shapes.fired)
}

/// Whether a move may be played: it is legal, repeats no position, fills no own eye, and is no
/// self-atari without a reason. If a pattern's action trusts the move, self-atari is allowed.
fn is_playable(turn: &mut Turn<'_>, point: Point, worth: &Worth, trusted: bool) -> bool {
    let (game, own) = (turn.game, turn.own);
    let board = game.board();
    if !board.is_legal(own, point)
        || board.repeats_situation(own, point)
        || is_eye(turn.board(), own, point)
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

/// Moves the value of candidates to others, where an action said so.
fn replace(candidates: &mut Vec<Candidate>, replaced: &[(Point, Point)]) {
    for &(from, to) in replaced {
        let Some(place) = candidates
            .iter()
            .position(|candidate| candidate.point == from)
        else {
            continue;
        };
        let old = candidates.swap_remove(place);
        match candidates
            .iter_mut()
            .find(|candidate| candidate.point == to)
        {
            Some(new) => new.value = new.value.max(old.value),
            None => candidates.push(Candidate { point: to, ..old }),
        }
    }
}
