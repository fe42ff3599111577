//! Reads inputs, writes files, watches files, and uses the standard streams: one rule for each, for
//! every program of the workspace.
//!
//! - Reading ([`read`], [`read_now`]): a regular file or a pipe, at most 64 MiB. Bytes are counted
//!   while they are read, so endless and growing inputs end with an error.
//! - Writing ([`write()`], [`write_now`]): a reader sees the old content or the new one. Links are
//!   followed; a device, a pipe or a standard stream is written through, never replaced.
//! - Growing files ([`Log`]): complete from their first line on.
//! - Leftovers of killed programs ([`sweep`], [`sweep_for`]) are removed.
//! - Standard output and standard error ([`say!`], [`complain!`]): no panic, no lost error.
//! - Watching (`Watch`, feature `watch`): follows links, and folders that disappear and return.
//!
//! Reading and writing come in two forms. `read` and `write` are for arguments of a command line,
//! where a pipe may keep the user waiting. [`read_now`] and [`write_now`] are for sessions that
//! answer commands and for files that are read repeatedly: they never wait for the other end of a
//! pipe.
//!
//! The crate knows nothing of Go. All errors are [`std::io::Error`]s whose text says what was
//! expected, what was found and what to do; callers add the name of the file. Start reading at
//! [`read`] and [`write()`].

// Sessions depend on this crate, and watching must go on: nothing here may panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::todo,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod input;
mod leftover;
mod log;
mod owner;
pub mod stream;
mod target;
#[cfg(feature = "watch")]
mod watch;
mod write;

pub use input::{
    LIMIT_VARIABLE, open, open_now, read, read_from, read_now, read_standard_input, read_up_to,
};
pub use leftover::{sweep, sweep_for};
pub use log::{Log, open_in_place};
pub use owner::is_ours_alone;
#[cfg(feature = "watch")]
pub use watch::Watch;
pub use write::{write, write_now};

use std::path::Path;

/// The folder of a file.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
