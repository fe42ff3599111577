//! A game of the engine against itself, printed.

use std::io::Write;

use katachi_core::Decision;

use super::end;
use crate::session::Session;

/// Lets the engine play both sides until the game ends.
///
/// # Errors
/// If standard output cannot be written.
pub fn solo(session: &mut Session, output: &mut impl Write) -> std::io::Result<()> {
    let limit = 3 * session.game.board().size().area();
    writeln!(output, "random seed {}", session.seed)?;
    while !end::has_ended(session) && session.game.board().moves().len() < limit {
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
            Decision::Resign => {
                let score = end::by_resignation(turn);
                writeln!(output, "Katachi resigns. Result: {score}")?;
                session.save_with(&score);
                return Ok(());
            }
        }
    }
    let (score, _) = end::count(session, false, output)?;
    session.save_with(&score);
    Ok(())
}
