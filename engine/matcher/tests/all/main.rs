//! Tests that need nothing from outside, in one program.

mod corners;
mod damage;
mod examples;
mod functions;
mod limits;
mod near;
#[path = "../support/mod.rs"]
mod support;
mod twin;
mod vm;
