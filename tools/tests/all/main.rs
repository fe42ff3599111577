//! Tests that need nothing from outside, in one program.

mod sgfsheet;
mod tune;
