//! The page of a test: the question and the answer, the board, the engine's knowledge, and how to
//! run the test again.

use std::path::Path;

use maud::{Markup, html};

use super::board::board;
use super::details::{Block, dragons, top_moves, worms};
use super::page::{answer, class, expected, frame, grouped, href, root};
use super::position::{NotReplayed, Replayed};
use super::site::{Live, Page, Site};
use crate::{Cost, Details, TestResult, Trouble};

const DEPTH: usize = 2;
/// The longest trace to show, in bytes; engines can write without end.
const TRACE: usize = 1 << 18;
/// The answers that the page shows elsewhere or as a table.
const SHOWN: [&str; 4] = ["dragon_data", "dragon_stones", "top_moves", "worm_data"];

pub(super) fn page(
    site: &Site,
    (suite, number): (usize, usize),
    live: Option<&Live<'_>>,
) -> Markup {
    let result = site.test((suite, number));
    let position = site.position(suite, result);
    let body = html! {
        (around(site, suite, number))
        h1 {
            a href=(href(site, Page::Suite(suite), DEPTH)) { (result.suite) }
            ":" (result.id) " " (class(result.class()))
        }
        @if let Some(text) = super::lists::note(result, "DESCRIPTION") { p.prose { (text) } }
        @if let Some(live) = live { (again(result, live)) }
        div.test {
            div { (picture(result, &position)) }
            div {
                (facts(result))
                (place(site, suite, &position))
                (commands(site, suite, result))
            }
        }
        @if let Some(details) = &result.details {
            (knowledge(details, position.as_ref().ok()))
        }
    };
    frame(
        &format!("{} – regression report", result.name()),
        &root(DEPTH),
        &body,
    )
}

/// Links to the previous and the next test.
fn around(site: &Site, suite: usize, number: usize) -> Markup {
    let link = |number: Option<usize>, rel: &str| {
        html! {
            @if let Some(number) = number.filter(|&number| number < site.test_count(suite)) {
                a rel=(rel) href=(href(site, Page::Test(suite, number), DEPTH)) {
                    (site.test((suite, number)).name())
                }
            }
        }
    };
    html! {
        nav.around aria-label="Tests" {
            (link(number.checked_sub(1), "prev"))
            (link(Some(number + 1), "next"))
        }
    }
}

fn picture(result: &TestResult, position: &Result<Replayed, NotReplayed>) -> Markup {
    if let Some((Trouble::Setup, _)) = result.trouble {
        return html! {
            p.missing { "The board is not shown: the engine did not set up this test's position." }
        };
    }
    match position {
        Ok(position) => {
            let size = position.board.size();
            let dragons = (result.details.as_ref())
                .map(|details| dragons(details, size))
                .unwrap_or_default();
            board(result, position, &dragons)
        }
        Err(error) => html! {
            p.missing { "The board is not shown. The position could not be set up again: " (error) "." }
        },
    }
}

fn facts(result: &TestResult) -> Markup {
    let Cost {
        wall,
        cpu,
        reading,
        owl,
        connection,
        trymove,
        uncertainty,
    } = result.cost;
    let nodes = [
        ("Reading nodes", reading),
        ("Owl nodes", owl),
        ("Connection nodes", connection),
        ("Trial moves", trymove),
    ];
    html! {
        table.head {
            tr { th scope="row" { "Number" } td {
                (result.id)
                @if result.line > 0 { ", line " (result.line) }
            } }
            tr { th scope="row" { "Status" } td { (class(result.class())) } }
            tr { th scope="row" { "Correct" } td { (expected(result)) } }
            tr { th scope="row" { "Answer" } td { (answer(result)) } }
            tr { th scope="row" { "GTP" } td { code { (result.command) } } }
            @for (key, value) in &result.notes {
                @if key != "DESCRIPTION" {
                    tr { th scope="row" { (capitalised(key)) } td { (value) } }
                }
            }
            // The answer row shows the first line already.
            @if let Some((_, text)) = result.trouble.as_ref().filter(|(_, text)| text.contains('\n')) {
                tr { th scope="row" { "Trouble" } td { pre { (text) } } }
            }
            @if wall > 0.0 || cpu.is_some() {
                tr { th scope="row" { "Seconds" } td {
                    (format!("{wall:.3}"))
                    @if let Some(cpu) = cpu { ", " (format!("{cpu:.3}")) " of processor time" }
                } }
            }
            @for (name, nodes) in nodes {
                @if let Some(nodes) = nodes {
                    tr { th scope="row" { (name) } td { (grouped(nodes)) } }
                }
            }
            @if let Some(bits) = uncertainty {
                tr { th scope="row" { "Uncertainty" } td { (format!("{bits:.4}")) " bits" } }
            }
        }
    }
}

