//! Ctrl-C ends a long count properly.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use katachi_files::complain;

/// The exit status of a program that is interrupted at once.
const INTERRUPTED: i32 = 130;

/// Listens for Ctrl-C. The first one sets the flag; the second one ends the program.
///
/// # Errors
/// If the system refuses.
pub(super) fn interrupted() -> anyhow::Result<Arc<AtomicBool>> {
    let wanted = Arc::new(AtomicBool::new(false));
    let flag = wanted.clone();
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // Files are complete at any moment.
            std::process::exit(INTERRUPTED);
        }
        complain!("\nkatachi-tools: ends with the work under way; once more ends at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(wanted)
}
