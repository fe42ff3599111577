//! Unconditional status of strings and points.

use katachi_tactics::unconditional::{Status, Unconditional};

use super::command::{GtpCommand, Run};
use super::tokens;

pub(super) const COMMANDS: &[GtpCommand] = &[GtpCommand {
    name: "unconditional_status",
    arguments: "VERTEX",
    summary: "what is settled there whatever happens: alive, dead, white_territory, black_territory or undecided",
    run: Run::Reply(|session, args| {
        let point = tokens::point(session, args)?;
        let found = Unconditional::of(session.game.board());
        let status = match found.status(point) {
            // GNU Go uses another word here than in `worm_data`.
            Status::Unknown => "undecided",
            status => status.name(),
        };
        Ok(status.to_owned())
    }),
}];
