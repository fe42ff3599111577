//! Playing: moves, passes, and who plays.

use std::io::{self, Write};

use katachi_board::{Color, Point};

use super::table::{Next, Table, number_of_moves, tell};
use crate::game_tree::GameTree;

impl Table<'_> {
    /// Plays the typed move, if it is one. Who makes a move for a side plays that side from now on.
    pub(super) fn play_typed(&mut self, line: &str, output: &mut dyn Write) -> io::Result<Next> {
        match self.point(line) {
            Err(error) => {
                writeln!(output, "{error}, or a command: help lists them")?;
                Ok(Next::Ask)
            }
            Ok(point) => self.make_move(Some(point), output),
        }
    }

    /// Plays a move or passes, for the side to move, and lets Katachi answer.
    pub(super) fn make_move(
        &mut self,
        point: Option<Point>,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        let turn = self.session.game.to_move();
        let next = self.force(point, output)?;
        if next == Next::Show {
            self.waits = false;
            self.engine = self.engine.map(|_| !turn);
        }
        Ok(next)
    }

    /// Plays a move or passes, for the side to move; nobody answers.
    pub(super) fn force(
        &mut self,
        point: Option<Point>,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        if self.over.is_some() {
            writeln!(
                output,
                "The game is over: `continue` or `undo` goes on with it, `new` starts another one."
            )?;
            return Ok(Next::Ask);
        }
        let turn = self.session.game.to_move();
        match self.session.play(turn, point) {
            Ok(()) => {
                self.played(turn, point, output)?;
                self.waits = true;
                Ok(if self.over.is_some() {
                    Next::Ask
                } else {
                    Next::Show
                })
            }
            Err(error) => {
                let name = point.map_or("pass".to_owned(), |at| self.session.vertex(at));
                writeln!(output, "{name} is not legal: {error}")?;
                Ok(Next::Ask)
            }
        }
    }

    /// Plays a typed move without an answer.
    pub(super) fn force_typed(&mut self, vertex: &str, output: &mut dyn Write) -> io::Result<Next> {
        if vertex.eq_ignore_ascii_case("pass") {
            return self.force(None, output);
        }
        match self.point(vertex) {
            Ok(point) => self.force(Some(point), output),
            Err(error) => {
                writeln!(output, "{error}: force D4")?;
                Ok(Next::Ask)
            }
        }
    }

    /// Lets Katachi make some moves, for both sides in turn.
    pub(super) fn play_moves(&mut self, number: &str, output: &mut dyn Write) -> io::Result<Next> {
        let number = match number_of_moves(number, "play 5") {
            Ok(number) => number,
            Err(problem) => return tell(Err(problem), output),
        };
        for _ in 0..number {
            if self.over.is_some() {
                return Ok(Next::Ask);
            }
            self.move_engine(output)?;
        }
        self.waits = true;
        Ok(if self.over.is_some() {
            Next::Ask
        } else {
            Next::Show
        })
    }

    /// Gives Katachi the other side, or a side of its own.
    pub(super) fn switch(&mut self, human: Color, output: &mut dyn Write) -> io::Result<Next> {
        self.engine = Some(!human);
        self.waits = false;
        writeln!(output, "You play {human}, Katachi plays {}.", !human)?;
        Ok(Next::Ask)
    }

    /// The side that the user plays, as far as that is settled.
    pub(super) fn human(&self) -> Color {
        self.engine
            .map_or(self.session.game.to_move(), |engine| !engine)
    }

    /// Takes back moves until it is the user's turn again, and forgets them.
    pub(super) fn undo(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        let is_answered = self.over.is_none() && !self.waits && self.engine.is_some();
        let mut taken = 0;
        for _ in 0..if is_answered { 2 } else { 1 } {
            let is_back = self.travel(output, GameTree::take_back)?;
            taken += usize::from(is_back);
        }
        if taken == 0 {
            writeln!(output, "There is no move to take back.")?;
            return Ok(Next::Ask);
        }
        self.over = None;
        // A game that one move has begun waits for that side.
        self.waits |= self.engine == Some(self.session.game.to_move());
        self.save();
        Ok(Next::Show)
    }
}
