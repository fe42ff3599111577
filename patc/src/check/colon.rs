//! Checks the colon line: symmetry, classes, values, helper.

use katachi_image::{
    Attribute, AttributeArgument, AttributeMap, Classes, HELPERS, Keyword, Kind, Role,
    SYMMETRY_CODES,
};

use super::diagram::Labels;
use crate::diagnostic::{Code, nearest};
use crate::model::Value;
use crate::report::{Added, Report, did_you_mean};
use crate::source::{Span, Spanned};
use crate::syntax::pattern::PatternSyntax;

/// The checked fields of a colon line.
pub(super) struct Colon {
    pub symmetry: Spanned<char>,
    pub orientations: u8,
    pub classes: Classes,
    pub values: Vec<(Attribute, Value)>,
    pub helper: Option<Spanned<usize>>,
}

/// Reads the colon line; `None` if it is too broken to go on with.
pub(super) fn check(
    syntax: &PatternSyntax,
    role: Role,
    map: AttributeMap,
    labels: &Labels,
    report: &mut Report<'_>,
) -> Option<Colon> {
    let line = syntax.colon.as_ref()?;
    let mut fields = line.value.iter();
    let symmetry = symmetry(fields.next()?, report);
    let Some(field) = fields.next() else {
        let message = "expected classes after the symmetry code, found the end of the line";
        let end = Span::new(line.span.end, line.span.end);
        no_classes(line.span, message, report).fix(end, ",-");
        return None;
    };
    let classes = classes(field, role, report);
    let mut colon = Colon {
        symmetry: symmetry.unwrap_or(Spanned {
            value: '8',
            span: line.span,
        }),
        orientations: 0,
        classes: classes.unwrap_or_default(),
        values: Vec::new(),
        helper: None,
    };
    colon.orientations = SYMMETRY_CODES
        .iter()
        .find(|(code, _)| *code == colon.symmetry.value)
        .map_or(0, |&(_, orientations)| orientations);
    for field in fields {
        let Some(item) = trim(field, report) else {
            continue;
        };
        if let Some(helper) = &colon.helper {
            let message = format!(
                "expected nothing after the helper `{}`, found `{}`",
                HELPERS[helper.value].name,
                report.source.display(item)
            );
            report.add_with_help(
                Code::AfterHelper,
                item,
                message,
                "values come before the helper",
            );
            continue;
        }
        if report.source.slice(item).contains('(') {
            if let Some(value) = value(item, (role, map), labels, report) {
                if colon
                    .values
                    .iter()
                    .any(|(attribute, _)| *attribute == value.0)
                {
                    let message = format!(
                        "expected each value once, found `{}` again: the first one counts",
                        value.0.name()
                    );
                    let help = "remove one of them";
                    let place = report.source.with_comma(item);
                    report
                        .add_with_help(Code::RepeatedValue, item, message, help)
                        .fix(place, "");
                } else {
                    check_limits(&colon.values, value, item, report);
                    colon.values.push(value);
                }
            }
        } else {
            colon.helper = helper(item, map, report).or(colon.helper);
        }
    }
    Some(colon)
}

/// Warns of a minimum above the maximum.
fn check_limits(
    values: &[(Attribute, Value)],
    new: (Attribute, Value),
    span: Span,
    report: &mut Report<'_>,
) {
    let number = |wanted| {
        let both = values.iter().chain(std::iter::once(&new));
        both.filter(|(attribute, _)| *attribute == wanted)
            .find_map(|(_, value)| match value {
                Value::Number(number) => Some(*number),
                Value::Label(_) => None,
            })
    };
    for (least, greatest) in [
        (Attribute::Value, Attribute::MaxValue),
        (Attribute::Territory, Attribute::MaxTerritory),
    ] {
        if new.0 != least && new.0 != greatest {
            continue;
        }
        if let (Some(low), Some(high)) = (number(least), number(greatest))
            && low > high
        {
            let message = format!(
                "expected `{}` to be at most `{}`, found {low} and {high}",
                least.name(),
                greatest.name()
            );
            let help = "the least value counts: remove one of them, or change their numbers";
            report.add_with_help(Code::LeastAboveGreatest, span, message, help);
        }
    }
}

/// The field without surrounding blanks; `None` if it is empty.
fn trim(field: &Spanned<String>, report: &Report<'_>) -> Option<Span> {
    let text = report.source.slice(field.span);
    let start = text.len() - text.trim_start().len();
    let length = text.trim().len();
    (length > 0).then(|| field.span.part(start, length))
}

