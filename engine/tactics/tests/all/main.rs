//! Tests that need nothing from outside, in one program.

mod apart;
mod connections;
mod life;
mod proofs;
mod reading;
#[path = "../solver/mod.rs"]
mod solver;
mod state;
mod unconditional;
