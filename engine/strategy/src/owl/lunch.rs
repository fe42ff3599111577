//! Lunches: opponent strings that the goal can capture.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::reading::{Reader, Reading};

/// The most lunches of a position.
const MOST_LUNCHES: usize = 10;

/// An opponent string that the goal can capture.
#[derive(Clone, Debug)]
pub(crate) struct Lunch {
    /// Its stones.
    pub stones: PointSet,
    /// How the goal's side captures it.
    pub attack: Reading,
    /// How its owner saves it.
    pub defense: Reading,
    /// The eyes that its capture gives: at least, probably, at most.
    pub eyes: [u8; 3],
}

impl Lunch {
    /// Whether its owner can save it.
    pub fn is_defendable(&self) -> bool {
        self.defense.outcome != Outcome::Lose
    }
}

/// The lunches of a goal, and the opponent stones around it that matter to nobody; neither are
/// stones of a rival in a race.
pub(super) fn find(
    board: &mut Board,
    reader: &mut Reader,
    goal: &PointSet,
    rival: &PointSet,
) -> (Vec<Lunch>, PointSet) {
    let (mut lunches, mut inessential) = (Vec::new(), PointSet::EMPTY);
    let Some(color) = goal.first().and_then(|stone| board.at(stone).color()) else {
        return (lunches, inessential);
    };
    for string in strings_around(board, color, goal) {
        if rival.contains(string) {
            continue;
        }
        let attack = reader.attack(board, string);
        let Some(chain) = board.chain(string) else {
            continue;
        };
        let stones: PointSet = chain.stones().collect();
        if attack.outcome == Outcome::Lose {
            if is_inessential(board, reader, color, goal, string) {
                inessential |= stones;
            }
            continue;
        }
        let defense = reader.defend(board, string);
        lunches.push(Lunch {
            stones,
            attack,
            defense,
            eyes: [0; 3],
        });
        if lunches.len() >= MOST_LUNCHES {
            break;
        }
    }
    (lunches, inessential)
}

/// A stone of each opponent string beside the goal, diagonally beside it, or two steps away over an
/// empty point; in the order of the goal's stones.
fn strings_around(board: &Board, color: Color, goal: &PointSet) -> Vec<Point> {
    let others = *board.stones(!color);
    let (mut found, mut seen) = (Vec::new(), PointSet::EMPTY);
    for stone in goal {
        let direct = stone.neighbors();
        let behind = (direct.into_iter().enumerate())
            .filter(|(_, near)| board.size().contains(*near) && board.at(*near).is_empty())
            .map(|(at, near)| near.neighbors()[at]);
        let around = direct.into_iter().chain(stone.diagonals()).chain(behind);
        for near in around {
            if !others.contains(near) || seen.contains(near) {
                continue;
            }
            if let Some(chain) = board.chain(near) {
                seen.extend(chain.stones());
                found.push(chain.origin());
            }
        }
    }
    found
}

/// Whether an opponent string matters to nobody: it stands among safe stones of the goal, and its
/// liberties are as good as false eyes.
fn is_inessential(
    board: &mut Board,
    reader: &mut Reader,
    color: Color,
    goal: &PointSet,
    string: Point,
) -> bool {
    let Some(chain) = board.chain(string) else {
        return false;
    };
    if chain.neighbors().any(|near| !goal.contains(near.origin())) {
        return false;
    }
    let neighbors: Vec<Point> = chain.neighbors().map(|near| near.origin()).collect();
    let superstring = chain.superstring();
    let body = superstring.stones();
    let liberties = superstring.liberties(usize::MAX);
    let mut is_safe = |board: &mut Board, stone: Point| {
        goal.contains(stone) && reader.attack(board, stone).outcome == Outcome::Lose
    };
    for near in neighbors {
        if !is_safe(board, near) {
            return false;
        }
    }
    for liberty in &liberties {
        let near = liberty.neighbors();
        let is_foreign = |near: &Point| board.at(*near).is(!color) && !body.contains(*near);
        if near.iter().any(is_foreign) {
            return false;
        }
        let friends: Vec<Point> = (near.into_iter())
            .filter(|near| board.at(*near).is(color))
            .collect();
        let touches_goal = !friends.is_empty();
        for friend in friends {
            if !is_safe(board, friend) {
                return false;
            }
        }
        let diagonals = liberty.diagonals().into_iter();
        let (on_board, off): (Vec<Point>, Vec<Point>) =
            diagonals.partition(|at| board.size().contains(*at));
        let held = on_board.iter().filter(|at| goal.contains(**at)).count();
        let is_open =
            (near.iter()).any(|near| board.size().contains(*near) && board.at(*near).is_empty());
        if !touches_goal && (held + usize::from(off.len() >= 2) < 2 || is_open) {
            return false;
        }
    }
    true
}
