//! The line that shows the progress of a program.

use indicatif::{ProgressBar, ProgressStyle};

/// A line that shows the progress, on a terminal only. `length` is the number of steps, if it is
/// known; the template is one of indicatif.
pub fn progress(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
