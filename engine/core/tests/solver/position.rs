//! A position of the solver: stones, whose turn it is, a ko ban; and what a move depends on.

use katachi_board::naive::NaiveBoard;
use katachi_board::{BoardSize, Color, IllegalMove, Point, PointSet, Rules};

/// What tells one position from another: black and white stones, whose turn it is, the ko ban.
pub type Key = (PointSet, PointSet, Color, Option<Point>);

/// Stones, whose turn it is, and where a ko forbids the mover to play.
#[derive(Clone)]
pub struct Position {
    board: NaiveBoard,
    size: BoardSize,
    black: PointSet,
    white: PointSet,
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
    /// A position without a ko ban.
    pub fn new(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Color, Point)>,
        mover: Color,
    ) -> Self {
        let mut board = NaiveBoard::new(size, Rules::SIMPLE);
        let (mut black, mut white) = (PointSet::EMPTY, PointSet::EMPTY);
        for (color, point) in stones {
            board
                .play(color, point)
                .expect("every string of the set-up has a liberty");
            match color {
                Color::Black => black.insert(point),
                Color::White => white.insert(point),
            }
            board.pass(color);
            board.forget();
        }
        Self {
            board,
            size,
            black,
            white,
            mover,
            ban: None,
        }
    }

    pub fn size(&self) -> BoardSize {
        self.size
    }

    pub fn key(&self) -> Key {
        (self.black, self.white, self.mover, self.ban)
    }

    pub fn is_empty(&self, point: Point) -> bool {
        self.board.at(point).is_empty()
    }

    pub fn color(&self, point: Point) -> Option<Color> {
        self.board.at(point).color()
    }

    pub fn chain(&self, point: Point) -> Chain {
        let (stones, liberties) = self.board.string(point);
        Chain { stones, liberties }
    }

    /// The points next to this one, on the board.
    pub fn near(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (point.neighbors().into_iter()).filter(move |&near| size.contains(near))
    }

    /// The points of a set and those next to them.
    pub fn grown(&self, set: &PointSet) -> PointSet {
        let mut grown = *set;
        for point in set {
            for near in self.near(point) {
                grown.insert(near);
            }
        }
        grown
    }

    /// The strings of a colour that have stones next to one of these points, each once.
    pub fn chains_beside(&self, points: &PointSet, color: Color) -> Vec<Chain> {
        let mut seen = PointSet::EMPTY;
        let mut chains = Vec::new();
        for point in points {
            for near in self.near(point) {
                if self.color(near) == Some(color) && !seen.contains(near) {
                    let chain = self.chain(near);
                    seen |= chain.stones;
                    chains.push(chain);
                }
            }
        }
        chains
    }

    /// The position after a pass; the ban is over.
    pub fn pass(&self) -> Position {
        let mut after = self.clone();
        after.board.pass(self.mover);
        after.board.forget();
        after.mover = !self.mover;
        after.ban = None;
        after
    }

    /// Plays a move. `free` names the colour that no ko forbids anything.
    ///
    /// # Errors
    /// If the move is illegal: the points that this depends on.
    pub fn play(&self, point: Point, free: Option<Color>, heart: Point) -> Result<Step, PointSet> {
        let (own, other) = (self.mover, !self.mover);
        let mut footprint = PointSet::EMPTY;
        footprint.insert(point);
        let single: PointSet = std::iter::once(point).collect();
        let mut taken = PointSet::EMPTY;
        for chain in self.chains_beside(&single, other) {
            footprint |= chain.stones;
            if chain.liberties.len() == 1 {
                taken |= chain.stones;
                footprint |= self.grown(&chain.stones);
            } else {
                let others = chain.liberties - single;
                footprint |= nearest(&others, heart);
            }
        }
        let mut after = self.clone();
        after.board.forget();
        match after.board.play(own, point) {
            Ok(()) => {}
            Err(IllegalMove::Suicide) => {
                let mut string = single;
                for chain in self.chains_beside(&single, own) {
                    string |= chain.stones;
                }
                return Err(footprint | self.grown(&string));
            }
            Err(_) => return Err(footprint),
        }
        after.board.forget();
        let (stones, liberties) = after.board.string(point);
        footprint = footprint | stones | nearest(&(liberties), heart);
        if taken.len() == 1 {
            footprint |= self.grown(&single);
        }
        let (mine, theirs) = match own {
            Color::Black => (&mut after.black, &mut after.white),
            Color::White => (&mut after.white, &mut after.black),
        };
        mine.insert(point);
        *theirs = *theirs - taken;
        after.mover = other;
        after.ban = (taken.first())
            .filter(|&at| taken.len() == 1 && after.board.check(other, at) == Err(IllegalMove::Ko));
        if after.ban.is_some() && free == Some(other) {
            // A pass in between lifts the ban; the stones stay.
            after.board.pass(own);
            after.board.forget();
            after.ban = None;
        }
        Ok(Step {
            after,
            footprint,
            taken,
        })
    }

    /// Adds to a zone what it needs so that no move outside it takes a stone of this colour inside it:
    /// each of the colour's strings that reach into it, with a liberty.
    pub fn closure(&self, zone: PointSet, color: Color, heart: Point) -> PointSet {
        let stones = match color {
            Color::Black => self.black,
            Color::White => self.white,
        };
        let mut open = zone & stones;
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
        *set - self.black - self.white
    }
}

/// The point of a set that is nearest to the heart, as a set; the empty set if there is none.
fn nearest(set: &PointSet, heart: Point) -> PointSet {
    let distance =
        |point: &Point| point.row().abs_diff(heart.row()) + point.col().abs_diff(heart.col());
    set.iter().min_by_key(distance).into_iter().collect()
}
