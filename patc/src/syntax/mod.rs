//! The parsers: from text to syntax trees.
//!
//! Start with the grammars, `general.pest` and `expression.pest`. Then follow the text: `lines`
//! classifies lines, `pattern` assembles them into patterns, `expression` parses constraints and
//! actions.

pub mod expression;
pub mod lines;
pub mod pattern;
