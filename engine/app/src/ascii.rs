//! Play on the terminal: a drawn board, with moves and commands typed at a prompt.

mod commands;
mod input;

use std::io::Write;
use std::path::Path;

use katachi_board::{Color, Point};
use katachi_core::{Decision, Final, FinalStatus, Thoughts, result};

pub use input::{Editor, Lines, Plain};

use crate::reasons::for_move;
use crate::session::Session;
use crate::terminal;

/// Plays until the game or the input ends.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn play(
    session: &mut Session,
    human: Color,
    input: &mut impl Lines,
    output: &mut impl Write,
) -> std::io::Result<()> {
    writeln!(output, "{}", commands::list())?;
    let mut shown = false;
    loop {
        session.look_for_news();
        if ended(session) {
            return finish(session, output);
        }
        let turn = session.game.to_move();
        if turn != human {
            match session.genmove(turn, false) {
                Decision::Play(point) => {
                    let size = session.game.board().size();
                    writeln!(output, "Katachi ({turn}) plays {}", point.vertex(size))?;
                }
                Decision::Pass => writeln!(output, "Katachi ({turn}) passes")?,
                Decision::Resign => {
                    return give_up(session, turn, "Katachi resigns", output);
                }
            }
            shown = false;
            continue;
        }
        if !shown {
            writeln!(output, "\n{}\n", terminal::marked_board(&session.game))?;
            shown = true;
        }
        let number = session.game.board().moves().len() + 1;
        let Some(line) = input.line(&format!("{turn} ({number}): "), output)? else {
            return Ok(());
        };
        // Sources saved while the line was typed apply to it.
        session.look_for_news();
        match command(session, turn, line.trim(), output)? {
            Next::Show => shown = false,
            Next::Ask => {}
            Next::Leave => return Ok(()),
        }
    }
}

/// What to do after a line of input.
enum Next {
    Show,
    Ask,
    Leave,
}

fn command(
    session: &mut Session,
    turn: Color,
    line: &str,
    output: &mut impl Write,
) -> std::io::Result<Next> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    if line.is_empty() {
        return Ok(Next::Ask);
    }
    let Some(command) = commands::find(word) else {
        return play_move(session, turn, line, output);
    };
    match command.name {
        "help" => {
            write!(output, "{}", commands::help(rest))?;
            Ok(Next::Ask)
        }
        "board" => Ok(Next::Show),
        "quit" => Ok(Next::Leave),
        "resign" => {
            give_up(session, turn, "You resign", output)?;
            Ok(Next::Leave)
        }
        "pass" => {
            // A pass is always legal.
            let _ = session.play(turn, None);
            Ok(Next::Show)
        }
        "undo" => {
            let moves = session.game.board().moves().len();
            if moves == 0 {
                writeln!(output, "There is no move to take back.")?;
                return Ok(Next::Ask);
            }
            for _ in 0..moves.min(2) {
                session.game.undo();
            }
            session.save();
            Ok(Next::Show)
        }
        "hint" => {
            match rest.parse() {
                _ if rest.is_empty() => hint(session, turn, 1, output)?,
                Ok(number) if number > 0 => hint(session, turn, number, output)?,
                _ => writeln!(output, "Say how many moves: hint 5")?,
            }
            Ok(Next::Ask)
        }
        "why" => {
            if rest.is_empty() {
                why_last(session, !turn, output)?;
            } else {
                why(session, turn, rest, output)?;
            }
            Ok(Next::Ask)
        }
        "estimate" => {
            estimate(session, output)?;
            Ok(Next::Ask)
        }
        "score" => {
            let end = session.count(session.seed);
            writeln!(output, "As it stands: {}", result(end.score(&session.game)))?;
            Ok(Next::Ask)
        }
        "save" if !rest.is_empty() => {
            match katachi_files::write_now(Path::new(rest), session.record(None).as_bytes()) {
                Ok(()) => writeln!(output, "Written to {rest}.")?,
                Err(error) => writeln!(output, "Cannot write {rest}: {error}")?,
            }
            Ok(Next::Ask)
        }
        "save" => {
            writeln!(output, "Name a file: save FILE")?;
            Ok(Next::Ask)
        }
        name => {
            writeln!(output, "{name} cannot be done here.")?;
            Ok(Next::Ask)
        }
    }
}

/// Plays the typed move, if it is one.
fn play_move(
    session: &mut Session,
    turn: Color,
    line: &str,
    output: &mut impl Write,
) -> std::io::Result<Next> {
    let size = session.game.board().size();
    match Point::from_vertex(line, size) {
        Err(error) => {
            writeln!(output, "{error}, or a command: help lists them")?;
            Ok(Next::Ask)
        }
        Ok(point) => match session.play(turn, Some(point)) {
            Ok(()) => Ok(Next::Show),
            Err(error) => {
                writeln!(output, "{} is not legal: {error}", point.vertex(size))?;
                Ok(Next::Ask)
            }
        },
    }
}

