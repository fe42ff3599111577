//! Tests of the project as a whole, in one program.

mod circles;
mod pages;
mod targets;
