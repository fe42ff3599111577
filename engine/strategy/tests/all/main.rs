//! Tests that need nothing from outside, in one program.

mod influence;
#[path = "../../../tactics/tests/solver/mod.rs"]
mod solver;
mod dragons;
mod worms;
