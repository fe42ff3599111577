//! A position of the solver: stones, whose turn it is, a ko ban; and what a move depends on.
//!
//! Two sets of points, one for each colour, and strings by flood fill: fast to copy, and simple enough to be compared
//! with [`NaiveBoard`](katachi_board::naive::NaiveBoard) move by move (`tests/proofs.rs`).

use katachi_board::{BoardSize, Color, Point, PointSet};

/// What tells one position from another: black and white stones, whose turn it is, the ko ban.
pub type Key = (PointSet, PointSet, Color, Option<Point>);

/// Stones, whose turn it is, and where a ko forbids the mover to play.
#[derive(Clone)]
pub struct Position {
    size: BoardSize,
    black: PointSet,
    white: PointSet,
    empty: PointSet,
    pub mover: Color,
    pub ban: Option<Point>,
}

/// A string: its stones and its liberties.
#[derive(Clone, Copy)]
pub struct Chain {
    pub stones: PointSet,
    pub liberties: PointSet,
}

/// A move that was played: the position after it, and the points that its effect depends on.
pub struct Step {
    pub after: Position,
    /// In every position that agrees on these points the move is legal and changes the same points.
    pub footprint: PointSet,
    /// The stones that were taken.
    pub taken: PointSet,
}

impl Position {
    /// A position without a ko ban, in which every string has a liberty.
    pub fn new(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Point)>,
        mover: Color,
    ) -> Self {
        let mut position = Self {
            size,
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
            empty: size.points().collect(),
            mover,
            ban: None,
        };
        for (color, point) in stones {
            position.stones_mut(color).insert(point);
            position.empty.remove(point);
        }
        position
    }

    pub fn size(&self) -> BoardSize {
        self.size
    }

    pub fn key(&self) -> Key {
        (self.black, self.white, self.mover, self.ban)
    }

    /// The stones of one colour.
    pub fn stones(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    fn stones_mut(&mut self, color: Color) -> &mut PointSet {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    pub fn is_empty(&self, point: Point) -> bool {
        self.empty.contains(point)
    }

    pub fn color(&self, point: Point) -> Option<Color> {
        if self.black.contains(point) {
            Some(Color::Black)
        } else if self.white.contains(point) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The string of the stone on this point, by flood fill.
    pub fn chain(&self, point: Point) -> Chain {
        let own = self.stones(self.color(point).expect("a stone"));
        let mut stones: PointSet = single(point);
        let mut open = [point; Point::LIMIT];
        let mut left = 1;
        while left > 0 {
            left -= 1;
            for near in open[left].neighbors() {
                if own.contains(near) && !stones.contains(near) {
                    stones.insert(near);
                    open[left] = near;
                    left += 1;
                }
            }
        }
        Chain {
            stones,
            liberties: stones.neighbors() & self.empty,
        }
    }

    /// The points of a set and those next to them.
    pub fn grown(&self, set: &PointSet) -> PointSet {
        (*set | set.neighbors()) & (self.empty | self.black | self.white)
    }

    /// The strings of a colour that have stones next to one of these points, each once, in board order.
    pub fn chains_beside(&self, points: &PointSet, color: Color) -> Chains<'_> {
        Chains {
            position: self,
            left: points.neighbors() & *self.stones(color),
        }
    }

    /// The position after a pass; the ban is over.
    pub fn pass(&self) -> Position {
        Self {
            mover: !self.mover,
            ban: None,
            ..self.clone()
        }
    }

    /// Plays a move. `free` names the colour that no ko forbids anything.
    ///
    /// # Errors
    /// If the move is illegal: the points that this depends on.
    pub fn play(&self, point: Point, free: Option<Color>, heart: Point) -> Result<Step, PointSet> {
        let (own, other) = (self.mover, !self.mover);
        let at = single(point);
        let mut footprint = at;
        if !self.is_empty(point) || self.ban == Some(point) {
            return Err(footprint);
        }
        let mut taken = PointSet::EMPTY;
        for chain in self.chains_beside(&at, other) {
            footprint |= chain.stones;
            if chain.liberties.len() == 1 {
                taken |= chain.stones;
                footprint |= self.grown(&chain.stones);
            } else {
                footprint |= nearest(&(chain.liberties - at), heart);
            }
        }
        let mut after = self.clone();
        after.mover = other;
        after.empty = (self.empty | taken) - at;
        after.stones_mut(own).insert(point);
        *after.stones_mut(other) = *self.stones(other) - taken;
        let Chain { stones, liberties } = after.chain(point);
        if liberties.is_empty() {
            return Err(footprint | self.grown(&stones));
        }
        footprint = footprint | stones | nearest(&liberties, heart);
        if taken.len() == 1 {
            footprint |= self.grown(&at);
        }
        // A single stone that can take back nothing but the single stone that took it. Who is free takes back at once.
        let ko = taken.len() == 1 && stones.len() == 1 && liberties.len() == 1;
        after.ban = taken.first().filter(|_| ko && free != Some(other));
        Ok(Step {
            after,
            footprint,
            taken,
        })
    }

    /// Adds to a zone what it needs so that no move outside it takes a stone of this colour inside it:
    /// each of the colour's strings that reach into it, with a liberty.
    pub fn closure(&self, zone: PointSet, color: Color, heart: Point) -> PointSet {
        let mut open = zone & *self.stones(color);
        let mut closed = zone;
        while let Some(stone) = open.first() {
            let chain = self.chain(stone);
            open = open - chain.stones;
            closed |= chain.stones;
            if !closed.intersects(&chain.liberties) {
                closed |= nearest(&chain.liberties, heart);
            }
        }
        closed
    }

    /// The empty points of a set.
    pub fn empty_of(&self, set: &PointSet) -> PointSet {
        *set & self.empty
    }
}

/// Strings beside a set of points.
pub struct Chains<'a> {
    position: &'a Position,
    left: PointSet,
}

impl Iterator for Chains<'_> {
    type Item = Chain;

    fn next(&mut self) -> Option<Chain> {
        let chain = self.position.chain(self.left.first()?);
        self.left = self.left - chain.stones;
        Some(chain)
    }
}

/// A set of one point.
pub fn single(point: Point) -> PointSet {
    let mut set = PointSet::EMPTY;
    set.insert(point);
    set
}

/// The point of a set that is nearest to the heart, as a set; the empty set if there is none.
fn nearest(set: &PointSet, heart: Point) -> PointSet {
    let distance =
        |point: &Point| point.row().abs_diff(heart.row()) + point.col().abs_diff(heart.col());
    set.iter()
        .min_by_key(distance)
        .map_or(PointSet::EMPTY, single)
}
