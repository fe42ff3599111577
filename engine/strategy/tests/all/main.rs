//! Tests that need nothing from outside, in one program.

#[path = "../../../tactics/tests/solver/mod.rs"]
mod solver;
mod dragons;
mod worms;
