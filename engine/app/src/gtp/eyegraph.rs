//! Eye shapes that a client draws or points out, analysed without a position.

use katachi_board::{Board, PointSet};
use katachi_gtp::Args;
use katachi_image::eyes::game::{EyeGraph, EyeVertex, MAX_GRAPH, value, values};
use katachi_image::eyes::{EyeCell, EyeValue};
use katachi_matcher::{PlacedGraph, eye_value};

use super::command::{GtpCommand, Response, Run};
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "analyze_eyegraph",
        arguments: "SHAPE",
        summary: "the value of an eye shape whose rows are separated by %, with its vital points and threats",
        run: Run::Reply(|_, args| analyze_eyegraph(args.rest())),
    },
    GtpCommand {
        name: "test_eyeshape",
        arguments: "VERTEX...",
        summary: "compares the databases with computed values for all fillings of an eye shape, on standard error",
        run: Run::Reply(test_eyeshape),
    },
];

/// The most positions of the abstract game.
const NODES: usize = 1_000_000;
/// The most points of a shape whose fillings are tested.
const MOST_POINTS: usize = 10;

/// A drawn shape: its rows, with `None` outside.
struct Drawing(Vec<Vec<Option<EyeCell>>>);

impl Drawing {
    /// The shape that a client draws. `*`, `<`, `>`, `@`, `(` and `)` are points like `.` and `!`.
    fn read(text: &str) -> Result<Self, String> {
        let cell = |symbol: char| match (symbol, EyeCell::from_char(symbol)) {
            ('O' | ' ', _) => Ok(None),
            (_, Some(cell)) if cell.has(EyeCell::EMPTY) != cell.has(EyeCell::STONE) => {
                Ok(Some(cell))
            }
            _ => Err(format!(
                "failed to analyze: expected `.`, `!`, `X`, `$`, `O` or `%`, found `{symbol}`"
            )),
        };
        let rows = text.trim().split('%');
        let rows = rows.map(|row| row.chars().map(cell).collect());
        rows.collect::<Result<_, _>>().map(Self)
    }

    /// The points with their rows and columns.
    fn points(&self) -> Vec<(usize, usize, EyeCell)> {
        let rows = self.0.iter().enumerate();
        rows.flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.filter_map(move |(col, cell)| Some((row, col, (*cell)?)))
        })
        .collect()
    }

    /// The shape as a graph; `None` if it has too many points.
    fn graph(&self) -> Option<EyeGraph> {
        let points = self.points();
        if points.len() > MAX_GRAPH {
            return None;
        }
        let vertices = points.iter().map(|&(row, col, cell)| {
            let touches = |&(_, other): &(usize, &(usize, usize, EyeCell))| {
                row.abs_diff(other.0) + col.abs_diff(other.1) == 1
            };
            let near = points.iter().enumerate().filter(touches);
            let neighbors = near.fold(0, |mask, (at, _)| mask | 1 << at);
            let is_marginal = cell.has(EyeCell::MARGINAL);
            EyeVertex::new(neighbors, 0, is_marginal, cell.has(EyeCell::STONE))
        });
        EyeGraph::new(vertices.collect())
    }

    /// The rows with these vital points, all of the same width.
    fn rows(&self, attacks: &[usize], defenses: &[usize]) -> Vec<String> {
        let width = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let mut next = 0;
        let mut rows = Vec::new();
        for cells in &self.0 {
            let mut row = String::new();
            for cell in cells {
                let Some(cell) = cell else {
                    row.push(' ');
                    continue;
                };
                let kept = [EyeCell::MARGINAL, EyeCell::EMPTY, EyeCell::STONE];
                let kept = kept.into_iter().filter(|property| cell.has(*property));
                let vital = [(attacks, EyeCell::ATTACK), (defenses, EyeCell::DEFENSE)];
                let vital = vital.into_iter().filter(|(list, _)| list.contains(&next));
                let all = kept.chain(vital.map(|(_, mark)| mark));
                let cell = all.fold(EyeCell::default(), EyeCell::with);
                row.push(cell.character().unwrap_or('?'));
                next += 1;
            }
            rows.push(format!("{row:width$}"));
        }
        rows
    }
}

fn analyze_eyegraph(text: &str) -> Response {
    let drawing = Drawing::read(text)?;
    if drawing.points().is_empty() {
        return Err("failed to analyze: expected a shape such as `.!%..`, found no points".into());
    }
    let solved = drawing.graph().and_then(|graph| value(&graph, NODES));
    let solved = solved.ok_or("failed to analyze: the shape is too large")?;
    let mut lines = vec![EyeValue(solved.value.0.map(|eyes| eyes.min(2))).to_string()];
    lines.extend(drawing.rows(&solved.all_attacks, &solved.all_defenses));
    Ok(lines.join("\n"))
}

fn test_eyeshape(session: &mut Session, args: &mut Args<'_>) -> Response {
    let points: PointSet = tokens::points(session, args)?.into_iter().collect();
    if points.is_empty() {
        return Err(super::failure::Failure::Coordinate);
    }
    if points.len() > MOST_POINTS {
        return Err(format!(
            "expected at most {MOST_POINTS} points, found {}",
            points.len()
        )
        .into());
    }
    let none = PointSet::EMPTY;
    let size = session.game.board().size();
    let placed = PlacedGraph::new(&Board::new(size), &points, &none, &none);
    let Some((mut placed, graph)) =
        placed.and_then(|placed| Some((placed.clone(), placed.graph()?)))
    else {
        return Err("failed to analyze: the shape is too large".into());
    };
    let fillings: Vec<u32> = (0..1 << points.len())
        .filter(|&stones| graph.has_liberties(stones))
        .collect();
    let solved = values(&graph, &fillings, NODES);
    let solved = solved.ok_or("failed to analyze: the shape is too large")?;
    let position = session.engine.position(&session.game);
    let knowledge = position.knowledge().clone();
    for (stones, solved) in fillings.into_iter().zip(solved) {
        for (at, point) in placed.points.iter_mut().enumerate() {
            point.occupied = stones >> at & 1 != 0;
        }
        let found = knowledge.eyes().find_map(|eyes| eye_value(&eyes, &placed));
        let Some(found) = found.filter(|found| found.value != solved.value) else {
            continue;
        };
        let holding = placed.points.iter().filter(|point| point.occupied);
        let holding: Vec<String> = holding
            .map(|point| tokens::name(session, point.point))
            .collect();
        let (known, computed) = (found.value, solved.value);
        session.speaker.say(&format!(
            "with stones on [{}] the databases say {known}, computed {computed}",
            holding.join(" ")
        ));
    }
    Ok(String::new())
}
