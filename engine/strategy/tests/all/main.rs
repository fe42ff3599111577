//! Tests that need nothing from outside, in one program.

mod eyes;
#[path = "../../../tactics/tests/solver/mod.rs"]
mod solver;
mod worms;
