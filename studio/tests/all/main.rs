//! Tests of the studio.

mod census;
mod common;
