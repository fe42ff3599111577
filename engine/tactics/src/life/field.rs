//! The ground of a question on bit boards: the points of the area, numbered, and what encloses
//! them.
//!
//! A search plays nowhere else. So a position is two sets of stones and a banned ko, strings are
//! found by flood filling, and a move makes a new position: nothing has to be taken back. Stones
//! around the area are edges of it: beside *walls* the attacker's stones, beside *friends* the
//! defender's have a liberty that nobody can take.
//!
//! The attacker is the [`Side::Prover`], the defender the [`Side::Disprover`].

use katachi_board::{Board, Color, Point, PointSet};

use super::area::Area;
use crate::proof::{Regime, Side, Step, mixed};

/// A set of the numbered points.
pub(super) type Bits = u128;

/// The most points of a ground, stones included.
const MOST: usize = Bits::BITS as usize;

/// The set of one point.
#[inline]
pub(super) const fn bit(at: usize) -> Bits {
    1 << at
}

/// The points of a set.
#[inline]
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then_some(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// A point, and what lies around it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Its neighbours in the area.
    near: Bits,
    diagonals: Bits,
    /// The attacker's and the defender's stones outside that are diagonal neighbours.
    outside: [u8; 2],
    /// Whether it lies on the edge of the board.
    is_edge: bool,
    /// What a stone of the attacker and of the defender, and a ko here, add to a hash.
    hash: [u64; 3],
}

/// Where a question is played out.
#[derive(Clone, Debug)]
pub(super) struct Field {
    points: Vec<Point>,
    places: Vec<Place>,
    pub all: Bits,
    /// The stones that the question is about.
    pub goal: Bits,
    /// The points beside stones that nobody can capture: the attacker's, and the defender's.
    borders: [Bits; 2],
    /// The points beside each wall string.
    walls: Vec<Bits>,
    /// The points on the first two lines of the board.
    pub rim: Bits,
}

/// A string: its stones, and the other points beside them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stones {
    pub stones: Bits,
    pub border: Bits,
}

/// A position in the field. A side's index is its discriminant: the attacker is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    stones: [Bits; 2],
    hash: u64,
    /// Where simple ko forbids to play now.
    pub ko: Option<u8>,
}

impl State {
    #[inline]
    pub fn of(&self, side: Side) -> Bits {
        self.stones[side as usize]
    }

    #[inline]
    pub fn taken(&self) -> Bits {
        self.stones[0] | self.stones[1]
    }

    /// The position after a pass.
    pub fn passed(&self) -> Self {
        Self { ko: None, ..*self }
    }
}

/// What becomes of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tried {
    /// The position after it.
    Played(State, Step),
    /// It is no move.
    Illegal,
    /// The rule of ko forbids it.
    Banned,
}

