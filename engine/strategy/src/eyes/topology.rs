//! Half and false eyes: what the diagonals of a point say about an eye there.
//!
//! Each diagonal counts from 0, when it cannot spoil the eye, to 2, when the opponent holds it; 1
//! when whoever moves first decides. The sum is at most 2 for an eye, 3 for a half eye and 4 for a
//! false one; kos lie between.

use katachi_board::{Board, BoardSize, Color, Outcome, Point, PointSet};

use super::facts::Facts;
use super::table::{EyeKind, Eyes, HalfEye};

/// A diagonal that the owner gets if she wins a ko that she may lose first.
const GOOD_KO: f32 = 0.75;
/// A diagonal that the opponent gets if he wins a ko that he may lose first.
const BAD_KO: f32 = 1.25;

/// The value of a diagonal.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Diagonal {
    value: f32,
    /// The move that spoils the eye here, and the one that saves it.
    attack: Option<Point>,
    defense: Option<Point>,
}

impl Diagonal {
    /// A diagonal that nobody can change.
    const fn settled(value: f32) -> Self {
        Self {
            value,
            attack: None,
            defense: None,
        }
    }

    const fn open(value: f32, attack: Option<Point>, defense: Option<Point>) -> Self {
        Self {
            value,
            attack,
            defense,
        }
    }

    fn is_open(&self) -> bool {
        0.0 < self.value && self.value < 2.0
    }
}

/// Examines the ends of all eye spaces: points with at most one neighbour in their space. False
/// eyes become marginal.
pub(super) fn examine(facts: &mut impl Facts, eyes: &mut Eyes) {
    for color in Color::BOTH {
        let proper = eyes.proper(color);
        examine_points(facts, eyes, color, &proper);
    }
}

/// Examines those of these points of a side's spaces that are ends.
pub(super) fn examine_points(
    facts: &mut impl Facts,
    eyes: &mut Eyes,
    color: Color,
    points: &PointSet,
) {
    let size = facts.board().size();
    // What is marginal changes on the way, but only where the loop stands.
    for point in points {
        let Some(space) = eyes.space(color, point) else {
            continue;
        };
        if space.neighbors(point) > 1 {
            continue;
        }
        let is_single = space.points.len() == 1;
        let half_eye = sum_up(facts, eyes, color, point, size);
        if half_eye.kind == EyeKind::False
            && (is_single || opponent_may_enter(facts.board(), color, point))
        {
            eyes.make_marginal(color, point);
        }
        eyes.add_topology(point, half_eye);
    }
}

/// Whether the opponent stands on a point, or may play there.
fn opponent_may_enter(board: &Board, color: Color, point: Point) -> bool {
    board.at(point).is(!color) || board.is_legal(!color, point)
}

/// Adds up the diagonals of a point.
fn sum_up(
    facts: &mut impl Facts,
    eyes: &Eyes,
    color: Color,
    point: Point,
    size: BoardSize,
) -> HalfEye {
    let mut sum = 0.0;
    // Rank and point of each move, in the order of the diagonals.
    let (mut attacks, mut defenses) = (Vec::new(), Vec::new());
    for (at, diagonal) in point.diagonals().into_iter().enumerate().rev() {
        let mut found = if size.contains(diagonal) {
            of_diagonal(facts, eyes, color, diagonal)
        } else {
            let direct = point.neighbors();
            let is_corner = !size.contains(direct[at]) && !size.contains(direct[(at + 1) % 4]);
            Diagonal::settled(if is_corner { 0.0 } else { 1.0 })
        };
        if found.value < 2.0 && is_held_by_long_string(facts.board(), color, point, diagonal) {
            found = Diagonal::settled(2.0);
        }
        sum += found.value;
        if found.is_open() {
            // A ko that the owner wins is a better attack than defence, and the other way round.
            let (attack, defense) = match found.value {
                GOOD_KO => (2, 1),
                BAD_KO => (1, 2),
                _ => (3, 3),
            };
            attacks.extend(found.attack.map(|point| (attack, point)));
            defenses.extend(found.defense.map(|point| (defense, point)));
        }
    }
    HalfEye {
        sum,
        kind: if sum <= 2.0 {
            EyeKind::Proper
        } else if sum < 4.0 {
            EyeKind::Half
        } else {
            EyeKind::False
        },
        attacks: best(&attacks),
        defenses: best(&defenses),
    }
}

