//! The game that a question is about: what ends it, and what kos do in it.
//!
//! One string is asked about. The attacker succeeds when it is off the board; a single stone whose
//! captor can be taken back at once (ko, snapback) is not gone yet, and the game goes on about the
//! stone that stands there then. The defender succeeds when the string has so many
//! liberties that it counts as safe at that depth.

use katachi_board::{Board, Chain, Color, Point};

use super::limits::Limits;
use super::table::Numbers;
use super::trail::Trail;

/// First guesses of proof and disproof number with the attacker to move, by the string's liberties, 1 to 4.
///
/// These and the next were found by trying: `docs/reading.md`.
const ATTACKER_GUESSES: [(u32, u32); 4] = [(1, 20), (1, 6), (1, 5), (2, 4)];

/// With the defender to move: by the string's liberties, 1 to 3 and more, and the most that it can get by
/// extending, 0 to 4 and more.
const DEFENDER_GUESSES: [[(u32, u32); 5]; 3] = [
    [(1, 5), (1, 4), (1, 4), (4, 4), (8, 2)],
    [(7, 6), (1, 4), (2, 4), (4, 5), (10, 1)],
    [(3, 1), (2, 10), (2, 5), (7, 5), (10, 5)],
];

/// Whom bans bind that forbid to retake a ko at once. A side that no ban binds has a threat for every ko.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Regime {
    /// Only the attacker.
    DefenderFree,
    /// Both. Passing ends a ban: a threat that is not answered.
    BothBound,
    /// Only the defender.
    AttackerFree,
}

/// For each liberty of a string, the liberties that it would have after extending there.
#[derive(Clone, Copy)]
pub(super) struct Extensions {
    liberties: usize,
    /// Each liberty, and how many the string would have after extending there.
    gained: [(Point, u16); Self::MOST],
}

impl Extensions {
    /// A string with more liberties is safe at any depth.
    const MOST: usize = 4;

    /// How many liberties the string would have after extending here.
    pub fn at(&self, point: Point) -> usize {
        let mut gained = self.gained().iter();
        gained
            .find(|(liberty, _)| *liberty == point)
            .map_or(0, |(_, count)| usize::from(*count))
    }

    fn gained(&self) -> &[(Point, u16)] {
        &self.gained[..self.liberties.min(Self::MOST)]
    }

    /// What the position comes to after this move of the attacker, as [`Terms::with_defender_to_move`]
    /// says, but found without playing it. Not for a move that captures, or is suicide.
    pub fn after(&self, board: &Board, terms: &Terms, point: Point, depth: u32) -> Numbers {
        let takes = (terms.string(board)).is_some_and(|string| string.has_liberty(point));
        let left = self.liberties - usize::from(takes);
        let mut most = 0;
        for &(liberty, count) in self.gained() {
            if liberty != point && count > most {
                let shared = takes || board.would_have_liberty(terms.defender, liberty, point);
                most = most.max(count - u16::from(shared));
            }
        }
        let most = usize::from(most);
        if left >= terms.safe_liberties(depth + 1) || most >= terms.safe_liberties(depth + 2) {
            return Numbers::SAFE;
        }
        Terms::guess_for_defender(left, most)
    }
}

/// The terms of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub target: Point,
    pub defender: Color,
    pub regime: Regime,
    pub limits: Limits,
}

impl Terms {
    /// The colour of the attacker or the defender.
    pub fn mover(&self, attacker_moves: bool) -> Color {
        if attacker_moves {
            !self.defender
        } else {
            self.defender
        }
    }

    fn is_free(&self, color: Color) -> bool {
        match self.regime {
            Regime::BothBound => false,
            Regime::DefenderFree => color == self.defender,
            Regime::AttackerFree => color != self.defender,
        }
    }

    /// Plays a trial move if it is legal here; says whether it was, and whether a ko had a say in it.
    ///
    /// Where one side is free, the other takes no ko unless it can take a second one after that: it would be retaken at
    /// once, and nothing would have changed.
    pub fn try_move(
        &self,
        board: &mut Board,
        color: Color,
        point: Point,
        trail: &mut Trail,
    ) -> (bool, bool) {
        let Some(taken) = board.ko_capture(color, point) else {
            return (board.try_move(color, point), false);
        };
        let legal = match self.regime {
            Regime::BothBound => board.try_move(color, point),
            _ if self.is_free(color) => board.try_ko(color, point),
            _ => has_second_ko(board, color, taken, trail) && board.try_move(color, point),
        };
        (legal, true)
    }

    /// From how many liberties on a string is safe at this depth.
    pub fn safe_liberties(&self, depth: u32) -> usize {
        if depth <= self.limits.four_liberty_depth {
            5
        } else if depth <= self.limits.depth {
            4
        } else {
            3
        }
    }

    /// The range of depths within which results are the same.
    pub fn tier(&self, depth: u32) -> u32 {
        self.safe_liberties(depth) as u32 - 3
    }

