//! The review of a game: for each move what the engine thinks of it, what was better and why, and
//! which pattern is to blame.
//!
//! 1. [`Reviewer::review`] looks at each move. The engine names its own choice; a teacher, if there
//!    is one, says what moves lose. Without a teacher the engine judges by its own ratings.
//! 2. Of a move that loses points it asks what its value would be without each of its patterns:
//!    [`Blame`].
//! 3. [`Review`] is text; [`annotate()`] writes it into the game record, [`page()`] shows the
//!    boards.

mod blame;
mod page;
mod record;
mod reviewed;
mod reviewer;
mod text;

pub use blame::Blame;
pub use page::page;
pub use record::{AnnotateError, annotate};
pub use reviewed::{Better, Review, ReviewedMove};
pub use reviewer::Reviewer;
