//! Checks eye shapes: turns their syntax into the model.

use katachi_image::border;
use katachi_image::eyes::{EyeCell, EyeValue, MAX_VERTICES};

use super::model::{EyeShape, Vertex};
use super::syntax::ShapeSyntax;
use crate::diagnostic::Code;
use crate::report::Report;
use crate::source::{Span, Spanned};

/// Checks a shape; `None` after errors, all of which are reported. `last` is the number of the
/// previous shape, and becomes that of this one.
pub(super) fn shape(
    syntax: &ShapeSyntax,
    last: &mut Option<u32>,
    report: &mut Report<'_>,
) -> Option<EyeShape> {
    let number = number(syntax, last, report);
    let value = value(&syntax.value, report);
    let vertices = vertices(syntax, report);
    let (vertices, value) = (vertices?, value?);
    let shape = EyeShape {
        number: number.as_ref()?.value,
        source: report.id,
        span: number.as_ref()?.span,
        whole: number?.span.to(syntax.value.span),
        vertices: vertices.iter().map(|vertex| vertex.value).collect(),
        value,
    };
    check_connected(&shape, &vertices, report).then_some(())?;
    check_marks(&shape, syntax.value.span, report).then_some(shape)
}

fn number(
    syntax: &ShapeSyntax,
    last: &mut Option<u32>,
    report: &mut Report<'_>,
) -> Option<Spanned<u32>> {
    let Some(number) = &syntax.number else {
        let message = "expected a number after `Pattern`, found the end of the line";
        report.add(Code::NoEyeNumber, syntax.keyword, message);
        return None;
    };
    let Ok(value) = number.value.parse::<u32>() else {
        let message = format!(
            "expected a number after `Pattern`, found `{}`",
            report.source.display(number.span)
        );
        let help = "eye shapes have numbers that rise through the file, such as 100, 110, 120";
        report.add_with_help(Code::BadEyeNumber, number.span, message, help);
        return None;
    };
    if let Some(last) = last.filter(|&last| value <= last) {
        let message = format!("expected a number above {last}, found {value}");
        let help = "the first shape that fits counts, so the order is part of the meaning: \
                    numbers rise through the file";
        report.add_with_help(Code::EyeNumberOrder, number.span, message, help);
        return None;
    }
    *last = Some(value);
    Some(Spanned {
        value,
        span: number.span,
    })
}

fn value(value: &Spanned<String>, report: &mut Report<'_>) -> Option<EyeValue> {
    let digits: Option<Vec<u8>> = (value.value.bytes())
        .map(|byte| byte.is_ascii_digit().then(|| byte - b'0'))
        .collect();
    let Some(Ok(digits)) = digits.map(<[u8; 4]>::try_from) else {
        let message = format!(
            "expected four digits such as `0111`, found `{}`",
            report.source.display(value.span)
        );
        let help = "the numbers of eyes if the attacker moves twice, the attacker starts, the \
                    defender starts, the defender moves twice";
        report.add_with_help(Code::BadEyeValue, value.span, message, help);
        return None;
    };
    if let Some(place) = digits.iter().position(|&digit| digit > 2) {
        let message = format!("expected digits up to 2, found {}", digits[place]);
        let help = "more than two eyes count as two";
        report.add_with_help(Code::EyeDigit, value.span.part(place, 1), message, help);
        return None;
    }
    if let Some(place) = digits.windows(2).position(|pair| pair[0] > pair[1]) {
        let message = format!(
            "expected digits that never fall, found {} after {}",
            digits[place + 1],
            digits[place]
        );
        let help = "a move of the defender never costs him an eye: he may play elsewhere";
        report.add_with_help(Code::EyeOrder, value.span.part(place + 1, 1), message, help);
        return None;
    }
    Some(EyeValue(digits))
}

