//! The Go Text Protocol, version 2: both ends of the line between a Go engine and the program that
//! drives it.
//!
//! The crate knows lines, not Go. It accepts bytes, and returns words, numbers and tokens such as
//! `D4`, which nobody has compared with a board yet. Where the protocol document leaves room, it
//! behaves as GNU Go 3.8 does, because clients are tested with that; each deviation is documented
//! where it occurs.
//!
//! - An engine calls [`serve()`] with a [`Handler`]: [`parse_line`] makes a [`Command`] of each
//!   line, [`Args`] reads its arguments, and the handler's [`Answer`] goes back as a [`Reply`].
//! - A controller starts an engine with [`Client::spawn`] and talks to it with [`Client::send`].
//! - [`KataRules`] names rules for both ends.
//!
//! Start reading in `line.rs` (commands), then `reply.rs` (answers); `serve.rs` and `client.rs`
//! only transport them.
//!
//! # Examples
//!
//! ```
//! use katachi_gtp::{Answer, Command, Exit, Reply, serve};
//!
//! let mut engine = |command: &Command| match command.name() {
//!     "name" => Answer::from(Reply::success("Tiny")),
//!     "quit" => Answer::Quit(Reply::success("")),
//!     _ => Answer::from(Reply::failure("unknown command")),
//! };
//! let mut output = Vec::new();
//! let exit = serve(&b"1 name\nfly # away\nquit\n"[..], &mut output, &mut engine)?;
//! assert_eq!(exit, Exit::Quit);
//! assert_eq!(output, b"=1 Tiny\n\n? unknown command\n\n= \n\n");
//! # Ok::<(), std::io::Error>(())
//! ```

// A session must survive every line that a client can send, so nothing here may panic.
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

mod args;
mod client;
mod input;
mod line;
mod reply;
mod rules;
mod serve;
mod time;

pub use args::{Args, GtpColor, VertexToken, parse_color};
pub use client::{Client, ClientError, NoReply};
pub use input::{Input, Line, Listener};
pub use line::{Command, Id, MAX_COMMAND, parse_line};
pub use reply::Reply;
pub use rules::{BonusTerm, KataRules, KoTerm, RulesError, ScoringTerm, TaxTerm};
pub use serve::{Answer, Exit, Handler, Stream, serve};
pub use time::{LONGEST_TIME, NotSeconds, parse_seconds};
