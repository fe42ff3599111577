//! Lints of eye shapes: warnings about valid shapes that their author hardly meant.

use std::collections::BTreeMap;

use katachi_image::eyes::{EyeCell, isomorphism};

use super::model::{EyeShape, EyeShapes};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Source;

/// Adds the warnings that need all shapes of a database.
pub(super) fn check(shapes: &EyeShapes, sources: &[Source], diagnostics: &mut Vec<Diagnostic>) {
    check_threats(shapes, diagnostics);
    check_shadows(shapes, sources, diagnostics);
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

/// Warns of shapes that are never found, because an earlier one fits wherever they fit.
fn check_shadows(shapes: &EyeShapes, sources: &[Source], diagnostics: &mut Vec<Diagnostic>) {
    let mut alike: BTreeMap<Vec<u32>, Vec<(&EyeShape, Vec<u32>)>> = BTreeMap::new();
    for shape in &shapes.shapes {
        let neighbors = shape.neighbors();
        // The key is equal for all shapes that could fit the same places.
        let mut key: Vec<u32> = (neighbors.iter().zip(&shape.vertices))
            .map(|(mask, vertex)| {
                mask.count_ones() << 1 | u32::from(vertex.cell.has(EyeCell::MARGINAL))
            })
            .collect();
        key.sort_unstable();
        let before = alike.entry(key).or_default();
        let shadow = before.iter().find(|(earlier, earlier_neighbors)| {
            let covers = |a: usize, b: usize| {
                let (a, b) = (earlier.vertices[a], shape.vertices[b]);
                let allows = |what| a.cell.has(what) || !b.cell.has(what);
                a.cell.has(EyeCell::MARGINAL) == b.cell.has(EyeCell::MARGINAL)
                    && a.edge_level() <= b.edge_level()
                    && allows(EyeCell::EMPTY)
                    && allows(EyeCell::STONE)
            };
            isomorphism(earlier_neighbors, &neighbors, covers).is_some()
        });
        if let Some((earlier, _)) = shadow {
            let place = sources
                .get(earlier.source.0)
                .map_or_else(String::new, |source| {
                    let line = source.location(earlier.span.start).line;
                    format!(" ({}:{line})", source.name())
                });
            let message = format!(
                "expected a shape that can be found, found one behind shape {}{place}, which fits wherever it does",
                earlier.number
            );
            let help = "special shapes come before general ones";
            let diagnostic = Diagnostic::new(Code::ShadowedEye, shape.source, shape.span, message);
            diagnostics.push(diagnostic.with_help(help));
        }
        before.push((shape, neighbors));
    }
}