/// The origin of the position.
fn place(site: &Site, suite: usize, position: &Result<Replayed, NotReplayed>) -> Markup {
    let Ok(position) = position else {
        return html! {};
    };
    let last = position.board.last_move();
    let size = position.board.size();
    html! {
        p.place {
            @if let Some(name) = &position.record {
                "Game record "
                @if let Ok(record) = site.record(suite, name) {
                    a href={ (root(DEPTH)) (record.path) } { (name) }
                } @else {
                    (name)
                }
                ". "
            }
            @if let Some((color, at)) = last {
                "Last move: " (color) " "
                @match at {
                    Some(point) => (point.vertex(size)),
                    None => "pass",
                }
                ". "
            }
        }
    }
}

/// The commands for the engine, and the command for the shell.
fn commands(site: &Site, suite: usize, result: &TestResult) -> Markup {
    let run = site.run();
    let suite = &site.suites[suite];
    let file = (suite.file.as_ref()).map_or_else(
        || format!("{}.tst", result.suite),
        |file| file.display().to_string(),
    );
    let test = format!("{file}:{}", result.id);
    let quoted = |text: &str| {
        shlex::try_quote(text).map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
    };
    let mut words = vec!["regress".to_owned()];
    if !run.engine.is_empty() {
        words.extend(["--engine".to_owned(), quoted(&run.engine)]);
    }
    words.extend(["--verbose".to_owned(), quoted(&test)]);
    html! {
        h2 { "Run it again" }
        pre.command { (words.join(" ")) }
        @if let Some(folder) = suite.folder() {
            p.hint {
                "Or send the engine, started in "
                @if folder == Path::new(".") { "the suite's folder" }
                @else { code { (folder.display()) } }
                ":"
            }
        }
        pre.gtp {
            @for line in &result.setup { (line) "\n" }
            (result.id) " " (result.command)
        }
    }
}

/// What the server adds: the button, and the result of the last run.
fn again(before: &TestResult, live: &Live<'_>) -> Markup {
    html! {
        form.again method="post" {
            input type="hidden" name="token" value=(live.token);
            button { "Run this test now" }
            @match live.again {
                None => {}
                Some(Err(reason)) => p.trouble role="status" { "It could not be run: " (reason) },
                Some(Ok(now)) => {
                    table role="status" {
                        thead { tr { th {} th { "result" } th { "answer" } th { "seconds" } } }
                        tbody {
                            @for (name, result) in [("report", before), ("now", now)] {
                                tr {
                                    th scope="row" { (name) }
                                    td { (class(result.class())) }
                                    td { (answer(result)) }
                                    td.number { (format!("{:.3}", result.cost.wall)) }
                                }
                            }
                        }
                    }
                    @if before.answer == now.answer && before.class() == now.class() {
                        p { "The same answer as in the report." }
                    } @else {
                        p { strong { "Another answer than in the report." } }
                    }
                }
            }
        }
    }
}

