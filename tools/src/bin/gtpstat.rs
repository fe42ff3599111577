//! The `gtpstat` program: asks a GTP engine about the positions of game records. Start reading at
//! [`run`].

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Parser;
use katachi_files::stream::print;
use katachi_files::{Log, write};
use katachi_sgf::files::visit;
use katachi_teacher::engine::EngineCommand;
use katachi_tools::clock::parse_duration;
use katachi_tools::curve::Curve;
use katachi_tools::plot::{Chart, svg};
use katachi_tools::query::{Measure, Query};
use katachi_tools::survey::{Answer, Plan, Position, Survey};

const EXAMPLES: &str = "\
Examples:
  How often does the engine agree with strong players, and what does that cost?
    gtpstat --commands reg_genmove,cputime --csv rows.csv --svg course.svg games/
  Which of our patterns fire for the moves of professionals, between moves 10 and 60?
    gtpstat --commands 'katachi-matches %c %m' --min 10 --max 60 --csv patterns.csv games.tgz
";

/// Runs commands of a GTP engine over game records, with a row for each position.
///
/// Records that are no games are skipped and named at the end; an engine that dies is started
/// again.
#[derive(Parser, Debug)]
#[command(name = "gtpstat", version, after_help = EXAMPLES)]
struct Options {
    /// The engine; if not given, the `katachi` next to this program, or else on the PATH.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Commands with commas between them; `%c` is the colour to move, `%m` the move that was
    /// played.
    #[arg(long, value_name = "LIST", default_value = "reg_genmove,cputime")]
    commands: String,
    /// The first move before which to ask.
    #[arg(long, value_name = "MOVE", default_value_t = 1)]
    min: usize,
    /// The last move before which to ask.
    #[arg(long, value_name = "MOVE", default_value_t = usize::MAX, hide_default_value = true)]
    max: usize,
    /// Moves from one question to the next.
    #[arg(long, value_name = "MOVES", default_value_t = 1)]
    every: usize,
    /// How many moves make a point of the plot and a line of the summary.
    #[arg(long, value_name = "MOVES", default_value_t = 20)]
    interval: usize,
    /// The longest that an answer may take.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m")]
    timeout: Duration,
    /// Write a row for each position to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the course of all measures into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// SGF files, folders of them, or .tgz archives.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

fn main() -> ExitCode {
    katachi_program::end("gtpstat", 1, run(&Options::parse()))
}

/// The default engine: our own, next to this program if it is there.
fn own_engine() -> String {
    let name = format!("katachi{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe()
        .ok()
        .map(|program| program.with_file_name(&name));
    let beside = beside.filter(|program| program.is_file());
    let program = beside.map_or(name, |program| program.to_string_lossy().into_owned());
    format!("'{program}' gtp")
}

fn run(options: &Options) -> anyhow::Result<()> {
    ensure!(options.every > 0, "--every: expected at least 1, found 0");
    ensure!(
        options.min > 0,
        "--min: expected at least 1, found 0; the first move is 1"
    );
    let queries = Query::list(&options.commands);
    ensure!(
        !queries.is_empty(),
        "--commands: expected a command, found none"
    );
    let engine = options.engine.clone().unwrap_or_else(own_engine);
    let mut survey = Survey::start(Plan {
        engine: EngineCommand::new(engine),
        queries: queries.clone(),
        min: options.min,
        max: options.max,
        every: options.every,
        timeout: options.timeout,
    })?;
    let mut rows = match &options.csv {
        None => None,
        Some(path) => {
            let mut head = csv::Writer::from_writer(Vec::new());
            head.write_record(columns(&queries))?;
            let log = Log::create(path, &head.into_inner()?);
            let log = log.with_context(|| format!("--csv: {}", path.display()))?;
            // The log has the head already.
            let mut rows = csv::WriterBuilder::new();
            Some(rows.has_headers(false).from_writer(log))
        }
    };
    let mut results = Results::new(&queries, options.interval);
    let bar = katachi_program::progress(None, "{pos} records  {msg}");
    let mut written: Result<(), csv::Error> = Ok(());
    visit(&options.games, &mut |file| -> anyhow::Result<()> {
        match file.bytes {
            Err(error) => survey.problem(&file.name, error.to_string()),
            Ok(bytes) => survey.file(&file.name, &bytes, &mut |position| {
                if let (Some(rows), Ok(())) = (&mut rows, &written) {
                    written = rows.write_record(cells(&queries, &position));
                }
                results.add(&position);
                bar.set_message(results.status());
            })?,
        }
        std::mem::replace(&mut written, Ok(())).context("--csv")?;
        if let Some(rows) = &mut rows {
            rows.flush().context("--csv")?;
        }
        bar.inc(1);
        Ok(())
    })?;
    survey.finish();
    bar.finish_and_clear();
    if let Some(path) = &options.svg {
        let text = svg(&results.charts())?;
        let written = write(path, text.as_bytes());
        written.with_context(|| format!("--svg: {}", path.display()))?;
    }
    Ok(print(results.report(&survey))?)
}

/// The titles of the columns.
fn columns(queries: &[Query]) -> Vec<String> {
    let mut names: Vec<String> = ["file", "move", "color", "played"]
        .map(str::to_owned)
        .into();
    for query in queries {
        names.push(query.text().to_owned());
        if query.measure() == Measure::Agreement {
            names.push("agreement".to_owned());
        }
    }
    names
}

/// The fields of a position's row.
fn cells(queries: &[Query], position: &Position) -> Vec<String> {
    let mut cells = vec![
        position.record.clone(),
        position.number.to_string(),
        position.color.initial().to_string(),
        position.played.clone(),
    ];
    for (query, answer) in queries.iter().zip(&position.answers) {
        let (text, agreement) = match answer {
            Answer::Text(text) => {
                let value = query.value(text, &position.played);
                (text.clone(), format!("{value}"))
            }
            Answer::Refused(reason) => (format!("? {reason}"), String::new()),
            Answer::Failed(reason) => (format!("! {reason}"), String::new()),
        };
        cells.push(text);
        if query.measure() == Measure::Agreement {
            cells.push(agreement);
        }
    }
    cells
}

/// The results so far.
struct Results {
    queries: Vec<Query>,
    curves: Vec<Curve>,
    positions: u32,
    refused: BTreeMap<String, u32>,
    failed: BTreeMap<String, u32>,
}

impl Results {
    fn new(queries: &[Query], interval: usize) -> Self {
        Self {
            queries: queries.to_vec(),
            curves: vec![Curve::new(interval); queries.len()],
            positions: 0,
            refused: BTreeMap::new(),
            failed: BTreeMap::new(),
        }
    }

    fn add(&mut self, position: &Position) {
        self.positions += 1;
        let answers = self.queries.iter().zip(&position.answers);
        for ((query, answer), curve) in answers.zip(&mut self.curves) {
            let count = match answer {
                Answer::Text(text) => {
                    curve.add(position.number, query.value(text, &position.played));
                    continue;
                }
                Answer::Refused(_) => &mut self.refused,
                Answer::Failed(_) => &mut self.failed,
            };
            *count.entry(query.text().to_owned()).or_default() += 1;
        }
    }

    fn status(&self) -> String {
        let mut text = format!("{} positions", self.positions);
        for (query, curve) in self.queries.iter().zip(&self.curves) {
            if let Some(mean) = curve.whole().mean() {
                let _ = write!(text, "  {} {}", query.command(), show(query, mean));
            }
        }
        text
    }

    fn charts(&self) -> Vec<Chart<'_>> {
        let chart = |(query, curve)| Chart {
            title: Query::text(query),
            unit: unit(query),
            curve,
        };
        self.queries.iter().zip(&self.curves).map(chart).collect()
    }

    /// The results as text, for people.
    fn report(&self, survey: &Survey) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "records         {}", survey.records);
        let _ = writeln!(text, "skipped         {}", survey.problems.len());
        let _ = writeln!(text, "positions       {}", self.positions);
        let _ = writeln!(text, "engine restarts {}", survey.restarts());
        for (query, curve) in self.queries.iter().zip(&self.curves) {
            let _ = writeln!(text, "\n{} ({})", query.text(), unit(query));
            let mut line = |name: &str, mean: &katachi_tools::curve::Mean| {
                let Some(value) = mean.mean() else { return };
                let error = mean
                    .error()
                    .map_or(String::new(), |error| format!(" ± {}", show(query, error)));
                let count = mean.count();
                let _ = writeln!(
                    text,
                    "  {name:<12} {}{error}  of {count}",
                    show(query, value)
                );
            };
            line("all", curve.whole());
            for (first, last, mean) in curve.parts() {
                line(&format!("{first}-{last}"), mean);
            }
            for (what, counts) in [("refused", &self.refused), ("failed", &self.failed)] {
                if let Some(count) = counts.get(query.text()) {
                    let _ = writeln!(text, "  {what:<12} {count}");
                }
            }
        }
        if !survey.problems.is_empty() {
            text += "\nskipped\n";
        }
        for problem in &survey.problems {
            let _ = writeln!(text, "  {}: {}", problem.record, problem.reason);
        }
        text
    }
}

/// The unit of a query's numbers.
fn unit(query: &Query) -> &'static str {
    match query.measure() {
        Measure::Agreement => "share of agreement",
        Measure::CpuTime => "seconds",
        Measure::Value => "mean",
    }
}

fn show(query: &Query, value: f64) -> String {
    match query.measure() {
        Measure::Agreement => format!("{:.1} %", 100.0 * value),
        Measure::CpuTime => format!("{value:.3} s"),
        Measure::Value => format!("{value:.2}"),
    }
}
