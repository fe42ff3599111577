//! Tests of the studio.

mod census;
mod common;
mod compare;
#[path = "../../examples/seeded_edits/edit.rs"]
mod edit;
mod generalise;
mod review;
