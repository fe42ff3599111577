//! Our databases of influence and barriers make the territorial value better, on games that had no
//! part in their choice.

use std::sync::Arc;

use katachi_board::Scoring;
use katachi_strategy::{Analyst, Knowledge};
use katachi_testkit::{Need, Trial, trial};
use libtest_mimic::Failed;

use crate::games::ours;
use crate::labels::{Games, Label, Part, labels, ownership};

/// The positions that are looked at.
const POSITIONS: usize = 60;

/// The mean squared error of the territorial value with the side to move.
fn error(knowledge: Knowledge, labels: &[Label]) -> Result<f64, Failed> {
    let mut analyst = Analyst::new(knowledge, 10);
    let mut games = Games::default();
    let (mut squares, mut points) = (0.0, 0);
    for label in labels {
        let board = games.board(label).ok_or("a game is missing")?;
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let influence = position.first_influence(label.to_move());
        for (point, truth) in board.size().points().zip(label.ownership()) {
            squares += f64::from(ownership(&board, &influence, point) - truth).powi(2);
            points += 1;
        }
    }
    Ok(squares / f64::from(points))
}

fn compare(labels: &[Label]) -> Result<(), Failed> {
    let without = error(Knowledge::default(), labels)?;
    let files = ["patterns/influence.db", "patterns/barriers.db"];
    let [influence, barriers] = files.map(ours);
    for databases in [
        vec![barriers.clone()],
        vec![influence.clone()],
        vec![influence, barriers],
    ] {
        let names: Vec<String> = databases.iter().map(|one| one.name.clone()).collect();
        let with = error(Knowledge::new(databases), labels)?;
        if with > without {
            return Err(format!("{names:?}: error {with:.5}, without {without:.5}").into());
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let need: Need<Arc<Vec<Label>>> = labels(Part::Report, POSITIONS).map(Arc::new);
    vec![trial("they_foretell_ownership", need, |labels| {
        compare(&labels)
    })]
}
