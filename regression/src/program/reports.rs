//! `regress report` and `regress serve`: reports as files, and on a local server.

use std::path::Path;

use anyhow::{Context, anyhow};

use katachi_files::{complain, say};
use katachi_regress::engine::EngineLine;
use katachi_regress::report::{self, Server};
use katachi_regress::runner::{Options, Plan, run_suite};
use katachi_regress::{Results, Run, Suite, TestResult};

use super::cli;
use super::status::GOOD;

/// The most tests without a board to name; usually they all have the same reason.
const SHOWN: usize = 5;

/// `regress report`.
pub fn report(cli: &cli::Report) -> anyhow::Result<u8> {
    write(&Results::read(&cli.results)?, &cli.folder)?;
    Ok(GOOD)
}

/// Writes a report, then prints its place and the positions that it could not show.
pub fn write(results: &Results, folder: &Path) -> anyhow::Result<()> {
    let summary = report::write(results, folder)?;
    let missing = &summary.without_board;
    for (test, why) in missing.iter().take(SHOWN) {
        complain!("regress: {test}: no board in the report: {why}");
    }
    if missing.len() > SHOWN {
        complain!(
            "regress: and {} more tests without a board",
            missing.len() - SHOWN
        );
    }
    say!(
        "Report: {} ({} pages)",
        summary.index.display(),
        summary.pages
    )?;
    Ok(())
}

/// `regress serve`.
pub fn serve(cli: &cli::Serve) -> anyhow::Result<u8> {
    let results = Results::read(&cli.results)?;
    let run = results.run.clone().unwrap_or_default();
    let engine = match &cli.engine {
        Some(line) => EngineLine::parse(line)?,
        None if run.engine.is_empty() || run.engine == EngineLine::own().text() => {
            EngineLine::own()
        }
        None => EngineLine::parse(&run.engine)?,
    };
    let options = Options {
        engine: engine.turned(run.symmetry()),
        timeout: cli.timeout,
        dialect: run.dialect,
        details: true,
        only: Vec::new(),
    };
    let again = move |suite: &str, id: u64| {
        rerun(&run, &options, suite, id).map_err(|error| format!("{error:#}"))
    };
    let server = Server::bind(results, cli.port, Box::new(again))?;
    say!("{}", server.url())?;
    server.run()?;
    Ok(GOOD)
}

/// Runs one test again in the same way, but without the tests before it.
fn rerun(run: &Run, options: &Options, suite: &str, id: u64) -> anyhow::Result<TestResult> {
    let path = (run.suites.get(suite))
        .with_context(|| format!("the results do not say where the suite {suite} is"))?;
    let suite = Suite::read(path, options.dialect)?;
    let plan = Plan {
        suite,
        ids: Some([id].into()),
    };
    let tested = run_suite(&plan, options, &mut |_| {});
    (tested.into_iter().next())
        .ok_or_else(|| anyhow!("{}: expected test {id}, found none", path.display()))
}
