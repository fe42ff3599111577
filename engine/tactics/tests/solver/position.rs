//! A position of the solver: stones, whose turn it is, a ko ban; and what a move depends on.
//!
//! Two sets of points, one for each colour, and strings by flood fill: fast to copy, and simple
//! enough to be compared with [`NaiveBoard`](katachi_board::naive::NaiveBoard) move by move
//! (`tests/all/proofs.rs`).

use katachi_board::{BoardSize, Color, Point, PointSet};

/// The key of a position: black and white stones, the side to move, the ko ban.
pub type Key = (PointSet, PointSet, Color, Option<Point>);

/// A position: stones, the side to move, and the point that a ko bans.
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

/// A move that was played: the position after it, and its footprint.
pub struct Step {
    pub after: Position,
    /// In every position that agrees on these points, the move is legal and changes the same
    /// points.
    pub footprint: PointSet,
    /// The stones captured.
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
        let mut stones = single(point);
        let mut open = [point; 24];
        let mut left = 1;
        loop {
            while left > 0 {
                left -= 1;
                for near in open[left].neighbors() {
                    if own.contains(near) && !stones.contains(near) {
                        stones.insert(near);
                        // A stone that does not fit into the buffer is found below, by its
                        // neighbours.
                        if left < open.len() {
                            open[left] = near;
                            left += 1;
                        }
                    }
                }
            }
            let around = stones.neighbors();
            let missed = (around & *own) - stones;
            let Some(point) = missed.first() else {
                let liberties = around & self.empty;
                return Chain { stones, liberties };
            };
            stones.insert(point);
            (open[0], left) = (point, 1);
        }
    }

    /// The points of a set, and those next to them.
    pub fn grown(&self, set: &PointSet) -> PointSet {
        (*set | set.neighbors()) & (self.empty | self.black | self.white)
    }

    /// The strings of a colour next to one of these points, each once, in board order.
    pub fn chains_beside(&self, points: &PointSet, color: Color) -> Chains<'_> {
        Chains {
            position: self,
            left: points.neighbors() & *self.stones(color),
        }
    }

    /// The position after a pass, which ends the ban.
    pub fn pass(&self) -> Position {
        Self {
            mover: !self.mover,
            ban: None,
            ..self.clone()
        }
    }

    /// Plays a move. No ko binds the colour `free`.
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
            if chain.liberties.len() == 1 {
                taken |= chain.stones;
                footprint |= self.grown(&chain.stones);
                continue;
            }
            // A stone with another liberty of its own stays, whatever its string is.
            let beside = chain.stones & at.neighbors();
            footprint |= beside;
            for stone in &beside {
                let own = (single(stone).neighbors() & self.empty) - at;
                footprint |= if own.is_empty() {
                    chain.stones | nearest(&(chain.liberties - at), heart)
                } else {
                    nearest(&own, heart)
                };
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
        let own = liberties & at.neighbors();
        footprint |= if own.is_empty() {
            stones | nearest(&liberties, heart)
        } else {
            nearest(&own, heart)
        };
        if taken.len() == 1 {
            footprint |= self.grown(&at);
        }
        // A ko: a single stone could retake exactly the single stone that captured it. A free side
        // is not banned.
        let ko = taken.len() == 1 && stones.len() == 1 && liberties.len() == 1;
        after.ban = taken.first().filter(|_| ko && free != Some(other));
        Ok(Step {
            after,
            footprint,
            taken,
        })
    }

    /// Extends a zone so that no move outside captures a stone of this colour inside. Each
    /// connected group of stones inside gets a liberty, if necessary with the rest of its string.
    pub fn closure(&self, zone: PointSet, color: Color, heart: Point) -> PointSet {
        self.closure_without(zone, color, heart, PointSet::EMPTY)
    }

    /// The closure by liberties other than these.
    fn closure_without(
        &self,
        zone: PointSet,
        color: Color,
        heart: Point,
        not: PointSet,
    ) -> PointSet {
        let empty = self.empty - not;
        let mut open = zone & *self.stones(color);
        let mut closed = zone;
        while let Some(stone) = open.first() {
            let mut group = single(stone);
            let mut new = group;
            while !new.is_empty() {
                new = (new.neighbors() & open) - group;
                group |= new;
            }
            open = open - group;
            if !(group.neighbors() & empty).intersects(&closed) {
                let chain = self.chain(stone);
                closed |= chain.stones;
                open = open - chain.stones;
                let liberties = chain.liberties - not;
                if !closed.intersects(&liberties) {
                    closed |= nearest(&liberties, heart);
                }
            }
        }
        closed
    }

    /// Extends the zone of a proof that begins with this move. Then the move captures no more
    /// inside the zone than it does here, whatever is on the points next to it outside.
    pub fn covered(&self, zone: PointSet, point: Point, taken: PointSet, heart: Point) -> PointSet {
        let at = single(point);
        if (self.grown(&at) - zone).is_empty() {
            return zone;
        }
        let others = self.closure_without(zone - taken, !self.mover, heart, at);
        zone | others
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
