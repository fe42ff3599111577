//! Tests that need nothing from outside, in one program.

mod charsets;
mod properties;
mod reading;
