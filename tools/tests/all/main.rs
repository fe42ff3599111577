//! Tests that need nothing from outside, in one program.

mod eyes;
mod problems;
mod sgfsheet;
mod tune;
