//! A review as a web page: one file, which needs no network.

use katachi_board::svg::{Drawing, Mark};
use maud::{Markup, PreEscaped, html};

use super::reviewed::{Review, ReviewedMove};
use super::text;
use crate::page::frame;

/// The page. `title` names the game.
pub fn page(title: &str, review: &Review) -> String {
    let mistakes = review.mistakes().count();
    let body = html! {
        p {
            (review.moves.len()) " moves, judged by " (review.judge) ", " (mistakes)
            " mistakes of at least " (review.least) " points."
        }
        (chart(review))
        @let blamed = review.blamed();
        @if !blamed.is_empty() {
            h2 { "Patterns to blame" }
            table {
                thead { tr {
                    th scope="col" { "pattern" } th scope="col" { "at" }
                    th scope="col" { "times" } th scope="col" { "points" }
                } }
                tbody {
                    @for (pattern, times, points) in blamed {
                        @let (name, at) = pattern.split_once(' ').unwrap_or((&pattern, ""));
                        tr {
                            td { (name) } td { (at) } td { (times) }
                            td { (format!("{points:.1}")) }
                        }
                    }
                }
            }
        }
        @for one in review.mistakes() { (of_move(one)) }
        h2 { "All moves" }
        @for one in &review.moves {
            details {
                summary { (text::head(one)) }
                pre { (text::of_move(one)) }
            }
        }
    };
    frame(&format!("Review of {title}"), &body)
}

fn of_move(one: &ReviewedMove) -> Markup {
    let mut drawing = Drawing::of(one.game.board());
    let head = text::head(one);
    drawing.title(head.as_str());
    for (point, rating) in &one.candidates {
        drawing.caption(*point, format!("{rating:.1}"));
    }
    if let Some(better) = one.better.as_ref().and_then(|better| better.point) {
        drawing.mark(better, Mark::Right);
    }
    if let Some(played) = one.played {
        drawing.mark(played, Mark::Wrong);
    }
    html! {
        section.change id={ "m" (one.number) } {
            h2 { (head) }
            div.board { (PreEscaped(drawing.to_string())) }
            div.reasons { pre { (text::of_move(one)) } }
        }
    }
}

/// The width of a move in the chart, and the height of the chart.
const STEP: usize = 6;
const HEIGHT: f64 = 80.0;

/// What each move loses, as columns that lead to the mistakes.
fn chart(review: &Review) -> Markup {
    let losses = review.moves.iter().filter_map(|one| one.loss);
    let most = losses.fold(review.least, f64::max);
    let width = STEP * review.moves.len().max(1);
    let view = format!("0 0 {width} {HEIGHT}");
    html! {
        div.scroll {
            svg viewBox=(view) width=(width) height=(HEIGHT) role="img"
                aria-label="points that each move loses" {
                @for (place, one) in review.moves.iter().enumerate() {
                    @let height = HEIGHT * one.loss.unwrap_or(0.0).max(0.0) / most;
                    @let title = text::head(one);
                    a href={ "#m" (one.number) } {
                        rect x=(STEP * place) y=(format!("{:.1}", HEIGHT - height))
                            width=(STEP - 1) height=(format!("{height:.1}"))
                            class=(if review.is_mistake(one) { "bad" } else { "good" }) {
                            title { (title) }
                        }
                    }
                }
            }
        }
    }
}
