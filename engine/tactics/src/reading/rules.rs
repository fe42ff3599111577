//! The rules of the game that a question plays: how it ends, and who may take which ko.
//!
//! - The attacker succeeds when the string is off the board.
//! - A captured single stone does not count as gone while its captor can be retaken at once (ko or
//!   snapback). The game then goes on about the stone that retakes.
//! - The defender succeeds when the string has enough liberties: five near the root, four deeper,
//!   three deeper still ([`Terms::safe_liberties`]).
//!
//! A side that need not wait before it retakes a ko has a threat for every ko; a pass ends the wait
//! of a side that must: it stands for a threat that is not answered.
//!
//! [`Terms::with_attacker_to_move`] and [`Terms::with_defender_to_move`] judge a position before
//! any search: decided, or a first guess of its proof numbers.

use katachi_board::{Board, Chain, Color, Point};

use super::limits::Limits;
use crate::proof::{Numbers, Regime, Side};
use crate::trail::Trail;

/// First guesses of (proof number, disproof number) with the attacker to move, by the string's
/// liberties, 1 to 4.
///
/// Found by hill climbing, like the next table (`docs/reading.md`, "Levels").
const ATTACKER_GUESSES: [(u32, u32); 4] = [(1, 20), (1, 6), (1, 5), (2, 4)];

/// The same with the defender to move. Rows: the string's liberties, 1 to 3 or more. Columns: the
/// most liberties that one extension can give it, 0 to 4 or more.
const DEFENDER_GUESSES: [[(u32, u32); 5]; 3] = [
    [(1, 5), (1, 4), (1, 4), (4, 4), (8, 2)],
    [(7, 6), (1, 4), (2, 4), (4, 5), (10, 1)],
    [(3, 1), (2, 10), (2, 5), (7, 5), (10, 5)],
];

/// What the string would gain by extending at each of its liberties.
#[derive(Clone, Copy)]
pub(super) struct Extensions {
    liberties: usize,
    /// Each liberty, with the liberties that the string would have after extending there.
    gained: [(Point, u16); Self::MOST],
}

impl Extensions {
    /// A string with more liberties is safe at any depth.
    const MOST: usize = 4;

    /// The liberties that the string would have after extending here.
    pub fn at(&self, point: Point) -> usize {
        let mut gained = self.gained().iter();
        gained
            .find(|(liberty, _)| *liberty == point)
            .map_or(0, |(_, count)| usize::from(*count))
    }

    /// Whether extending at one of two points would give the string this many liberties, or more.
    pub fn grows_twice(&self, count: usize) -> bool {
        let grows = |gained: &&(Point, u16)| usize::from(gained.1) >= count;
        self.gained().iter().filter(grows).count() > 1
    }

    fn gained(&self) -> &[(Point, u16)] {
        &self.gained[..self.liberties.min(Self::MOST)]
    }

    /// Judges the position after this move of the attacker without playing it.
    ///
    /// The answer is that of [`Terms::with_defender_to_move`]. The move must neither capture nor be
    /// suicide.
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
            return Numbers::DISPROVEN;
        }
        Terms::guess_for_defender(left, most)
    }
}

/// What one search is about: the string, its owner, the ko rule, and the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub target: Point,
    pub defender: Color,
    /// The attacker is the side that asks.
    pub regime: Regime,
    pub limits: Limits,
}

impl Terms {
    /// The same question, asked after this many trial moves of its caller.
    pub fn after(self, trial_moves: usize) -> Self {
        Self {
            limits: self.limits.after(trial_moves),
            ..self
        }
    }

    /// The colour of the attacker or the defender.
    pub fn mover(&self, side: Side) -> Color {
        match side {
            Side::Prover => !self.defender,
            Side::Disprover => self.defender,
        }
    }

    /// Plays a trial move if it is legal here: see [`Regime::try_move`].
    pub fn try_move(
        &self,
        board: &mut Board,
        color: Color,
        point: Point,
        trail: &mut Trail,
    ) -> (bool, bool) {
        let is_asker = color != self.defender;
        self.regime.try_move(board, (color, is_asker), point, trail)
    }

    /// The number of liberties from which on the string is safe at this depth.
    pub fn safe_liberties(&self, depth: u32) -> usize {
        if depth <= self.limits.four_liberty_depth {
            5
        } else if depth <= self.limits.depth {
            4
        } else {
            3
        }
    }

    /// Whether the string has four liberties and cannot be sure to get a fifth, at a depth where
    /// such a string is not safe yet.
    fn is_confined(
        &self,
        board: &Board,
        string: &Chain<'_>,
        depth: u32,
        trail: &mut Trail,
    ) -> bool {
        let most = self.limits.four_liberty_depth + self.limits.breadth.confined;
        if depth > most || string.liberty_count() != 4 {
            return false;
        }
        string.each_liberty().for_each(|point| trail.at(point));
        let extensions = self.extensions(board);
        !extensions.is_some_and(|seen| seen.grows_twice(5))
    }

