//! The shipped patterns that were written by hand, one by one.
//!
//! - [`examples`]: for each of them a position where it fires, and one where it must not. Fifty are
//!   deleted, and their moves are gone.
//! - [`find`] finds such positions in professional games.
//! - [`measure`] compares the moves of patterns with those of professionals and of a teacher.

mod crop;
mod draft;
mod example;
mod examples;
mod find;
mod measure;
mod records;
mod report;
mod shipped;
mod teacher;

use katachi_testkit::Trial;

pub fn trials() -> Vec<Trial> {
    let mut trials = examples::trials();
    trials.extend(find::trials());
    trials.extend(measure::trials());
    trials
}
