//! The formatter behind `patc fmt`: one layout for all databases of text.
//!
//! Entry points: [`format()`] for patterns, [`format_as`] for any role. The layout of patterns:
//!
//! - One blank line between the parts of a pattern, two before a pattern; elsewhere the author's
//!   blank lines, at most two (within a pattern one).
//! - A test stays behind the part that it follows, with one blank line before it.
//! - Other comments stay where they are; side comments of a diagram move together, four blanks from
//!   it.
//! - Colon lines, constraints and actions in canonical blanks (`shape(3)`, `f(a,b)`, `a && b`,
//!   `x==1`), with the author's line breaks; lines of more than [`MAX_WIDTH`] bytes are broken.
//! - LF at the end of each line, no blanks before it.
//!
//! Parts that have no canonical form are copied byte for byte, in whatever encoding. Formatting a
//! formatted file changes nothing.

mod code;
mod lines;

pub use code::MAX_WIDTH;

use katachi_image::{Kind as ImageKind, Role};

use crate::analyze;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Source, SourceId, Span, Spanned};
use crate::syntax::expression::Joined;
use crate::syntax::lines::{Line, LineKind, read};
use crate::syntax::pattern::{Item, parse};
use crate::testing;

/// Formats a file in the layout of its dialect.
///
/// # Errors
/// All diagnostics, if a mistake hides what a line is; for eye shapes and Monte Carlo rules, if
/// there is any error.
pub fn format_as(role: Role, source: Source) -> (Source, Result<Vec<u8>, Vec<Diagnostic>>) {
    let kind = role.profile().kind;
    if matches!(kind, ImageKind::General | ImageKind::FullBoard) {
        let result = format(&source);
        return (source, result);
    }
    let mut compiled = analyze(role, vec![source]);
    let has_errors = compiled.has_errors();
    let source = compiled.sources.swap_remove(0);
    if has_errors {
        return (source, Err(compiled.diagnostics));
    }
    let new = lines::format(kind, source.bytes());
    (source, Ok(new))
}

/// Formats a file of the general dialect.
///
/// # Errors
/// All diagnostics, if a line or an expression cannot be parsed. Other mistakes, such as unknown
/// labels, do not matter.
pub fn format(source: &Source) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let items = parse(SourceId(0), source, &mut diagnostics);
    for item in &items {
        let Item::Pattern(pattern) = item else {
            continue;
        };
        let joined = |lines: &[Span]| Joined::new(SourceId(0), source, lines);
        if !pattern.constraint.is_empty() {
            diagnostics.extend(joined(&pattern.constraint).constraint().err());
        }
        if !pattern.action.is_empty() {
            diagnostics.extend(joined(&pattern.action).action().err());
        }
    }
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity() == Severity::Error;
    if diagnostics.iter().any(is_error) {
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.code));
        return Err(diagnostics);
    }
    let blocks = blocks(source, &read(source));
    let gaps = gaps(&blocks);
    let mut out = Vec::with_capacity(source.bytes().len());
    for (block, gap) in blocks.iter().zip(gaps) {
        out.extend(std::iter::repeat_n(b'\n', gap));
        for line in &block.lines {
            out.extend_from_slice(line);
            out.push(b'\n');
        }
    }
    Ok(out)
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Comment,
    Directive,
    Name,
    Diagram,
    Colon,
    Constraint,
    Action,
    Test,
}

impl Kind {
    /// Whether it ends the pattern before it.
    const fn is_outer(self) -> bool {
        matches!(self, Self::Directive | Self::Name)
    }
}

/// Formatted lines that stay together.
struct Block {
    kind: Kind,
    /// The blank lines that the author left before it.
    blanks: usize,
    lines: Vec<Vec<u8>>,
}