/// The engine's knowledge: dragons, worms, candidate moves, trace.
fn knowledge(details: &Details, position: Option<&Replayed>) -> Markup {
    html! {
        @if let Some(position) = position {
            @let size = position.board.size();
            @let dragons = dragons(details, size);
            @if !dragons.is_empty() {
                h2 { "Dragons" }
                div.scroll tabindex="0" {
                    table.sortable {
                        thead { tr {
                            th { "" } th { "dragon" } th { "colour" } th.number { "stones" }
                            th { "status" } th { "owl status" } th { "safety" }
                            th.number { "escape" } th { "genus" } th data-sort="no" { "attack" }
                            th data-sort="no" { "defence" } th data-sort="no" { "neighbours" }
                        } }
                        tbody {
                            @for dragon in &dragons {
                                @let data = &dragon.data;
                                tr {
                                    th scope="row" { (dragon.letter) }
                                    td { (data.vertex) }
                                    td { (data.get("color")) }
                                    td.number { (dragon.stones.len()) }
                                    td { (dragon.status()) }
                                    td { (data.get("owl_status")) }
                                    td { (data.get("safety")) }
                                    td.number { (data.get("escape_route")) }
                                    td { (data.get("genus")) }
                                    td { (point(data, "owl_attack_point")) }
                                    td { (point(data, "owl_defense_point")) }
                                    td { (data.get("neighbors")) }
                                }
                            }
                        }
                    }
                }
            }
            @let moves = top_moves(details, size);
            @if !moves.is_empty() {
                h2 { "Candidate moves" }
                ul.chips {
                    @for (point, value) in moves { li { strong { (point.vertex(size)) } " " (value) } }
                }
            }
        }
        @let worms = worms(details);
        @if !worms.is_empty() {
            details {
                summary { "Worms (" (worms.len()) ")" }
                div.scroll tabindex="0" {
                    table.sortable {
                        thead { tr {
                            th { "worm" } th { "colour" } th.number { "size" }
                            th.number { "liberties" } th data-sort="no" { "attack" }
                            th data-sort="no" { "defence" } th { "unconditional" }
                        } }
                        tbody {
                            @for worm in &worms {
                                tr {
                                    th scope="row" { (worm.vertex) }
                                    td { (worm.get("color")) }
                                    td.number { (worm.get("size")) }
                                    td.number { (worm.get("liberties")) }
                                    td { (coded(worm, "attack_code", "attack_point")) }
                                    td { (coded(worm, "defense_code", "defense_point")) }
                                    td { (worm.get("unconditional_status")) }
                                }
                            }
                        }
                    }
                }
            }
        }
        @for (command, text) in &details.data {
            @if !SHOWN.contains(&command.as_str()) || position.is_none() {
                details { summary { (command) } pre { (text) } }
            }
        }
        @if !details.trace.is_empty() { (trace(&details.trace)) }
    }
}

fn trace(lines: &[String]) -> Markup {
    let mut room = TRACE;
    let fitting = |line: &&String| {
        let fits = line.len() < room;
        room = room.saturating_sub(line.len() + 1);
        fits
    };
    let shown: Vec<&String> = lines.iter().take_while(fitting).collect();
    let left = lines.len() - shown.len();
    html! {
        details.trace {
            summary { "Trace (" (grouped(lines.len())) " lines)" }
            pre {
                @for line in shown { (line) "\n" }
            }
            @if left > 0 {
                p.hint { (grouped(left)) " more lines are in the results, not here." }
            }
        }
    }
}

/// A point of a block; empty for GNU Go's "none".
fn point<'a>(block: &'a Block, field: &str) -> &'a str {
    match block.get(field) {
        "PASS" => "",
        point => point,
    }
}

/// A result code and its point; empty for 0.
fn coded(block: &Block, code: &str, at: &str) -> String {
    match block.get(code) {
        "" | "0" => String::new(),
        code => format!("{code} {}", point(block, at)),
    }
}

/// `CATEGORY` as `Category`.
fn capitalised(key: &str) -> String {
    let mut chars = key.chars();
    let first = chars.next().map(String::from).unwrap_or_default();
    first + &chars.as_str().to_ascii_lowercase()
}