/// The points of the picture, moved so that the first row and column are used.
fn vertices(syntax: &ShapeSyntax, report: &mut Report<'_>) -> Option<Vec<Spanned<Vertex>>> {
    let mut vertices: Vec<Spanned<Vertex>> = Vec::new();
    let mut borders = Vec::new();
    let mut good = true;
    for (row, &line) in syntax.rows.iter().enumerate() {
        for (col, character) in report.source.slice(line).char_indices() {
            if let Some(cell) = EyeCell::from_char(character) {
                let vertex = Vertex {
                    row,
                    col,
                    cell,
                    edges: 0,
                };
                vertices.push(Spanned {
                    value: vertex,
                    span: line.part(col, 1),
                });
                continue;
            }
            match character {
                ' ' | '+' => {}
                '|' | '-' => borders.push((row, col, character)),
                _ => {
                    unknown_cell(line.part(col, 1), character, report);
                    good = false;
                    break;
                }
            }
        }
    }
    if !good {
        return None;
    }
    if vertices.is_empty() {
        let at = syntax.number.as_ref().map_or(syntax.keyword, |n| n.span);
        report.add(
            Code::EmptyEye,
            at,
            "expected a picture of points, found none",
        );
        return None;
    }
    if let Some(vertex) = vertices.get(MAX_VERTICES) {
        let message = format!(
            "expected at most {MAX_VERTICES} points, found {}",
            vertices.len()
        );
        report.add(Code::LargeEye, vertex.span, message);
        return None;
    }
    for (row, col, sign) in borders {
        // The point that the border belongs to, and the side of the point on which it lies.
        let (row, col, side) = match sign {
            '|' if col == 0 => (row, 1, border::WEST),
            '|' => (row, col - 1, border::EAST),
            _ if row == 0 => (1, col, border::NORTH),
            _ => (row - 1, col, border::SOUTH),
        };
        let point = vertices
            .iter_mut()
            .find(|v| (v.value.row, v.value.col) == (row, col));
        // Borders next to blanks only complete the picture.
        if let Some(point) = point {
            point.value.edges |= side;
        }
    }
    let least = |at: fn(&Vertex) -> usize| {
        vertices
            .iter()
            .map(|vertex| at(&vertex.value))
            .min()
            .unwrap_or(0)
    };
    let (top, left) = (least(|vertex| vertex.row), least(|vertex| vertex.col));
    for vertex in &mut vertices {
        vertex.value.row -= top;
        vertex.value.col -= left;
    }
    Some(vertices)
}

fn unknown_cell(span: Span, character: char, report: &mut Report<'_>) {
    let cells: String = EyeCell::CHARACTERS.iter().map(|&(c, _)| c).collect();
    let message = format!(
        "expected points out of `{cells}`, a blank or a border, found `{}`",
        report.source.display(span)
    );
    let help = match character {
        'O' | 'o' => "an eye space has no own stones in it: leave their place blank",
        '\t' => "the place of every sign counts: use blanks",
        '?' => "what is not part of the eye space stays blank",
        _ => "comments stand on lines of their own, which begin with `#`",
    };
    report.add_with_help(Code::UnknownEyeCell, span, message, help);
}

fn check_connected(shape: &EyeShape, places: &[Spanned<Vertex>], report: &mut Report<'_>) -> bool {
    let neighbors = shape.neighbors();
    let mut reached = 1u32;
    loop {
        let more = (neighbors.iter().enumerate())
            .filter(|(vertex, _)| reached >> vertex & 1 != 0)
            .fold(reached, |all, (_, mask)| all | mask);
        if more == reached {
            break;
        }
        reached = more;
    }
    let apart = reached.trailing_ones() as usize;
    let Some(place) = places.get(apart) else {
        return true;
    };
    let message = "expected all points to be connected, found one apart from the first";
    let help = "neighbours are points above, below, left and right; the place of every sign \
                counts, leading blanks included";
    report.add_with_help(Code::TornEye, place.span, message, help);
    false
}

/// Whether the points that must be marked are marked; also warns of marks that mean nothing.
fn check_marks(shape: &EyeShape, value: Span, report: &mut Report<'_>) -> bool {
    let digits = shape.value.0;
    let marks = [
        (
            EyeCell::ATTACK,
            "an attack",
            "`*`, `<`, `@` or `(`",
            digits[0] == digits[2],
        ),
        (
            EyeCell::DEFENSE,
            "a defence",
            "`*`, `>`, `@` or `)`",
            digits[1] == digits[3],
        ),
    ];
    if shape.value.is_urgent() {
        let mut good = true;
        for (mark, kind, cells, _) in marks {
            if !shape.has(mark) {
                let message = format!(
                    "expected {kind} point, since the second and third digit differ, found none"
                );
                let help = format!("mark it with {cells}");
                let code = if mark == EyeCell::ATTACK {
                    Code::NoAttackPoint
                } else {
                    Code::NoDefensePoint
                };
                report.add_with_help(code, value, message, help);
                good = false;
            }
        }
        return good;
    }
    for (mark, kind, _, idle) in marks {
        if idle && shape.has(mark) {
            let message = format!(
                "expected no {} point, since such a move changes nothing in this value, found one",
                kind.split(' ').next_back().unwrap_or(kind)
            );
            report.add(Code::IdleMark, value, message);
        }
    }
    true
}
