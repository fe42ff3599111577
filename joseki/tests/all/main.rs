//! Tests that need nothing from outside, in one program.

mod any_input;
mod bad;
mod compile;
mod decompile;
mod files;
mod image;
mod mine;
mod mine_program;
mod program;
mod show;
mod watch;
