//! Candidate moves, and how promising they are.
//!
//! Most games are decided at the points where eyes are possible, at those beside them, and at the
//! last liberties of strings. In an area with gaps these are the only moves; in a closed one the
//! other empty points come last, but for outer liberties of which one stands for all.
//!
//! The order is only a first guess. The same points are vital to both sides, so the score hardly
//! depends on who moves.

use super::field::{Bits, Field, State, Stones, bit};
use crate::proof::Side;

/// What a move far from all eyes scores less.
const FAR: i32 = 12;
/// The liberties of a string that nobody can capture.
const MANY: u32 = 9;

/// A string, and how many liberties it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    string: Stones,
    side: Side,
    liberties: u32,
}

impl Counted {
    /// Adds the strings of a position to a list.
    pub fn add_all(list: &mut Vec<Self>, field: &Field, state: &State) {
        let empty = field.all & !state.taken();
        for side in [Side::Prover, Side::Disprover] {
            list.extend(field.strings(state, side, field.all).map(|string| Self {
                string,
                side,
                liberties: if field.is_free(&string, side) {
                    MANY
                } else {
                    (string.border & empty).count_ones()
                },
            }));
        }
    }
}

/// A position and its strings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<'a> {
    pub field: &'a Field,
    pub state: &'a State,
    pub strings: &'a [Counted],
}

impl Ground<'_> {
    fn empty(&self) -> Bits {
        self.field.all & !self.state.taken()
    }

    /// The points that are looked at first, if the defender can have eyes on these. Of the
    /// liberties of the goal that matter in races only, the attacker tries one.
    pub fn urgent(&self, eyes: Bits, mover: Side) -> Bits {
        let field = self.field;
        let mut points = (eyes | field.around(eyes)) & self.empty();
        for one in self.strings {
            let few = if one.side == mover { 2 } else { 3 };
            if one.liberties <= few {
                points |= one.string.border & self.empty();
            }
        }
        if mover == Side::Prover {
            let goal = self.state.of(Side::Disprover) & field.goal;
            let of_goal = |one: &&Counted| one.string.stones & goal != 0;
            let fillers =
                (self.strings.iter().filter(of_goal)).fold(0, |set, one| set | one.string.border);
            let fillers = fillers & self.empty() & !points;
            let easy = fillers & field.border(Side::Prover);
            let filler = if easy != 0 { easy } else { fillers };
            points |= filler & filler.wrapping_neg();
        }
        points
    }

    /// The moves that need not be tried: a side's own outer liberties, and all but one of the outer
    /// liberties of a string of the other side.
    ///
    /// Outer liberties are empty points that touch a string and stones of the other side that
    /// nobody can capture, and nothing else. So no eye can be made there, no move gains a liberty,
    /// and the other side can always fill them, in any order.
    pub fn superfluous(&self, mover: Side) -> Bits {
        let (mut superfluous, mut filled) = (0, 0);
        let empty = self.empty();
        let mut rest = empty;
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            let place = self.field.part(first, empty);
            rest &= !place.stones;
            let Some(owner) = self.owner_of_liberties(&place) else {
                continue;
            };
            superfluous |= place.stones;
            if owner.side != mover && filled & owner.string.stones == 0 {
                superfluous &= !first;
                filled |= owner.string.stones;
            }
        }
        superfluous
    }

    /// The string whose [outer liberties](Self::superfluous) these empty points are.
    fn owner_of_liberties(&self, place: &Stones) -> Option<&Counted> {
        let field = self.field;
        let mut walls = [Side::Prover, Side::Disprover].map(|side| field.border(side));
        let mut owner = None;
        for one in (self.strings.iter()).filter(|one| one.string.stones & place.border != 0) {
            if field.is_free(&one.string, one.side) {
                walls[one.side as usize] |= one.string.border;
            } else if owner.replace(one).is_some() {
                return None;
            }
        }
        let owner = owner?;
        let [own, other] = [owner.side, owner.side.other()].map(|side| walls[side as usize]);
        let is_outside =
            place.stones & own == 0 && place.stones & !(owner.string.border & other) == 0;
        is_outside.then_some(owner)
    }

    /// The score of a move; `None` if it only fills an eye of the side that moves.
    pub fn score(&self, mover: Side, at: usize, urgent: Bits) -> Option<i32> {
        let (field, point) = (self.field, bit(at));
        let (mut score, mut own_in_atari) = (0, false);
        let mut least = u32::MAX;
        let (mut enemies, mut friends, mut captured) = (0, 0, 0);
        let mut liberties = field.near(at) & self.empty();
        for one in self
            .strings
            .iter()
            .filter(|one| one.string.border & point != 0)
        {
            let size = one.string.stones.count_ones() as i32;
            if one.side == mover {
                friends += 1;
                least = least.min(one.liberties);
                liberties |= one.string.border & self.empty();
                if one.liberties == 1 {
                    own_in_atari = true;
                    score += 4 + size.min(4);
                }
            } else {
                enemies += 1;
                match one.liberties {
                    1 => captured += size,
                    2 => score += 3,
                    3 => score += 1,
                    _ => {}
                }
            }
        }
        let (own, other) = (field.border(mover), field.border(mover.other()));
        if own & point != 0 {
            friends += 1;
            least = least.min(MANY);
        }
        enemies += i32::from(other & point != 0);
        if friends > 0
            && enemies == 0
            && !own_in_atari
            && least > 2
            && field.is_eye(self.state, mover, at)
        {
            return None;
        }
        score += 2 * (field.near(at) & self.empty()).count_ones() as i32;
        if captured > 0 {
            score += 5 + captured.min(4);
        }
        score += i32::from(enemies > 0 && friends > 0);
        score += i32::from(enemies + friends > 0);
        let is_poor = (liberties & !point).count_ones() < 2 && own & point == 0;
        if is_poor && captured == 0 {
            // Attackers throw in; defenders seldom do.
            score -= if mover == Side::Disprover { 6 } else { 3 };
        }
        score += i32::from(field.rim & point != 0);
        Some(if urgent & point != 0 {
            score
        } else {
            score - FAR
        })
    }

    /// What the effect of a move here depends on if this side wins: the strings beside it, with all
    /// that touches them.
    pub fn near(&self, at: usize, winner: Side) -> Bits {
        let around = bit(at) | self.field.near(at);
        let counts = |one: &Counted| {
            let is_free = one.side == winner && self.field.is_free(&one.string, winner);
            one.string.border & bit(at) != 0 && !is_free
        };
        let beside = self.strings.iter().filter(|one| counts(one));
        beside.fold(around, |set, one| {
            set | one.string.stones | one.string.border
        })
    }

    /// A set with the liberties of the strings of this side that it touches.
    pub fn closed(&self, mut set: Bits, side: Side) -> Bits {
        for one in self.strings.iter().filter(|one| one.side == side) {
            if one.string.stones & set != 0 && !self.field.is_free(&one.string, side) {
                set |= one.string.stones | (one.string.border & self.empty());
            }
        }
        set
    }
}
