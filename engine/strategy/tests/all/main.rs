//! Tests that need nothing from outside, in one program.

mod combinations;
mod databases;
mod dragons;
mod eyes;
mod influence;
#[path = "../../../tactics/tests/solver/mod.rs"]
mod solver;
mod worms;
