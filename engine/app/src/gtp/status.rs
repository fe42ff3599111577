//! Unconditional status of strings and points.

use katachi_tactics::unconditional::{Status, Unconditional};

use super::GtpCommand;
use super::tokens::{self, INVALID_COORDINATE};

pub(super) const COMMANDS: &[GtpCommand] = &[GtpCommand {
    name: "unconditional_status",
    arguments: "VERTEX",
    summary: "what is settled there whatever happens: alive, dead, white_territory, black_territory or undecided",
    run: |session, args| {
        let point = tokens::point(session, args).ok_or(INVALID_COORDINATE)?;
        let found = Unconditional::of(session.game.board());
        let status = match found.status(point) {
            // GNU Go uses another word here than in `worm_data`.
            Status::Unknown => "undecided",
            status => status.name(),
        };
        Ok(status.to_owned())
    },
}];
