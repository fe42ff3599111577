//! Writes reports as text, in the format of the command that asked.
//!
//! Win rates and values are those of the side to move. `lz-analyze` writes them as whole numbers of
//! ten thousandths; `analyze` adds scores. `kata-analyze` writes fractions, the position, and the
//! ownership. In these formats a line has all moves. `cgos-genmove_analyze` writes a JSON object.

use std::fmt::Write;

use katachi_board::{BoardSize, Point, Symmetry};
use katachi_core::monte_carlo::{MoveReport, Report};
use serde::Serialize;

use super::Request;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Leela Zero's.
    Lz,
    /// Sabaki's own: Leela Zero's with scores.
    Sabaki,
    /// `KataGo`'s.
    Kata,
    /// The Computer Go Server's.
    Cgos,
}

/// How the client sees points.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The size of the board.
    pub size: BoardSize,
    /// The orientation of the board.
    pub orientation: Symmetry,
}

impl View {
    /// A move as the client sees it.
    pub fn name(self, point: Option<Point>) -> String {
        point.map_or_else(
            || "pass".to_owned(),
            |point| {
                let turned = self.orientation.apply_to_point(point, self.size);
                turned.vertex(self.size).to_string()
            },
        )
    }

    fn names(self, moves: &[Option<Point>]) -> String {
        let names: Vec<String> = moves.iter().map(|&point| self.name(point)).collect();
        names.join(" ")
    }

    /// The values of points, row by row as the client sees them.
    fn turned(self, values: &[f32]) -> Vec<f32> {
        let places: Vec<Point> = self.size.points().collect();
        let mut turned = vec![0.0; values.len()];
        for (&point, &value) in places.iter().zip(values) {
            let to = self.orientation.apply_to_point(point, self.size);
            if let Some(slot) = turned.get_mut(to.row() * self.size.get() + to.col()) {
                *slot = value;
            }
        }
        turned
    }
}

/// A fraction in ten thousandths.
fn whole(share: f64) -> i64 {
    (share * 10_000.0).round() as i64
}

/// The report on one line.
pub fn report(report: &Report, format: Format, request: &Request, view: View) -> String {
    let shown: Vec<&MoveReport> = (report.moves.iter().enumerate())
        .filter(|(place, one)| one.visits > 0 || *place < request.least_moves)
        .take(request.most_moves)
        .map(|(_, one)| one)
        .collect();
    if format == Format::Cgos {
        return json(report, &shown, view);
    }
    let mut line = String::new();
    for (order, one) in shown.iter().enumerate() {
        if order > 0 {
            line.push(' ');
        }
        let values = if format == Format::Kata {
            format!(
                "winrate {:.6} scoreMean {:.3} scoreLead {:.3} prior {:.6} lcb {:.6}",
                one.winrate, one.score, one.score, one.prior, one.lower_bound
            )
        } else {
            let score = if format == Format::Sabaki {
                format!(" scoreLead {:.3}", one.score)
            } else {
                String::new()
            };
            format!(
                "winrate {}{score} prior {} lcb {}",
                whole(one.winrate),
                whole(one.prior),
                whole(one.lower_bound)
            )
        };
        // Writing to a string cannot fail.
        let _ = write!(
            line,
            "info move {} visits {} {values} order {order} pv {}",
            view.name(one.point),
            one.visits,
            view.names(&one.variation)
        );
    }
    if request.root && format == Format::Kata {
        let _ = write!(
            line,
            " rootInfo visits {} winrate {:.6} scoreMean {:.3} scoreLead {:.3}",
            report.visits, report.winrate, report.score, report.score
        );
    }
    if request.ownership && format != Format::Lz {
        line.push_str(" ownership");
        for value in view.turned(&report.ownership) {
            let _ = write!(line, " {value:.3}");
        }
    }
    line
}

/// A move for the Computer Go Server.
#[derive(Serialize)]
struct JsonMove {
    r#move: String,
    visits: u32,
    winrate: f64,
    score: f64,
    prior: f64,
    pv: String,
}

/// A position for the Computer Go Server.
#[derive(Serialize)]
struct Json {
    visits: u32,
    winrate: f64,
    score: f64,
    moves: Vec<JsonMove>,
}

