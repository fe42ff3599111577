//! What is settled about strings and points.

use katachi_board::Color;
use katachi_core::unconditional::{Status, Unconditional};

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
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Territory(Color::Black) => "black_territory",
            Status::Territory(Color::White) => "white_territory",
            Status::Unknown => "undecided",
        };
        Ok(status.to_owned())
    },
}];
