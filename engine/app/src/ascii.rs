//! The board on the terminal: play, and a look at games with all that the engine sees in them.
//!
//! Entry points: [`play`] for both, [`solo()`]. The [`Table`](table::Table) has the game and its
//! record. [`turns`] lets Katachi move or reads a line: a move, or one of the [`commands`], which
//! have their functions in these modules:
//!
//! | module | commands about |
//! |---|---|
//! | `moves` | playing, and who plays |
//! | `walk` | moving about in the record; comments |
//! | `thoughts` | what Katachi would play and why; estimates |
//! | `looks` | boards that show what Katachi sees; what it knows about a point |
//! | `start` | the beginning of a game: size, handicap, komi, set-up |
//! | `files` | loading and saving |
//! | `end` | the end: counting, going on, another game |

mod commands;
mod end;
mod files;
mod input;
mod looks;
mod moves;
mod solo;
mod start;
mod table;
mod thoughts;
mod turns;
mod walk;

pub use input::{Editor, Lines, Plain};
pub use solo::solo;
pub use table::Start;
pub use turns::play;
