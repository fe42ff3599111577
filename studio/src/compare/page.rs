//! A comparison as a web page: one file, which needs no network.

use katachi_board::svg::Drawing;
use maud::{Markup, PreEscaped, html};

use super::result::{Change, Choice, Comparison};
use super::run::Plan;
use super::table;
use crate::page::frame;

/// The most changed moves on the page.
const MOST: usize = 200;

/// The page.
pub fn page(plan: &Plan<'_>, result: &Comparison) -> String {
    let title = "What the edit changes";
    let [old, new] = result.time.map(|time| time.as_secs_f64());
    let body = html! {
        ul { @for line in table::edits(plan) { li { code { (line) } } } }
        p {
            (result.positions) " positions, " (result.thought)
            " in which the differences can matter. " (result.summary()) ". "
            @if let Some(points) = result.points() {
                "The new moves gain " (format!("{:+.2}", points.mean))
                @if let Some(error) = points.error { (format!(" ± {error:.2}")) }
                " points on average. "
            }
            "Time: " (format!("{old:.2} s before, {new:.2} s now."))
        }
        p.faint { "On the boards, 1 is the old move, 2 the new one, 3 the one that was played." }
        @for change in result.changes.iter().take(MOST) { (of_change(plan, change)) }
        @if result.changes.len() > MOST {
            p { "and " (result.changes.len() - MOST) " more changed moves" }
        }
    };
    frame(title, &body)
}

fn of_change(plan: &Plan<'_>, change: &Change) -> Markup {
    let mut drawing = Drawing::of(change.game.board());
    let head = table::head(plan, change);
    drawing.title(head.as_str());
    for (point, number) in [
        (change.played, 3),
        (change.new.point, 2),
        (change.old.point, 1),
    ] {
        if let Some(point) = point {
            drawing.label(point, number);
        }
    }
    html! {
        section.change {
            h2 { (head) }
            div.board { (PreEscaped(drawing.to_string())) }
            div.reasons {
                h3 { "before" } (of_choice(&change.old))
                h3 { "now" } (of_choice(&change.new))
            }
        }
    }
}

fn of_choice(choice: &Choice) -> Markup {
    let lines: Vec<&str> = choice.reasons.iter().map(String::as_str).collect();
    let other: Vec<&str> = choice.other.iter().map(String::as_str).collect();
    html! {
        pre { (lines.join("\n")) }
        @if !other.is_empty() { pre.faint { (other.join("\n")) } }
    }
}
