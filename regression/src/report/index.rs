//! The first page: one row for each suite.

use maud::{Markup, html};

use super::page::{bar, count, frame, grouped, href, seconds};
use super::site::{Page, Site};
use crate::{Class, Totals};

pub(super) fn page(site: &Site) -> Markup {
    let all = Totals::of(&site.results.tests);
    let run = site.run();
    let program = format!("{} {}", run.name, run.version);
    let unjudged = |totals: &Totals| totals.count(Class::Ignored) + totals.count(Class::Unjudged);
    let show_unjudged = unjudged(&all) > 0;
    let cost = all.cost;
    let cells = |totals: &Totals| {
        html! {
            (count(Some(totals.count(Class::Passed) as u64)))
            (count(Some(totals.count(Class::Failed) as u64)))
        }
    };
    let costs = |totals: &Totals| {
        html! {
            @if show_unjudged { (count(Some(unjudged(totals) as u64))) }
            (count(Some(totals.troubles as u64)))
            @if cost.wall > 0.0 { (seconds(Some(totals.cost.wall), 1)) }
            @if cost.cpu.is_some() { (seconds(totals.cost.cpu, 1)) }
            @if cost.reading.is_some() { (count(totals.cost.reading)) }
            @if cost.owl.is_some() { (count(totals.cost.owl)) }
            @if cost.connection.is_some() { (count(totals.cost.connection)) }
        }
    };
    let body = html! {
        h1 { "Regression report" }
        @if site.results.run.is_some() {
            dl.facts {
                @if !program.trim().is_empty() { dt { "Engine" } dd { (program) } }
                dt { "Command" } dd { code { (run.engine) } }
                @if !run.date.is_empty() { dt { "Begun" } dd { (run.date) } }
                @if let Some(shard) = &run.shard { dt { "Part" } dd { (shard) } }
                @if run.turned != 0 { dt { "Boards" } dd { (run.symmetry().name()) } }
            }
        } @else {
            p { "The results do not say which engine was run." }
        }
        p.summary {
            strong { (grouped(all.passes())) }
            " of " (grouped(all.judged())) " tests passed, "
            a href="unexpected.html" {
                (grouped(all.count(Class::UnexpectedFail))) " unexpected failures, "
                (grouped(all.count(Class::UnexpectedPass))) " unexpected passes"
            }
            @if all.troubles > 0 { ", " (grouped(all.troubles)) " without an answer" }
            "."
        }
        @if site.suites.is_empty() {
            p { "There are no results." }
        } @else {
            div.scroll tabindex="0" {
                table.sortable {
                    thead {
                        tr {
                            th { "suite" }
                            th.number { "tests" }
                            th.share data-sort="no" { "share" }
                            th.number { "passed" }
                            th.number { "failed" }
                            th.number { "PASSED" }
                            th.number { "FAILED" }
                            @if show_unjudged { th.number { "not judged" } }
                            th.number title="tests without an answer" { "troubles" }
                            @if cost.wall > 0.0 { th.number { "seconds" } }
                            @if cost.cpu.is_some() { th.number title="seconds of processor time" { "cpu" } }
                            @if cost.reading.is_some() { th.number { "reading nodes" } }
                            @if cost.owl.is_some() { th.number { "owl nodes" } }
                            @if cost.connection.is_some() { th.number { "connection nodes" } }
                        }
                    }
                    tbody {
                        @for (number, suite) in site.suites.iter().enumerate() {
                            @let totals = Totals::of(site.tests_of(number));
                            tr {
                                th scope="row" {
                                    a href=(href(site, Page::Suite(number), 0)) { (suite.name) }
                                }
                                (count(Some(site.test_count(number) as u64)))
                                td.share { (bar(&totals)) }
                                (cells(&totals))
                                (surprises(site, number, Class::UnexpectedPass))
                                (surprises(site, number, Class::UnexpectedFail))
                                (costs(&totals))
                            }
                        }
                    }
                    tfoot {
                        tr {
                            th scope="row" { "all" }
                            (count(Some(site.results.tests.len() as u64)))
                            td.share { (bar(&all)) }
                            (cells(&all))
                            (count(Some(all.count(Class::UnexpectedPass) as u64)))
                            (count(Some(all.count(Class::UnexpectedFail) as u64)))
                            (costs(&all))
                        }
                    }
                }
            }
            p.hint {
                "Capitals are surprises: "
                span.newpass { "PASSED" } " was expected to fail, "
                span.newfail { "FAILED" } " was expected to pass."
            }
        }
    };
    frame("Regression report", "", &body)
}

/// The number of tests that surprise in this way; it unfolds to a list of them.
fn surprises(site: &Site, suite: usize, class: Class) -> Markup {
    let tests: Vec<_> = (site.tests_of(suite).enumerate())
        .filter(|(_, result)| result.class() == class)
        .collect();
    html! {
        td.number.zero[tests.is_empty()] data-value=(tests.len()) {
            @if tests.is_empty() {
                "0"
            } @else {
                details.ids {
                    summary class=(super::page::style(class)) { (tests.len()) }
                    @for (number, result) in tests {
                        a href=(href(site, Page::Test(suite, number), 0)) { (result.id) } " "
                    }
                }
            }
        }
    }
}
