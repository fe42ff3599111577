//! Playing on the terminal: a drawn board, moves typed at a prompt.

use std::io::{BufRead, Write};
use std::path::Path;

use katachi_board::{Color, Point};
use katachi_core::{Decision, result};
use katachi_gtp::{Input, Line};

use crate::session::Session;
use crate::terminal;

const HELP: &str = "\
Type a move such as D4, or one of these:
  pass          pass
  undo          take back your last move and the engine's
  hint          what the engine would play
  score         count the position as it stands
  save FILE     write the game as SGF
  resign        give up
  quit          leave";

/// Plays until the game ends or the input does.
///
/// # Errors
/// If the terminal cannot be read or written.
pub fn play(
    session: &mut Session,
    human: Color,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<()> {
    writeln!(output, "{HELP}\n")?;
    let mut shown = false;
    loop {
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
            writeln!(output, "\n{}\n", terminal::board(&session.game))?;
            shown = true;
        }
        let number = session.game.board().moves().len() + 1;
        write!(output, "{turn} ({number}): ")?;
        output.flush()?;
        let line = match input.next_line()? {
            Some(Line::Whole(line)) => String::from_utf8_lossy(&line).into_owned(),
            Some(Line::TooLong(_)) => {
                writeln!(output, "That line is too long.")?;
                continue;
            }
            None => {
                writeln!(output)?;
                return Ok(());
            }
        };
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
    let size = session.game.board().size();
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word.to_ascii_lowercase().as_str() {
        "" => Ok(Next::Ask),
        "help" | "?" => {
            writeln!(output, "{HELP}")?;
            Ok(Next::Ask)
        }
        "quit" | "exit" => Ok(Next::Leave),
        "resign" => {
            give_up(session, turn, "You resign", output)?;
            Ok(Next::Leave)
        }
        "pass" => {
            // Passing is always legal.
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
            let seed = session.engine.seed();
            match session.consider(turn, seed, None) {
                Some(point) => writeln!(output, "Katachi would play {}.", point.vertex(size))?,
                None => writeln!(output, "Katachi would pass.")?,
            }
            Ok(Next::Ask)
        }
        "score" => {
            let end = session.count(session.engine.seed());
            writeln!(output, "As it stands: {}", result(end.score(&session.game)))?;
            Ok(Next::Ask)
        }
        "save" if !rest.trim().is_empty() => {
            match katachi_files::write_now(Path::new(rest.trim()), session.record(None).as_bytes())
            {
                Ok(()) => writeln!(output, "Written to {}.", rest.trim())?,
                Err(error) => writeln!(output, "Cannot write {}: {error}", rest.trim())?,
            }
            Ok(Next::Ask)
        }
        "save" => {
            writeln!(output, "Name a file: save FILE")?;
            Ok(Next::Ask)
        }
        _ => match Point::from_vertex(line, size) {
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
        },
    }
}

/// Two passes in a row end a game.
pub fn ended(session: &Session) -> bool {
    let mut last = session.game.board().moves().rev();
    matches!(
        (last.next(), last.next()),
        (Some((_, None)), Some((_, None)))
    )
}

fn finish(session: &mut Session, output: &mut impl Write) -> std::io::Result<()> {
    let end = session.count(session.engine.seed());
    let score = result(end.score(&session.game));
    writeln!(output, "\n{}\n", terminal::board(&session.game))?;
    let board = session.game.board();
    let dead: Vec<String> = board
        .all_stones()
        .filter(|&(_, point)| end.status(&session.game, point) == katachi_core::Status::Dead)
        .map(|(_, point)| point.vertex(board.size()).to_string())
        .collect();
    if !dead.is_empty() {
        writeln!(output, "Dead stones: {}", dead.join(" "))?;
    }
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

/// The engine plays both sides until the game ends.
///
/// # Errors
/// If standard output cannot be written.
pub fn solo(session: &mut Session, output: &mut impl Write) -> std::io::Result<()> {
    let limit = 3 * session.game.board().size().area();
    writeln!(output, "random seed {}", session.engine.seed())?;
    while !ended(session) && session.game.board().moves().len() < limit {
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
