//! Ctrl-C ends a long count properly.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use katachi_files::complain;

/// The exit status of a program that is interrupted at once.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C. The first one makes the answer yes; the second one ends the program.
///
/// # Errors
/// If the system refuses.
pub(super) fn interrupted() -> anyhow::Result<impl Fn() -> bool> {
    let wanted = Arc::new(AtomicBool::new(false));
    let flag = wanted.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // Files are complete at any moment.
            std::process::exit(INTERRUPTED);
        }
        complain!("\nkatachi-tools: ends after this batch; once more ends at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(move || wanted.load(Ordering::Relaxed))
}
