//! Tests that need nothing from outside, in one program.

mod apart;
mod connections;
mod monte_carlo;
mod playouts;
mod proofs;
mod reading;
mod self_play;
#[path = "../solver/mod.rs"]
mod solver;
mod state;
mod unconditional;
mod worms;
