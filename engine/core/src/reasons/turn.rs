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
        position: Position<'a>,
        ownership: &'a Ownership,
        openings: Openings,
    ) -> Self {
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

    /// The stake: how undecided the area around a point is, from 0 (settled) to 1 (open).
    pub fn stake(&self, point: Point) -> f32 {
        if self.settled.contains(point) {
            return 0.0;
        }
        let near = [point]
            .into_iter()
            .chain(point.neighbors())
            .chain(point.diagonals());
        let open: f32 = near
            .filter(|&near| self.board().size().contains(near))
            .map(|near| 1.0 - self.ownership.of(near).abs())
            .sum();
        (open / FULL_STAKE).min(1.0)
    }

    /// The value of a string, in points: less if it is probably dead, 0 if it certainly is.
    pub fn string_value(&self, string: Point) -> f32 {
        let stones = self.board().chain(string).map_or(0, |chain| chain.len());
        let doubt = if self.cleanup {
            1.0
        } else {
            (3.0 * self.ownership.survival(self.board(), string)).min(1.0)
        };
        2.0 * stones as f32 * doubt
    }
}

/// The sum of doubt around a point, in points, from which on it is fully open.
const FULL_STAKE: f32 = 2.5;

/// The least stake at which a pattern proposes a move.
pub const LEAST_STAKE: f32 = 0.2;
