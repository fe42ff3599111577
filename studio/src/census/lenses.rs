//! The counts that editors show above patterns.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use katachi_image::Pattern;
use patc::counts::{self, Counts, Meaning};

use super::count::Count;
use super::plan::Depth;
use super::report::{Report, Row};

/// The class letters that a census without groups does not ask about.
const OF_DRAGONS: [char; 4] = ['O', 'o', 'X', 'x'];

/// The counts of each source that is a file of patterns, with the file beside it; `at` is now, in
/// seconds since 1970.
pub fn lenses(report: &Report<'_>, at: u64) -> Vec<(PathBuf, Counts)> {
    let mut files: BTreeMap<PathBuf, Counts> = BTreeMap::new();
    for row in &report.rows {
        let source = source(report, row);
        let pattern = report.plan.set.pattern(row.database, row.number);
        let (Some(source), Some(pattern)) = (source, pattern) else {
            continue;
        };
        let counts = files
            .entry(Counts::beside(source))
            .or_insert_with(|| Counts::new(at, report.tally.positions));
        counts
            .patterns
            .insert(pattern.content_hash(), count(report, row, &pattern));
    }
    files.into_iter().collect()
}

/// The file with the source of a pattern, if patterns are written in it.
fn source<'a>(report: &'a Report<'_>, row: &Row) -> Option<&'a Path> {
    let loaded = report.plan.set.databases().get(row.database)?;
    let mut sources = loaded.sources.iter().map(PathBuf::as_path);
    let source = sources.find(|path| path.ends_with(&row.file))?;
    source.extension().filter(|ending| *ending == "db")?;
    Some(source)
}

fn count(report: &Report<'_>, row: &Row, pattern: &Pattern<'_>) -> counts::Count {
    counts::Count {
        name: row.name.clone(),
        positions: row.count.positions,
        meaning: meaning(report.plan.depth, &row.count, pattern),
        points: row.count.mean_loss().map(|loss| -loss),
    }
}

fn meaning(depth: Depth, count: &Count, pattern: &Pattern<'_>) -> Meaning {
    let asks = OF_DRAGONS
        .into_iter()
        .any(|letter| pattern.classes().has(letter));
    match depth {
        Depth::Diagram => Meaning::Fits,
        Depth::Constraint if asks || count.open > 0 => Meaning::AtMost,
        Depth::Constraint => Meaning::Fires,
        Depth::Move => Meaning::Chosen,
    }
}