impl Field {
    /// The field of an area, and the position on the board, with its fence on it. `None` if it has
    /// too many points.
    pub fn of(
        board: &Board,
        goal: &PointSet,
        (defender, mover): (Color, Color),
        area: &Area,
    ) -> Option<(Self, State)> {
        let mut inside = area.points;
        let mut outside: Vec<(Color, PointSet)> = Vec::new();
        loop {
            outside.clear();
            let before = inside;
            for string in board.chains_at(&(before | before.neighbors())) {
                let stones = string.stone_set();
                let is_free =
                    stones.intersects(&area.fence) || !(string.liberties() - before).is_empty();
                if is_free {
                    // Stones inside with liberties elsewhere: they have got away.
                    outside.push((string.color(), stones));
                } else {
                    inside |= stones;
                }
            }
            if inside == before {
                break;
            }
        }
        for (_, stones) in &outside {
            inside = inside - *stones;
        }
        if inside.len() > MOST {
            return None;
        }
        let points: Vec<Point> = inside.iter().collect();
        let number = |point: Point| points.iter().position(|&other| other == point);
        let set = |set: PointSet| {
            (points.iter().enumerate())
                .filter(|(_, point)| set.contains(**point))
                .fold(0, |bits, (at, _)| bits | bit(at))
        };
        let mut field = Self {
            places: Vec::with_capacity(points.len()),
            all: set(inside),
            goal: set(*goal),
            borders: [0; 2],
            walls: Vec::new(),
            rim: 0,
            points: Vec::new(),
        };
        for (color, stones) in &outside {
            let beside = set(stones.neighbors());
            if *color == defender {
                field.borders[1] |= beside;
            } else {
                field.borders[0] |= beside;
                field.walls.push(beside);
            }
        }
        for (at, &point) in points.iter().enumerate() {
            let bits = |near: [Point; 4]| near.into_iter().filter_map(number);
            let fold = |near: [Point; 4]| bits(near).fold(0, |bits, at| bits | bit(at));
            let beyond = |color: Color| {
                let diagonals = point.diagonals().into_iter();
                let is_stone = |near: &Point| board.at(*near).is(color) && !inside.contains(*near);
                diagonals.filter(is_stone).count() as u8
            };
            let hash = |kind: u64| mixed(at as u64 | kind << 8 | 1 << 32);
            field.places.push(Place {
                near: fold(point.neighbors()),
                diagonals: fold(point.diagonals()),
                outside: [beyond(!defender), beyond(defender)],
                is_edge: board.size().is_edge(point),
                hash: [hash(0), hash(1), hash(2)],
            });
            if board.size().edge_distance(point) < 2 {
                field.rim |= bit(at);
            }
        }
        let stones = |color: Color| set(*board.stones(color));
        let ko = board.ko().filter(|&ko| board.is_ko(mover, ko));
        let mut state = State {
            stones: [stones(!defender), stones(defender)],
            hash: 0,
            ko: ko.and_then(number).map(|at| at as u8),
        };
        for (kind, stones) in state.stones.into_iter().enumerate() {
            state.hash ^= field.hash_of(stones, kind);
        }
        field.points = points;
        Some((field, state))
    }

    /// The point of the board.
    pub fn point(&self, at: usize) -> Point {
        self.points[at]
    }

    fn hash_of(&self, stones: Bits, kind: usize) -> u64 {
        each(stones).fold(0, |hash, at| hash ^ self.places[at].hash[kind])
    }

    /// A key of a position and the side to move.
    #[inline]
    pub fn key(&self, state: &State, side: Side) -> u64 {
        let ko = state
            .ko
            .map_or(0, |at| self.places[usize::from(at)].hash[2]);
        let side = if side == Side::Prover {
            0x9e37_79b9_7f4a_7c15
        } else {
            0
        };
        state.hash ^ ko ^ side
    }

    #[inline]
    pub fn near(&self, at: usize) -> Bits {
        self.places[at].near
    }

    /// The points beside those of a set.
    #[inline]
    pub fn around(&self, set: Bits) -> Bits {
        each(set).fold(0, |around, at| around | self.places[at].near)
    }

    /// The points beside stones of this side that nobody can capture.
    #[inline]
    pub fn border(&self, side: Side) -> Bits {
        self.borders[side as usize]
    }

    /// The part of a set that is connected with this point, and what lies beside it.
    #[inline]
    pub fn part(&self, first: Bits, set: Bits) -> Stones {
        let (mut stones, mut fresh, mut around) = (first, first, 0);
        while fresh != 0 {
            let near = self.places[fresh.trailing_zeros() as usize].near;
            fresh &= fresh - 1;
            let new = near & set & !stones;
            stones |= new;
            fresh |= new;
            around |= near;
        }
        Stones {
            stones,
            border: around & !stones,
        }
    }

    /// Whether the string of a side is connected with stones that nobody can capture.
    #[inline]
    pub fn is_free(&self, string: &Stones, side: Side) -> bool {
        string.stones & self.border(side) != 0
    }

