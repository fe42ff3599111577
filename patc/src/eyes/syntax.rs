//! Assembles lines into eye shapes: which lines may follow which.

use pest::Parser;
use pest::iterators::Pair;

use crate::diagnostic::{Code, nearest};
use crate::report::Report;
use crate::source::{Span, Spanned};

mod grammar {
    #![allow(missing_docs, reason = "pest writes the rules")]

    #[derive(pest_derive::Parser)]
    #[grammar = "eyes/eyes.pest"]
    pub(super) struct LineParser;
}
use grammar::{LineParser, Rule};

/// A shape as it is written.
pub(super) struct ShapeSyntax {
    /// The word `Pattern`.
    pub keyword: Span,
    /// What follows it.
    pub number: Option<Spanned<String>>,
    /// The lines of the picture.
    pub rows: Vec<Span>,
    /// What stands behind the colon.
    pub value: Spanned<String>,
}

/// A shape that is not finished.
struct Open {
    keyword: Span,
    number: Option<Spanned<String>>,
    rows: Vec<Span>,
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    Span::new(span.start(), span.end())
}

fn spanned(pair: &Pair<'_, Rule>) -> Spanned<String> {
    Spanned {
        value: pair.as_str().to_owned(),
        span: span(pair),
    }
}

/// Reads a source into shapes, reporting what is out of place.
pub(super) fn read(report: &mut Report<'_>) -> Vec<ShapeSyntax> {
    let source = report.source;
    let mut shapes = Vec::new();
    let Some(file) = LineParser::parse(Rule::file, source.text())
        .ok()
        .and_then(|mut p| p.next())
    else {
        // Never happens: the grammar ends with a rule that accepts any line.
        return shapes;
    };
    let mut open: Option<Open> = None;
    // Whether the last line stood outside a shape and has been reported.
    let mut stray = false;
    for line in file.into_inner() {
        let was_stray = std::mem::take(&mut stray);
        let whole = span(&line);
        match line.as_rule() {
            Rule::pattern => {
                close(open.take(), report);
                open = Some(Open {
                    keyword: whole.part(0, "Pattern".len()),
                    number: line.into_inner().next().map(|number| spanned(&number)),
                    rows: Vec::new(),
                });
            }
            Rule::colon => {
                let Some(shape) = open.take() else {
                    let message = "expected a shape before its value, found none";
                    report.add_with_help(
                        Code::EyeValueOutside,
                        whole,
                        message,
                        "a shape is `Pattern NUMBER`, its picture, and one value",
                    );
                    continue;
                };
                let mut inner = line.into_inner();
                let value = inner.next().map(|value| spanned(&value));
                if let Some(after) = inner.next() {
                    let message = "expected nothing after the value, found more";
                    let help = "comments stand on lines of their own, which begin with `#`";
                    report.add_with_help(Code::AfterEyeValue, span(&after), message, help);
                }
                shapes.extend(value.map(|value| ShapeSyntax {
                    keyword: shape.keyword,
                    number: shape.number,
                    rows: shape.rows,
                    value,
                }));
            }
            Rule::row => {
                if misspelt(whole, report) {
                    close(open.take(), report);
                    open = Some(Open {
                        keyword: whole,
                        number: None,
                        rows: Vec::new(),
                    });
                } else if let Some(shape) = &mut open {
                    shape.rows.push(whole);
                } else {
                    if !was_stray {
                        let message = "expected `Pattern NUMBER`, found what looks like a picture";
                        let help =
                            "a value ends a shape; each picture needs its own `Pattern` line";
                        report.add_with_help(Code::EyeRowOutside, whole, message, help);
                    }
                    stray = true;
                }
            }
            Rule::blank | Rule::comment => stray = was_stray,
            _ => {}
        }
    }
    close(open, report);
    // A misspelt `Pattern` has been reported. Its shape was kept until here, so that its lines were
    // not reported as stray.
    shapes.retain(|shape| shape.number.is_some() || source.slice(shape.keyword) == "Pattern");
    shapes
}

/// Complains of a shape that ends without a value.
fn close(shape: Option<Open>, report: &mut Report<'_>) {
    let Some(shape) = shape else {
        return;
    };
    if report.source.slice(shape.keyword) != "Pattern" {
        return;
    }
    let message = "expected a value such as `:0111` after the picture, found none";
    let at = shape.number.map_or(shape.keyword, |number| number.span);
    report.add(Code::NoEyeValue, at, message);
}

/// Whether the line is a misspelt `Pattern`, which is reported.
fn misspelt(line: Span, report: &mut Report<'_>) -> bool {
    let text = report.source.slice(line);
    let word: &str = text
        .trim_start()
        .split(|c: char| !c.is_ascii_alphabetic())
        .next()
        .unwrap_or("");
    if nearest(word, ["Pattern", "pattern"]).is_none() {
        return false;
    }
    let blanks = text.len() - text.trim_start().len();
    let (found, help) = if word == "Pattern" && blanks > 0 {
        ("blanks before it", "remove the blanks")
    } else if word == "Pattern" {
        (
            "more of a word",
            "a blank stands between `Pattern` and the number",
        )
    } else {
        ("another word", "did you mean `Pattern`?")
    };
    let message = format!("expected `Pattern NUMBER`, found {found}");
    let place = line.part(blanks, word.len());
    report.add_with_help(Code::MisspeltEyePattern, place, message, help);
    true
}