fn symmetry(field: &Spanned<String>, report: &mut Report<'_>) -> Option<Spanned<char>> {
    let span = trim(field, report).unwrap_or(field.span);
    let text = report.source.slice(span);
    let mut chars = text.chars();
    if let (Some(code), None) = (chars.next(), chars.next())
        && SYMMETRY_CODES.iter().any(|(known, _)| *known == code)
    {
        return Some(Spanned { value: code, span });
    }
    let codes: Vec<String> = SYMMETRY_CODES
        .iter()
        .map(|(code, _)| format!("`{code}`"))
        .collect();
    let message = format!(
        "expected a symmetry code out of {}, found `{}`",
        codes.join(" "),
        report.source.display(span)
    );
    report
        .add_with_help(
            Code::BadSymmetry,
            span,
            message,
            "`8` stands for no symmetry",
        )
        .fix(span, "8");
    None
}

fn classes(field: &Spanned<String>, role: Role, report: &mut Report<'_>) -> Option<Classes> {
    let Some(span) = trim(field, report) else {
        let message = "expected classes, found nothing";
        no_classes(field.span, message, report).fix(field.span, "-");
        return None;
    };
    let mut classes = Classes::default();
    for (at, letter) in report.source.slice(span).char_indices() {
        match Classes::from_letter(letter) {
            Some(class) => {
                if !role.class_letters().contains(letter) && !classes.has(letter) {
                    let place = span.part(at, 1);
                    let is_last = place == span;
                    idle_class(letter, place, role, report)
                        .fix(place, if is_last { "-" } else { "" });
                }
                classes = classes.with(class);
            }
            None if letter == '-' || letter == ' ' || letter == '\t' => {}
            None if report.source.slice(span).contains('(') => {
                let message = "expected classes before the values, found a value";
                let before = Span::new(span.start, span.start);
                no_classes(span, message, report).fix(before, "-,");
                return None;
            }
            None => {
                let place = report.source.character(span.start + at);
                let message = format!(
                    "expected class letters out of `{}`, found `{}`",
                    katachi_image::CLASS_LETTERS,
                    report.source.display(place)
                );
                let help = "`-` stands for no classes; a comma ends them";
                report.add_with_help(Code::UnknownClass, place, message, help);
                return None;
            }
        }
    }
    Some(classes)
}

/// Complains of classes that are missing.
fn no_classes<'a>(span: Span, message: &str, report: &'a mut Report<'_>) -> Added<'a> {
    report.add_with_help(Code::NoClasses, span, message, "`-` stands for no classes")
}

fn idle_class<'a>(letter: char, span: Span, role: Role, report: &'a mut Report<'_>) -> Added<'a> {
    let name = role.profile().name;
    let message = format!(
        "expected classes that mean something in a database for `{name}`, found `{letter}`, which has no effect there"
    );
    let help = match role.class_letters() {
        "" => "remove it; no letter means something there".to_owned(),
        letters => format!("remove it; the letters that mean something there are `{letters}`"),
    };
    report.add_with_help(Code::IdleClass, span, message, help)
}

fn value(
    item: Span,
    (role, map): (Role, AttributeMap),
    labels: &Labels,
    report: &mut Report<'_>,
) -> Option<(Attribute, Value)> {
    let text = report.source.slice(item);
    let (word, rest) = text.split_once('(')?;
    let word_span = item.part(0, word.len());
    let keyword = keyword(word.trim_end(), word_span, map, report)?;
    let argument_span = item.part(word.len() + 1, rest.len());
    let Some((argument, after)) = rest.split_once(')') else {
        let message = "expected a `)` after the value, found none";
        let help = format!("write `{}({})`", keyword.name, rest.trim());
        let end = argument_span.start + rest.trim_end().len();
        report
            .add_with_help(Code::MissingParenthesis, argument_span, message, help)
            .fix(Span::new(end, end), ")");
        return None;
    };
    if !after.trim().is_empty() {
        let span = argument_span.part(argument.len() + 1, after.len());
        let message = format!(
            "expected `,` or the end of the line after the value, found `{}`",
            report.source.display(span).trim()
        );
        let help = "a comma stands between two values";
        report.add_with_help(Code::AfterValue, span, message, help);
        return None;
    }
    let span = argument_span.part(0, argument.len());
    let value = match keyword.argument {
        AttributeArgument::Number => Value::Number(number(keyword, argument, span, role, report)?),
        AttributeArgument::Label => Value::Label(label(argument, span, labels, report)?),
    };
    Some((keyword.attribute, value))
}

