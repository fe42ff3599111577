//! Tests that need nothing from outside, in one program.

mod charsets;
mod examples;
mod properties;
mod reading;
