//! A turn: a side to move in a position.

use katachi_board::{Board, Color, Outcome, Point};
use katachi_image::Pattern;
use katachi_matcher::DragonStatus;
use katachi_strategy::host::{GameFacts, PositionHost};
use katachi_strategy::worms::Worm;
use katachi_strategy::{Position, Readers};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::Reading;

use crate::decision::{Openings, Wish};
use crate::game::Game;
use crate::ownership::Ownership;

use super::profile::Profile;

/// A turn: the position, with everything that the choice of candidates needs.
pub(crate) struct Turn<'a> {
    pub game: &'a Game,
    pub position: Position<'a>,
    pub own: Color,
    pub cleanup: bool,
    pub openings: Openings,
    /// Whether break-ins are looked for.
    pub reads_break_ins: bool,
    /// Matches of these patterns are left out: the index of the database, and the number.
    pub silenced: &'a [(usize, u32)],
    /// The costs of patterns, if somebody wants to know them.
    pub profile: Option<Profile>,
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
        Self::without_estimate(game, wish, position, openings)
    }

    /// The same turn if no random games have been played.
    pub fn without_estimate(
        game: &'a Game,
        wish: &Wish,
        position: Position<'a>,
        openings: Openings,
    ) -> Self {
        Self {
            game,
            position,
            own: wish.color,
            cleanup: wish.cleanup,
            openings,
            reads_break_ins: false,
            silenced: &[],
            profile: None,
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

    /// The reader of connections, and the board that it reads on.
    pub fn connections(&mut self) -> (&mut ConnectionReader, &mut Board) {
        let Position { board, readers, .. } = &mut self.position;
        (&mut *readers.connections, board)
    }

    /// What a question about the position after a move of the side to move answers; `None` if the
    /// move is illegal.
    pub fn after<R>(
        &mut self,
        point: Point,
        question: impl FnOnce(&mut Readers<'_>, &mut Board) -> R,
    ) -> Option<R> {
        self.after_move_of(self.own, point, question)
    }

    /// The same after a move of either side.
    pub fn after_move_of<R>(
        &mut self,
        color: Color,
        point: Point,
        question: impl FnOnce(&mut Readers<'_>, &mut Board) -> R,
    ) -> Option<R> {
        let Position { board, readers, .. } = &mut self.position;
        if !board.try_move(color, point) {
            return None;
        }
        let answer = question(readers, board);
        board.take_back();
        Some(answer)
    }

    /// Whether a string does not live: its dragon is dead, or nothing saves it.
    pub fn is_dead(&mut self, string: Point) -> bool {
        let (worms, dragons) = (self.position.worms(), self.position.dragons());
        worms.at(string).is_some_and(Worm::is_lost)
            || dragons
                .at(string)
                .is_some_and(|dragon| dragon.status() == DragonStatus::Dead)
    }

    /// Whether the side to move can play here legally without simply being captured.
    pub fn safe_move(&mut self, point: Point) -> Outcome {
        self.safe_move_of(self.own, point)
    }

    /// The same for either side.
    pub fn safe_move_of(&mut self, color: Color, point: Point) -> Outcome {
        (self.position.readers.tactics).safe_move(&mut self.position.board, color, point)
    }

    /// Whether nothing is left to gain at a point: a side owns it even if it always passes.
    pub fn is_settled(&mut self, point: Point) -> bool {
        let worms = self.position.worms();
        (Color::BOTH.iter()).any(|&color| worms.unconditional().area(color).contains(point))
    }

    /// The value of a string, in points.
    pub fn string_value(&mut self, string: Point) -> f32 {
        let worms = self.position.worms();
        worms.at(string).map_or(0.0, Worm::value)
    }

    /// Whether two strings of the opponent can be connected now, but not after this move.
    pub fn cuts(&mut self, [a, b]: [Point; 2], point: Point) -> bool {
        self.prevents(point, |reader, board| reader.quick_connect(board, a, b))
    }

    /// Whether one of two strings of the opponent is lost after this move, whatever it answers.
    pub fn captures_one_of(&mut self, [a, b]: [Point; 2], point: Point) -> bool {
        let defense = self.after(point, |readers, board| {
            readers.tactics.defend_both(board, a, b)
        });
        defense.is_some_and(|defense| defense.outcome == Outcome::Lose)
    }

    /// Whether the new stone of this move is connected to an own string.
    pub fn joins(&mut self, point: Point, string: Point) -> bool {
        let cut = self.after(point, |readers, board| {
            (readers.connections).quick_disconnect(board, point, string)
        });
        cut.is_some_and(|cut| cut.outcome == Outcome::Lose)
    }

    /// Whether two own strings can be cut now, but not after this move.
    pub fn connects(&mut self, [a, b]: [Point; 2], point: Point) -> bool {
        self.prevents(point, |reader, board| reader.quick_disconnect(board, a, b))
    }

    /// Whether the opponent succeeds now, but not after this move.
    fn prevents(
        &mut self,
        point: Point,
        read: impl Fn(&mut ConnectionReader, &mut Board) -> Reading,
    ) -> bool {
        let Position { board, readers, .. } = &mut self.position;
        let reader = &mut *readers.connections;
        if read(reader, board).outcome == Outcome::Lose || !board.try_move(self.own, point) {
            return false;
        }
        let fails = read(reader, board).outcome == Outcome::Lose;
        board.take_back();
        fails
    }
}
