//! `regress compare`, `merge` and `bless`: commands on results.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};

use katachi_files::{complain, say, stream};
use katachi_regress::bless::{self, Blessing};
use katachi_regress::compare::Comparison;
use katachi_regress::{Results, Suite, TestResult};

use super::cli;
use super::status::{BAD, BROKEN, GOOD};

/// `regress compare`.
pub fn compare(cli: &cli::Compare) -> anyhow::Result<u8> {
    let (old, new) = (Results::read(&cli.old)?, Results::read(&cli.new)?);
    let comparison = Comparison::of(&old, &new);
    stream::print(&comparison)?;
    Ok(if comparison.is_worse() { BAD } else { GOOD })
}

/// What the parts of one run have in common, as an error tells it.
fn told(run: &katachi_regress::Run) -> String {
    let katachi_regress::Run {
        name,
        version,
        dialect,
        turned,
        ..
    } = run;
    let dialect = format!("{dialect:?}").to_lowercase();
    format!("{name} {version} (dialect {dialect}, --turned {turned})")
}

/// `regress merge`.
pub fn merge(cli: &cli::Merge) -> anyhow::Result<u8> {
    let mut whole = Results::default();
    let (mut seen, mut shards) = (BTreeSet::new(), BTreeSet::new());
    let mut status = GOOD;
    for path in &cli.parts {
        let part = Results::read(path)?;
        for result in &part.tests {
            if !seen.insert((result.suite.clone(), result.id, result.line)) {
                bail!(
                    "{}: expected tests that no other part has, found {} again; merge the parts of \
                     one run",
                    path.display(),
                    result.name()
                );
            }
        }
        if let Some(run) = part.run {
            let first = whole.run.get_or_insert_with(|| run.clone());
            let [expected, found] = [&*first, &run].map(told);
            if expected != found {
                bail!(
                    "{}: expected results of {expected}, found some of {found}; merge the parts of \
                     one run",
                    path.display(),
                );
            }
            shards.extend(run.shard.as_deref().and_then(numbers));
            first.suites.extend(run.suites);
        }
        whole.tests.extend(part.tests);
    }
    let parts: BTreeSet<usize> = shards.iter().map(|(_, parts)| *parts).collect();
    for &parts in &parts {
        for number in (1..=parts).filter(|number| !shards.contains(&(*number, parts))) {
            complain!(
                "regress: expected part {number}/{parts}, found no results of it; run it with --shard {number}/{parts}"
            );
            status = BROKEN;
        }
    }
    // Restore the order of an undivided run: by suite, then by place in the file.
    whole
        .tests
        .sort_by(|a, b| a.suite.cmp(&b.suite).then(a.line.cmp(&b.line)));
    if let Some(run) = &mut whole.run {
        run.shard = None;
    }
    write(&cli.output, &whole)?;
    say!("{} tests of {} parts", whole.tests.len(), cli.parts.len())?;
    say!("Summary: {}", katachi_regress::Totals::of(&whole.tests))?;
    Ok(status)
}

fn numbers(shard: &str) -> Option<(usize, usize)> {
    let (number, parts) = shard.split_once('/')?;
    Some((number.parse().ok()?, parts.parse().ok()?))
}

/// `regress bless`.
pub fn bless(cli: &cli::Bless) -> anyhow::Result<u8> {
    let results = Results::read(&cli.results)?;
    let dialect = results
        .run
        .as_ref()
        .map(|run| run.dialect)
        .unwrap_or_default();
    let what = if cli.answers {
        Blessing::Answers
    } else {
        Blessing::Marks
    };
    for path in &cli.suites {
        let suite = Suite::read(path, dialect)?;
        let bytes = katachi_files::read(path).with_context(|| path.display().to_string())?;
        let tested: Vec<&TestResult> = (results.tests.iter())
            .filter(|one| one.suite == suite.name)
            .collect();
        if tested.is_empty() {
            bail!(
                "{}: expected results of the suite {}, found none in {}",
                path.display(),
                suite.name,
                cli.results.display()
            );
        }
        let blessed = bless::bless(&suite, &bytes, &tested, what);
        let tests: Vec<String> = blessed.changed.iter().map(u64::to_string).collect();
        say!(
            "{}: {} changed: {}",
            path.display(),
            tests.len(),
            tests.join(",")
        )?;
        if !cli.dry_run && blessed.bytes != bytes {
            write_file(path, &blessed.bytes)?;
        }
    }
    Ok(GOOD)
}

/// Writes a file of results atomically.
pub fn write(path: &Path, results: &Results) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    results.write(&mut bytes)?;
    write_file(path, &bytes)
}

/// Writes a file atomically.
pub fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    katachi_files::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
