//! What generalising has found, as text and for other programs.

use std::fmt::Write;

use serde::Serialize;

use super::constraint::{Separation, Separations};
use super::count::{Count, Counts};
use super::plan::Plan;
use super::weaken::{CellReport, Loosened};
use crate::cut::{Draft, Picture};

/// What generalising a pattern has found. Pairs of counts are those of the half that chooses, and
/// of the half that has a veto.
#[derive(Clone, Debug, Serialize)]
pub struct Generalised {
    /// The loosest diagram.
    #[serde(skip)]
    pub picture: Picture,
    /// The rows of that diagram, borders included.
    diagram: Vec<String>,
    /// The number of games.
    games: [usize; 2],
    /// The situations that the original diagram fits.
    before: Counts,
    /// Those that the loosest one fits.
    after: Counts,
    /// What each cell of the original may become if no other one changes.
    cells: Vec<NamedCell>,
    /// The steps that lead to the loosest diagram.
    steps: Vec<NamedStep>,
    /// The situations in which the engine was asked about constraints.
    asked: Counts,
    /// The constraints that separate hits from false hits best.
    constraints: Vec<Separation>,
}

#[derive(Clone, Debug, Serialize)]
struct NamedCell {
    /// Row and column in the diagram, from 1.
    row: usize,
    column: usize,
    is: char,
    #[serde(flatten)]
    report: CellReport,
}

#[derive(Clone, Debug, Serialize)]
struct NamedStep {
    /// The cells with what they become: row and column from 1, and the cell.
    cells: Vec<(usize, usize, char)>,
    adds: Counts,
}

impl Generalised {
    pub(super) fn new(plan: &Plan<'_>, loosened: &Loosened, separations: Separations) -> Self {
        let original = &plan.draft.picture;
        let place = |cell: usize| (cell / original.cols + 1, cell % original.cols + 1);
        let cells = loosened.cells.iter().map(|report| {
            let (row, column) = place(report.cell);
            NamedCell {
                row,
                column,
                is: original.cells[report.cell].character(),
                report: report.clone(),
            }
        });
        let steps = loosened.steps.iter().map(|step| NamedStep {
            cells: (step.cells.iter())
                .map(|one| {
                    let (row, column) = place(one.cell);
                    (row, column, one.becomes.character())
                })
                .collect(),
            adds: step.adds,
        });
        Self {
            picture: loosened.picture().clone(),
            diagram: loosened.picture().lines(&[]),
            games: loosened.games,
            before: loosened.before,
            after: loosened.after,
            cells: cells.collect(),
            steps: steps.collect(),
            asked: separations.asked,
            constraints: separations.best,
        }
    }

    /// The pattern with the loosest diagram, and a comment that says what it rests on.
    pub fn draft(&self, draft: &Draft) -> Draft {
        let mut draft = draft.loosened(self.picture.clone());
        if !self.steps.is_empty() {
            let [a, b] = self.after;
            let all = |count: Count| count.hits + count.false_hits;
            draft.comment.push(format!(
                "Loosened over {} games: played in {} of {} situations of the half that chose,",
                self.games[0] + self.games[1],
                a.hits,
                all(a),
            ));
            draft.comment.push(format!(
                "and in {} of {} of the other half.",
                b.hits,
                all(b)
            ));
        }
        draft
    }

    /// What was found, in lines of a comment.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).unwrap_or_default();
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let [a, b] = self.games;
        writeln!(
            text,
            "# {a} games choose (A), {b} have a veto (B). Hits and false hits:"
        )?;
        for (what, [a, b]) in [("as cut out", self.before), ("loosened", self.after)] {
            let [a, b] = [shown(a), shown(b)];
            writeln!(text, "#   {what:<12}  A {a:>13}   B {b:>13}")?;
        }
        writeln!(
            text,
            "#\n# What each cell may become, and what that alone would add:"
        )?;
        for cell in &self.cells {
            let (row, column, is) = (cell.row, cell.column, cell.is);
            let seen = cell
                .report
                .adds
                .iter()
                .any(|(_, adds)| *adds != Counts::default());
            let verdict = match cell.report.may_become {
                Some(becomes) => becomes.to_string(),
                None if seen => "-".to_owned(),
                None => "not seen".to_owned(),
            };
            write!(text, "#   row {row}, column {column}: {is}  {verdict:<8}")?;
            for (becomes, [a, b]) in &cell.report.adds {
                if (*a, *b) != (Count::default(), Count::default()) {
                    write!(text, "  {becomes}: A {}, B {}", shown(*a), shown(*b))?;
                }
            }
            writeln!(text)?;
        }
        if self.steps.is_empty() {
            writeln!(text, "#\n# No step adds hits without too many false hits.")?;
            let [a, b] = self.before;
            let (hits, false_hits) = (a.hits + b.hits, a.false_hits + b.false_hits);
            if false_hits > 0 && hits > 0 {
                let share = 100.0 * f64::from(false_hits) / f64::from(hits + false_hits);
                writeln!(
                    text,
                    "# As cut out it has {share:.0} % of them; --most-false {share:.0} would keep \
                     that share."
                )?;
            }
        } else {
            writeln!(text, "#\n# Steps:")?;
        }
        for step in &self.steps {
            let cells = step.cells.iter();
            let cells = cells.map(|(row, column, becomes)| format!("{row},{column} {becomes}"));
            let cells: Vec<String> = cells.collect();
            let [a, b] = [shown(step.adds[0]), shown(step.adds[1])];
            writeln!(text, "#   {}: A {a}, B {b}", cells.join("; "))?;
        }
        let [a, b] = self.asked;
        if self.constraints.is_empty() {
            return writeln!(
                text,
                "#\n# No constraint separates hits from false hits ({} and {} were asked about).",
                shown(a),
                shown(b)
            );
        }
        writeln!(
            text,
            "#\n# Constraints, with what they keep of A {} and B {}:",
            shown(a),
            shown(b)
        )?;
        for one in &self.constraints {
            let [a, b] = one.keeps;
            writeln!(
                text,
                "#   ;{}   A {}, B {}",
                one.constraint,
                shown(a),
                shown(b)
            )?;
        }
        Ok(())
    }
}

fn shown(count: Count) -> String {
    format!("+{} -{}", count.hits, count.false_hits)
}
