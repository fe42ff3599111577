//! What Katachi would play, why, and who it thinks is ahead.

use std::io::{self, Write};

use katachi_board::{Color, Point};
use katachi_core::{Thoughts, result};
use katachi_studio::words::for_move;

use super::table::{Next, Table, number_of_moves, tell};
use crate::session::Session;
use crate::terminal::{self, Look};

/// The random games of an estimate.
const ESTIMATED_BY: u64 = 4000;

impl Table<'_> {
    /// The best moves of the side to move, with their reasons.
    pub(super) fn hint(&mut self, number: &str, output: &mut dyn Write) -> io::Result<Next> {
        let number = match number_of_moves(number, "hint 5") {
            Ok(number) => number,
            Err(problem) => return tell(Err(problem), output),
        };
        let session = &mut *self.session;
        let turn = session.game.to_move();
        let choice = session.consider(&session.wish(turn));
        let Some(thoughts) = session.thoughts.clone() else {
            return Ok(Next::Ask);
        };
        match choice {
            Some(point) => writeln!(output, "Katachi would play {}.", session.vertex(point))?,
            None => writeln!(output, "Katachi would pass.")?,
        }
        show_search(&thoughts, output)?;
        // The move that is played comes first, whatever the values.
        let others = thoughts.candidates.iter().map(|candidate| candidate.point);
        let others = others.filter(|&point| Some(point) != choice);
        for point in choice.into_iter().chain(others).take(number) {
            show_reasons(session, &thoughts, point, output)?;
        }
        Ok(Next::Ask)
    }

    /// Why Katachi made its last move, or what speaks for a move.
    pub(super) fn why(&mut self, vertex: &str, output: &mut dyn Write) -> io::Result<Next> {
        let turn = self.session.game.to_move();
        let engine = self.engine.unwrap_or(!turn);
        if vertex.is_empty() {
            why_last(self.session, engine, output)?;
            return Ok(Next::Ask);
        }
        let point = match self.point(vertex) {
            Ok(point) => point,
            Err(error) => return tell(Err(error), output),
        };
        let (board, session) = (self.session.game.board(), &*self.session);
        if board.last_move() == Some((engine, Some(point))) {
            why_last(self.session, engine, output)?;
        } else if let Some(color) = board.at(point).color() {
            let vertex = session.vertex(point);
            writeln!(output, "There is a {color} stone on {vertex} already.")?;
        } else {
            why(self.session, turn, point, output)?;
        }
        Ok(Next::Ask)
    }

    /// An estimate of the score and of the ownership of points, by random games.
    pub(super) fn estimate(&mut self, output: &mut dyn Write) -> io::Result<Next> {
        let session = &mut *self.session;
        let turn = session.game.to_move();
        let Some(report) = session.estimate(ESTIMATED_BY) else {
            return tell(
                Err("There is no database for random games.".to_owned()),
                output,
            );
        };
        let (score, won) = match turn {
            Color::Black => (report.score, report.winrate),
            Color::White => (-report.score, 1.0 - report.winrate),
        };
        let look = Look {
            colored: self.colored,
            ..Look::default()
        };
        let drawn = terminal::owners(&session.game, turn, &report.ownership, &look);
        writeln!(output, "\n{drawn}\n")?;
        writeln!(
            output,
            "Estimate: {}; black wins {:.0} % of the random games, white {:.0} %",
            result((10.0 * score).round() as f32 / 10.0),
            100.0 * won,
            100.0 * (1.0 - won)
        )?;
        Ok(Next::Ask)
    }
}

/// A note that a search took part in the decision, if one did.
fn show_search(thoughts: &Thoughts, output: &mut dyn Write) -> io::Result<()> {
    match &thoughts.report {
        None => Ok(()),
        Some(report) => writeln!(
            output,
            "  a search of {} playouts takes part",
            report.visits
        ),
    }
}

/// The reasons for a move, on lines of their own.
fn show_reasons(
    session: &Session,
    thoughts: &Thoughts,
    point: Point,
    output: &mut dyn Write,
) -> io::Result<()> {
    let lines = for_move(session, thoughts, point);
    for (number, line) in lines.iter().enumerate() {
        let indent = if number == 0 { "" } else { "    " };
        writeln!(output, "  {indent}{line}")?;
    }
    if lines.len() == 1 {
        writeln!(output, "      no pattern or reading proposes it")?;
    }
    Ok(())
}

/// Why the last move of this side was made; it was Katachi's, if Katachi plays.
fn why_last(session: &mut Session, engine: Color, output: &mut dyn Write) -> io::Result<()> {
    let mut moves = session.game.moves().enumerate();
    let last = moves.rfind(|(_, (color, _))| *color == engine);
    drop(moves);
    let Some((number, (_, point))) = last else {
        return writeln!(output, "Katachi has not moved yet.");
    };
    let thoughts = session.thoughts_about(number);
    if let Some(point) = point {
        writeln!(output, "Katachi played {}.", session.vertex(point))?;
        show_search(&thoughts, output)?;
        return show_reasons(session, &thoughts, point, output);
    }
    writeln!(output, "Katachi passed.")?;
    show_search(&thoughts, output)?;
    match thoughts.candidates.first() {
        None => writeln!(output, "  nothing proposed a move"),
        Some(best) => {
            writeln!(output, "  the best move was not worth it:")?;
            show_reasons(session, &thoughts, best.point, output)
        }
    }
}

/// The reasons for a move of the side to move.
pub(super) fn why(
    session: &mut Session,
    turn: Color,
    point: Point,
    output: &mut dyn Write,
) -> io::Result<()> {
    session.consider_patterns(turn);
    match session.thoughts.clone() {
        Some(thoughts) => show_reasons(session, &thoughts, point, output),
        None => Ok(()),
    }
}
