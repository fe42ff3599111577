//! The board of a test, with marks for the question, the right and wrong answers, and the engine's
//! answer.

use std::collections::BTreeMap;

use katachi_board::svg::{Drawing, Mark};
use katachi_board::{BoardSize, Point};
use maud::{Markup, PreEscaped, html};

use super::details::{self, Dragon, STATUSES, tint};
use super::position::{Replayed, vertices};
use crate::TestResult;

/// The marks on the points of a test's board.
pub(super) fn marks(result: &TestResult, size: BoardSize) -> BTreeMap<Point, Vec<Mark>> {
    let mut marks: BTreeMap<Point, Vec<Mark>> = BTreeMap::new();
    let mut add = |points: Vec<Point>, mark: Mark| {
        for point in points {
            marks.entry(point).or_default().push(mark);
        }
    };
    // Skip the command's name, whose letters are not vertices.
    let arguments = result.command.split_once(' ').map_or("", |(_, rest)| rest);
    add(vertices(arguments, size), Mark::Question);
    let answered = match result.trouble {
        None => vertices(&result.answer, size),
        Some(_) => Vec::new(),
    };
    let (expected, known) = match result.expected.strip_prefix('!') {
        Some(wrong) => (wrong, Mark::Wrong),
        None => (result.expected.as_str(), Mark::Right),
    };
    let mut others = vertices(expected, size);
    others.retain(|point| !answered.contains(point));
    add(others, known);
    let played = match result.class().pass() {
        Some(true) => Mark::PlayedRight,
        Some(false) => Mark::PlayedWrong,
        None => Mark::Played,
    };
    add(answered, played);
    marks
}

/// The board and its legend.
pub(super) fn board(result: &TestResult, position: &Replayed, dragons: &[Dragon]) -> Markup {
    let board = &position.board;
    let size = board.size();
    let mut drawing = Drawing::of(board);
    drawing.title(format!(
        "{}: the position for {}",
        result.name(),
        result.command
    ));
    for dragon in dragons {
        for &stone in &dragon.stones {
            drawing.label(stone, &dragon.letter);
            if let Some(color) = tint(dragon.status()) {
                drawing.tint(stone, color);
            }
        }
    }
    let marks = marks(result, size);
    let mut seen = Vec::new();
    for (&point, marks) in &marks {
        for &mark in marks {
            drawing.mark(point, mark);
            seen.push(mark);
        }
    }
    if let Some((_, Some(point))) = board.last_move()
        && !marks.contains_key(&point)
        && board.at(point).color().is_some()
    {
        drawing.mark(point, Mark::Last);
        seen.push(Mark::Last);
    }
    let details = result.details.as_ref();
    let moves = details.map(|details| details::top_moves(details, size));
    let moves = moves.unwrap_or_default();
    let valued = !moves.is_empty();
    for (point, value) in moves {
        let rounded = value.parse().map(|value: f64| format!("{value:.1}"));
        let text = rounded.unwrap_or(value);
        if marks.contains_key(&point) {
            drawing.caption(point, text);
        } else if board.at(point).is_empty() {
            drawing.label(point, text);
        }
    }
    html! {
        figure.board {
            (PreEscaped(drawing.to_string()))
            figcaption { (legend(&seen, dragons, valued)) }
        }
    }
}

fn legend(seen: &[Mark], dragons: &[Dragon], valued: bool) -> Markup {
    let statuses =
        (STATUSES.iter()).filter(|(name, _)| dragons.iter().any(|dragon| dragon.status() == *name));
    html! {
        ul.legend {
            @for mark in Mark::ALL.into_iter().filter(|mark| seen.contains(mark)) {
                li { span aria-hidden="true" { (PreEscaped(mark.symbol())) } (mark.name()) }
            }
            @if !dragons.is_empty() { li { b { "A" } "dragon" } }
            @for (name, color) in statuses {
                li {
                    svg.swatch width="16" height="16" aria-hidden="true" {
                        rect width="16" height="16" fill=(color) {}
                    }
                    (name)
                }
            }
            @if valued { li { b { "1.5" } "value of a move" } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::result;

    fn names(command: &str, expected: &str, answer: &str, pass: Option<bool>) -> String {
        let mut result = result("reading", 1, pass);
        command.clone_into(&mut result.command);
        expected.clone_into(&mut result.expected);
        answer.clone_into(&mut result.answer);
        let size = BoardSize::NINETEEN;
        let marks = marks(&result, size);
        let name = |(point, marks): (&Point, &Vec<Mark>)| {
            let names: Vec<&str> = marks.iter().map(|mark| mark.name()).collect();
            format!("{} {}", point.vertex(size), names.join(" + "))
        };
        marks.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn marks_say_what_is_known_and_what_was_tried() {
        let found = names("attack E5", "1 (E6|D6)", "1 E6", Some(true));
        assert_eq!(found, "D6 known right, E6 played and right, E5 in question");
        let found = names("attack E5", "0", "1 E6", Some(false));
        assert_eq!(found, "E6 played and wrong, E5 in question");
        let found = names("reg_genmove black", "!P13|Q3", "P13", Some(false));
        assert_eq!(found, "P13 played and wrong, Q3 known wrong");
        let found = names("restricted_genmove b C3 D4", "C3", "D4", None);
        assert_eq!(
            found,
            "D4 in question + played, C3 in question + known right"
        );
        assert_eq!(names("reg_genmove b", "PASS", "PASS", Some(true)), "");
    }
}
