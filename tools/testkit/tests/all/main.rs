//! Tests of the project as a whole, in one program.

mod pages;
mod targets;
