//! The end of a game: counting it, going on all the same, or starting another one.

use std::io::{self, Write};

use katachi_board::{Color, Point, PointSet};
use katachi_core::{Final, FinalStatus, result};

use super::table::{Asking, Next, Table};
use crate::session::Session;
use crate::terminal::{self, Look};

/// Whether two passes in a row have ended the game.
pub fn has_ended(session: &Session) -> bool {
    let mut last = session.game.board().moves().rev();
    matches!(
        (last.next(), last.next()),
        (Some((_, None)), Some((_, None)))
    )
}

/// The result if this side resigns.
pub fn by_resignation(loser: Color) -> String {
    format!("{}+R", (!loser).initial())
}

/// Counts a game that has ended and shows how: the result, and the dead stones.
///
/// # Errors
/// If the output cannot be written.
pub fn count(
    session: &mut Session,
    colored: bool,
    output: &mut dyn Write,
) -> io::Result<(String, PointSet)> {
    let end = session.count(session.seed);
    let dead = dead_stones(session, &end);
    let score = result(end.score(&session.game));
    let drawn = with_dead(session, dead, colored);
    writeln!(output, "\n{drawn}\n")?;
    if !dead.is_empty() {
        let names = dead.iter().map(|point| session.vertex(point));
        let names = names.collect::<Vec<_>>().join(" ");
        writeln!(output, "Dead stones, in small letters: {names}")?;
    }
    writeln!(output, "Result: {score}")?;
    Ok((score, dead))
}

/// The board with small letters for dead stones.
fn with_dead(session: &Session, dead: PointSet, colored: bool) -> String {
    let look = Look {
        dead,
        colored,
        ..Look::default()
    };
    terminal::played_board(&session.game, &look)
}

/// The stones that are dead at the end.
pub fn dead_stones(session: &Session, end: &Final) -> PointSet {
    let game = &session.game;
    let stones = game.board().all_stones().map(|(_, point)| point);
    stones
        .filter(|&point| end.status(game, point) == FinalStatus::Dead)
        .collect()
}

impl Table<'_> {
    /// Counts the game, which both sides have ended.
    pub(super) fn finish(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let (score, _) = count(self.session, self.colored, output)?;
        self.end_with(score, output)
    }

    /// Ends the game by resignation.
    pub(super) fn give_up(
        &mut self,
        loser: Color,
        message: &str,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let score = by_resignation(loser);
        writeln!(output, "{message}. Result: {score}")?;
        self.end_with(score, output)
    }

    fn end_with(&mut self, score: String, output: &mut dyn Write) -> io::Result<()> {
        self.over = Some(score);
        self.save();
        writeln!(
            output,
            "`count` to disagree about dead stones, `continue` or `undo` to go on, `save FILE`, \
             `new` for another game, `quit`."
        )
    }

    /// Goes on with a game that was over.
    pub(super) fn go_on(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        if self.over.take().is_none() {
            writeln!(output, "The game is not over.")?;
            return Ok(Next::Ask);
        }
        self.save();
        Ok(Next::Show)
    }

    /// Lets the user say which stones are dead.
    pub(super) fn dispute(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        let end = self.session.count(self.session.seed);
        let dead = dead_stones(self.session, &end);
        self.show_dead(&dead, output)?;
        self.asking = Asking::Dead(dead);
        Ok(Next::Ask)
    }

    fn show_dead(&mut self, dead: &PointSet, output: &mut dyn Write) -> io::Result<()> {
        let drawn = with_dead(self.session, *dead, self.colored);
        writeln!(
            output,
            "\n{drawn}\n\nStones in small letters are dead. A point of a group changes that; \
             `done` counts, `cancel` leaves it."
        )
    }

    /// Reads a line while the user says which stones are dead.
    pub(super) fn change_dead(
        &mut self,
        mut dead: PointSet,
        line: &str,
        output: &mut dyn Write,
    ) -> io::Result<Next> {
        match line {
            "cancel" => return Ok(Next::Ask),
            "done" => {
                let game = &self.session.game;
                let score = result(Final::with_dead(game, dead).score(game));
                writeln!(output, "Result: {score}")?;
                if self.over.is_some() {
                    self.end_with(score, output)?;
                }
                return Ok(Next::Ask);
            }
            _ => {}
        }
        let size = self.session.game.board().size();
        match Point::from_vertex(line, size) {
            Err(error) => {
                writeln!(output, "{error}, or done, cancel or quit")?;
                self.asking = Asking::Dead(dead);
                return Ok(Next::Ask);
            }
            Ok(point) => {
                let dragons = self.session.engine.position(&self.session.game).dragons();
                match dragons.at(point) {
                    None => writeln!(output, "There is no stone on {}.", point.vertex(size))?,
                    Some(dragon) if dead.contains(point) => dead = dead - dragon.stones,
                    Some(dragon) => dead |= dragon.stones,
                }
            }
        }
        self.show_dead(&dead, output)?;
        self.asking = Asking::Dead(dead);
        Ok(Next::Ask)
    }
}
