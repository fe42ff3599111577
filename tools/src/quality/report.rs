//! The results of a study, as a table for people and as values for other programs.

use std::fmt::{self, Write as _};

use katachi_studio::Phase;
use serde::Serialize;

use crate::curve::Mean;

use super::judged::{JudgedMove, Judgement, Reply};

use super::sample::Position;
use super::study::{Participant, Study};

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Average {
    /// The number of moves.
    pub moves: u32,
    /// The mean; `None` without moves.
    pub mean: Option<f64>,
    /// Its standard error; `None` for fewer than two moves.
    pub error: Option<f64>,
}

impl Average {
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut mean = Mean::default();
        numbers.for_each(|number| mean.add(number));
        Self {
            moves: mean.count(),
            mean: mean.mean(),
            error: mean.error(),
        }
    }
}

/// The results of an engine. Losses are in points per move.
#[derive(Clone, Debug, Serialize)]
pub struct EngineReport {
    /// Its command line.
    pub command: String,
    /// Its name and version.
    pub label: String,
    /// The loss over all moves.
    pub loss: Average,
    /// The loss in the opening, the middle game and the endgame.
    pub phases: [Average; 3],
    /// The median of the losses.
    pub median: Option<f64>,
    /// The share of judged moves that are the one that was played.
    pub same: Option<f64>,
    /// The mean time for a move, in seconds.
    pub seconds: Option<f64>,
    /// The loss less that of the first engine, over the positions in which both are judged; `None`
    /// for the first engine.
    pub less_first: Option<Average>,
    /// Passes among the judged moves.
    pub passes: usize,
    /// Resignations, which are judged as passes.
    pub resigned: usize,
    /// Answers that are no legal moves; they are not judged.
    pub illegal: usize,
    /// Positions in which the engine or the teacher failed.
    pub failed: usize,
}

/// The results of a study.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The number of positions.
    pub positions: usize,
    /// Name and version of the teacher.
    pub teacher: String,
    /// How it judges.
    pub method: String,
    /// The engines, in the order of the command line.
    pub engines: Vec<EngineReport>,
}

impl Report {
    /// Sums up the moves of a study.
    pub fn of(study: &Study, positions: &[Position], moves: &[JudgedMove]) -> Self {
        let of_engine = |engine: usize| moves.iter().filter(move |one| one.engine == engine);
        let first: Vec<&JudgedMove> = of_engine(0).collect();
        let engines = study.engines.iter().enumerate();
        let engines = engines.map(|(number, engine)| {
            let moves: Vec<&JudgedMove> = of_engine(number).collect();
            let less_first = (number > 0).then(|| less(&moves, &first));
            engine_report(engine, positions, &moves, less_first)
        });
        Self {
            positions: positions.len(),
            teacher: study.teacher.label.clone(),
            method: study.teaching.method().to_string(),
            engines: engines.collect(),
        }
    }
}

fn engine_report(
    engine: &Participant,
    positions: &[Position],
    moves: &[&JudgedMove],
    less_first: Option<Average>,
) -> EngineReport {
    let judged = || moves.iter().filter_map(|one| Some((*one, one.points()?)));
    let in_phase = |phase: Phase| {
        let moves = judged().filter(move |(one, _)| positions[one.position].phase() == phase);
        Average::of(moves.map(|(_, points)| points))
    };
    let share = |agrees: bool| if agrees { 1.0 } else { 0.0 };
    let same = judged().filter_map(|(one, _)| Some(one.reply?.agrees(&positions[one.position])));
    let replies = |reply: Reply| judged().filter(|(one, _)| one.reply == Some(reply)).count();
    let count =
        |fits: fn(&Judgement) -> bool| moves.iter().filter(|one| fits(&one.judgement)).count();
    EngineReport {
        command: engine.command.line().to_owned(),
        label: engine.label.clone(),
        loss: Average::of(judged().map(|(_, points)| points)),
        phases: Phase::ALL.map(in_phase),
        median: median(judged().map(|(_, points)| points).collect()),
        same: Average::of(same.map(share)).mean,
        seconds: Average::of(moves.iter().filter_map(|one| one.seconds)).mean,
        less_first,
        passes: replies(Reply::Pass),
        resigned: replies(Reply::Resign),
        illegal: count(|judgement| matches!(judgement, Judgement::Illegal(_))),
        failed: count(|judgement| matches!(judgement, Judgement::Failed(_))),
    }
}

/// The losses of an engine less those of another one in the same positions.
fn less(moves: &[&JudgedMove], others: &[&JudgedMove]) -> Average {
    let pairs = moves.iter().filter_map(|one| {
        let other = others.iter().find(|other| other.position == one.position)?;
        Some(one.points()? - other.points()?)
    });
    Average::of(pairs)
}

fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let upper = *numbers.get(numbers.len() / 2)?;
    let lower = *numbers.get((numbers.len() - 1) / 2)?;
    Some(f64::midpoint(lower, upper))
}

/// A number with two decimals, or `-`.
fn shown(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.2}"))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} positions, judged by {} ({})",
            self.positions, self.teacher, self.method
        )?;
        for (number, engine) in (1..).zip(&self.engines) {
            writeln!(f, "engine {number}  {}  ({})", engine.command, engine.label)?;
        }
        let phases = Phase::ALL
            .map(|phase| format!("{:>8}", phase.name()))
            .concat();
        writeln!(
            f,
            "\npoints lost    mean  error  median{phases}    same  moves  s/move"
        )?;
        for (number, engine) in (1..).zip(&self.engines) {
            let phases = engine
                .phases
                .map(|phase| format!("{:>8}", shown(phase.mean)))
                .concat();
            let same = engine
                .same
                .map_or("-".to_owned(), |same| format!("{:.1} %", 100.0 * same));
            writeln!(
                f,
                "engine {number:<7}{:>5}{:>7}{:>8}{phases}{same:>8}{:>7}{:>8}",
                shown(engine.loss.mean),
                shown(engine.loss.error),
                shown(engine.median),
                engine.loss.moves,
                shown(engine.seconds),
            )?;
        }
        for (number, engine) in (1..).zip(&self.engines) {
            if let Some(less) = engine.less_first {
                let (mean, error) = (shown(less.mean), shown(less.error));
                let name = format!("{number} less 1");
                writeln!(f, "{name:<14}{mean:>5}{error:>7}{:>47}", less.moves)?;
            }
        }
        for (number, engine) in (1..).zip(&self.engines) {
            f.write_str(&engine.remarks(number))?;
        }
        Ok(())
    }
}

impl EngineReport {
    /// A line about moves that do not count, or that are no stones.
    fn remarks(&self, number: usize) -> String {
        let remarks = [
            (self.failed, "failed, not judged"),
            (self.illegal, "not legal, not judged"),
            (self.passes, "passes"),
            (self.resigned, "resigned, judged as passes"),
        ];
        let mut text = String::new();
        for (count, what) in remarks.iter().filter(|(count, _)| *count > 0) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "engine {number}: {count} {what}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0]), Some(3.0));
        assert_eq!(median(vec![5.0, -1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![5.0, -1.0, 2.0, 3.0]), Some(2.5));
    }
}
