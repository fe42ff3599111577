//! Splits a database into lines and classifies each by its beginning.

use pest::Parser;
use pest::iterators::Pair;

use crate::source::{Source, Span, Spanned};

mod grammar {
    #![allow(missing_docs, reason = "pest writes the rules")]

    #[derive(pest_derive::Parser)]
    #[grammar = "syntax/general.pest"]
    pub(super) struct LineParser;
}
use grammar::{LineParser, Rule};

/// The longest line that is accepted, in bytes; in real databases no line reaches a hundred.
pub const MAX_LINE: usize = 10_000;

/// A line and its kind; blank lines and comments are [`LineKind::Separator`].
#[derive(Clone, Debug)]
pub struct Line {
    /// Its place, without the end of the line.
    pub span: Span,
    /// What it is.
    pub kind: LineKind,
}

/// What a line is.
#[derive(Clone, Debug)]
pub enum LineKind {
    /// A blank line or a comment: ends a diagram.
    Separator,
    /// `Pattern NAME`.
    Pattern {
        /// The word `Pattern`.
        keyword: Span,
        /// The name.
        name: Option<Spanned<String>>,
    },
    /// A setting.
    Directive {
        /// Its keyword.
        keyword: Spanned<String>,
        /// Its argument.
        argument: Option<Spanned<String>>,
    },
    /// A north or south border.
    Edge(Edge),
    /// A row of a diagram.
    Row(Row),
    /// The fields of a colon line, which commas separate.
    Colon(Vec<Spanned<String>>),
    /// The text behind `;`.
    Constraint(Span),
    /// The text behind `>`.
    Action(Span),
    /// Something else.
    Malformed,
}

/// A north or south border.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Whether it begins with a corner.
    pub west: bool,
    /// The dashes.
    pub dashes: Span,
    /// Whether it ends with a corner.
    pub east: bool,
    /// The whole border.
    pub span: Span,
}

/// A row of cells.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Whether it begins with a border.
    pub west: bool,
    /// The cells.
    pub cells: Span,
    /// Whether it ends with a border.
    pub east: bool,
}

impl Line {
    /// The row, if it is one.
    pub const fn row(&self) -> Option<Row> {
        match &self.kind {
            LineKind::Row(row) => Some(*row),
            _ => None,
        }
    }

    /// The end of the cells or dashes of a diagram's line, including its border; a side comment may
    /// follow.
    pub fn cells_end(&self) -> Option<usize> {
        match &self.kind {
            LineKind::Edge(edge) => Some(edge.span.end),
            LineKind::Row(row) => Some(row.cells.end + usize::from(row.east)),
            _ => None,
        }
    }
}

/// The place of a pair in the file; `base` is where the parsed part begins.
fn span(pair: &Pair<'_, Rule>, base: usize) -> Span {
    let span = pair.as_span();
    Span::new(base + span.start(), base + span.end())
}

fn spanned(pair: &Pair<'_, Rule>, base: usize) -> Spanned<String> {
    Spanned {
        value: pair.as_str().to_owned(),
        span: span(pair, base),
    }
}

/// The approximate number of bytes to parse at once: pest keeps about fifty bytes for every token.
const CHUNK: usize = 1 << 16;

/// The lines of a source, all at once.
pub fn read(source: &Source) -> Vec<Line> {
    lines(source).collect()
}

/// Reads the lines of a source one after the other. It never fails, since every text consists of
/// lines.
pub fn lines(source: &Source) -> impl Iterator<Item = Line> {
    chunks(source.text()).flat_map(|(base, text)| read_part(text, base))
}

/// Reads lines that begin at `base` of their file.
pub fn read_part(text: &str, base: usize) -> Vec<Line> {
    let Ok(mut pairs) = LineParser::parse(Rule::file, text) else {
        // Never happens: the grammar ends with a rule that accepts any line.
        return Vec::new();
    };
    let Some(file) = pairs.next() else {
        return Vec::new();
    };
    file.into_inner()
        .filter_map(|pair| line(pair, base))
        .collect()
}

