//! The result of a census: a row for each pattern.

use std::collections::BTreeMap;
use std::time::Duration;

use katachi_image::Role;

use super::count::{Count, Tally};
use super::dead;
use super::plan::{Depth, Plan};

/// A pattern, and what was counted of it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The index of its database.
    pub database: usize,
    /// The number of the pattern.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// Its source.
    pub file: String,
    /// Its line there.
    pub line: u32,
    /// What was counted.
    pub count: Count,
    /// Why it never fires, if it does not.
    pub dead: Option<String>,
}

/// The result of a census.
pub struct Report<'a> {
    /// What was looked at.
    pub plan: &'a Plan<'a>,
    /// The games and positions that were looked at.
    pub tally: &'a Tally,
    /// How long it took.
    pub time: Duration,
    /// The rows, in the order of databases and patterns.
    pub rows: Vec<Row>,
}

impl<'a> Report<'a> {
    /// The result of a plan. Finds out why patterns never fire.
    pub fn of(plan: &'a Plan<'a>, tally: &'a Tally, time: Duration) -> Self {
        let mut dead: BTreeMap<(usize, u32), String> = dead::find(plan, tally);
        let mut rows = Vec::new();
        for (database, general) in plan.set.proposing() {
            for pattern in general.iter() {
                let key = (database, pattern.number() as u32);
                let count = tally.counts.get(&key).cloned().unwrap_or_default();
                rows.push(Row {
                    database,
                    number: key.1,
                    name: pattern.name().to_owned(),
                    file: pattern.file().to_owned(),
                    line: pattern.line(),
                    dead: dead.remove(&key).or_else(|| unfit(&count)),
                    count,
                });
            }
        }
        Self {
            plan,
            tally,
            time,
            rows,
        }
    }

    /// The databases with rows: index, name and role.
    pub fn databases(&self) -> impl Iterator<Item = (usize, &str, Role)> {
        let databases = self.plan.set.proposing();
        databases.filter_map(|(place, general)| {
            let loaded = self.plan.set.databases().get(place)?;
            Some((place, loaded.name.as_str(), general.role))
        })
    }

    /// The rows of a database.
    pub fn of_database(&self, database: usize) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.database == database)
    }

    /// The patterns whose moves lose most on average, among those of which a teacher has judged at
    /// least this many.
    pub fn worst(&self, least: u64) -> Vec<(&Row, f64)> {
        let judged = self.rows.iter().filter(|row| row.count.judged >= least);
        let mut worst: Vec<(&Row, f64)> = judged
            .filter_map(|row| Some((row, row.count.mean_loss()?)))
            .collect();
        worst.sort_by(|a, b| b.1.total_cmp(&a.1));
        worst
    }

    /// The rows of a database with fitting diagrams, the most frequent first.
    pub fn frequent(&self, database: usize) -> Vec<&Row> {
        let rows = self.of_database(database);
        let mut rows: Vec<&Row> = rows.filter(|row| row.count.all_fits() > 0).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.count.all_fits()));
        rows
    }
}

fn unfit(count: &Count) -> Option<String> {
    (count.all_fits() == 0).then(|| "never fits".to_owned())
}

/// All rows, as comma-separated values with a head. Numbers that the depth does not count are
/// empty.
///
/// # Errors
/// Never: memory has room.
pub fn csv(report: &Report<'_>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "database",
        "pattern",
        "file",
        "line",
        "fits",
        "opening",
        "middle",
        "endgame",
        "positions",
        "fits_played",
        "untested",
        "class",
        "constraint",
        "leads",
        "best",
        "played",
        "vetoed",
        "vetoes",
        "microseconds",
        "judged",
        "mean_loss",
        "example",
        "never_fires",
    ])?;
    let depth = report.plan.depth;
    for row in &report.rows {
        let count = &row.count;
        let from = |least: Depth, number: u64| {
            if depth >= least {
                number.to_string()
            } else {
                String::new()
            }
        };
        let name = &report.plan.set.databases()[row.database].name;
        let example = count.examples.first();
        writer.write_record([
            name.clone(),
            row.name.clone(),
            row.file.clone(),
            row.line.to_string(),
            count.all_fits().to_string(),
            count.fits[0].to_string(),
            count.fits[1].to_string(),
            count.fits[2].to_string(),
            count.positions.to_string(),
            count.fits_played.to_string(),
            from(Depth::Constraint, count.open),
            from(Depth::Constraint, count.class),
            from(Depth::Constraint, count.holds),
            from(Depth::Move, count.leads),
            from(Depth::Move, count.chosen),
            from(Depth::Constraint, count.holds_played),
            from(Depth::Move, count.vetoed),
            from(Depth::Move, count.vetoes),
            from(Depth::Constraint, count.nanoseconds / 1000),
            if count.judged > 0 {
                count.judged.to_string()
            } else {
                String::new()
            },
            (count.mean_loss()).map_or(String::new(), |loss| format!("{loss:.3}")),
            example.map_or(String::new(), |one| report.plan.games.name(one.place())),
            row.dead.clone().unwrap_or_default(),
        ])?;
    }
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}
