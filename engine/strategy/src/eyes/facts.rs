//! Facts: what the computation of eyes must know about strings and moves.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::reading::{Reader, Reading};

use crate::worms::{Moves, Worms};

/// What the computation of eyes must know about strings and moves of a position.
pub trait Facts {
    /// The board. Trial moves are taken back before anybody else asks.
    fn board(&mut self) -> &mut Board;

    /// The lively stones of both sides. Other stones are treated like empty points.
    fn lively(&self) -> PointSet;

    /// Whether the opponent can capture the string on this point, and where.
    fn attack(&mut self, string: Point) -> Reading;

    /// Whether its owner can save the string on this point, and where.
    fn defense(&mut self, string: Point) -> Reading;

    /// Whether a move here is legal and its stone cannot simply be captured. A banned capture of a
    /// ko is [`Outcome::KoB`] at best.
    fn safe_move(&mut self, color: Color, point: Point) -> Outcome;
}

/// The facts of a position before any trial move: strings as their worms, moves by reading.
pub struct RootFacts<'a> {
    board: &'a mut Board,
    reader: &'a mut Reader,
    worms: &'a Worms,
}

impl<'a> RootFacts<'a> {
    /// The facts of the position on the board, which has these worms.
    pub fn new(board: &'a mut Board, reader: &'a mut Reader, worms: &'a Worms) -> Self {
        Self {
            board,
            reader,
            worms,
        }
    }
}

/// The best of known moves.
fn best(moves: Option<&Moves>) -> Reading {
    let best = moves.and_then(Moves::best);
    Reading {
        outcome: best.map_or(Outcome::Lose, |(_, outcome)| outcome),
        point: best.map(|(point, _)| point),
    }
}

impl Facts for RootFacts<'_> {
    fn board(&mut self) -> &mut Board {
        self.board
    }

    fn lively(&self) -> PointSet {
        let (mut safe, mut solid) = (PointSet::EMPTY, PointSet::EMPTY);
        for worm in self.worms.iter().filter(|worm| !worm.is_inessential) {
            if worm.attacks.is_empty() {
                solid |= worm.stones;
            } else if !worm.defenses.is_empty() {
                safe |= worm.stones;
            }
        }
        safe |= solid;
        safe - enclosed(self.board, &safe, &solid)
    }

    fn attack(&mut self, string: Point) -> Reading {
        best(self.worms.at(string).map(|worm| &worm.attacks))
    }

    fn defense(&mut self, string: Point) -> Reading {
        best(self.worms.at(string).map(|worm| &worm.defenses))
    }

    fn safe_move(&mut self, color: Color, point: Point) -> Outcome {
        self.reader.safe_move_or_ko(self.board, color, point)
    }
}

/// The stones, among those that are safe, that stand in a region too small for two eyes, and all
/// opponent stones around it are solid: they cannot be captured. Such stones live in a seki at
/// best.
fn enclosed(board: &Board, safe: &PointSet, solid: &PointSet) -> PointSet {
    let all: PointSet = board.size().points().collect();
    let mut enclosed = PointSet::EMPTY;
    for color in Color::BOTH {
        let others = *board.stones(!color);
        let mut left = *board.stones(color) & *safe;
        while let Some(stone) = left.first() {
            let region = (all - others).part(stone);
            left = left - region;
            let walls = region.neighbors() & others;
            if region.len() <= TOO_SMALL && !walls.is_empty() && (walls - *solid).is_empty() {
                enclosed |= region & *board.stones(color);
            }
        }
    }
    enclosed
}

/// No group of stones can make two eyes within this number of points.
const TOO_SMALL: usize = 6;