/// The points of the top rank, in their order.
fn best(ranked: &[(u8, Point)]) -> Vec<Point> {
    let top = ranked.iter().map(|(rank, _)| *rank).max();
    let best = ranked.iter().filter(|(rank, _)| Some(*rank) == top);
    best.map(|(_, point)| *point).collect()
}

/// What a diagonal on the board counts.
fn of_diagonal(facts: &mut impl Facts, eyes: &Eyes, color: Color, diagonal: Point) -> Diagonal {
    let board = facts.board();
    let is_empty = board.at(diagonal).is_empty();
    let is_own_eye = eyes.space(color, diagonal).is_some_and(|space| {
        !space.margins.contains(diagonal) && space.marginal_neighbors(diagonal) < 2
    });
    if is_own_eye && !(is_empty && board.captures_something(!color, diagonal)) {
        return Diagonal::settled(0.0);
    }
    if board.at(diagonal).is(color) {
        return Diagonal::settled(0.0);
    }
    if is_empty {
        return of_empty(facts, color, diagonal);
    }
    let (attack, defense) = (facts.attack(diagonal), facts.defense(diagonal));
    if attack.outcome == Outcome::Lose {
        return Diagonal::settled(2.0);
    }
    if defense.outcome == Outcome::Lose {
        return Diagonal::settled(0.0);
    }
    let value = match (attack.outcome, defense.outcome) {
        (Outcome::Win, Outcome::KoA | Outcome::KoB) => GOOD_KO,
        (Outcome::KoA | Outcome::KoB, Outcome::Win) => BAD_KO,
        _ => 1.0,
    };
    // What saves the stone spoils the eye, and what captures it saves the eye.
    Diagonal::open(value, defense.point, attack.point)
}

/// What an empty diagonal counts.
fn of_empty(facts: &mut impl Facts, color: Color, diagonal: Point) -> Diagonal {
    let here = Some(diagonal);
    match facts.safe_move(!color, diagonal) {
        Outcome::Lose => return Diagonal::settled(0.0),
        Outcome::KoA | Outcome::KoB => return Diagonal::open(GOOD_KO, here, here),
        Outcome::Win => {}
    }
    match facts.safe_move(color, diagonal) {
        Outcome::Win => Diagonal::open(1.0, here, here),
        Outcome::KoA | Outcome::KoB => Diagonal::open(BAD_KO, here, here),
        Outcome::Lose => match indirect_defense(facts.board(), color, diagonal) {
            Some(defense) => Diagonal::open(1.0, here, Some(defense)),
            None => Diagonal::settled(2.0),
        },
    }
}

/// A move that keeps the opponent from a diagonal where the owner cannot play herself: it fills the
/// last liberty of an opponent stone diagonally beside, and then a stone on the diagonal would be
/// in atari.
fn indirect_defense(board: &mut Board, color: Color, diagonal: Point) -> Option<Point> {
    for near in diagonal.diagonals() {
        let Some(chain) = board.chain(near).filter(|chain| chain.color() != color) else {
            continue;
        };
        let last = chain.each_liberty().next();
        let Some(last) = last.filter(|last| chain.liberty_count() == 1 && *last != diagonal) else {
            continue;
        };
        if board.try_move(color, last) {
            let works = board.is_self_atari(!color, diagonal);
            board.take_back();
            if works {
                return Some(last);
            }
        }
    }
    None
}

/// Whether a long string of the opponent stands on a diagonal of an eye that it touches itself, and
/// between two strings of the owner.
///
/// ```text
/// . O O .
/// O . X X
/// O O . X
/// ```
///
/// Capturing it may take the owner too long. As in GNU Go, it suffices that one of the owner's
/// strings has at most eight liberties.
fn is_held_by_long_string(board: &Board, color: Color, point: Point, diagonal: Point) -> bool {
    if !board.at(point).is_empty() || board.size().is_edge(point) {
        return false;
    }
    let Some(long) = board.chain(diagonal) else {
        return false;
    };
    if long.color() == color || long.len() < 3 || !long.touches(point) {
        return false;
    }
    let near = point.neighbors().into_iter();
    let own = near.filter_map(|near| board.chain(near).filter(|chain| chain.color() == color));
    let mut origins: Vec<Point> = Vec::new();
    let mut is_short = false;
    for chain in own {
        origins.push(chain.origin());
        is_short |= chain.liberty_count() <= MOST_LIBERTIES;
    }
    origins.sort_unstable();
    origins.dedup();
    origins.len() >= 2 && is_short
}

/// A string with more liberties has time to capture.
const MOST_LIBERTIES: usize = 8;
