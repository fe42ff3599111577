//! `patc new`: a pattern of a position, which `katachi` writes.

use std::ffi::OsString;
use std::process::ExitCode;

use super::engine;

/// Write a pattern that shows a position of a game, with its move and a test.
///
/// The engine does it, since it knows games and tests the pattern: this is `katachi new`, with all
/// its options. The program `katachi` must be beside patc or on the PATH. With --generalise it says
/// how loose the diagram may be, and which constraint would help; docs/studio.md shows that.
#[derive(clap::Args)]
#[command(
    disable_help_flag = true,
    after_help = "Examples:
  patc new --from game.sgf --move 42 --name Hane                      print a database
  patc new --from game.sgf --move 42 --name Hane --into mine.db       add it to a file
  patc new --from game.sgf --move 42 --region C3:G7 --name Hane       show this much
  patc new --from game.sgf --move 42 --name Hane --generalise games/  how loose it may be
  patc new --help                                                     all options"
)]
pub struct New {
    /// Options of `katachi new`.
    #[arg(
        value_name = "OPTION",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true
    )]
    arguments: Vec<OsString>,
}

impl New {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let arguments = self.arguments.iter().map(OsString::as_os_str);
        Ok(
            if engine::run("new", "reads games and tests the pattern", arguments)? {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            },
        )
    }
}
