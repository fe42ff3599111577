//! The GTP commands: one table for the dispatcher, `list_commands`, `help` and the documentation.
//!
//! Entry point: [`answer`]. Each module lists its commands in a table of [`GtpCommand`]s. A command
//! reads its arguments from a cursor, and returns the text of a reply, a request for an answer that
//! is written bit by bit ([`show::Show`]), or a [`failure::Failure`]. A failure begins with GNU
//! Go's words for it, and explains itself after a colon.
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
mod combination;
mod command;
mod connection;
mod dragons;
mod explain;
mod eyegraph;
mod eyes;
mod failure;
mod gfx;
mod gogui;
mod gomill;
mod influence;
mod matches;
mod mc_moves;
mod owl;
mod patterns;
mod play;
mod random;
mod reading;
mod rules;
mod score;
mod search_area;
mod semeai;
mod servers;
mod set_up;
mod show;
mod time;
mod tokens;
mod trace;
mod unconditional;
mod values;
mod views;
mod worms;

use std::sync::LazyLock;

use katachi_gtp::{Answer, Args, Command, Handler, Reply, Stream};

pub(crate) use dragons::data_of as dragon_data;
pub(crate) use patterns::{content, list_patterns};
pub(crate) use set_up::orientation;

use command::{GtpCommand, Response, Run, find, nothing_more};

use crate::session::Session;

/// The commands of each module.
const TABLES: [&[GtpCommand]; 33] = [
    admin::COMMANDS,
    set_up::COMMANDS,
    rules::COMMANDS,
    board::COMMANDS,
    board::TRIAL_COMMANDS,
    play::COMMANDS,
    values::COMMANDS,
    search_area::COMMANDS,
    semeai::COMMANDS,
    analysis::COMMANDS,
    time::COMMANDS,
    score::COMMANDS,
    unconditional::COMMANDS,
    random::COMMANDS,
    patterns::COMMANDS,
    matches::COMMANDS,
    mc_moves::COMMANDS,
    explain::COMMANDS,
    connection::COMMANDS,
    reading::COMMANDS,
    trace::COMMANDS,
    worms::COMMANDS,
    dragons::COMMANDS,
    owl::COMMANDS,
    combination::COMMANDS,
    influence::COMMANDS,
    eyes::COMMANDS,
    eyegraph::COMMANDS,
    gogui::COMMANDS,
    gfx::COMMANDS,
    views::COMMANDS,
    servers::COMMANDS,
    gomill::COMMANDS,
];

/// All commands by name.
pub fn commands() -> &'static [&'static GtpCommand] {
    static COMMANDS: LazyLock<Vec<&'static GtpCommand>> = LazyLock::new(|| {
        let mut commands: Vec<_> = TABLES.into_iter().flatten().collect();
        commands.sort_by_key(|command| command.name);
        commands
    });
    &COMMANDS
}

impl Handler for Session {
    fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
        answer(self, command, stream)
    }

    fn idle(&mut self, input_waits: &mut dyn FnMut() -> bool) {
        show::ponder(self, input_waits);
    }
}

/// Answers a command that somebody types, other than an analysis that goes on.
///
/// # Errors
/// The text of the failure.
pub fn reply(session: &mut Session, line: &str) -> Result<String, String> {
    let command = katachi_gtp::parse_line(line.as_bytes()).ok_or("expected a command")?;
    let commands = commands();
    let known = find(commands, command.name()).ok_or("unknown command")?;
    let mut args = command.args();
    let response = match known.run {
        Run::Reply(run) => run(session, &mut args),
        Run::Ask(run) => ask(run, session, &mut args),
        Run::Commands(run) => run(commands, &mut args),
        Run::Show(_) => return Err("this answer goes on: use `katachi gtp`".to_owned()),
    };
    let size = session.game.board().size();
    response.map_err(|failure| failure.text(size, command.args().rest()))
}

/// Answers a question that takes all of its arguments.
fn ask(
    run: fn(&mut Session, &mut Args<'_>) -> Response,
    session: &mut Session,
    args: &mut Args<'_>,
) -> Response {
    let text = run(session, args)?;
    nothing_more(args)?;
    Ok(text)
}

/// Answers a command.
fn answer(session: &mut Session, command: &Command, stream: &mut Stream<'_>) -> Answer {
    session.look_for_news();
    let commands = commands();
    let Some(known) = find(commands, command.name()) else {
        return Reply::failure("unknown command").into();
    };
    let mut args = command.args();
    let response = match known.run {
        Run::Reply(run) => run(session, &mut args),
        Run::Ask(run) => ask(run, session, &mut args),
        Run::Commands(run) => run(commands, &mut args),
        Run::Show(run) => match run(session, &mut args) {
            Ok(show) => {
                show.write(session, stream);
                return Answer::Streamed;
            }
            Err(failure) => Err(failure),
        },
    };
    let reply = match response {
        Ok(text) => Reply::success(text),
        Err(failure) => {
            let size = session.game.board().size();
            Reply::failure(failure.text(size, command.args().rest()))
        }
    };
    if known.name == "quit" {
        Answer::Quit(reply)
    } else {
        reply.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_known() {
        let commands = commands();
        assert!(commands.is_sorted_by(|a, b| a.name < b.name));
        assert!(
            commands
                .iter()
                .all(|command| find(commands, command.name).is_some())
        );
        assert!(commands.iter().all(|command| !command.summary.is_empty()));
    }
}
