//! Tests that need nothing from outside, in one program.

mod cache;
mod monte_carlo;
mod swap;
mod trees;