    /// The strings of a side that have stones or lie beside points of this set.
    pub fn strings(
        &self,
        state: &State,
        side: Side,
        mut within: Bits,
    ) -> impl Iterator<Item = Stones> {
        let own = state.of(side);
        within &= own;
        std::iter::from_fn(move || {
            if within == 0 {
                return None;
            }
            let string = self.part(within & within.wrapping_neg(), own);
            within &= !string.stones;
            Some(string)
        })
    }

    /// The attacker's stones that are connected with walls.
    pub fn linked(&self, state: &State) -> Bits {
        let own = state.of(Side::Prover);
        let first = own & self.border(Side::Prover);
        if first == 0 {
            0
        } else {
            self.part(first, own).stones
        }
    }

    /// Plays a move, whatever the rule of ko says. `None` if it is suicide.
    #[inline]
    pub fn play(&self, state: &State, side: Side, at: usize) -> Option<State> {
        let place = &self.places[at];
        let other = side.other();
        let (own, their) = (state.of(side) | bit(at), state.of(other));
        let empty = !(own | their) & self.all;
        let mut captured = 0;
        for enemy in self.strings(state, other, place.near) {
            if enemy.border & empty == 0 && !self.is_free(&enemy, other) {
                captured |= enemy.stones;
            }
        }
        let mut ko = None;
        if captured == 0 {
            if place.near & empty == 0 {
                let string = self.part(bit(at), own);
                if string.border & empty == 0 && !self.is_free(&string, side) {
                    return None;
                }
            }
        } else if captured.is_power_of_two()
            && place.near & (empty | state.of(side)) == 0
            && self.border(side) & bit(at) == 0
        {
            ko = Some(captured.trailing_zeros() as u8);
        }
        let mut stones = [own, their & !captured];
        if side == Side::Disprover {
            stones.swap(0, 1);
        }
        let hash = state.hash ^ place.hash[side as usize];
        Some(State {
            stones,
            hash: hash ^ self.hash_of(captured, other as usize),
            ko,
        })
    }

    /// The stone that a move here would capture by ko, even if the ko is banned.
    fn ko_capture(&self, state: &State, side: Side, at: usize) -> Option<usize> {
        let (near, other) = (self.near(at), side.other());
        if near & !state.of(other) != 0 || self.border(side) & bit(at) != 0 {
            return None;
        }
        let empty = self.all & !state.taken();
        let mut taken = None;
        for enemy in self.strings(state, other, near) {
            let is_taken = enemy.border & empty & !bit(at) == 0 && !self.is_free(&enemy, other);
            if is_taken && (enemy.stones.count_ones() > 1 || taken.is_some()) {
                return None;
            }
            if is_taken {
                taken = Some(enemy.stones.trailing_zeros() as usize);
            }
        }
        taken
    }

    /// Plays a move under a [regime](Regime). The attacker is the side that asks.
    ///
    /// If only the attacker must wait for kos, it may take one nevertheless: the defender must
    /// retake it, and may never get rid of it. A defender who must wait takes one only when it can
    /// take a second one afterwards.
    pub fn try_move(&self, regime: Regime, state: &State, side: Side, at: usize) -> Tried {
        let Some(taken) = self.ko_capture(state, side, at) else {
            // A ban forbids a ko capture only.
            return (self.play(state, side, at))
                .map_or(Tried::Illegal, |next| Tried::Played(next, Step::Plain));
        };
        let is_banned = state.ko == Some(at as u8);
        let is_legal = match regime {
            Regime::Nobody => !is_banned,
            _ if regime.may_retake(side == Side::Prover) => true,
            _ if is_banned => false,
            _ => side == Side::Prover || self.has_second_ko(state, side, taken),
        };
        let step = if is_banned { Step::BannedKo } else { Step::Ko };
        let next = if is_legal {
            self.play(state, side, at)
        } else {
            None
        };
        next.map_or(Tried::Banned, |next| Tried::Played(next, step))
    }