fn keyword(word: &str, span: Span, map: AttributeMap, report: &mut Report<'_>) -> Option<Keyword> {
    let keywords = map.keywords();
    if let Some(keyword) = keywords.iter().find(|keyword| keyword.name == word) {
        return Some(*keyword);
    }
    if map == AttributeMap::None {
        let message = format!("expected no values without an attribute map, found `{word}`");
        let help = "begin the file with a line such as `attribute_map general`";
        report.add_with_help(Code::NoMapKeyword, span, message, help);
        return None;
    }
    let names = || keywords.iter().map(|keyword| keyword.name);
    let message = format!(
        "expected one of {}, found `{word}`",
        names().collect::<Vec<_>>().join(", ")
    );
    // GNU Go accepts a beginning of a keyword as the whole keyword.
    let meant = (!word.is_empty())
        .then(|| names().find(|name| name.starts_with(word)))
        .flatten()
        .or_else(|| nearest(word, names()));
    match meant {
        Some(meant) => {
            let help = format!("did you mean `{meant}`?");
            let word = Span::new(span.start, span.start + word.len());
            report
                .add_with_help(Code::UnknownKeyword, span, message, help)
                .fix(word, meant);
        }
        None => report.add(Code::UnknownKeyword, span, message),
    }
    None
}

fn number(
    keyword: Keyword,
    text: &str,
    span: Span,
    role: Role,
    report: &mut Report<'_>,
) -> Option<f32> {
    let digits = |c: char| c.is_ascii_digit() || "+-.".contains(c);
    let number = text.trim().parse::<f32>().ok();
    let Some(number) = number.filter(|_| text.trim().chars().all(digits)) else {
        let message = format!(
            "expected a decimal number such as `3` or `1.5`, found `{}`",
            report.source.display(span)
        );
        let help = format!("write `{}(3)`, for example", keyword.name);
        report.add_with_help(Code::BadNumber, span, message, help);
        return None;
    };
    if role.profile().kind == Kind::FullBoard {
        // In a book it is a weight; the checks of books look at it.
        return Some(number);
    }
    let range = keyword.attribute.range();
    if !range.contains(&number) {
        let message = format!(
            "expected a number from {} to {} for `{}`, found {}",
            range.start(),
            range.end(),
            keyword.name,
            text.trim()
        );
        let help = if number < 0.0 {
            "a bad move is devalued by `shape(-3)` or `maxvalue(1)`"
        } else {
            "values are points of territory"
        };
        report.add_with_help(Code::ValueOutOfRange, span, message, help);
        return None;
    }
    Some(number)
}

fn label(text: &str, span: Span, labels: &Labels, report: &mut Report<'_>) -> Option<usize> {
    let mut chars = text.trim().chars();
    let letter = chars.next().filter(|_| chars.next().is_none());
    let place =
        letter.and_then(|letter| labels.cells.iter().position(|l| l.label.letter == letter));
    if place.is_none() && (labels.known || letter.is_none()) {
        let message = format!(
            "expected a label of the constraint diagram, found `{}`",
            report.source.display(span)
        );
        let help = "put the label into a constraint diagram below the colon line";
        report.add_with_help(Code::ValueLabel, span, message, help);
    }
    place
}

fn helper(item: Span, map: AttributeMap, report: &mut Report<'_>) -> Option<Spanned<usize>> {
    let word = report.source.slice(item);
    if word == "NULL" {
        return None;
    }
    if let Some(value) = HELPERS.iter().position(|helper| helper.name == word) {
        return Some(Spanned { value, span: item });
    }
    let names = HELPERS.iter().map(|helper| helper.name);
    let message = format!(
        "expected a value such as `shape(2)` or a helper, found `{}`",
        report.source.display(item)
    );
    if let Some(keyword) = map.keywords().iter().find(|keyword| keyword.name == word) {
        let argument = match keyword.argument {
            AttributeArgument::Number => '2',
            AttributeArgument::Label => 'a',
        };
        let help = format!("`{word}` takes a value, as in `{word}({argument})`");
        report.add_with_help(Code::UnknownHelper, item, message, help);
        return None;
    }
    let keywords = map.keywords().iter().map(|keyword| keyword.name);
    let near = nearest(word, names.chain(keywords));
    let help = did_you_mean(
        near,
        "values are written like `shape(2)`; `patc tables helpers` lists the helpers",
    );
    report
        .add_with_help(Code::UnknownHelper, item, message, help)
        .replace(item, near);
    None
}
