//! Parts that all pages share: the frame, links, numbers.

use maud::{DOCTYPE, Markup, html};

use super::site::{Page, Site};
use crate::{Class, TestResult, Totals};

/// The style sheet of all pages.
pub(super) const STYLE: &str = include_str!("report.css");
/// The script that sorts tables; pages work without it.
pub(super) const SCRIPT: &str = include_str!("report.js");

/// A whole page; `root` is the relative path to the report's folder.
pub(super) fn frame(title: &str, root: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                // An empty icon, so that browsers do not request one.
                link rel="icon" href="data:,";
                link rel="stylesheet" href={ (root) "report.css" };
                script src={ (root) "report.js" } defer {}
            }
            body {
                header {
                    nav aria-label="Report" {
                        a.home href={ (root) "index.html" } { "Report" }
                        a href={ (root) "unexpected.html" } { "Unexpected" }
                        a href={ (root) "categories.html" } { "By category" }
                        a href={ (root) "slow.html" } { "Slow" }
                    }
                }
                main { (body) }
            }
        }
    }
}

/// The relative path from a page at this depth to the report's root.
pub(super) fn root(depth: usize) -> String {
    "../".repeat(depth)
}

/// A link to a page, from a page at this depth.
pub(super) fn href(site: &Site, page: Page, depth: usize) -> String {
    root(depth) + &site.path(page)
}

/// The class as a word in its colour.
pub(super) fn class(class: Class) -> Markup {
    html! { span class={ "class " (style(class)) } { (class.name()) } }
}

/// The CSS class of a result's class: `PASSED` and `passed` differ in more than case.
pub(super) fn style(class: Class) -> &'static str {
    match class {
        Class::Passed => "pass",
        Class::UnexpectedPass => "newpass",
        Class::Failed => "fail",
        Class::UnexpectedFail => "newfail",
        Class::Ignored | Class::Unjudged => "none",
    }
}

/// The rank of a class, the worst first.
pub(super) fn badness(class: Class) -> usize {
    match class {
        Class::UnexpectedFail => 0,
        Class::Failed => 1,
        Class::UnexpectedPass => 2,
        Class::Unjudged => 3,
        Class::Ignored => 4,
        Class::Passed => 5,
    }
}

/// A cell with a number; empty without one.
pub(super) fn count(number: Option<u64>) -> Markup {
    html! {
        @match number {
            Some(number) => td.number.zero[number == 0] data-value=(number) { (grouped(number)) },
            None => td.number {},
        }
    }
}

/// A cell with seconds; empty without them.
pub(super) fn seconds(number: Option<f64>, digits: usize) -> Markup {
    html! {
        @match number {
            Some(number) => {
                @let text = format!("{number:.digits$}");
                td.number data-value=(text) { (text) }
            }
            None => td.number {},
        }
    }
}

/// Milliseconds of processor time for each node of life-and-death reading.
pub(super) fn ms_per_owl_node(cpu: Option<f64>, owl: Option<u64>) -> Option<f64> {
    let owl = owl.filter(|&nodes| nodes > 0)?;
    cpu.map(|cpu| 1000.0 * cpu / owl as f64)
}

/// `1234567` as `1,234,567`.
pub(super) fn grouped(number: impl std::fmt::Display) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A bar of the results by class; it illustrates the numbers next to it.
pub(super) fn bar(totals: &Totals) -> Markup {
    const WIDTH: f64 = 120.0;
    let all: usize = Class::ALL.iter().map(|&class| totals.count(class)).sum();
    let order = [
        Class::Passed,
        Class::UnexpectedPass,
        Class::Ignored,
        Class::Unjudged,
        Class::Failed,
        Class::UnexpectedFail,
    ];
    let mut x = 0.0;
    let parts = order.map(|class| {
        let from = x;
        let width = WIDTH * totals.count(class) as f64 / all.max(1) as f64;
        x += width;
        (style(class), from, width)
    });
    html! {
        svg.bar viewBox="0 0 120 10" width="120" height="10" aria-hidden="true" {
            @for (style, from, width) in parts {
                @if width > 0.0 {
                    rect class=(style) x=(format!("{from:.1}")) width=(format!("{width:.1}")) height="10" {}
                }
            }
        }
    }
}

/// The answer, or the reason why there is none.
pub(super) fn answer(result: &TestResult) -> Markup {
    html! {
        @if result.trouble.is_some() {
            em.trouble { (result.shown()) }
        } @else {
            @if !result.success { span.refused title="the engine refused" { "?" } " " }
            code { (result.answer) }
        }
    }
}

/// The expectation with its marks.
pub(super) fn expected(result: &TestResult) -> Markup {
    html! { code { (result.expected) } (result.mark) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        let found = [0, 12, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(found, ["0", "12", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn nodes_that_do_not_exist_cost_nothing() {
        assert_eq!(ms_per_owl_node(Some(2.0), Some(0)), None);
        assert_eq!(ms_per_owl_node(Some(2.0), Some(100)), Some(20.0));
        assert_eq!(ms_per_owl_node(None, Some(100)), None);
    }
}
