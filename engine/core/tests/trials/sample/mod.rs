//! Strings from real games: how they are drawn, the lists of what is proven of them, and readers that are asked about them.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the tests are run for"
)]

pub mod draw;
pub mod engines;
pub mod list;
pub mod make;
pub mod records;
pub mod suite;
pub mod tally;
