//! Facts about single points, remembered from one position to the next.
//!
//! Positions of a search differ in few stones. So most of what a survey asks about a point has been
//! asked in the position before: the [shapes](Shapes) around it, and the liberties of a stone
//! there. [`Facts::update`] compares the stones of the two positions, and drops the facts that
//! depend on a difference:
//!
//! - shapes: those around points at most two lines away
//! - liberties: those of the point itself, of the points beside it, and of the points beside any
//!   string that is on or beside one of these

use katachi_board::{Board, ByColor, Color, Point, PointSet};

use super::gaps::Shapes;

/// The facts about the points of one position.
#[derive(Clone)]
pub(super) struct Facts {
    stones: ByColor<PointSet>,
    pub shapes: ByColor<ShapeTable>,
    pub liberties: ByColor<LibertyTable>,
}

impl Facts {
    /// Nothing is known, of an empty board.
    pub fn new() -> Self {
        Self {
            stones: both(|| PointSet::EMPTY),
            shapes: both(|| ShapeTable {
                known: PointSet::EMPTY,
                shapes: Vec::new(),
            }),
            liberties: both(|| LibertyTable {
                known: PointSet::EMPTY,
                counts: [0; Point::LIMIT],
            }),
        }
    }

    /// Drops what no longer holds on this board.
    pub fn update(&mut self, board: &Board) {
        let mut changed = PointSet::EMPTY;
        for color in Color::BOTH {
            let (now, before) = (*board.stones(color), self.stones[color]);
            changed |= now ^ before;
            self.stones[color] = now;
        }
        if changed.is_empty() {
            return;
        }
        let near = changed | changed.neighbors();
        let mut beside = near;
        for string in board.chains_at(&near) {
            string.add_border(&mut beside);
        }
        let around = changed.with_surroundings().with_surroundings();
        for color in Color::BOTH {
            let (shapes, liberties) = (&mut self.shapes[color], &mut self.liberties[color]);
            shapes.known = shapes.known - around;
            liberties.known = liberties.known - beside;
        }
    }

    /// Forgets everything: for boards of another size.
    pub fn clear(&mut self) {
        for color in Color::BOTH {
            self.shapes[color].known = PointSet::EMPTY;
            self.liberties[color].known = PointSet::EMPTY;
        }
    }
}

fn both<T>(new: impl Fn() -> T) -> ByColor<T> {
    ByColor {
        black: new(),
        white: new(),
    }
}

/// The shapes of links around points.
#[derive(Clone)]
pub(super) struct ShapeTable {
    known: PointSet,
    shapes: Vec<Shapes>,
}

impl ShapeTable {
    /// The shapes around this point, for this colour.
    pub fn around(&mut self, board: &Board, color: Color, point: Point) -> &Shapes {
        if self.shapes.is_empty() {
            self.shapes.resize(Point::LIMIT, Shapes::none(point));
        }
        let shapes = &mut self.shapes[point.index()];
        if !self.known.contains(point) {
            self.known.insert(point);
            *shapes = Shapes::around(board, color, point);
        }
        shapes
    }
}

/// The liberties of stones that are not played yet.
#[derive(Clone)]
pub(super) struct LibertyTable {
    known: PointSet,
    counts: [u16; Point::LIMIT],
}

impl LibertyTable {
    /// The number of liberties of a stone of this colour here, captures included.
    pub fn after(&mut self, board: &Board, color: Color, point: Point) -> usize {
        let count = &mut self.counts[point.index()];
        if !self.known.contains(point) {
            self.known.insert(point);
            *count = board.liberty_count_after(color, point) as u16;
        }
        usize::from(*count)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::fringe::{boards, random_board};
    use katachi_board::BoardSize;

    /// Compares the facts with new ones. Only some points are asked about, so that facts of
    /// several ages are known.
    fn check(facts: &mut Facts, board: &Board, dice: &mut Xoshiro256PlusPlus) -> usize {
        facts.update(board);
        let points = board
            .size()
            .points()
            .filter(|_| dice.random_range(0..3) > 0);
        let asked = points.map(|point| {
            for color in Color::BOTH {
                let shapes = facts.shapes[color].around(board, color, point);
                assert_eq!(*shapes, Shapes::around(board, color, point), "on\n{board}");
                let liberties = facts.liberties[color].after(board, color, point);
                let counted = board.liberty_count_after(color, point);
                assert_eq!(liberties, counted, "{color:?} at {point:?} on\n{board}");
            }
        });
        asked.count()
    }

    #[test]
    fn remembered_facts_equal_new_ones() {
        let mut asked = 0;
        for seed in 0..boards("KATACHI_FACTS") {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let size = BoardSize::new(dice.random_range(5..=13)).expect("a size");
            let moves = dice.random_range(0..size.area());
            let mut board = random_board(size, moves, &mut dice);
            let mut facts = Facts::new();
            for _ in 0..60 {
                // A few moves forth or back between two comparisons.
                for _ in 0..dice.random_range(1..4) {
                    if dice.random_range(0..3) == 0 {
                        while board.trial_moves() > 0 && dice.random_range(0..3) > 0 {
                            board.take_back();
                        }
                    } else {
                        let point = size.points().nth(dice.random_range(0..size.area()));
                        let color = Color::BOTH[dice.random_range(0..2)];
                        board.try_move(color, point.expect("a point"));
                    }
                }
                asked += check(&mut facts, &board, &mut dice);
            }
        }
        assert!(asked > 10_000);
    }
}
