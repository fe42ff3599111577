//! The argument by which an author chooses how patterns are matched.

use anyhow::Error;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use katachi_image::Role;
use patc::Method;

/// How patterns are matched.
#[derive(clap::Args)]
pub struct Matcher {
    /// How patterns are matched; by default `auto`. Only databases of patterns that fit anywhere
    /// have a choice: no corner patterns, eye shapes, books and Monte Carlo rules.
    #[arg(long = "matcher", value_name = "NAME", value_parser = parser())]
    pub asked: Option<Method>,
}

/// Parses the name of a method.
fn parser() -> impl TypedValueParser<Value = Method> {
    let names = Method::NAMES.map(|(name, _)| name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Method>())
}

/// The method for a database of this role: the one that the user asked for.
pub fn method(role: Role, asked: Option<Method>) -> anyhow::Result<Method> {
    Method::chosen(role, asked).map_err(Error::msg)
}