/// The best moves of this side with their reasons.
fn hint(
    session: &mut Session,
    turn: Color,
    number: usize,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let seed = session.seed;
    let choice = session.consider(turn, seed, None);
    let Some(thoughts) = session.thoughts.clone() else {
        return Ok(());
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
    Ok(())
}

/// A note that a search took part in the decision, if one did.
fn show_search(thoughts: &Thoughts, output: &mut impl Write) -> std::io::Result<()> {
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
    output: &mut impl Write,
) -> std::io::Result<()> {
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

/// Why the engine made its last move.
fn why_last(session: &mut Session, engine: Color, output: &mut impl Write) -> std::io::Result<()> {
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
fn why(
    session: &mut Session,
    turn: Color,
    vertex: &str,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let point = match Point::from_vertex(vertex, session.game.board().size()) {
        Ok(point) => point,
        Err(error) => return writeln!(output, "{error}"),
    };
    if session.game.board().last_move() == Some((!turn, Some(point))) {
        return why_last(session, !turn, output);
    }
    if let Some(color) = session.game.board().at(point).color() {
        let vertex = session.vertex(point);
        return writeln!(output, "There is a {color} stone on {vertex} already.");
    }
    session.consider_patterns(turn);
    let Some(thoughts) = session.thoughts.clone() else {
        return Ok(());
    };
    show_reasons(session, &thoughts, point, output)
}

/// The random games of an estimate.
const ESTIMATED_BY: u64 = 4000;

/// An estimate of the score and of the ownership of points.
fn estimate(session: &mut Session, output: &mut impl Write) -> std::io::Result<()> {
    let turn = session.game.to_move();
    let Some(report) = session.estimate(ESTIMATED_BY) else {
        return writeln!(output, "There is no database for random games.");
    };
    let (score, won) = match turn {
        Color::Black => (report.score, report.winrate),
        Color::White => (-report.score, 1.0 - report.winrate),
    };
    let drawn = terminal::owners(&session.game, turn, &report.ownership);
    writeln!(output, "\n{drawn}\n")?;
    writeln!(
        output,
        "Estimate: {}; black wins {:.0} % of the random games, white {:.0} %",
        result((10.0 * score).round() as f32 / 10.0),
        100.0 * won,
        100.0 * (1.0 - won)
    )
}

fn show_dead(session: &Session, end: &Final, output: &mut impl Write) -> std::io::Result<()> {
    let board = session.game.board();
    let dead: Vec<String> = (board.all_stones())
        .filter(|&(_, point)| end.status(&session.game, point) == FinalStatus::Dead)
        .map(|(_, point)| session.vertex(point))
        .collect();
    if dead.is_empty() {
        return Ok(());
    }
    writeln!(output, "Dead stones: {}", dead.join(" "))
}

/// Whether two passes in a row have ended the game.
pub fn ended(session: &Session) -> bool {
    let mut last = session.game.board().moves().rev();
    matches!(
        (last.next(), last.next()),
        (Some((_, None)), Some((_, None)))
    )
}

fn finish(session: &mut Session, output: &mut impl Write) -> std::io::Result<()> {
    let end = session.count(session.seed);
    let score = result(end.score(&session.game));
    writeln!(output, "\n{}\n", terminal::board(&session.game))?;
    show_dead(session, &end, output)?;
    writeln!(output, "Result: {score}")?;
    session.save_with(Some(&score));
    Ok(())
}

fn give_up(
    session: &mut Session,
    loser: Color,
    message: &str,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let score = format!("{}+R", (!loser).initial());
    writeln!(output, "{message}. Result: {score}")?;
    session.save_with(Some(&score));
    Ok(())
}

/// Lets the engine play both sides until the game ends.
///
/// # Errors
/// If standard output cannot be written.
pub fn solo(session: &mut Session, output: &mut impl Write) -> std::io::Result<()> {
    let limit = 3 * session.game.board().size().area();
    writeln!(output, "random seed {}", session.seed)?;
    while !ended(session) && session.game.board().moves().len() < limit {
        session.look_for_news();
        let turn = session.game.to_move();
        let size = session.game.board().size();
        let decision = session.genmove(turn, false);
        let number = session.game.board().moves().len();
        match decision {
            Decision::Play(point) => {
                let value = session
                    .thoughts
                    .as_ref()
                    .map_or(0.0, |thoughts| thoughts.rating);
                writeln!(
                    output,
                    "{number:3} {turn} {} {value:.2}",
                    point.vertex(size)
                )?;
            }
            Decision::Pass => writeln!(output, "{number:3} {turn} PASS")?,
            Decision::Resign => return give_up(session, turn, "Katachi resigns", output),
        }
    }
    finish(session, output)
}
