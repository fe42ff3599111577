//! Tests that need nothing from outside, in one program.

mod eyes;
mod owl;
mod problems;
mod sgfsheet;
mod tune;
