//! The page of a suite: one row for each test.

use maud::{Markup, html};

use super::page::{
    answer, badness, bar, class, count, expected, frame, href, ms_per_owl_node, seconds, style,
};
use super::site::{Page, Site};
use crate::{Class, Totals};

pub(super) fn page(site: &Site, number: usize) -> Markup {
    let suite = &site.suites[number];
    let totals = Totals::of(site.tests_of(number));
    let cost = totals.cost;
    let lines = site.tests_of(number).any(|result| result.line > 0);
    let per_owl_node = ms_per_owl_node(cost.cpu, cost.owl);
    let neighbour = |number: Option<usize>, rel: &str| {
        html! {
            @if let Some(number) = number.filter(|&number| number < site.suites.len()) {
                a rel=(rel) href=(href(site, Page::Suite(number), 1)) { (site.suites[number].name) }
            }
        }
    };
    let costs = |cost: &crate::Cost| {
        html! {
            @if totals.cost.wall > 0.0 { (seconds(Some(cost.wall), 2)) }
            @if totals.cost.cpu.is_some() { (seconds(cost.cpu, 3)) }
            @if totals.cost.owl.is_some() { (count(cost.owl)) }
            @if totals.cost.reading.is_some() { (count(cost.reading)) }
            @if totals.cost.connection.is_some() { (count(cost.connection)) }
            @if per_owl_node.is_some() { (seconds(ms_per_owl_node(cost.cpu, cost.owl), 2)) }
        }
    };
    let body = html! {
        nav.around aria-label="Suites" {
            (neighbour(number.checked_sub(1), "prev"))
            (neighbour(Some(number + 1), "next"))
        }
        h1 { (suite.name) }
        p.summary {
            (totals) " " (bar(&totals))
        }
        @if let Some(file) = &suite.file { p.hint { code { (file.display()) } } }
        div.scroll tabindex="0" {
            table.sortable {
                thead {
                    tr {
                        @if lines { th.number { "line" } }
                        th.number { "number" }
                        th title="sorts the worst first" { "result" }
                        th data-sort="no" { "expected" }
                        th data-sort="no" { "got" }
                        th data-sort="no" { "gtp" }
                        @if totals.cost.wall > 0.0 { th.number { "seconds" } }
                        @if cost.cpu.is_some() { th.number { "cputime" } }
                        @if cost.owl.is_some() { th.number { "owl_node" } }
                        @if cost.reading.is_some() { th.number { "reading_node" } }
                        @if cost.connection.is_some() { th.number { "connection_node" } }
                        @if per_owl_node.is_some() { th.number { "ms/owl_node" } }
                    }
                }
                tbody {
                    @for (test, result) in site.tests_of(number).enumerate() {
                        @let verdict = result.class();
                        tr class=(style(verdict)) {
                            @if lines { (count(Some(result.line as u64))) }
                            td.number data-value=(result.id) {
                                a href=(href(site, Page::Test(number, test), 1)) { (result.id) }
                            }
                            td data-value=(badness(verdict)) { (class(verdict)) }
                            td { (expected(result)) }
                            td { (answer(result)) }
                            td { code { (result.command) } }
                            (costs(&result.cost))
                        }
                    }
                }
                tfoot {
                    tr {
                        th scope="row" colspan=(if lines { 2 } else { 1 }) { "all" }
                        td { (totals.passes()) "/" (totals.judged()) }
                        td colspan="3" {
                            @for class in Class::ALL {
                                @if totals.count(class) > 0 {
                                    (totals.count(class)) " " (class.name()) " "
                                }
                            }
                        }
                        (costs(&cost))
                    }
                }
            }
        }
    };
    frame(&format!("{} – regression report", suite.name), "../", &body)
}
