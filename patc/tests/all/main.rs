//! Tests that need nothing from outside, in one program.

mod automata;
mod docs;
mod dumps;
mod explain;
mod files;
mod images;
mod inspect;
mod lsp;
mod programs;
mod round_trip;
