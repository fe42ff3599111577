//! Tests that need nothing from outside, in one program.

mod eyes;
mod sgfsheet;
mod tune;