fn json(report: &Report, shown: &[&MoveReport], view: View) -> String {
    let rounded = |value: f64, unit: f64| (value / unit).round() * unit;
    let share = |value| (rounded(value, 1e-6) * 1e6).round() / 1e6;
    let points = |value: f64| (value * 1000.0).round() / 1000.0;
    let moves = shown.iter().map(|one| JsonMove {
        r#move: view.name(one.point),
        visits: one.visits,
        winrate: share(one.winrate),
        score: points(one.score),
        prior: share(one.prior),
        pv: view.names(&one.variation),
    });
    let whole = Json {
        visits: report.visits,
        winrate: share(report.winrate),
        score: points(report.score),
        moves: moves.collect(),
    };
    // The object contains only numbers and names, so this cannot fail.
    serde_json::to_string(&whole).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const THREE: View = View {
        size: match BoardSize::new(3) {
            Some(size) => size,
            None => BoardSize::NINETEEN,
        },
        orientation: Symmetry::IDENTITY,
    };

    fn sample() -> Report {
        let point = |name| Some(Point::from_vertex(name, THREE.size).unwrap());
        Report {
            visits: 130,
            winrate: 0.523_456_78,
            score: -1.5,
            deviation: 10.0,
            moves: vec![
                MoveReport {
                    point: point("B2"),
                    visits: 100,
                    winrate: 0.5,
                    score: 2.25,
                    prior: 0.123_45,
                    lower_bound: 0.456_78,
                    variation: vec![point("B2"), None, point("A3")],
                },
                MoveReport {
                    point: None,
                    visits: 30,
                    winrate: 1.0,
                    score: -9.0,
                    prior: 0.0,
                    lower_bound: -0.1,
                    variation: vec![None],
                },
                MoveReport {
                    point: point("C1"),
                    variation: vec![point("C1")],
                    ..MoveReport::default()
                },
            ],
            ownership: vec![1.0, -1.0, 0.5, 0.0, 0.25, -0.0625, 0.1, 0.2, 0.3],
        }
    }

    fn asked(arguments: &str) -> Request {
        Request::parse(arguments, |_| None).unwrap()
    }

    fn line(format: Format, request: &Request) -> String {
        report(&sample(), format, request, THREE)
    }

    #[test]
    fn the_formats_of_clients() {
        let plain = Request::default();
        assert_eq!(
            line(Format::Lz, &plain),
            "info move B2 visits 100 winrate 5000 prior 1235 lcb 4568 order 0 pv B2 pass A3 \
             info move pass visits 30 winrate 10000 prior 0 lcb -1000 order 1 pv pass"
        );
        assert_eq!(
            line(Format::Sabaki, &plain),
            "info move B2 visits 100 winrate 5000 scoreLead 2.250 prior 1235 lcb 4568 order 0 \
             pv B2 pass A3 info move pass visits 30 winrate 10000 scoreLead -9.000 prior 0 \
             lcb -1000 order 1 pv pass"
        );
        assert_eq!(
            line(Format::Kata, &plain),
            "info move B2 visits 100 winrate 0.500000 scoreMean 2.250 scoreLead 2.250 \
             prior 0.123450 lcb 0.456780 order 0 pv B2 pass A3 info move pass visits 30 \
             winrate 1.000000 scoreMean -9.000 scoreLead -9.000 prior 0.000000 lcb -0.100000 \
             order 1 pv pass"
        );
        assert_eq!(
            line(Format::Cgos, &plain),
            r#"{"visits":130,"winrate":0.523457,"score":-1.5,"moves":[{"move":"B2","visits":100,"winrate":0.5,"score":2.25,"prior":0.12345,"pv":"B2 pass A3"},{"move":"pass","visits":30,"winrate":1.0,"score":-9.0,"prior":0.0,"pv":"pass"}]}"#
        );
    }

    #[test]
    fn more_and_less_is_shown_on_request() {
        let all = asked("minmoves 3 ownership true rootInfo true");
        let text = line(Format::Kata, &all);
        assert!(text.contains("info move C1 visits 0 "), "{text}");
        assert!(
            text.ends_with(
                " order 2 pv C1 rootInfo visits 130 winrate 0.523457 scoreMean -1.500 \
                 scoreLead -1.500 ownership 1.000 -1.000 0.500 0.000 0.250 -0.062 0.100 0.200 0.300"
            ),
            "{text}"
        );
        assert!(!line(Format::Lz, &all).contains("ownership"));
        let one = asked("maxmoves 1");
        assert!(!line(Format::Lz, &one).contains("order 1"));
        let none = Report::default();
        assert_eq!(report(&none, Format::Lz, &all, THREE), "");
    }

    #[test]
    fn a_turned_board_is_shown_turned() {
        for orientation in Symmetry::all() {
            let view = View {
                orientation,
                ..THREE
            };
            let corner = Point::from_vertex("A3", THREE.size).unwrap();
            let request = asked("ownership true");
            let text = report(&sample(), Format::Kata, &request, view);
            let owners: Vec<f32> = (text.split_once("ownership ").unwrap().1)
                .split(' ')
                .map(|value| value.parse().unwrap())
                .collect();
            let seen = Point::from_vertex(&view.name(Some(corner)), THREE.size).unwrap();
            assert!((owners[3 * seen.row() + seen.col()] - 1.0).abs() < 1e-6);
        }
    }
}
