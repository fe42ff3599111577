//! The moves of a study as rows for other programs: CSV and JSON.

use katachi_sgf::vertex;
use serde::Serialize;

use super::judged::{JudgedMove, Judgement};
use super::report::Report;
use super::sample::Position;

/// An engine's move in a position.
#[derive(Debug, Serialize)]
struct Row<'a> {
    /// The number of the engine, from 1.
    engine: usize,
    record: &'a str,
    /// The number of the move, from 1.
    number: usize,
    phase: &'static str,
    color: &'static str,
    played: String,
    answer: &'a str,
    /// `judged`, `illegal` or `failed`.
    outcome: &'static str,
    /// The points lost.
    loss: Option<f64>,
    /// The lead of the player after the move that was played.
    lead_played: Option<f64>,
    /// The lead of the player after the engine's move.
    lead_answer: Option<f64>,
    seconds: Option<f64>,
    /// Why the move is not judged.
    reason: Option<&'a str>,
}

impl<'a> Row<'a> {
    fn of(positions: &'a [Position], one: &'a JudgedMove) -> Self {
        let position = &positions[one.position];
        let (outcome, loss) = match one.judgement {
            Judgement::Judged(loss) => ("judged", Some(loss)),
            Judgement::Illegal(_) => ("illegal", None),
            Judgement::Failed(_) => ("failed", None),
        };
        Self {
            engine: one.engine + 1,
            record: &position.record,
            number: position.number(),
            phase: position.phase().name(),
            color: position.color.name(),
            played: vertex(position.played, position.size),
            answer: &one.answer,
            outcome,
            loss: one.points(),
            lead_played: loss.map(|loss| loss.played),
            lead_answer: loss.map(|loss| loss.answer),
            seconds: one.seconds,
            reason: one.reason(),
        }
    }
}

/// A table with a row for each engine and position.
///
/// # Errors
/// None that is known: everything is written into memory.
pub fn csv(positions: &[Position], moves: &[JudgedMove]) -> Result<Vec<u8>, csv::Error> {
    let mut rows = csv::Writer::from_writer(Vec::new());
    for one in moves {
        rows.serialize(Row::of(positions, one))?;
    }
    rows.into_inner().map_err(|error| error.into_error().into())
}

/// An object with the results (`report`) and the moves (`moves`).
///
/// # Errors
/// None that is known: everything is written into memory.
pub fn json(
    report: &Report,
    positions: &[Position],
    moves: &[JudgedMove],
) -> serde_json::Result<Vec<u8>> {
    let rows: Vec<Row<'_>> = moves.iter().map(|one| Row::of(positions, one)).collect();
    let mut text =
        serde_json::to_vec_pretty(&serde_json::json!({ "report": report, "moves": rows }))?;
    text.push(b'\n');
    Ok(text)
}