    /// The range of depths that this one lies in; within a range the same results hold.
    pub fn tier(&self, depth: u32) -> u32 {
        self.safe_liberties(depth) as u32 - 3
    }

    /// Judges a position with the attacker to move, before any search.
    ///
    /// The defender's move list has already added to the trail what this reads, except places where
    /// a string of four liberties could grow.
    pub fn with_attacker_to_move(&self, board: &Board, depth: u32, trail: &mut Trail) -> Numbers {
        let Some(chain) = self.string(board) else {
            return Numbers::PROVEN;
        };
        let liberties = chain.liberty_count();
        if liberties >= self.safe_liberties(depth) && !self.is_confined(board, &chain, depth, trail)
        {
            return Numbers::DISPROVEN;
        }
        if liberties > 1 {
            return Self::guess_for_attacker(liberties);
        }
        let Some(last) = chain.each_liberty().next() else {
            return Numbers::PROVEN;
        };
        if chain.len() > 1 {
            return Numbers::PROVEN;
        }
        let attacker = !self.defender;
        if board.ko_capture(attacker, last).is_some() {
            return match self.regime {
                Regime::For => Numbers::PROVEN.with_ko(true),
                Regime::Nobody if !board.is_ko(attacker, last) => Numbers::PROVEN.with_ko(true),
                _ => Numbers::open(4, 2),
            };
        }
        if board.liberty_count_after(attacker, last) > 1 {
            Numbers::PROVEN
        } else {
            Numbers::open(3, 2)
        }
    }

    /// Judges a position with the defender to move, before any search. `last` is the attacker's
    /// move.
    ///
    /// The attacker's move list has already added the string's liberties and neighbours to the
    /// trail; only captures elsewhere are added here.
    pub fn with_defender_to_move(
        &self,
        board: &Board,
        last: Option<Point>,
        depth: u32,
        trail: &mut Trail,
    ) -> Numbers {
        let Some(chain) = self.string(board) else {
            let retake = last.and_then(|last| self.retake(board, last));
            return match retake {
                Some(Retake::Allowed) => Numbers::open(2, 2),
                Some(Retake::Ko) => Numbers::PROVEN.with_ko(true),
                None => Numbers::PROVEN,
            };
        };
        if chain.liberty_count() >= self.safe_liberties(depth) {
            return Numbers::DISPROVEN;
        }
        let safe = self.safe_liberties(depth + 1);
        let mut most = 0;
        for point in chain.each_liberty() {
            most = most.max(board.liberty_count_after(self.defender, point));
            if most >= safe {
                return Numbers::DISPROVEN;
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
                    return Numbers::DISPROVEN;
                }
            }
        }
        Self::guess_for_defender(chain.liberty_count(), most)
    }

    /// What each extension would gain now; `None` if the string is in atari or gone.
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

    /// The first guess with the attacker to move, against this many liberties.
    pub fn guess_for_attacker(liberties: usize) -> Numbers {
        let (pn, dn) = ATTACKER_GUESSES[liberties.clamp(1, 4) - 1];
        Numbers::open(pn, dn)
    }

    /// The first guess with the defender to move: its liberties now, and the most after an
    /// extension.
    pub fn guess_for_defender(liberties: usize, most: usize) -> Numbers {
        let (pn, dn) = DEFENDER_GUESSES[liberties.clamp(1, 3) - 1][most.min(4)];
        Numbers::open(pn, dn)
    }

    /// The string in question, if it is still on the board.
    pub fn string<'a>(&self, board: &'a Board) -> Option<Chain<'a>> {
        board
            .chain(self.target)
            .filter(|chain| chain.color() == self.defender)
    }

    /// How the defender can retake the stones that have just captured its single stone.
    fn retake(&self, board: &Board, captor: Point) -> Option<Retake> {
        let chain = board.chain(captor).filter(|c| c.liberty_count() == 1)?;
        // An empty neighbour shows that more than a single stone was captured: nothing to retake.
        let alone = |near| !board.at(near).is_empty();
        if !chain.has_liberty(self.target) || !self.target.neighbors().into_iter().all(alone) {
            return None;
        }
        let is_ko = board.ko_capture(self.defender, self.target).is_some();
        Some(if is_ko && self.regime != Regime::Against {
            Retake::Ko
        } else {
            Retake::Allowed
        })
    }
}

/// What a capture that takes back the last one is.
enum Retake {
    /// A move like any other, or a ko that the regime lets the defender take at once.
    Allowed,
    /// A ko that it may not take now.
    Ko,
}