    /// What the position comes to with the attacker to move, before any search.
    ///
    /// It looks at nothing that the defender's list before has not looked at.
    pub fn with_attacker_to_move(&self, board: &Board, depth: u32) -> Numbers {
        let Some(chain) = self.string(board) else {
            return Numbers::CAPTURED;
        };
        let liberties = chain.liberty_count();
        if liberties >= self.safe_liberties(depth) {
            return Numbers::SAFE;
        }
        if liberties > 1 {
            return Self::guess_for_attacker(liberties);
        }
        let Some(last) = chain.each_liberty().next() else {
            return Numbers::CAPTURED;
        };
        if chain.len() > 1 {
            return Numbers::CAPTURED;
        }
        let attacker = !self.defender;
        if board.ko_capture(attacker, last).is_some() {
            return match self.regime {
                Regime::AttackerFree => Numbers::CAPTURED,
                Regime::BothBound if !board.is_ko(attacker, last) => Numbers::CAPTURED,
                _ => Numbers::open(4, 2),
            };
        }
        if board.liberty_count_after(attacker, last) > 1 {
            Numbers::CAPTURED
        } else {
            Numbers::open(3, 2)
        }
    }

    /// What the position comes to with the defender to move, before any search.
    ///
    /// `last` is the attacker's move before. The attacker's list before has looked at the string's liberties and at the
    /// strings beside it.
    pub fn with_defender_to_move(
        &self,
        board: &Board,
        last: Option<Point>,
        depth: u32,
        trail: &mut Trail,
    ) -> Numbers {
        let Some(chain) = self.string(board) else {
            return match last.filter(|&last| self.may_retake(board, last)) {
                Some(_) => Numbers::open(2, 2),
                None => Numbers::CAPTURED,
            };
        };
        if chain.liberty_count() >= self.safe_liberties(depth) {
            return Numbers::SAFE;
        }
        let safe = self.safe_liberties(depth + 1);
        let mut most = 0;
        for point in chain.each_liberty() {
            most = most.max(board.liberty_count_after(self.defender, point));
            if most >= safe {
                return Numbers::SAFE;
            }
        }
        for taken in chain.neighbors_with(1) {
            let freed = taken.stones().filter(|&stone| chain.touches(stone)).count();
            if chain.liberty_count() + freed > safe {
                let Some(point) = taken.each_liberty().next() else {
                    continue;
                };
                trail.at(point);
                if board.ko_capture(self.defender, point).is_none() {
                    return Numbers::SAFE;
                }
            }
        }
        Self::guess_for_defender(chain.liberty_count(), most)
    }

    /// What the string's extensions would gain now; `None` for a string in atari or one that is gone.
    pub fn extensions(&self, board: &Board) -> Option<Extensions> {
        let chain = self.string(board).filter(|c| c.liberty_count() > 1)?;
        let mut gained = [(self.target, 0); Extensions::MOST];
        for (place, point) in gained.iter_mut().zip(chain.each_liberty()) {
            *place = (
                point,
                board.liberty_count_after(self.defender, point) as u16,
            );
        }
        Some(Extensions {
            liberties: chain.liberty_count(),
            gained,
        })
    }

    /// First guesses with the attacker to move against so many liberties.
    pub fn guess_for_attacker(liberties: usize) -> Numbers {
        let (pn, dn) = ATTACKER_GUESSES[liberties.clamp(1, 4) - 1];
        Numbers::open(pn, dn)
    }

    /// First guesses with the defender to move, who has so many liberties and can get so many by extending.
    pub fn guess_for_defender(liberties: usize, most: usize) -> Numbers {
        let (pn, dn) = DEFENDER_GUESSES[liberties.clamp(1, 3) - 1][most.min(4)];
        Numbers::open(pn, dn)
    }

    /// The string that is asked about, while it is there.
    pub fn string<'a>(&self, board: &'a Board) -> Option<Chain<'a>> {
        board
            .chain(self.target)
            .filter(|chain| chain.color() == self.defender)
    }

    /// Whether the defender can at once take back the stones that have just captured a single stone.
    fn may_retake(&self, board: &Board, captor: Point) -> bool {
        let Some(chain) = board.chain(captor).filter(|c| c.liberty_count() == 1) else {
            return false;
        };
        // Beside a string of several stones that has been captured there is room now.
        let alone = |near| !board.at(near).is_empty();
        if !chain.has_liberty(self.target) || !self.target.neighbors().into_iter().all(alone) {
            return false;
        }
        board.ko_capture(self.defender, self.target).is_none()
            || self.regime == Regime::DefenderFree
    }
}

/// Whether a side that can take this stone in a ko can take another one about the same strings.
fn has_second_ko(board: &Board, color: Color, taken: Point, trail: &mut Trail) -> bool {
    let beside = taken.neighbors();
    let own = beside.into_iter().filter_map(|near| board.chain(near));
    for string in own.filter(|string| string.color() == color) {
        trail.around(&string);
        for other in string.neighbors_with(1) {
            let Some(last) = other.each_liberty().next() else {
                continue;
            };
            trail.at(last);
            if !other.contains(taken) && board.ko_capture(color, last).is_some() {
                return true;
            }
        }
    }
    false
}