/// Cuts a text at line ends into parts of about [`CHUNK`] bytes, with their places. The line end
/// between two parts belongs to neither, because the grammar sees an empty line after the last line
/// end.
fn chunks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some((0, text));
    std::iter::from_fn(move || {
        let (base, text) = rest.take()?;
        let cut = text.get(CHUNK..).and_then(|beyond| beyond.find('\n'));
        let Some((part, next)) = cut.and_then(|at| text.split_at_checked(CHUNK + at)) else {
            return Some((base, text));
        };
        rest = next.get(1..).map(|next| (base + part.len() + 1, next));
        Some((base, part.strip_suffix('\r').unwrap_or(part)))
    })
}

fn line(pair: Pair<'_, Rule>, base: usize) -> Option<Line> {
    let rule = pair.as_rule();
    let span = |pair: &Pair<'_, Rule>| span(pair, base);
    let spanned = |pair: &Pair<'_, Rule>| spanned(pair, base);
    let whole = span(&pair);
    let kind = match rule {
        Rule::comment | Rule::blank => LineKind::Separator,
        Rule::pattern => LineKind::Pattern {
            keyword: whole.part(0, "Pattern".len()),
            name: pair
                .into_inner()
                .find(|p| p.as_rule() == Rule::name)
                .map(|p| spanned(&p)),
        },
        Rule::directive => {
            let mut inner = pair.into_inner();
            LineKind::Directive {
                keyword: spanned(&inner.next()?),
                argument: inner
                    .find(|p| p.as_rule() == Rule::argument)
                    .map(|p| spanned(&p)),
            }
        }
        Rule::edge => LineKind::Edge(edge(pair, base)?),
        Rule::row => LineKind::Row(row(pair, base)?),
        Rule::colon => LineKind::Colon(pair.into_inner().map(|field| spanned(&field)).collect()),
        Rule::constraint => LineKind::Constraint(span(&pair.into_inner().next()?)),
        Rule::action => LineKind::Action(span(&pair.into_inner().next()?)),
        Rule::malformed => LineKind::Malformed,
        _ => return None,
    };
    Some(Line { span: whole, kind })
}

fn edge(pair: Pair<'_, Rule>, base: usize) -> Option<Edge> {
    let parts: Vec<_> = pair
        .into_inner()
        .filter(|part| part.as_rule() != Rule::side)
        .map(|part| (part.as_rule(), span(&part, base)))
        .collect();
    let place = parts.iter().position(|(rule, _)| *rule == Rule::dashes)?;
    let (first, last) = (parts.first()?.1, parts.last()?.1);
    Some(Edge {
        west: place > 0,
        dashes: parts[place].1,
        east: place + 1 < parts.len(),
        span: first.to(last),
    })
}

fn row(pair: Pair<'_, Rule>, base: usize) -> Option<Row> {
    let parts: Vec<_> = pair
        .into_inner()
        .filter(|part| part.as_rule() != Rule::side)
        .map(|part| (part.as_rule(), span(&part, base)))
        .collect();
    let place = parts.iter().position(|(rule, _)| *rule == Rule::cells)?;
    Some(Row {
        west: place > 0,
        cells: parts[place].1,
        east: place + 1 < parts.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_like_the_whole() {
        let say = |lines: Vec<Line>| -> Vec<String> {
            let lines = lines.into_iter();
            lines.map(|line| format!("{line:?}")).collect()
        };
        for end in ["\n", "\r\n"] {
            // Each length of the first line moves the cut to another place.
            let rows = [".X*?", "", "---", ""].join(end).repeat(CHUNK / 9);
            for length in 1..12 {
                let text = format!("{}{end}{rows}", &"###########"[..length]);
                let source = Source::new("x.db", text.as_str());
                assert!(chunks(&text).count() > 1);
                assert!(say(read(&source)) == say(read_part(&text, 0)), "{length}");
            }
        }
    }
}
