//! Tests that need nothing from outside, in one program.

mod automata;
mod docs;
mod dumps;
mod explain;
mod files;
mod images;
mod inspect;
mod programs;
mod round_trip;
