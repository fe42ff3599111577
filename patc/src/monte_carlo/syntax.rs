//! Reads lines into Monte Carlo rules: which lines may follow which, and what they contain.

use katachi_image::monte_carlo::{NEIGHBOR_CELLS, PROPERTIES};
use pest::Parser;
use pest::iterators::Pair;

use super::model::MonteCarloRule;
use crate::diagnostic::{Code, nearest};
use crate::report::Report;
use crate::source::{Span, Spanned};

mod grammar {
    #![allow(missing_docs, reason = "pest writes the rules")]

    #[derive(pest_derive::Parser)]
    #[grammar = "monte_carlo/monte_carlo.pest"]
    pub(super) struct LineParser;
}
use grammar::{LineParser, Rule};

/// The largest weight. It is large enough for any use, and sums over all points cannot overflow.
const HUGE_WEIGHT: u32 = 10_000_000;

/// The picture that is being read.
#[derive(Default)]
struct Picture {
    /// Its rows; `None` for broken ones.
    rows: Vec<Option<[char; 3]>>,
    /// Its first and its last row.
    span: Option<Span>,
    /// Whether it has a rule, so that the next row begins another picture.
    has_rule: bool,
    /// Whether it has more than three rows, which has been reported.
    too_long: bool,
}

impl Picture {
    /// The cells around the centre, if all rows are good.
    fn cells(&self) -> Option<[char; 8]> {
        let [Some([nw, n, ne]), Some([w, _, e]), Some([sw, s, se])] = *self.rows.as_slice() else {
            return None;
        };
        Some([nw, n, ne, w, e, sw, s, se])
    }
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    let span = pair.as_span();
    Span::new(span.start(), span.end())
}

/// A picture with its place, and the number of rules before it.
pub(super) type PlacedPicture = Spanned<[char; 8]>;

/// Reads a source into rules and the places of their pictures, reporting what is wrong.
pub(super) fn read(report: &mut Report<'_>) -> (Vec<MonteCarloRule>, Vec<PlacedPicture>) {
    let (mut rules, mut pictures) = (Vec::new(), Vec::new());
    let parsed = LineParser::parse(Rule::file, report.source.text());
    let Some(file) = parsed.ok().and_then(|mut pairs| pairs.next()) else {
        // Never happens: the grammar ends with a rule that accepts any line.
        return (rules, pictures);
    };
    let mut picture = Picture::default();
    for line in file.into_inner() {
        match line.as_rule() {
            Rule::row => row(line, &mut picture, report),
            Rule::colon => {
                let Some(place) = begin_rule(&line, &mut picture, report) else {
                    continue;
                };
                let rule = rule(line, report);
                if let (Some((span, weight, properties)), Some(cells)) = (rule, picture.cells()) {
                    if pictures
                        .last()
                        .is_none_or(|last: &PlacedPicture| last.span != place)
                    {
                        pictures.push(Spanned {
                            value: cells,
                            span: place,
                        });
                    }
                    rules.push(MonteCarloRule {
                        source: report.id,
                        span,
                        picture: cells,
                        weight,
                        properties,
                    });
                }
            }
            _ => {}
        }
    }
    close(&picture, report);
    (rules, pictures)
}

/// Reports a picture that ends without a rule.
fn close(picture: &Picture, report: &mut Report<'_>) {
    if let (Some(span), false) = (picture.span, picture.has_rule || picture.too_long) {
        let message = "expected a rule such as `:100,near` for the picture, found none";
        report.add(Code::NoRule, span, message);
    }
}

fn row(line: Pair<'_, Rule>, picture: &mut Picture, report: &mut Report<'_>) {
    let Some(cells) = line.into_inner().next() else {
        return;
    };
    let place = span(&cells);
    if picture.has_rule {
        *picture = Picture::default();
    }
    if is_prose(report.source.slice(place)) {
        let message = "expected a row, a rule or a comment, found text";
        report.add_with_help(
            Code::TextBetweenRules,
            place,
            message,
            "comments begin with `#`",
        );
        return;
    }
    if picture.rows.len() == 3 {
        if !std::mem::replace(&mut picture.too_long, true) {
            let message = "expected a rule after three rows, found another row";
            let help = "a rule is a line such as `:100,near`; each picture has exactly three rows";
            report.add_with_help(Code::FourthRow, place, message, help);
        }
        return;
    }
    let row = cells_of_row(place, picture.rows.len(), report);
    picture.rows.push(row);
    picture.span = Some(picture.span.map_or(place, |first| first.to(place)));
}

/// Whether a line's first word cannot be a row: most likely a forgotten `#`.
fn is_prose(word: &str) -> bool {
    let letters = word.chars().filter(char::is_ascii_alphabetic);
    letters.filter(|letter| !"oOxX".contains(*letter)).count() > 1
}

