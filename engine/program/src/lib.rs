//! What the programs of the project share: how they end ([`end`]), the line that shows their
//! progress (`progress`, feature `progress`), completion scripts and manual pages (`Completions`,
//! `Man`, feature `manual`), and the server of pages for this machine (`server`, feature `server`).
//!
//! Only programs use this crate; libraries neither parse a command line nor show progress.

#[cfg(feature = "manual")]
mod manual;
#[cfg(feature = "progress")]
mod progress;
#[cfg(feature = "server")]
pub mod server;

use std::error::Error;
use std::process::{ExitCode, Termination};

use katachi_files::complain;
use katachi_files::stream::causes;

#[cfg(feature = "manual")]
pub use manual::{Completions, Man};
#[cfg(feature = "progress")]
pub use progress::progress;

/// The end of `main`: the status of a program, which may have failed. A failure is printed on
/// standard error with its causes, in one line that begins with the program's name; the status is
/// then `broken`.
pub fn end<T: Termination, E: AsRef<dyn Error>>(
    program: &str,
    broken: u8,
    result: Result<T, E>,
) -> ExitCode {
    match result {
        Ok(status) => status.report(),
        Err(error) => {
            complain!("{program}: {}", causes(error.as_ref()));
            ExitCode::from(broken)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_have_the_status_of_their_program() {
        let failure = || -> Box<dyn Error> { "no room".into() };
        let end =
            |result: Result<ExitCode, Box<dyn Error>>| format!("{:?}", end("test", 2, result));
        let status = |number: u8| format!("{:?}", ExitCode::from(number));
        assert_eq!(end(Ok(ExitCode::from(1))), status(1));
        assert_eq!(end(Err(failure())), status(2));
    }
}
