//! Tests that need nothing from outside, in one program.

mod constants;
mod handicap;
mod monte_carlo;
mod playouts;
mod reasons;
mod self_play;
#[path = "../../../tactics/tests/all/state/mod.rs"]
mod state;
