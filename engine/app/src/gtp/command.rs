//! A command: its name, what it takes, and the function that runs it.

use katachi_gtp::Args;

use super::failure::Failure;
use super::show::Show;
use crate::session::Session;

/// The text of a reply, or why a command fails.
pub type Response = Result<String, Failure>;

/// A command.
pub struct GtpCommand {
    /// The name.
    pub name: &'static str,
    /// Its arguments, for people.
    pub arguments: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    pub(super) run: Run,
}

/// What runs a command.
pub enum Run {
    /// The function returns the text of the reply.
    Reply(fn(&mut Session, &mut Args<'_>) -> Response),
    /// As `Reply`, for a question that only we answer. What the function leaves of the arguments is
    /// a mistake.
    Ask(fn(&mut Session, &mut Args<'_>) -> Response),
    /// The function returns a request. Its answer is written bit by bit.
    Show(fn(&mut Session, &mut Args<'_>) -> Result<Show, Failure>),
    /// As `Reply`, about all commands, sorted by name.
    Commands(fn(&[&'static GtpCommand], &mut Args<'_>) -> Response),
}

/// The command of this name; `commands` are sorted by name.
pub fn find(commands: &[&'static GtpCommand], name: &str) -> Option<&'static GtpCommand> {
    let place = commands.binary_search_by_key(&name, |command| command.name);
    commands.get(place.ok()?).copied()
}

/// The failure of a command that was given more than it takes.
pub fn nothing_more(args: &mut Args<'_>) -> Result<(), Failure> {
    if args.is_empty() {
        return Ok(());
    }
    Err(format!(
        "syntax error: expected nothing more, found `{}`",
        args.rest()
    )
    .into())
}

/// The failure of permanent changes, and of questions about the game itself, while trial moves are
/// on the board.
pub fn require_no_trial_moves(session: &Session) -> Result<(), Failure> {
    if session.game.board().trial_moves() > 0 {
        return Err("trial moves are on the board: use popgo first".into());
    }
    Ok(())
}
