//! The census for the terminal: a table for each database, with bars.

use std::fmt;

use katachi_image::Role;

use super::plan::Depth;
use super::report::{Report, Row};

/// The cells of the longest bar.
const BAR: u64 = 24;

/// A bar has a part for each phase.
const PARTS: [char; 3] = ['░', '▒', '█'];

/// A mean of fewer moves says little.
const LEAST_JUDGED: u64 = 20;

/// A column: its head, its least depth, and its text.
type Column = (&'static str, Depth, fn(&Row) -> String);

const COLUMNS: [Column; 11] = [
    ("fits", Depth::Diagram, |row| {
        row.count.all_fits().to_string()
    }),
    ("untested", Depth::Constraint, |row| {
        row.count.open.to_string()
    }),
    ("class", Depth::Constraint, |row| {
        row.count.class.to_string()
    }),
    ("constr", Depth::Constraint, |row| {
        row.count.holds.to_string()
    }),
    ("leads", Depth::Move, |row| row.count.leads.to_string()),
    ("best", Depth::Move, |row| row.count.chosen.to_string()),
    ("played", Depth::Diagram, played),
    ("vetoed", Depth::Move, |row| row.count.vetoed.to_string()),
    ("vetoes", Depth::Move, |row| row.count.vetoes.to_string()),
    ("µs", Depth::Constraint, |row| {
        let fits = row.count.all_fits().max(1);
        (row.count.nanoseconds / 1000 / fits).to_string()
    }),
    ("points", Depth::Move, |row| {
        (row.count.mean_loss()).map_or(String::new(), |loss| format!("{:+.1}", -loss))
    }),
];

/// The share of moves that were played: of the matches that hold or, if none was tested, that fit.
fn played(row: &Row) -> String {
    let count = &row.count;
    let (played, of) = if count.holds > 0 {
        (count.holds_played, count.holds)
    } else {
        (count.fits_played, count.all_fits())
    };
    format!("{:.1} %", 100.0 * played as f64 / of.max(1) as f64)
}

/// A report with at most this many rows of patterns that fit, and of those that never fire, in
/// each database.
pub struct Table<'a> {
    report: &'a Report<'a>,
    most: usize,
}

impl<'a> Report<'a> {
    /// The table for the terminal, with at most this many rows of a kind in each database.
    pub fn table(&'a self, most: usize) -> Table<'a> {
        Table { report: self, most }
    }
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            plan, tally, time, ..
        } = self.report;
        writeln!(
            f,
            "{} games, {} positions, depth {}, {:.1} s",
            tally.games,
            tally.positions,
            plan.depth,
            time.as_secs_f64()
        )?;
        let worst = self.report.worst(LEAST_JUDGED);
        if !worst.is_empty() {
            writeln!(
                f,
                "\nthe worst patterns by the teacher, of those with at least {LEAST_JUDGED} judged moves:"
            )?;
        }
        for (row, loss) in worst.iter().take(self.most) {
            let (place, times) = (
                format!("{} {}:{}", row.name, row.file, row.line),
                row.count.judged,
            );
            writeln!(
                f,
                "  {place} fires {} times; {times} moves judged, mean {:+.1} points against the best move",
                row.count.holds, -loss
            )?;
        }
        for (database, name, role) in self.report.databases() {
            self.database(f, database, name, role)?;
        }
        Ok(())
    }
}

impl Table<'_> {
    fn database(
        &self,
        f: &mut fmt::Formatter<'_>,
        database: usize,
        name: &str,
        role: Role,
    ) -> fmt::Result {
        let rows = self.report.frequent(database);
        let all = self.report.of_database(database).count();
        let purpose = role.profile().name;
        let purpose = if purpose == name {
            String::new()
        } else {
            format!(" ({purpose})")
        };
        writeln!(f, "\n{name}{purpose}: {all} patterns, {} fit", rows.len())?;
        if !rows.is_empty() {
            self.rows(f, &rows)?;
        }
        let hidden = rows.len().saturating_sub(self.most);
        if hidden > 0 {
            writeln!(f, "and {hidden} more that fit")?;
        }
        let dead: Vec<&Row> = (self.report.of_database(database))
            .filter(|row| row.dead.is_some())
            .collect();
        if !dead.is_empty() {
            let end = if role == Role::Joseki { "" } else { ":" };
            writeln!(f, "{} never fire{end}", dead.len())?;
        }
        // Corner patterns are sequences of moves: most of them are rare.
        if role == Role::Joseki {
            return Ok(());
        }
        for row in dead.iter().take(self.most) {
            let why = row.dead.as_deref().unwrap_or_default();
            writeln!(f, "  {} {}:{} {why}", row.name, row.file, row.line)?;
        }
        let hidden = dead.len().saturating_sub(self.most);
        if hidden > 0 {
            writeln!(f, "  and {hidden} more")?;
        }
        Ok(())
    }

    /// The head, and a row for each of the most frequent patterns.
    fn rows(&self, f: &mut fmt::Formatter<'_>, rows: &[&Row]) -> fmt::Result {
        let shown = &rows[..rows.len().min(self.most)];
        let depth = self.report.plan.depth;
        let mut columns: Vec<Vec<String>> = vec![
            [("pattern".to_owned())]
                .into_iter()
                .chain(shown.iter().map(|row| row.name.clone()))
                .collect(),
            [("at".to_owned())]
                .into_iter()
                .chain(shown.iter().map(|row| format!("{}:{}", row.file, row.line)))
                .collect(),
        ];
        for (head, least, text) in COLUMNS {
            let cells: Vec<String> = shown.iter().map(|row| text(row)).collect();
            let is_wanted = depth >= least && cells.iter().any(|cell| !cell.is_empty());
            if is_wanted {
                columns.push([head.to_owned()].into_iter().chain(cells).collect());
            }
        }
        let width = |column: &Vec<String>| {
            let widths = column.iter().map(|cell| cell.chars().count());
            widths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = columns.iter().map(width).collect();
        let most = shown.first().map_or(1, |row| row.count.all_fits());
        for line in 0..=shown.len() {
            for (number, (column, width)) in columns.iter().zip(&widths).enumerate() {
                let cell = &column[line];
                if number < 2 {
                    write!(f, "{cell:<width$}  ")?;
                } else {
                    write!(f, "{cell:>width$}  ")?;
                }
            }
            match line.checked_sub(1).and_then(|line| shown.get(line)) {
                None => writeln!(
                    f,
                    "{} opening {} middle {} endgame",
                    PARTS[0], PARTS[1], PARTS[2]
                )?,
                Some(row) => writeln!(f, "{}", bar(row, most))?,
            }
        }
        Ok(())
    }
}

/// A bar in proportion to the most frequent pattern of the database; its parts are phases.
fn bar(row: &Row, most: u64) -> String {
    let fits = row.count.all_fits();
    let length = (fits * BAR).div_ceil(most.max(1));
    let mut text = String::new();
    let (mut sum, mut drawn) = (0, 0);
    for (part, count) in PARTS.iter().zip(row.count.fits) {
        sum += count;
        let until = (sum * length + fits / 2) / fits.max(1);
        text.extend((drawn..until).map(|_| *part));
        drawn = until;
    }
    text
}
