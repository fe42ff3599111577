//! Pages with tests of all suites: unexpected ones, failing ones by category, slow ones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use maud::{Markup, html};

use super::page::{answer, class, count, expected, frame, grouped, href, seconds};
use super::site::{Page, Site};
use crate::{Class, TestResult, Totals};

/// The number of slow tests to list.
const SLOW: usize = 50;
/// The severity of a failing test without `SEVERITY`.
const USUAL_SEVERITY: f64 = 5.0;

type Test<'a> = ((usize, usize), &'a TestResult);

fn link(site: &Site, ((suite, test), result): Test<'_>) -> Markup {
    html! { a href=(href(site, Page::Test(suite, test), 0)) { (result.name()) } }
}

/// The tests that did not come out as the suites say.
pub(super) fn unexpected(site: &Site) -> Markup {
    let totals = Totals::of(&site.results.tests);
    let section = |wanted: Class, text: &str| {
        let tests: Vec<Test<'_>> = (site.tests())
            .filter(|(_, result)| result.class() == wanted)
            .collect();
        html! {
            h2 id=(super::page::style(wanted)) { (grouped(tests.len())) " " (text) }
            @if !tests.is_empty() {
                div.scroll tabindex="0" {
                    table.sortable {
                        thead { tr {
                            th { "test" } th data-sort="no" { "expected" }
                            th data-sort="no" { "got" } th data-sort="no" { "gtp" }
                        } }
                        tbody {
                            @for test in tests {
                                tr {
                                    td { (link(site, test)) }
                                    td { (expected(test.1)) }
                                    td { (answer(test.1)) }
                                    td { code { (test.1.command) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let body = html! {
        h1 { "Unexpected results" }
        p.summary {
            @for class in [Class::UnexpectedFail, Class::Failed, Class::UnexpectedPass, Class::Passed] {
                span.pair { strong { (grouped(totals.count(class))) } " " (class.name()) } " "
            }
        }
        (section(Class::UnexpectedFail, "expected to pass, but failed"))
        (section(Class::UnexpectedPass, "expected to fail, but passed"))
    };
    frame("Unexpected results – regression report", "", &body)
}

/// The failing tests by the category that their author gave them.
pub(super) fn categories(site: &Site) -> Markup {
    let mut groups: BTreeMap<&str, Vec<Test<'_>>> = BTreeMap::new();
    for test in site.tests() {
        let (_, result) = test;
        if result.class().pass() == Some(false) {
            let category = note(result, "CATEGORY").unwrap_or(&result.suite);
            groups.entry(category).or_default().push(test);
        }
    }
    for tests in groups.values_mut() {
        tests.sort_by(|(_, a), (_, b)| severity(b).total_cmp(&severity(a)));
    }
    let body = html! {
        h1 { "Failing tests by category" }
        p.hint {
            "Tests that failed, expected or not, under the category of the suite's author, or under "
            "the suite where there is none; the most severe first."
        }
        ul.chips {
            @for (category, tests) in &groups {
                li { a href={ "#" (anchor(category)) } { (category) } " " (tests.len()) }
            }
        }
        @for (category, tests) in &groups {
            h2 id=(anchor(category)) { (category) }
            div.scroll tabindex="0" {
                table.sortable {
                    thead { tr {
                        th { "test" } th.number { "severity" } th { "result" }
                        th data-sort="no" { "expected" } th data-sort="no" { "got" }
                        th data-sort="no" { "description" }
                    } }
                    tbody {
                        @for &test in tests {
                            @let (_, result) = test;
                            tr {
                                td { (link(site, test)) }
                                td.number { (note(result, "SEVERITY").unwrap_or("")) }
                                td data-value=(super::page::badness(result.class())) {
                                    (class(result.class()))
                                }
                                td { (expected(result)) }
                                td { (answer(result)) }
                                td.prose { (note(result, "DESCRIPTION").unwrap_or("")) }
                            }
                        }
                    }
                }
            }
        }
        @if groups.is_empty() { p { "Nothing failed." } }
    };
    frame("By category – regression report", "", &body)
}

/// The tests that took longest.
pub(super) fn slow(site: &Site) -> Markup {
    let totals = Totals::of(&site.results.tests);
    let cost = totals.cost;
    let time = |result: &TestResult| result.cost.cpu.unwrap_or(result.cost.wall);
    let mut tests: Vec<Test<'_>> = site.tests().collect();
    tests.sort_by_key(|(_, result)| Reverse((time(result) * 1e6) as u64));
    tests.truncate(SLOW);
    let all: f64 = site.results.tests.iter().map(time).sum();
    let share: f64 = tests.iter().map(|(_, result)| time(result)).sum();
    let body = html! {
        h1 { "Slowest tests" }
        @if all > 0.0 {
            p.summary {
                "These " (tests.len()) " took " (format!("{share:.1}")) " of "
                (format!("{all:.1}")) " seconds, " (format!("{:.0}", 100.0 * share / all)) " %."
            }
        } @else {
            p { "The results hold no times." }
        }
        div.scroll tabindex="0" {
            table.sortable {
                thead { tr {
                    th { "test" } th { "result" } th.number { "seconds" }
                    @if cost.cpu.is_some() { th.number { "cputime" } }
                    @if cost.owl.is_some() { th.number { "owl_node" } }
                    @if cost.reading.is_some() { th.number { "reading_node" } }
                    th data-sort="no" { "gtp" }
                } }
                tbody {
                    @for test in tests {
                        @let (_, result) = test;
                        tr {
                            td { (link(site, test)) }
                            td data-value=(super::page::badness(result.class())) {
                                (class(result.class()))
                            }
                            (seconds(Some(result.cost.wall), 2))
                            @if cost.cpu.is_some() { (seconds(result.cost.cpu, 3)) }
                            @if cost.owl.is_some() { (count(result.cost.owl)) }
                            @if cost.reading.is_some() { (count(result.cost.reading)) }
                            td { code { (result.command) } }
                        }
                    }
                }
            }
        }
    };
    frame("Slowest tests – regression report", "", &body)
}

/// A note of the suite's author about a test.
pub(super) fn note<'a>(result: &'a TestResult, key: &str) -> Option<&'a str> {
    (result.notes.iter())
        .find(|(name, _)| name == key)
        .map(|(_, value)| value.as_str())
        .filter(|value| !value.is_empty())
}

fn severity(result: &TestResult) -> f64 {
    note(result, "SEVERITY")
        .and_then(|severity| severity.trim().parse().ok())
        .unwrap_or(USUAL_SEVERITY)
}

/// A category as an anchor name.
fn anchor(category: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() { c } else { '-' };
    format!("in-{}", category.chars().map(safe).collect::<String>())
}
