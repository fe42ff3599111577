//! A turn: a side to move in a position.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_image::Pattern;
use katachi_strategy::Position;
use katachi_strategy::host::{GameFacts, PositionHost};

use crate::decision::{Openings, Wish};
use crate::game::Game;
use crate::ownership::Ownership;

/// A turn: the position, with everything that the choice of candidates needs.
pub(crate) struct Turn<'a> {
    pub game: &'a Game,
    pub position: Position<'a>,
    pub ownership: &'a Ownership,
    pub settled: PointSet,
    pub own: Color,
    pub cleanup: bool,
    pub openings: Openings,
}

impl<'a> Turn<'a> {
    /// The turn of the side of this wish.
    pub fn new(
        game: &'a Game,
        wish: &Wish,
        mut position: Position<'a>,
        ownership: &'a Ownership,
        openings: Openings,
    ) -> Self {
        position.expect_dead(&ownership.dead_stones(game.board()));
        Self {
            game,
            settled: ownership.settled(game.board()),
            position,
            ownership,
            own: wish.color,
            cleanup: wish.cleanup,
            openings,
        }
    }

    /// The board, trial moves included.
    pub fn board(&self) -> &Board {
        &self.position.board
    }

    /// A host that answers the questions of a pattern.
    pub fn host_for(&mut self, pattern: &Pattern<'_>) -> PositionHost<'_> {
        let mut host = self.position.host_for(pattern);
        host.game = GameFacts {
            is_scoring: self.cleanup,
            uses_fuseki: self.openings.fuseki,
            ..GameFacts::default()
        };
        host
    }

    /// The result of attacking a string.
    pub fn attack(&mut self, string: Point) -> Outcome {
        (self.position.readers.tactics)
            .attack(&mut self.position.board, string)
            .outcome
    }

    /// Whether the side to move can play here legally without simply being captured.
    pub fn safe_move(&mut self, point: Point) -> Outcome {
        (self.position.readers.tactics).safe_move(&mut self.position.board, self.own, point)
    }

    /// Whether nothing is left to gain at a point: a side owns it even if it always passes.
    pub fn is_settled(&mut self, point: Point) -> bool {
        let worms = self.position.worms();
        (Color::BOTH.iter()).any(|&color| worms.unconditional().area(color).contains(point))
    }

    /// The value of a string, in points: its stones, and what they work for, twice.
    pub fn string_value(&mut self, string: Point) -> f32 {
        let worms = self.position.worms();
        worms
            .at(string)
            .map_or(0.0, |worm| 2.0 * worm.effective_size)
    }

    /// Whether two strings of the opponent can be connected now, but not after this move.
    pub fn cuts(&mut self, [a, b]: [Point; 2], point: Point) -> bool {
        let Position { board, readers, .. } = &mut self.position;
        let readers = &mut *readers.connections;
        if readers.connect(board, a, b).outcome == Outcome::Lose || !board.try_move(self.own, point)
        {
            return false;
        }
        let cuts = readers.connect(board, a, b).outcome == Outcome::Lose;
        board.take_back();
        cuts
    }

    /// Whether two own strings can be cut now, but not after this move.
    pub fn connects(&mut self, [a, b]: [Point; 2], point: Point) -> bool {
        let Position { board, readers, .. } = &mut self.position;
        let readers = &mut *readers.connections;
        if readers.disconnect(board, a, b).outcome == Outcome::Lose
            || !board.try_move(self.own, point)
        {
            return false;
        }
        let connects = readers.disconnect(board, a, b).outcome == Outcome::Lose;
        board.take_back();
        connects
    }
}
