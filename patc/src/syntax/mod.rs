//! The parsers: from text to syntax trees.
//!
//! Start with the grammars, `general.pest` and `expression.pest`. Then follow the text: `lines`
//! classifies lines, `pattern` assembles them into patterns, `expression` parses constraints and
//! actions.
//!
//! The text that the grammars see is as long as the file, byte for byte: a substitute stands for
//! each byte that is not ASCII (see [`Source::text`](crate::Source::text)). So spans need no
//! translation. A row of a diagram is one token, not one for each cell.

pub mod expression;
pub mod lines;
pub mod pattern;
