//! Reasons for moves.
//!
//! | file | what it adds |
//! |---|---|
//! | `tactics` | captures, rescues and threats that reading finds |
//! | `lives` | moves that kill or save dragons |
//! | `shapes` | moves that patterns propose; `rejection` has the tests before the constraint, `classes` the reasons of the class letters |
//! | `book` | moves of whole-board books |
//! | `opening` | empty corners, the centre of a small board, and that against mirror go |
//! | `break_ins` | moves into large territories, if the caller wishes for them |
//! | `induced` | reasons that follow from others |
//! | `dame` | neutral points, and moves that make them safe |
//!
//! They collect a `Worth` for each point of a `Turn`. `explain` shows why a match of a pattern
//! proposes a move, or does not; `quick` tests matches without analysing the position.

mod book;
mod break_ins;
mod classes;
mod dame;
mod explain;
mod induced;
mod lives;
mod opening;
mod profile;
mod quick;
mod reason;
mod rejection;
mod safety;
mod shapes;
mod tactics;
mod turn;
mod worth;

pub(crate) use book::add_book_moves;
pub(crate) use break_ins::add_break_ins;
pub(crate) use dame::{add_backfills, add_dame};
pub(crate) use explain::explain;
pub(crate) use induced::add_induced_reasons;
pub(crate) use lives::{add_lives, add_other_lives};
pub(crate) use opening::{add_center_against_mirror_go, add_opening_moves};
pub(crate) use quick::quick_test;
pub(crate) use safety::stays;
pub(crate) use shapes::{Verdicts, add_endgame_moves, add_pattern_moves, for_each_match};
pub(crate) use tactics::{add_cuts, add_other_tactics, tactical_reasons};
pub(crate) use turn::Turn;
pub(crate) use worth::{Worth, Worths};

pub use explain::{Deed, Explanation};
pub use profile::{Cost, Profile};
pub use quick::QuickResult;
pub use reason::{Fired, Reason, Source};
pub use rejection::{Condition, Rejection};
pub use shapes::Veto;
pub use worth::{Bounds, asked_value};