/// Formats all lines, without the blank lines between blocks.
fn blocks(source: &Source, lines: &[Line]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut blanks = 0;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines.get(at..).unwrap_or_default();
        let (kind, taken, text) = match &line.kind {
            LineKind::Separator | LineKind::Malformed if raw(source, line.span).is_empty() => {
                blanks += 1;
                at += 1;
                continue;
            }
            LineKind::Separator if testing::lines::begins(source.slice(line.span)) => {
                let (taken, text) = test(source, rest);
                (Kind::Test, taken, text)
            }
            // Malformed lines never come here: they are errors, and a file with errors is not
            // formatted.
            LineKind::Separator | LineKind::Malformed => {
                (Kind::Comment, 1, vec![raw(source, line.span).to_vec()])
            }
            LineKind::Directive { keyword, argument } => {
                let words = [Some(keyword.span), argument.as_ref().map(|word| word.span)];
                (Kind::Directive, 1, vec![header(source, line, &words)])
            }
            LineKind::Pattern { keyword, name } => {
                let words = [Some(*keyword), name.as_ref().map(|word| word.span)];
                (Kind::Name, 1, vec![header(source, line, &words)])
            }
            LineKind::Edge(_) | LineKind::Row(_) => {
                let (taken, text) = diagram(source, rest);
                (Kind::Diagram, taken, text)
            }
            LineKind::Colon(fields) => (Kind::Colon, 1, vec![colon(source, fields)]),
            LineKind::Constraint(_) => {
                let (taken, new) = code(source, rest, ';');
                append(&mut blocks, Kind::Constraint, blanks, new);
                (blanks, at) = (0, at + taken);
                continue;
            }
            LineKind::Action(_) => {
                let (taken, new) = code(source, rest, '>');
                append(&mut blocks, Kind::Action, blanks, new);
                (blanks, at) = (0, at + taken);
                continue;
            }
        };
        blocks.push(Block {
            kind,
            blanks,
            lines: text,
        });
        (blanks, at) = (0, at + taken);
    }
    blocks
}

/// The bytes of a range as they are in the file, without trailing blanks.
fn raw(source: &Source, span: Span) -> &[u8] {
    let bytes = source.bytes().get(span.start..span.end);
    bytes.unwrap_or_default().trim_ascii_end()
}

/// The lines of a test; returns their number too.
fn test(source: &Source, lines: &[Line]) -> (usize, Vec<Vec<u8>>) {
    let belongs = |line: &&Line| {
        let is_comment = matches!(line.kind, LineKind::Separator);
        is_comment && testing::lines::continues(source.slice(line.span))
    };
    let drawn = lines.iter().skip(1).take_while(belongs).count();
    let text = (lines.iter().take(1 + drawn)).map(|line| raw(source, line.span).to_vec());
    (1 + drawn, text.collect())
}

/// A line of two words and a side comment.
fn header(source: &Source, line: &Line, words: &[Option<Span>; 2]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut end = line.span.start;
    for word in words.iter().flatten() {
        if !text.is_empty() {
            text.push(b' ');
        }
        text.extend_from_slice(raw(source, *word));
        end = word.end;
    }
    let side = raw(source, Span::new(end, line.span.end)).trim_ascii_start();
    if !side.is_empty() {
        text.extend_from_slice(b"  ");
        text.extend_from_slice(side);
    }
    text
}

/// The blanks between a diagram and its side comments.
const SIDE: usize = 4;

/// Formats a diagram; returns the number of its source lines and the text. Side comments keep their
/// columns relative to each other.
fn diagram(source: &Source, lines: &[Line]) -> (usize, Vec<Vec<u8>>) {
    let mut rows: Vec<(&[u8], &[u8], usize)> = Vec::new();
    for line in lines {
        let Some(end) = line.cells_end() else {
            break;
        };
        let row = raw(source, Span::new(line.span.start, end));
        let behind = raw(source, Span::new(end, line.span.end));
        let side = behind.trim_ascii_start();
        let blanks = behind.get(..behind.len() - side.len()).unwrap_or_default();
        let column = blanks.iter().fold(row.len(), |column, blank| match blank {
            // Tabs stop at every eighth column.
            b'\t' => (column / 8 + 1) * 8,
            _ => column + 1,
        });
        rows.push((row, side, column));
    }
    let with_side = || rows.iter().filter(|(_, side, _)| !side.is_empty());
    let least = with_side().map(|&(.., column)| column).min().unwrap_or(0);
    let width = with_side().map(|(row, ..)| row.len()).max().unwrap_or(0);
    let text = rows.iter().map(|(row, side, column)| {
        let mut text = row.to_vec();
        if !side.is_empty() {
            text.resize(width + SIDE + column - least, b' ');
            text.extend_from_slice(side);
        }
        text
    });
    (rows.len(), text.collect())
}

/// The colon line: no blanks, no empty fields.
fn colon(source: &Source, fields: &[Spanned<String>]) -> Vec<u8> {
    let mut text = vec![b':'];
    for (place, field) in fields.iter().enumerate() {
        let bytes = raw(source, field.span).trim_ascii_start();
        if place >= 2 && bytes.is_empty() {
            continue;
        }
        if place > 0 {
            text.push(b',');
        }
        let solid = place == 1 || bytes.contains(&b'(');
        text.extend(
            bytes
                .iter()
                .filter(|byte| !solid || !byte.is_ascii_whitespace()),
        );
    }
    text
}

