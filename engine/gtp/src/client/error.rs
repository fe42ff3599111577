//! The errors between a controller and its engine; each message tells the user what to do.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use super::pipe::{MAX_LINE, MAX_REPLY};

/// Why an engine could not be started, or a command got no reply.
///
/// A refused command is not an error: it has a [`Reply`](crate::Reply) that is not a success.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line names no program, or its quotes do not match.
    #[error(
        "expected a program and its arguments, found `{line}`; name a program and close every quote"
    )]
    CommandLine {
        /// The command line as given.
        line: String,
    },
    /// The program did not start.
    #[error("could not start the engine `{engine}`: {source}; check its name and installation")]
    Start {
        /// The program.
        engine: String,
        /// What the system said.
        source: io::Error,
    },
    /// The text is not one command, so no engine would send one reply to it. It was not sent.
    #[error(
        "expected one command on one line, found {command:?}; \
        send commands one by one, without blank or comment lines"
    )]
    NotACommand {
        /// The text as given.
        command: String,
    },
    /// The command has no reply, and the engine has been stopped.
    #[error("the engine `{engine}` did not answer `{command}`: {reason}")]
    NoReply {
        /// The program.
        engine: String,
        /// The command.
        command: String,
        /// What happened instead.
        reason: NoReply,
    },
}

/// What an engine did instead of answering.
#[derive(Debug, thiserror::Error)]
pub enum NoReply {
    /// It ended.
    #[error("it ended ({status}) {}", tail(.stderr))]
    Died {
        /// How it ended; the status of a killed process if it only closed its output.
        status: ExitStatus,
        /// The last lines that it wrote on standard error, the newest last.
        stderr: Vec<String>,
    },
    /// It ended, and the system cannot tell how.
    #[error("it ended, and how is unknown: {0}")]
    Lost(io::Error),
    /// It sent no whole reply in time.
    #[error("it was not ready within {limit:?}; allow more time or give it less to do")]
    TimedOut {
        /// The time it had.
        limit: Duration,
    },
    /// It wrote something that is not a reply.
    #[error(
        "expected a line that begins with `=` or `?`, found {line:?}; \
        an engine must write everything but replies on standard error"
    )]
    Garbage {
        /// The start of what it wrote.
        line: String,
    },
    /// It sent the reply to another command.
    #[error(
        "expected reply number {expected}, found {}; \
        an engine must repeat the number of each command and answer in order",
        .found.as_deref().unwrap_or("one without a number")
    )]
    WrongId {
        /// The number that was sent with the command.
        expected: String,
        /// The number that came back, if any.
        found: Option<String>,
    },
    /// It sent more than any sensible reply holds.
    #[error(
        "expected a reply of {MAX_REPLY} bytes at most, in lines of {MAX_LINE} at most, \
        found more; see what it writes on standard output"
    )]
    TooLong,
    /// It could not, since an earlier error had stopped it.
    #[error("it was stopped after an earlier error; start it again")]
    Stopped,
}

/// The lines from standard error as the end of a message.
fn tail(stderr: &[String]) -> String {
    if stderr.is_empty() {
        "and wrote nothing on standard error".to_owned()
    } else {
        format!(
            "and wrote at last on standard error:\n{}",
            stderr.join("\n")
        )
    }
}
