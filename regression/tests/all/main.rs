//! Tests that need nothing from outside, in one program.

mod files;
mod format;
mod limits;
mod results;
mod server;