/// Formats a constraint or action with the comments between its lines; returns the number of source
/// lines too.
fn code(source: &Source, lines: &[Line], sign: char) -> (usize, Vec<Part>) {
    let text_of = |line: &Line| match (&line.kind, sign) {
        (LineKind::Constraint(text), ';') | (LineKind::Action(text), '>') => {
            Some(source.slice(*text))
        }
        _ => None,
    };
    let inside = |line: &&Line| matches!(line.kind, LineKind::Separator) || text_of(line).is_some();
    let run: Vec<&Line> = lines.iter().take_while(inside).collect();
    let last = run.iter().rposition(|line| text_of(line).is_some());
    let run = run.get(..=last.unwrap_or(0)).unwrap_or_default();
    let texts: Vec<Option<&str>> = run.iter().map(|line| text_of(line)).collect();
    let mut between = run.iter().filter(|line| text_of(line).is_none());
    let new = code::lines(sign, &texts).into_iter().map(|line| {
        if let Some(text) = line {
            return Part::Code(text.into_bytes());
        }
        let line = between.next().map(|line| raw(source, line.span));
        Part::Between(line.unwrap_or_default().to_vec())
    });
    (run.len(), new.collect())
}

/// A line of code, or a comment or blank line among such.
enum Part {
    Code(Vec<u8>),
    Between(Vec<u8>),
}

/// Appends the lines of a constraint or action as blocks.
fn append(blocks: &mut Vec<Block>, kind: Kind, mut blanks: usize, parts: Vec<Part>) {
    let mut same = false;
    for part in parts {
        match part {
            Part::Between(line) if line.is_empty() => blanks += 1,
            Part::Between(line) => {
                blocks.push(Block {
                    kind: Kind::Comment,
                    blanks: std::mem::take(&mut blanks),
                    lines: vec![line],
                });
                same = false;
            }
            Part::Code(line) => match blocks.last_mut() {
                // Only blank lines were between: they are dropped.
                Some(block) if same => {
                    block.lines.push(line);
                    blanks = 0;
                }
                _ => {
                    blocks.push(Block {
                        kind,
                        blanks: std::mem::take(&mut blanks),
                        lines: vec![line],
                    });
                    same = true;
                }
            },
        }
    }
}

/// The blank lines before a pattern.
const BEFORE_PATTERN: usize = 2;

/// The blank lines before each block.
fn gaps(blocks: &[Block]) -> Vec<usize> {
    let mut gaps = Vec::with_capacity(blocks.len());
    // The block before the comments, if there is one.
    let mut last: Option<Kind> = None;
    let mut at = 0;
    while at < blocks.len() {
        let rest = blocks.get(at..).unwrap_or_default();
        let comments = rest.iter().take_while(|block| block.kind == Kind::Comment);
        let comments = comments.count();
        let next = rest.get(comments).map(|block| block.kind);
        let run = rest.get(..=comments).unwrap_or(rest);
        gaps.extend(run_gaps(last, run, next));
        last = next;
        at += comments + 1;
    }
    if let Some(first) = gaps.first_mut() {
        *first = 0;
    }
    gaps
}

/// The blank lines before each of a run of comments and the block after them.
fn run_gaps(last: Option<Kind>, run: &[Block], next: Option<Kind>) -> Vec<usize> {
    let outside = next.is_none_or(Kind::is_outer) || last.is_none();
    let most = if outside { 2 } else { 1 };
    let mut gaps: Vec<usize> = run.iter().map(|block| block.blanks.min(most)).collect();
    if outside {
        let after_part = last.is_some_and(|last| last != Kind::Directive);
        let forced = last.is_some() && (after_part || next == Some(Kind::Name));
        if forced && next.is_some() {
            // The first blank lines separate the two patterns. Comments without any blank line
            // belong to what follows.
            let first = gaps.iter().position(|&gap| gap > 0).unwrap_or(0);
            if after_part || gaps.iter().all(|&gap| gap == 0) {
                gaps.get_mut(first)
                    .into_iter()
                    .for_each(|gap| *gap = BEFORE_PATTERN);
            }
        }
        if run.len() == 1 && next == Some(Kind::Name) {
            gaps.fill(BEFORE_PATTERN);
        }
        return gaps;
    }
    // The head comment follows the name without a blank line.
    if last == Some(Kind::Name) && run.len() > 1 {
        gaps.first_mut().into_iter().for_each(|gap| *gap = 0);
    }
    if run.len() == 1 || last == Some(Kind::Name) {
        gaps.last_mut().into_iter().for_each(|gap| *gap = 1);
    }
    gaps
}
