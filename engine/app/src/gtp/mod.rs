//! The GTP commands: one table for the dispatcher, `list_commands`, `help` and the documentation.
//!
//! Entry point: [`answer`]. Each module lists its commands in a table of [`GtpCommand`]s. A command
//! reads its arguments from a cursor, and returns the text of a reply or of a failure. A failure
//! begins with GNU Go's words for it, and explains itself after a colon.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::indexing_slicing
)]

mod admin;
mod analysis;
mod board;
mod connection;
mod explain;
mod patterns;
mod play;
mod random;
mod reading;
mod rules;
mod score;
mod set_up;
mod status;
mod time;
mod tokens;
mod trace;
mod worms;

use katachi_gtp::{Answer, Args, Command, Handler, Reply, Stream};

pub(crate) use analysis::Show;
pub(crate) use patterns::list_patterns;

use crate::session::Session;

/// The answer of a command: the text of a success, or of a failure.
type Response = Result<String, String>;

/// A command.
pub struct GtpCommand {
    /// The name.
    pub name: &'static str,
    /// Its arguments, for people.
    pub arguments: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    run: fn(&mut Session, &mut Args<'_>) -> Response,
}

/// All commands, module by module.
fn rooms() -> [&'static [GtpCommand]; 17] {
    [
        admin::COMMANDS,
        set_up::COMMANDS,
        rules::COMMANDS,
        board::COMMANDS,
        board::TRIAL_COMMANDS,
        play::COMMANDS,
        analysis::COMMANDS,
        time::COMMANDS,
        score::COMMANDS,
        status::COMMANDS,
        random::COMMANDS,
        patterns::COMMANDS,
        explain::COMMANDS,
        connection::COMMANDS,
        reading::COMMANDS,
        trace::COMMANDS,
        worms::COMMANDS,
    ]
}

/// All commands by name.
pub fn commands() -> Vec<&'static GtpCommand> {
    let mut commands: Vec<_> = rooms().into_iter().flatten().collect();
    commands.sort_by_key(|command| command.name);
    commands
}

fn find(name: &str) -> Option<&'static GtpCommand> {
    rooms()
        .into_iter()
        .flatten()
        .find(|command| command.name == name)
}

impl Handler for Session {
    fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
        let answer = answer(self, command);
        let Some(show) = self.to_show.take() else {
            return answer;
        };
        analysis::show(self, &show, stream);
        Answer::Streamed
    }

    fn idle(&mut self, input_waits: &mut dyn FnMut() -> bool) {
        analysis::ponder(self, input_waits);
    }
}

/// Answers a command. If the answer comes bit by bit, the session keeps the request for it.
fn answer(session: &mut Session, command: &Command) -> Answer {
    session.look_for_news();
    let Some(known) = find(command.name()) else {
        return Reply::failure("unknown command").into();
    };
    let reply = match (known.run)(session, &mut command.args()) {
        Ok(text) => Reply::success(text),
        Err(text) => {
            let text = tokens::explained(session, text, command.args().rest());
            Reply::failure(text)
        }
    };
    if known.name == "quit" {
        Answer::Quit(reply)
    } else {
        reply.into()
    }
}

/// The failure of permanent changes, and of questions about the game itself, while trial moves are
/// on the board.
fn require_no_trial_moves(session: &Session) -> Result<(), String> {
    if session.game.board().trial_moves() > 0 {
        return Err("trial moves are on the board: use popgo first".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_known() {
        let commands = commands();
        assert!(commands.is_sorted_by(|a, b| a.name < b.name));
        assert!(commands.iter().all(|command| find(command.name).is_some()));
        assert!(commands.iter().all(|command| !command.summary.is_empty()));
    }
}
