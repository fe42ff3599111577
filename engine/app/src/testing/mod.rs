//! `katachi test`: runs the tests beside patterns.
//!
//! Entry point: [`run`]. `runner` asks the engine about positions, on several threads;
//! [`mod@report`] writes what was found. The language of the tests is that of [`patc`]'s `testing`.
//!
//! [`patc`]: katachi_databases::testing

mod report;
mod runner;

use std::path::PathBuf;

use anyhow::bail;
use katachi_databases::named;
use katachi_databases::testing::{Opened, Tested, open};

pub use self::report::Report;
use self::runner::Plan;
use crate::cli::{Kind, Options, TestArguments};
use crate::session::Settings;
use crate::set_up;

/// Runs the tests of these databases, each in place of the one with its name among those that the
/// settings choose.
///
/// # Errors
/// If the chosen databases cannot be used.
pub fn report(
    databases: Vec<Tested>,
    settings: Settings,
    options: &Options,
) -> anyhow::Result<Report> {
    let plan = Plan {
        databases,
        settings,
        options,
    };
    Ok(Report::new(&plan.databases, runner::run(&plan)?))
}

/// Runs the tests of the databases at these places, and prints a report.
///
/// A tested database is used in place of the one with its name among those that the options
/// choose: those of the folder that lists it, unless `--patterns` names others.
///
/// # Errors
/// If databases cannot be used, a report cannot be written, or tests fail.
pub fn run(arguments: &TestArguments, options: &Options) -> anyhow::Result<()> {
    let opened = (arguments.paths.iter())
        .map(|path| Ok(open(&named(path, "test")?)?))
        .collect::<anyhow::Result<Vec<Opened>>>()?;
    let mut settings = set_up::settings(options, Kind::Test);
    if settings.patterns.is_empty() {
        let mut sets: Vec<PathBuf> = opened.iter().filter_map(|one| one.set.clone()).collect();
        sets.dedup();
        settings.patterns = sets;
    }
    let databases = opened.into_iter().flat_map(|one| one.databases);
    let mut databases: Vec<Tested> = databases.collect();
    if !arguments.only.is_empty() {
        keep(&mut databases, &arguments.only)?;
    }
    let report = report(databases, settings, options)?;
    if let Some(file) = &arguments.junit {
        katachi_files::write_now(file, report.junit().as_bytes())?;
    }
    let text = if arguments.json {
        report.json()?
    } else {
        report.text(arguments.all)
    };
    katachi_files::stream::print(&text)?;
    match report.failed() {
        0 => Ok(()),
        failed => bail!("{failed} of {} tests failed", report.count()),
    }
}

/// Leaves out the tests of all patterns but these.
fn keep(databases: &mut [Tested], names: &[String]) -> anyhow::Result<()> {
    for name in names {
        let mut tests = databases.iter().flat_map(|tested| &tested.tests);
        if !tests.any(|test| test.pattern == *name) {
            bail!("--only: expected a pattern with tests, found {name}");
        }
    }
    for tested in databases {
        tested.keep(names);
    }
    Ok(())
}