    /// Whether a side that can take this stone in a ko can take a second ko about the same strings.
    fn has_second_ko(&self, state: &State, side: Side, taken: usize) -> bool {
        let other = side.other();
        let empty = self.all & !state.taken();
        let (mut touched, mut around) = (bit(taken), 0);
        for own in self.strings(state, side, self.near(taken)) {
            touched |= own.stones;
            around |= own.border;
        }
        if side == Side::Prover {
            let walls = self.walls.iter().filter(|wall| **wall & touched != 0);
            around = walls.fold(around, |around, wall| around | wall);
        }
        self.strings(state, other, around).any(|string| {
            let liberties = string.border & empty;
            string.stones & bit(taken) == 0
                && liberties.is_power_of_two()
                && !self.is_free(&string, other)
                && (self.ko_capture(state, side, liberties.trailing_zeros() as usize)).is_some()
        })
    }

    /// Whether a point is an [eye](katachi_board::is_eye) that its owner must not fill.
    pub fn is_eye(&self, state: &State, side: Side, at: usize) -> bool {
        let place = &self.places[at];
        let other = side.other();
        if place.near & !state.of(side) != 0 || self.border(other) & bit(at) != 0 {
            return false;
        }
        let others = (place.diagonals & state.of(other)).count_ones() as u8;
        others + place.outside[other as usize] + u8::from(place.is_edge) < 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::Goal;

    /// The field of the black stones, White to move, and the number of a point.
    fn field(text: &str) -> (Field, State, impl Fn(&str) -> usize) {
        let board: Board = text.parse().expect("a board");
        let stones = *board.stones(Color::Black);
        let goal = Goal {
            color: Color::Black,
            stones: &stones,
            doubtful: &PointSet::EMPTY,
        };
        let area = Area::of(&board, &goal, 12).expect("an area");
        let sides = (Color::Black, Color::White);
        let (field, state) = Field::of(&board, &stones, sides, &area).expect("a field");
        let points = field.points.clone();
        let number = move |name: &str| {
            let point = Point::from_vertex(name, board.size()).expect("a vertex");
            let found = points.iter().position(|&other| other == point);
            found.expect("a point of the area")
        };
        (field, state, number)
    }

    const CORNER: &str = "
        . X . X O . .
        X X X . O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn a_field_has_the_area_and_its_walls() {
        let (field, state, at) = field(CORNER);
        assert_eq!(field.all.count_ones(), 8);
        assert_eq!(field.border(Side::Disprover), 0);
        assert_ne!(field.border(Side::Prover) & bit(at("D7")), 0);
        assert_eq!(field.border(Side::Prover) & bit(at("C7")), 0);
        assert_eq!(state.of(Side::Disprover), field.goal);
        assert!(field.is_eye(&state, Side::Disprover, at("A7")));
    }

    #[test]
    fn moves_capture_kill_nobody_by_themselves_and_obey_ko() {
        let (field, state, at) = field(CORNER);
        assert!(field.play(&state, Side::Prover, at("A7")).is_none());
        // White takes the stone at D7 from C7 and D6 together.
        let next = field.play(&state, Side::Prover, at("D6")).expect("a move");
        assert_eq!(next.of(Side::Disprover), state.of(Side::Disprover));
        let Tried::Played(taken, Step::Ko) =
            field.try_move(Regime::Nobody, &next, Side::Prover, at("C7"))
        else {
            panic!("a ko is taken");
        };
        assert_eq!(taken.of(Side::Disprover) & bit(at("D7")), 0);
        let retake = |regime| field.try_move(regime, &taken, Side::Disprover, at("D7"));
        assert!(matches!(retake(Regime::Nobody), Tried::Banned));
        let Tried::Played(again, Step::BannedKo) = retake(Regime::Against) else {
            panic!("the defender may retake");
        };
        let key = |state: &State| field.key(state, Side::Prover);
        assert_ne!(key(&again), key(&next), "another ban");
        assert_eq!(key(&again.passed()), key(&next));
    }
}
