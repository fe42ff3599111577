//! What is done with a loaded record: one move, a score, a view, a replay.

use std::path::Path;

use anyhow::Context;
use katachi_board::{Color, Point};
use katachi_core::{Decision, result};
use katachi_files::say;
use katachi_files::stream::print;

use crate::cli::{Options, Replayed, Score};
use crate::session::Session;
use crate::set_up;
use crate::speaker::complain;
use crate::terminal;
use crate::views::{View, Views};

/// Finds one move and prints it.
///
/// # Errors
/// If an option names no point, or standard output cannot be written.
pub fn one_move(session: &mut Session, options: &Options) -> anyhow::Result<()> {
    let color = session.game.to_move();
    if let Some(vertex) = &options.traces.debug_influence {
        let at = set_up::point(session, "--debug-influence", vertex)?;
        let views = options.records.moyo.clone();
        let views = views.unwrap_or(Views::from(View::Regions));
        let colored = terminal::has_colors(&std::io::stderr());
        let text = views.after_move(&session.game, &mut session.engine, (color, at), colored);
        let text = text.with_context(|| format!("--debug-influence {vertex}: illegal move"))?;
        complain(text.trim_end());
    }
    let decision = session.genmove(color, false);
    Ok(say!("{}", move_line(session, color, decision))?)
}

/// Shows what the engine sees: on standard output, or as SVG in a file.
///
/// # Errors
/// If the output cannot be written.
pub fn view(session: &mut Session, views: &Views, svg: Option<&str>) -> anyhow::Result<()> {
    let (game, engine) = (&session.game, &mut session.engine);
    if let Some(file) = svg {
        return write(file, &(views.svg(game, engine) + "\n"));
    }
    let colored = terminal::has_colors(&std::io::stdout());
    Ok(say!("{}", views.text(game, engine, colored))?)
}

/// Writes a text to a file; `-` is standard output.
///
/// # Errors
/// If it cannot be written.
pub fn write(file: &str, text: &str) -> anyhow::Result<()> {
    if file == "-" {
        return Ok(print(text)?);
    }
    katachi_files::write(Path::new(file), text.as_bytes())
        .with_context(|| format!("cannot write {file}"))
}

/// A generated move as GNU Go announces it: `white (O) move C4`.
fn move_line(session: &Session, color: Color, decision: Decision) -> String {
    let sign = match color {
        Color::Black => 'X',
        Color::White => 'O',
    };
    match decision {
        Decision::Play(point) => {
            format!(
                "{color} ({sign}) move {}",
                point.vertex(session.game.board().size())
            )
        }
        Decision::Pass => format!("{color} ({sign}) move PASS"),
        Decision::Resign => format!("{color} ({sign}) resigns"),
    }
}

/// Scores a record.
///
/// # Errors
/// If standard output cannot be written.
pub fn score(session: &mut Session, how: Score) -> anyhow::Result<()> {
    if how != Score::Estimate {
        session.usual.may_resign = false;
        play_out(session, false)?;
    }
    if how == Score::Aftermath {
        play_out(session, true)?;
    }
    let end = session.count(session.seed);
    let score = end.score(&session.game);
    let text = match score {
        score if score > 0.0 => format!("Black wins by {score:.1} points"),
        score if score < 0.0 => format!("White wins by {:.1} points", -score),
        _ => "Jigo".to_owned(),
    };
    say!("{text}")?;
    session.save_with(&result(score));
    Ok(())
}

/// Lets the engine play both sides until both pass, and prints the moves.
fn play_out(session: &mut Session, cleanup: bool) -> anyhow::Result<()> {
    session.play_out(cleanup, |session, color, decision| {
        let number = session.game.board().moves().len();
        Ok(say!("{number} {}", move_line(session, color, decision))?)
    })
}

/// Finds a move wherever these sides have moved in a record, and prints those that differ.
///
/// # Errors
/// If standard output cannot be written.
pub fn replay(session: &mut Session, who: Replayed) -> anyhow::Result<()> {
    let moves: Vec<_> = session.game.moves().collect();
    while session.game.undo().is_some() {}
    let (mut asked, mut agreed) = (0, 0);
    for (number, &(color, played)) in moves.iter().enumerate() {
        if who.has(color) {
            let found = session.consider_for_record(color);
            asked += 1;
            if found == played {
                agreed += 1;
            } else {
                say!(
                    "{}",
                    difference(session, number + 1, color, [found, played])
                )?;
            }
        }
        session.follow(color, played);
    }
    session.save();
    Ok(say!("{agreed} of {asked} moves agree")?)
}

/// A line about a move of the engine and the different one of the record.
fn difference(
    session: &Session,
    number: usize,
    color: Color,
    [found, played]: [Option<Point>; 2],
) -> String {
    let thoughts = session.thoughts.as_ref();
    let value = |point| {
        let mut candidates = thoughts?.candidates.iter();
        let candidate = candidates.find(|one| Some(one.point) == point)?;
        Some(format!(" ({:.2})", candidate.rating()))
    };
    let named = |point: Option<Point>| {
        let name = point.map_or("PASS".to_owned(), |at| session.vertex(at));
        name + &value(point).unwrap_or_default()
    };
    let (found, played) = (named(found), named(played));
    format!("Move {number} ({color}): Katachi plays {found} - Game move {played}")
}
