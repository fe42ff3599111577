//! Valuation: candidate moves with their values in points.
//!
//! Entry point: `candidates`. It runs these steps:
//!
//! 1. reasons are collected ([`reasons`](crate::reasons))
//! 2. illegal moves, own eyes, and self-ataris without a reason are dropped
//! 3. reasons become points ([`Terms`]): territory by the influence after the move (`effect`), the
//!    weakness of dragons (`strategy`), follow-ups; what the opponent can take afterwards is
//!    subtracted

mod effect;
mod strategy;
mod terms;

use katachi_board::{Board, Outcome, Point, PointSet, is_eye};
use katachi_strategy::influence::MoveInfluence;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use effect::account;
use strategy::strategic_value;
pub use terms::Terms;

use crate::reasons::{
    Fired, Reason, Turn, Verdicts, Worth, Worths, add_book_moves, add_dame, add_pattern_moves,
    tactical_reasons,
};

/// The least value, in points, of a move that is played.
pub const LEAST_VALUE: f32 = 0.2;

/// A candidate move.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The point.
    pub point: Point,
    /// Its value by patterns and reading, in points; 0 if they do not propose it.
    pub value: f32,
    /// The terms of the value.
    pub terms: Terms,
    /// The least value that patterns and books ask for, in points; 0 if they ask for none.
    pub least: f32,
    /// The reasons of patterns and reading.
    pub reasons: Vec<Reason>,
    /// The result of the search, if a search decided.
    pub searched: Option<Searched>,
}

impl Candidate {
    /// Whether the move gains something for certain: reading says that it captures or saves a
    /// string, or it takes a neutral point.
    pub fn is_certain(&self) -> bool {
        let is_certain = |reason: &Reason| {
            matches!(
                reason,
                Reason::Captures { .. } | Reason::Saves { .. } | Reason::Dame
            )
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

/// If a pattern or a book asks for a lower value, in points, or for none, a search decides while
/// the board is open: influence and groups do not read life and death.
pub const DECISIVE_VALUE: f32 = 20.0;

/// Finds all candidates, the best first, and every match that fired, in the order of databases and
/// matches.
pub(crate) fn candidates(
    mut turn: Turn<'_>,
    allowed: Option<&PointSet>,
    rng: &mut Xoshiro256PlusPlus,
) -> (Vec<Candidate>, Vec<Fired>) {
    let (mut worths, shapes) = worths(&mut turn);
    if turn.openings.books && !turn.cleanup {
        add_book_moves(&turn, &mut worths, rng);
    }
    add_dame(&turn, &mut worths);
    let mut candidates = Vec::new();
    for (point, worth) in worths {
        let is_allowed = allowed.is_none_or(|allowed| allowed.contains(point));
        if shapes.forbidden.contains(point) || !is_allowed || !is_playable(&mut turn, point, &worth)
        {
            continue;
        }
        let mut terms = terms(&mut turn, point, &worth);
        let mut value = terms.value(&worth);
        if worth.has(|reason| matches!(reason, Reason::Cleanup { .. })) {
            value = value.max(2.0 * LEAST_VALUE);
        } else if worth.has(|reason| *reason == Reason::Dame) {
            value = value.max(LEAST_VALUE);
        }
        if value > 0.0 {
            if !worth.is_trusted {
                terms.danger = danger(&mut turn, point);
            }
            // A random addition varies the choice among equals.
            value += worth.chance() * rng.random::<f32>() - terms.danger;
        }
        candidates.push(Candidate {
            point,
            value,
            terms,
            least: worth.value.least.unwrap_or(0.0),
            reasons: worth.reasons,
            searched: None,
        });
    }
    replace(&mut candidates, &shapes.replaced);
    candidates.retain(|candidate| candidate.value > 0.0);
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.point.cmp(&b.point)));
    (candidates, shapes.fired)
}

/// What reading and patterns say about each move.
fn worths(turn: &mut Turn<'_>) -> (Worths, Verdicts) {
    let mut worths = tactical_reasons(turn);
    let shapes = add_pattern_moves(turn, &mut worths);
    (worths, shapes)
}

/// The influence after a move, with what reading and patterns say that it captures and saves.
/// `None` if the move is illegal.
pub(crate) fn move_influence(mut turn: Turn<'_>, point: Point) -> Option<MoveInfluence> {
    let (worths, _) = worths(&mut turn);
    let nothing = Worth::default();
    let worth = worths.get(&point).unwrap_or(&nothing);
    let account = account(&mut turn, point, worth);
    turn.position.move_influence(&account.effect)
}

/// The terms of a move's value. Its danger is found if the others speak for it.
fn terms(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> Terms {
    let account = account(turn, point, worth);
    let (mut territory, mut follow_up) = (account.kos, worth.follow_up);
    if account.changes_territory {
        let before = turn.position.influence(!turn.own);
        if let Some(after) = turn.position.move_influence(&account.effect) {
            territory += after.gain(&before);
            follow_up += after.follow_up_gain();
        }
    }
    if let Some(least) = worth.territory.least.filter(|least| *least > 0.0) {
        territory = territory.max(least);
    }
    if let Some(most) = worth.territory.most {
        territory = territory.min(most);
    }
    Terms {
        territory,
        strategy: strategic_value(turn, point, worth, territory),
        follow_up: follow_up + threats(turn, worth),
        reverse_follow_up: worth.reverse_follow_up,
        secondary: account.secondary,
        shape: worth.shape.factor(),
        danger: 0.0,
    }
}

/// The greatest of the threats of a move, in points.
fn threats(turn: &mut Turn<'_>, worth: &Worth) -> f32 {
    let threats = worth.reasons.iter().filter_map(|reason| match reason {
        Reason::ThreatensToCapture { string } | Reason::ThreatensToSave { string } => Some(*string),
        _ => None,
    });
    threats
        .map(|string| turn.string_value(string))
        .fold(0.0, f32::max)
}

/// Whether a move may be played: it is legal, repeats no position, fills no own eye, and is no
/// self-atari without a reason. If an action trusts the move, self-atari is allowed.
fn is_playable(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> bool {
    let (game, own) = (turn.game, turn.own);
    let board = game.board();
    if !board.is_legal(own, point)
        || board.repeats_situation(own, point)
        || is_eye(turn.board(), own, point)
    {
        return false;
    }
    let board = turn.board();
    if board.captures_something(own, point) || worth.is_trusted || worth.is_sacrifice {
        return true;
    }
    board.liberties_after(own, point).len() > 1
        || worth.has(|reason| matches!(reason, Reason::Saves { .. }))
        // Reading has shown that a throw-in, for a ko or a snapback, works.
        || (worth.has(|reason| matches!(reason, Reason::Captures { .. }))
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
