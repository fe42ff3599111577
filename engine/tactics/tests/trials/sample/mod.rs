//! Strings from real games: drawing them, the lists of proofs about them, and the readers asked
//! about them.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the tests are run for"
)]

pub mod draw;
pub mod engines;
pub mod file;
pub mod list;
pub mod make;
pub mod proof;
pub mod records;
pub mod suite;
pub mod tally;
