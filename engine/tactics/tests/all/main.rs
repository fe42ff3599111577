//! Tests that need nothing from outside, in one program.

mod apart;
mod connections;
#[path = "../races/mod.rs"]
mod drawn_races;
mod life;
mod proofs;
mod races;
mod reading;
#[path = "../solver/mod.rs"]
mod solver;
mod state;
mod unconditional;
