//! Eyes: the places where each side may get them, and how many each place is worth.
//!
//! Entry point: [`examine`]; [`Position::eyes`](crate::Position::eyes) keeps the result. The steps
//! are those of GNU Go (manual, chapter "Eyes and Half Eyes"); `docs/eye-spaces.md` explains them:
//!
//! 1. [`Domains`]: where a side may get eyes, by the claims of its lively stones.
//! 2. `spaces`: the connected parts of a domain are eye spaces; a point beside the opponent's
//!    domain is marginal.
//! 3. `topology`: points at the end of a space may be half or false eyes, by their diagonals.
//! 4. `value`: the shapes of the active databases, or the abstract game where none fits, say how
//!    many eyes a space is worth, and where the vital points are.
//!
//! What reading says about strings and moves comes from [`Facts`], since a search for life and
//! death asks about positions of its own.

mod domains;
mod examine;
mod facts;
mod goal;
mod shapes;
mod spaces;
mod table;
mod topology;
mod value;
mod vital;

pub use domains::Domains;
pub use examine::examine;
pub use facts::{Facts, RootFacts};
pub use goal::{GoalEyes, GoalSpace, examine_goal};
pub use shapes::{Shapes, Solutions};
pub use table::{EyeKind, EyeSpace, Eyes, HalfEye};
