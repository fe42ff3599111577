//! The built-in databases: the folder `patterns/`, compiled by the build script.

use katachi_image::Role;

/// How strong moves are before a search tries them, learned from games: docs/monte-carlo.md.
pub const STRENGTHS: &str = include_str!("../../../patterns/strengths.txt");

include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
