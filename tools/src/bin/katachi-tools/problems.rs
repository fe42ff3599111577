//! `katachi-tools problems`: right first moves of Go problems.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use katachi_files::{complain, read, stream, write};
use katachi_teacher::engine::EngineCommand;
use katachi_tools::clock::parse_duration;
use katachi_tools::problems::{Answer, Problem, Report, solve};
use katachi_tools::quality::HashPart;

use crate::tune::progress;

/// Count how often engines find a right first move of Go problems.
///
/// An engine gets the stones of a problem and `restricted_genmove` with the points in the rectangle
/// of the stones and one line around it. Problems are drawn by a hash of their names. See
/// docs/tools.md.
#[derive(Args)]
#[command(after_help = "Example:
  katachi-tools problems --engine 'katachi gtp --seed 1' \\
      --engine 'gnugo --mode gtp --level 10' --count 1000 problems.jsonl")]
pub(super) struct Problems {
    /// An engine to measure; may be given several times.
    #[arg(long = "engine", value_name = "COMMAND", required = true)]
    engines: Vec<String>,
    /// The most problems.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// Take only the Nth of M parts, into which problems are divided by their hash.
    #[arg(long, value_name = "N/M", default_value_t = HashPart::WHOLE)]
    part: HashPart,
    /// Write a row for each engine and problem to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The longest that an answer may take.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m")]
    timeout: Duration,
    /// A file with one problem in each line, as JSON.
    #[arg(value_name = "FILE.jsonl")]
    file: PathBuf,
}

/// The problems of a file. Standard error gets the other lines, each with what is wrong.
pub(super) fn read_problems(path: &Path) -> anyhow::Result<Vec<Problem>> {
    let name = || path.display().to_string();
    let text = String::from_utf8(read(path).with_context(name)?).with_context(name)?;
    let (problems, errors) = Problem::parse(&text);
    for error in &errors {
        let name = name();
        complain!("katachi-tools: warning: {name}: {error}: the problem is left out");
    }
    Ok(problems)
}

impl Problems {
    pub fn run(&self) -> anyhow::Result<()> {
        let name = self.file.display();
        let problems = Problem::draw(read_problems(&self.file)?, self.count, self.part);
        ensure!(
            !problems.is_empty(),
            "{name}: expected problems in part {}, found none; see --part and --count",
            self.part
        );
        let asked = (problems.len() * self.engines.len()) as u64;
        let bar = progress(Some(asked), "{bar:40} {pos} of {len} problems, {eta} left");
        let mut engines = Vec::new();
        let mut answers: Vec<Answer> = Vec::new();
        for (number, line) in (1..).zip(&self.engines) {
            let command = EngineCommand::new(line.as_str());
            let (label, found) = solve(number, &command, &problems, self.timeout, || bar.inc(1))?;
            engines.push((line.clone(), label));
            answers.extend(found);
        }
        bar.finish_and_clear();
        if let Some(path) = &self.csv {
            let mut rows = csv::Writer::from_writer(Vec::new());
            for answer in &answers {
                rows.serialize(answer)?;
            }
            let bytes = rows.into_inner()?;
            write(path, &bytes).with_context(|| format!("--csv: {}", path.display()))?;
        }
        let report = Report {
            engines,
            answers: &answers,
        };
        Ok(stream::print(report)?)
    }
}
