//! The census as a web page: one file, which needs no network. Examples are links that have game
//! records in themselves.

use maud::{Markup, PreEscaped, html};

use katachi_image::Role;

use super::count::Count;
use super::plan::Depth;
use super::report::{Report, Row};
use crate::page::frame;
use crate::record;

/// The most rows of a database that fit, and the most that never fire.
const MOST: usize = 300;

/// The page.
pub fn page(report: &Report<'_>) -> String {
    let Report {
        plan, tally, time, ..
    } = report;
    let title = "Census of patterns";
    let body = html! {
        p {
            (tally.games) " games, " (tally.positions) " positions, depth "
            (plan.depth) ", " (format!("{:.1}", time.as_secs_f64())) " s. "
            span.faint { "Bars: opening, middle game, endgame." }
        }
        @for (database, name, role) in report.databases() {
            (of_database(report, database, name, role))
        }
        script { (PreEscaped(include_str!("census.js"))) }
    };
    frame(title, &body)
}

fn of_database(report: &Report<'_>, database: usize, name: &str, role: Role) -> Markup {
    let rows = report.frequent(database);
    let dead: Vec<&Row> = (report.of_database(database))
        .filter(|row| row.dead.is_some())
        .collect();
    let all = report.of_database(database).count();
    let most = rows.first().map_or(1, |row| row.count.all_fits());
    let depth = report.plan.depth;
    html! {
        h2 { (name) " " span.faint { "(" (role.profile().name) ")" } }
        p { (all) " patterns, " (rows.len()) " fit, " (dead.len()) " never fire." }
        @if !rows.is_empty() {
            div.scroll { table {
                thead { tr {
                    (head("pattern")) (head("at")) (head("fits"))
                    @if depth >= Depth::Constraint {
                        (head("untested")) (head("class")) (head("constraint"))
                    }
                    @if depth >= Depth::Move {
                        (head("leads")) (head("best")) (head("vetoed")) (head("vetoes"))
                        (head("points"))
                    }
                    (head("played %"))
                    @if depth >= Depth::Constraint { (head("µs")) }
                    th { "phases" } th { "example" }
                } }
                tbody {
                    @for row in rows.iter().take(MOST) { (of_row(report, row, most)) }
                }
            } }
            @if rows.len() > MOST { p.faint { "and " (rows.len() - MOST) " more that fit" } }
        }
        @if !dead.is_empty() && role != Role::Joseki {
            details {
                summary { (dead.len()) " never fire" }
                table { tbody {
                    @for row in dead.iter().take(MOST) {
                        tr {
                            td { (row.name) } td { (row.file) ":" (row.line) }
                            td.why { (row.dead.as_deref().unwrap_or_default()) }
                        }
                    }
                } }
                @if dead.len() > MOST { p.faint { "and " (dead.len() - MOST) " more" } }
            }
        }
    }
}

fn head(text: &str) -> Markup {
    html! { th scope="col" { button type="button" { (text) } } }
}

fn of_row(report: &Report<'_>, row: &Row, most: u64) -> Markup {
    let count = &row.count;
    let fits = count.all_fits();
    let depth = report.plan.depth;
    let (played, of) = if count.holds > 0 {
        (count.holds_played, count.holds)
    } else {
        (count.fits_played, fits)
    };
    html! {
        tr {
            td { (row.name) } td { (row.file) ":" (row.line) } td { (fits) }
            @if depth >= Depth::Constraint {
                td { (count.open) } td { (count.class) } td { (count.holds) }
            }
            @if depth >= Depth::Move {
                td { (count.leads) } td { (count.chosen) } td { (count.vetoed) }
                td { (count.vetoes) }
                td { (count.mean_loss().map_or(String::new(), |loss| format!("{:+.2}", -loss))) }
            }
            td { (format!("{:.1}", 100.0 * played as f64 / of.max(1) as f64)) }
            @if depth >= Depth::Constraint { td { (count.nanoseconds / 1000 / fits.max(1)) } }
            td { (bar(count, most)) }
            td { (example(report, row)) }
        }
    }
}

fn bar(count: &Count, most: u64) -> Markup {
    let [opening, middle, endgame] = count.fits;
    let percent = |part: u64| format!("width:{:.2}%", 100.0 * part as f64 / most.max(1) as f64);
    let title = format!("opening {opening}, middle game {middle}, endgame {endgame}");
    html! {
        span.bar title=(title) role="img" aria-label=(title) {
            i.o style=(percent(opening)) {} i.m style=(percent(middle)) {}
            i.e style=(percent(endgame)) {}
        }
    }
}

/// A link to a record of the first example.
fn example(report: &Report<'_>, row: &Row) -> Markup {
    let Some(example) = row.count.examples.first() else {
        return html! {};
    };
    let place = example.place();
    let name = report.plan.games.name(place);
    let pattern = report.plan.set.pattern(row.database, row.number);
    let size = report
        .plan
        .games
        .games
        .get(place.game)
        .map(|game| game.size);
    let marked = pattern.zip(size).and_then(|(pattern, size)| {
        let found = example.found(row.number)?;
        let labels = pattern.labels().iter().filter_map(|label| {
            let point = found.point(label.at, size)?;
            Some((point, char::from(label.letter).to_string()))
        });
        let point = found.mv(&pattern, size)?;
        Some(labels.chain([(point, "*".to_owned())]).collect::<Vec<_>>())
    });
    let comment = format!("{} {}:{}", row.name, row.file, row.line);
    let sgf = record::position(
        report.plan.games,
        place,
        &comment,
        &marked.unwrap_or_default(),
    );
    html! {
        a href=(record::link(&sgf)) download={ (row.name) ".sgf" } title=(name) {
            "move " (place.before + 1)
        }
    }
}