/// The three cells of a row.
fn cells_of_row(place: Span, number: usize, report: &mut Report<'_>) -> Option<[char; 3]> {
    let text: Vec<char> = report.source.slice(place).chars().collect();
    let is_cell = |c: char| c == '*' || NEIGHBOR_CELLS.iter().any(|(cell, _)| *cell == c);
    if let Some(at) = text.iter().position(|&c| !is_cell(c)) {
        let known: String = NEIGHBOR_CELLS.iter().map(|(cell, _)| cell).collect();
        let message = format!(
            "expected cells out of `{known}`, found `{}`",
            report.source.display(place.part(at, 1))
        );
        let help = "comments begin with `#`; a side comment needs a blank before it";
        report.add_with_help(Code::UnknownNeighbor, place.part(at, 1), message, help);
        return None;
    }
    let Ok(row) = <[char; 3]>::try_from(text.as_slice()) else {
        let message = format!("expected three cells, found {}", text.len());
        report.add(Code::RowLength, place, message);
        return None;
    };
    for (at, &cell) in row.iter().enumerate() {
        let is_center = number == 1 && at == 1;
        if is_center != (cell == '*') {
            let (expected, found) = if is_center {
                ("`*` in the middle, where the move is", cell)
            } else {
                ("`*` only in the middle of the picture", '*')
            };
            let message = format!("expected {expected}, found `{found}`");
            report.add(Code::Center, place.part(at, 1), message);
            return None;
        }
    }
    Some(row)
}

/// The place of the picture that a rule belongs to; `None`, with a report, if there is no picture.
fn begin_rule(
    line: &Pair<'_, Rule>,
    picture: &mut Picture,
    report: &mut Report<'_>,
) -> Option<Span> {
    let place = span(line);
    let Some(whole) = picture.span else {
        let message = "expected a picture of three rows before the rule, found none";
        report.add(Code::RuleOutside, place, message);
        return None;
    };
    if picture.rows.len() < 3 && !picture.has_rule {
        let message = format!(
            "expected three rows before the rule, found {}",
            picture.rows.len()
        );
        report.add(Code::MissingRow, whole, message);
    }
    picture.has_rule = true;
    Some(whole)
}

type ReadRule = (Span, u32, Vec<usize>);

fn rule(line: Pair<'_, Rule>, report: &mut Report<'_>) -> Option<ReadRule> {
    let place = span(&line);
    let source = report.source;
    let mut fields = line
        .into_inner()
        .filter(|field| field.as_rule() == Rule::field)
        .map(|field| trim(span(&field), source.slice(span(&field))));
    let weight = weight(fields.next().unwrap_or(place), report);
    let mut properties: Vec<usize> = Vec::new();
    let mut good = true;
    for field in fields {
        match property(field, report) {
            Some(place) if properties.contains(&place) => {
                let message = format!(
                    "expected each property once, found `{}` again",
                    PROPERTIES[place].name
                );
                report
                    .add_with_help(Code::RepeatedProperty, field, message, "remove one of them")
                    .fix(source.with_comma(field), "");
            }
            Some(place) => properties.push(place),
            None => good = false,
        }
    }
    let end = place.start
        + source
            .slice(place)
            .split('#')
            .next()
            .unwrap_or("")
            .trim_end()
            .len();
    good.then_some((Span::new(place.start, end), weight?, properties))
}

/// The field without the blanks around it.
fn trim(field: Span, text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    field.part(start, text.trim().len())
}

fn weight(field: Span, report: &mut Report<'_>) -> Option<u32> {
    let text = report.source.slice(field);
    if let Some(blank) = text.find(|c: char| c.is_ascii_whitespace()) {
        let rest = text[blank..].trim_start();
        let at = text.len() - rest.len();
        let message = "expected a comma before the property, found a blank";
        let help = "commas stand between weight and properties";
        report
            .add_with_help(Code::NoComma, field.part(at, rest.len()), message, help)
            .fix(field.part(blank, at - blank), ",");
        return None;
    }
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        let message = format!(
            "expected a weight such as `100`, found `{}`",
            report.source.display(field)
        );
        let help = "weights are whole numbers; 0 means that the move is never played";
        report.add_with_help(Code::BadWeight, field, message, help);
        return None;
    }
    let Ok(weight) = text.parse::<u32>() else {
        let message = format!("expected a weight up to {}, found {text}", u32::MAX);
        report.add(Code::HugeWeight, field, message);
        return None;
    };
    if weight > HUGE_WEIGHT {
        let message = format!("expected weights up to {HUGE_WEIGHT}, found {weight}");
        let help = "only the proportions count; sums of larger weights could overflow";
        report.add_with_help(Code::LargeWeight, field, message, help);
    }
    Some(weight)
}

fn property(field: Span, report: &mut Report<'_>) -> Option<usize> {
    let word = report.source.slice(field);
    if let Some(place) = PROPERTIES.iter().position(|property| property.name == word) {
        return Some(place);
    }
    if word.is_empty() {
        report.add(
            Code::NoProperty,
            field,
            "expected a property after the comma, found none",
        );
        return None;
    }
    let message = format!(
        "expected a property, found `{}`",
        report.source.display(field)
    );
    let names = PROPERTIES.iter().map(|property| property.name);
    let near = nearest(word, names.clone());
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("properties are {}", names.collect::<Vec<_>>().join(", ")),
    };
    report
        .add_with_help(Code::UnknownProperty, field, message, help)
        .replace(field, near);
    None
}
