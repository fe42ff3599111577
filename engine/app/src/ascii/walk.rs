//! Moving about in the record, and its comments.

use std::io::{self, Write};

use super::table::{Asking, Next, Table, number_of_moves, tell};
use crate::game_tree::GameTree;
use crate::record::Until;

impl Table<'_> {
    /// Goes somewhere in the record, and puts the position there on the board. If the record has
    /// no position there, nothing changes. Says whether it went.
    pub(super) fn travel(
        &mut self,
        output: &mut dyn Write,
        go: impl FnOnce(&mut GameTree) -> bool,
    ) -> io::Result<bool> {
        let place = self.tree.place();
        if !go(&mut self.tree) {
            return Ok(false);
        }
        match self.tree.game(&self.session.game) {
            Ok(game) => {
                self.session.set_game(game);
                self.over = None;
                Ok(true)
            }
            Err(error) => {
                self.tree.return_to(place);
                writeln!(output, "{error}")?;
                Ok(false)
            }
        }
    }

    /// Takes some steps of the same kind; `end` is said where the first one fails.
    fn steps(
        &mut self,
        number: &str,
        end: &str,
        output: &mut dyn Write,
        step: fn(&mut GameTree) -> bool,
    ) -> io::Result<Next> {
        let number = match number_of_moves(number, "back 3, forward 3") {
            Ok(number) => number,
            Err(problem) => return tell(Err(problem), output),
        };
        let mut is_moved = false;
        self.travel(output, |tree| {
            for _ in 0..number {
                if !step(tree) {
                    break;
                }
                is_moved = true;
            }
            is_moved
        })?;
        if !is_moved {
            writeln!(output, "{end}")?;
        }
        Ok(self.arrive(is_moved))
    }

    /// What follows from having gone somewhere.
    fn arrive(&mut self, is_moved: bool) -> Next {
        if !is_moved {
            return Next::Ask;
        }
        self.waits = true;
        Next::Show
    }

    pub(super) fn back(&mut self, number: &str, output: &mut dyn Write) -> io::Result<Next> {
        self.steps(number, "This is the beginning.", output, GameTree::back)
    }

    pub(super) fn forward(&mut self, number: &str, output: &mut dyn Write) -> io::Result<Next> {
        self.steps(number, "The record ends here.", output, GameTree::forward)
    }

    pub(super) fn go_to_start(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        let is_moved = self.travel(output, |tree| {
            tree.go_to_start();
            true
        })?;
        Ok(self.arrive(is_moved))
    }

    pub(super) fn go_to_end(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        let is_moved = self.travel(output, |tree| {
            tree.go_to_end();
            true
        })?;
        Ok(self.arrive(is_moved))
    }

    /// Goes to where a move is to be played: its number, or its point.
    pub(super) fn go_to(&mut self, place: &str, output: &mut dyn Write) -> io::Result<Next> {
        let until = match (place.parse(), self.point(place)) {
            (Ok(number), _) => Until::Move(number),
            (_, Ok(point)) => Until::Point(point),
            _ => {
                writeln!(
                    output,
                    "Say where: goto 12 for the turn of move 12, or goto D4"
                )?;
                return Ok(Next::Ask);
            }
        };
        let is_moved = self.travel(output, |tree| {
            tree.go_to(until);
            true
        })?;
        Ok(self.arrive(is_moved))
    }

    /// Goes into a variation.
    pub(super) fn variation(&mut self, number: &str, output: &mut dyn Write) -> io::Result<Next> {
        let all = self.tree.continuations().len();
        let number = number.parse().unwrap_or(0);
        let is_moved = self.travel(output, |tree| tree.enter_variation(number))?;
        if !is_moved {
            let problem = match all {
                0 => "Nothing follows here in the record.".to_owned(),
                1 => "There is one way to go on: forward.".to_owned(),
                _ => format!("Say which: variation 1 to {all}."),
            };
            writeln!(output, "{problem}")?;
        }
        Ok(self.arrive(is_moved))
    }

    /// Writes a comment, or asks for one.
    pub(super) fn comment(&mut self, text: &str, output: &mut dyn Write) -> io::Result<Next> {
        if text.is_empty() {
            writeln!(output, "No comment.")?;
            return Ok(Next::Ask);
        }
        self.tree.set_comment(text);
        self.save();
        writeln!(output, "Noted.")?;
        Ok(Next::Ask)
    }

    /// The command for a comment, which may stand on the next line.
    pub(super) fn ask_comment(&mut self, text: &str, output: &mut dyn Write) -> io::Result<Next> {
        if text.is_empty() {
            self.asking = Asking::Comment;
            return Ok(Next::Ask);
        }
        self.comment(text, output)
    }
}
