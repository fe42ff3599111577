//! Lints of eye shapes: warnings about valid shapes that their author hardly meant.

use katachi_image::eyes::EyeCell;

use super::model::{EyeShape, EyeShapes};
use super::spaces::{Pair, Space, fillings, for_each, own_spaces};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;

/// The most positions of a shape's game; more are not played, and the value is not checked.
const MOST_POSITIONS: usize = 20_000;

/// Adds the warnings that need all shapes of a database.
pub(super) fn check(shapes: &EyeShapes, sources: &[Source], diagnostics: &mut Vec<Diagnostic>) {
    check_threats(shapes, diagnostics);
    check_pairs(shapes, sources, diagnostics);
}

/// Whether the shape has an unmarked threat, of the attacker and of the defender.
fn unmarked_threats(shape: &EyeShape) -> [bool; 2] {
    let [a, b, c, d] = shape.value.0;
    [
        a != c && !shape.has(EyeCell::ATTACK),
        b != d && !shape.has(EyeCell::DEFENSE),
    ]
}

/// A file should mark points that only threaten in all shapes or in none. This warns of the shapes
/// that deviate from the majority.
fn check_threats(shapes: &EyeShapes, diagnostics: &mut Vec<Diagnostic>) {
    let threatens = |shape: &&EyeShape| {
        let [a, b, c, d] = shape.value.0;
        b == c && a != d
    };
    let marks = |shape: &EyeShape| shape.has(EyeCell::ATTACK) || shape.has(EyeCell::DEFENSE);
    let threats: Vec<_> = shapes.shapes.iter().filter(threatens).collect();
    let marked = threats.iter().filter(|shape| marks(shape)).count();
    let marks_threats = 2 * marked >= threats.len();
    for shape in threats {
        let (expected, found) = if marks_threats {
            let [attack, defense] = unmarked_threats(shape);
            if !attack && !defense {
                continue;
            }
            let kind = if attack { "an attack" } else { "a defence" };
            (format!("{kind} point that threatens to be marked"), "none")
        } else if marks(shape) {
            (
                "no point to be marked that only threatens".to_owned(),
                "one",
            )
        } else {
            continue;
        };
        let message = format!("expected {expected}, as in most shapes, found {found}");
        let help = "marks of threats are not used; mark them in all shapes or in none";
        let diagnostic = Diagnostic::new(Code::ThreatMarks, shape.source, shape.span, message);
        diagnostics.push(diagnostic.with_help(help));
    }
}

/// Compares each shape with the earlier ones and with its computed value.
fn check_pairs(shapes: &EyeShapes, sources: &[Source], diagnostics: &mut Vec<Diagnostic>) {
    for_each(shapes, |shape, pairs| {
        if let Some(pair) = pairs.iter().find(|pair| pair.earlier_covers()) {
            let place = place(pair.earlier, sources);
            let message = format!(
                "expected a shape that can be found, found one behind shape {}{place}, which fits wherever it does",
                pair.earlier.number
            );
            let help = "special shapes come before general ones";
            let diagnostic = Diagnostic::new(Code::ShadowedEye, shape.source, shape.span, message);
            diagnostics.push(diagnostic.with_help(help));
        } else {
            check_order(pairs, shape, sources, diagnostics);
            check_value(pairs, shape, diagnostics);
        }
    });
}

/// Where a shape begins, for messages about another one.
fn place(shape: &EyeShape, sources: &[Source]) -> String {
    sources
        .get(shape.source.0)
        .map_or_else(String::new, |source| {
            let line = source.location(shape.span.start).line;
            format!(" ({}:{line})", source.name())
        })
}

/// Warns if the value of some eye spaces depends on which of two shapes comes first, and neither is
/// a special case of the other.
fn check_order(
    pairs: &[Pair<'_>],
    shape: &EyeShape,
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let takers = fillings(pairs, shape).into_iter().flatten();
    let mut takers = takers.filter_map(|(_, taker)| taker);
    let contradicts = |pair: &&Pair<'_>| pair.earlier.value != shape.value && !pair.later_covers();
    let Some(Pair { earlier, .. }) = takers.find(contradicts) else {
        return;
    };
    let message = format!(
        "expected the value {} in all eye spaces that fit this shape and shape {}{}, found {}",
        earlier.value,
        earlier.number,
        place(earlier, sources),
        shape.value
    );
    let help =
        "the first shape counts; draw what fits both as a shape of its own, in front of them";
    let diagnostic = Diagnostic::new(Code::ContraryEyes, shape.source, shape.span, message);
    diagnostics.push(diagnostic.with_help(help));
}

/// Warns if the value is not the one that the game of eye shapes gives. The game knows too little
/// of edges, where the stones around an eye space are often not connected.
fn check_value(pairs: &[Pair<'_>], shape: &EyeShape, diagnostics: &mut Vec<Diagnostic>) {
    if shape.vertices.iter().any(|vertex| vertex.edges != 0) {
        return;
    }
    let Some(spaces) = own_spaces(pairs, shape, MOST_POSITIONS) else {
        return;
    };
    let differs = |space: &&Space| space.solved.value != shape.value;
    let mut differing = spaces.iter().filter(differs);
    let Some(first) = differing.next() else {
        return;
    };
    let message = format!(
        "expected the computed value {}, found {}",
        first.solved.value, shape.value
    );
    let help = if spaces.len() == 1 {
        "`katachi-tools eyes show` plays the game that gives it".to_owned()
    } else {
        let drawn = shape.filled(first.stones).to_string();
        let rows: Vec<String> = drawn.lines().map(|row| format!("`{row}`")).collect();
        format!(
            "that holds for {} of {} ways to fill the points that may hold stones; the first has the rows {}",
            differing.count() + 1,
            spaces.len(),
            rows.join(" ")
        )
    };
    let diagnostic = Diagnostic::new(Code::WrongEyeValue, shape.source, shape.whole, message);
    diagnostics.push(diagnostic.with_help(help));
}
