//! Tests that need nothing from outside, in one program.

mod connections;
mod constants;
mod examples;
mod handicap;
mod levels;
mod lives;
mod monte_carlo;
mod pace;
mod playouts;
mod reasons;
mod resignation;
mod self_play;
#[path = "../../../tactics/tests/all/state/mod.rs"]
mod state;
mod thrashing;
