//! From text to syntax trees: lines, patterns, expressions. Start reading at the grammars.

pub mod expression;
pub mod lines;
pub mod pattern;
