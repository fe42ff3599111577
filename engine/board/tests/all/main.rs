//! Tests that need nothing from outside, in one program.

mod komaster;
mod long_games;
mod names;
mod questions;
#[path = "../slow/mod.rs"]
mod slow;
mod svg;
mod twin;
