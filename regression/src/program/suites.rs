//! Runs suites: the main command of `regress`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use katachi_board::Symmetry;

use katachi_files::{Log, complain, say, stream};
use katachi_regress::contrast::Contrast;
use katachi_regress::engine::{Engine, EngineLine};
use katachi_regress::runner::{Options, Plan};
use katachi_regress::schedule::{self, News};
use katachi_regress::select::{self, Selection};
use katachi_regress::{Results, Run, TestResult, Totals};

use super::cli;
use super::console::Console;
use super::results::write_file;
use super::status::{BAD, BROKEN, GOOD};

/// Runs the selected tests; returns the exit status.
pub fn run(cli: &cli::Run) -> anyhow::Result<u8> {
    let symmetry = cli.turned.unwrap_or(Symmetry::IDENTITY);
    let engine = match &cli.engine {
        Some(line) => EngineLine::parse(line)?,
        None => EngineLine::own(),
    };
    let options = Options {
        engine: engine.turned(symmetry),
        timeout: cli.timeout,
        dialect: cli.dialect,
        details: cli.details || cli.report.is_some(),
        only: cli.only.clone(),
    };
    let against = cli.against.as_deref().map(EngineLine::parse).transpose()?;
    let against = against.map(|engine| engine.turned(symmetry));
    let (plans, errors) = select::plans(&selections(cli)?, cli.folder.as_deref(), cli.dialect);
    let mut status = GOOD;
    for error in &errors {
        complain!("regress: {error}");
        status = BROKEN;
    }
    let plans = named_apart(plans)?;
    let earlier = cli.timings.as_deref().map(Results::read).transpose()?;
    let earlier = earlier.as_ref().map(schedule::earlier_costs);
    let costs = plans
        .iter()
        .map(|plan| schedule::cost(plan, &options, earlier.as_ref()))
        .collect();
    let (plans, costs, shard) = divide(plans, costs, cli.shard);
    for plan in plans.iter().filter(|_| !cli.quiet) {
        for remark in &plan.suite.remarks {
            complain!("{}:{}: {remark}", plan.suite.path.display(), remark.line);
        }
    }
    let run = Runs {
        cli,
        plans: &plans,
        order: if cli.jobs == 1 {
            (0..plans.len()).collect()
        } else {
            schedule::costliest_first(&costs)
        },
        shard,
    };
    let results = run.with(&options, cli.json.as_deref())?;
    if let Some(folder) = &cli.report {
        super::reports::write(&results, folder)?;
    }
    let totals = Totals::of(&results.tests);
    if totals.troubles > 0 {
        status = BROKEN;
    }
    let failed = totals.count(katachi_regress::Class::UnexpectedFail) > 0;
    let bad = match against {
        None => failed,
        Some(engine) => {
            let options = Options { engine, ..options };
            let peer = run.with(&options, None)?;
            let unexplained = contrast(&results, &peer, cli.differences.as_deref())?;
            if cli.differences.is_some() {
                unexplained
            } else {
                failed
            }
        }
    };
    if status == GOOD && bad {
        status = BAD;
    }
    Ok(status)
}

/// The plans of a run, the same for each engine.
struct Runs<'a> {
    cli: &'a cli::Run,
    plans: &'a [Plan],
    /// The order in which suites start.
    order: Vec<usize>,
    shard: Option<String>,
}

impl Runs<'_> {
    /// Runs everything with one engine.
    fn with(&self, options: &Options, json: Option<&Path>) -> anyhow::Result<Results> {
        let start = Instant::now();
        let (cli, plans) = (self.cli, self.plans);
        let tests: usize = plans.iter().map(|plan| plan.tests(options).count()).sum();
        let mut console = Console::new(tests, cli.verbose, cli.quiet);
        let suites = plans.iter();
        let suites = suites.map(|plan| (plan.suite.name.clone(), plan.suite.path.clone()));
        let run = describe(options, suites.collect(), self.shard.clone(), plans)?;
        let mut journal = json.map(|path| Journal::begin(path, &run)).transpose()?;
        let mut broken = None;
        let tested =
            schedule::run_all(
                plans,
                &self.order,
                options,
                cli.jobs.into(),
                |news| match news {
                    News::Tested(result) => {
                        console.tested(&result);
                        if let Some(journal) = &mut journal
                            && let Err(error) = journal.add(&result)
                        {
                            broken.get_or_insert(error);
                        }
                    }
                    News::Noticed(at, line, text) => {
                        console.notice(&plans[at].suite.path, line, &text);
                    }
                },
            );
        let results = Results {
            run: Some(run),
            tests: tested.into_iter().flatten().collect(),
        };
        let said = console.finish(&results, start.elapsed().as_secs_f64(), cli.slowest);
        if let Some(error) = broken {
            return Err(error);
        }
        if let Some(journal) = journal {
            journal.finish(&results)?;
        }
        said?;
        Ok(results)
    }
}

/// Prints where only one of two engines is right, or writes it into a file; returns whether a
/// difference lacks an explanation.
fn contrast(engine: &Results, peer: &Results, file: Option<&Path>) -> anyhow::Result<bool> {
    let contrast = Contrast::of(engine, peer);
    let Some(path) = file else {
        stream::print(contrast.text("").text)?;
        return Ok(false);
    };
    let earlier = match katachi_files::read_now(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => text_of(read, path)?,
    };
    let written = contrast.text(&earlier);
    write_file(path, written.text.as_bytes())?;
    say!(
        "{}: {} differences, {} not explained",
        path.display(),
        written.differences,
        written.unexplained
    )?;
    Ok(written.unexplained > 0)
}

/// The text of a file, from the result of reading it.
fn text_of(read: std::io::Result<Vec<u8>>, path: &Path) -> anyhow::Result<String> {
    let context = || path.display().to_string();
    String::from_utf8(read.with_context(context)?).with_context(context)
}

/// The selections on the command line and in its list.
fn selections(cli: &cli::Run) -> anyhow::Result<Vec<Selection>> {
    let mut selections = Vec::new();
    for text in &cli.suites {
        selections.extend(Selection::parse(text)?);
    }
    if let Some(list) = &cli.list {
        let text = text_of(katachi_files::read(list), list)?;
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let more = Selection::parse(line)
                .with_context(|| format!("{}:{}", list.display(), index + 1))?;
            selections.extend(more);
        }
    }
    if selections.is_empty() {
        match &cli.folder {
            Some(folder) if cli.list.is_none() => selections.push(Selection {
                path: folder.clone(),
                ids: Vec::new(),
            }),
            _ => bail!(
                "expected suites to run, found none; name .tst files or their folder, see --help"
            ),
        }
    }
    Ok(selections)
}

/// Rejects two suites with the same name, since their results could not be distinguished.
fn named_apart(plans: Vec<Plan>) -> anyhow::Result<Vec<Plan>> {
    let mut paths: BTreeMap<&str, &Path> = BTreeMap::new();
    for plan in &plans {
        if let Some(first) = paths.insert(&plan.suite.name, &plan.suite.path) {
            bail!(
                "expected suites of different names, found {} and {}; run them one by one",
                first.display(),
                plan.suite.path.display()
            );
        }
    }
    Ok(plans)
}

/// Keeps the suites of this part, with their costs.
fn divide(
    plans: Vec<Plan>,
    costs: Vec<f64>,
    shard: Option<(usize, usize)>,
) -> (Vec<Plan>, Vec<f64>, Option<String>) {
    let Some((number, parts)) = shard else {
        return (plans, costs, None);
    };
    let mine = schedule::shard(&costs, number, parts);
    let all = plans.into_iter().zip(costs).zip(mine);
    let (plans, costs) = all.filter_map(|(plan, mine)| mine.then_some(plan)).unzip();
    (plans, costs, Some(format!("{number}/{parts}")))
}

/// Describes the run. It asks the engine for its name, so an engine that does not start is noticed
/// first of all.
fn describe(
    options: &Options,
    suites: BTreeMap<String, PathBuf>,
    shard: Option<String>,
    plans: &[Plan],
) -> anyhow::Result<Run> {
    let folder = plans
        .first()
        .map_or(Path::new("."), |plan| plan.suite.folder());
    let mut engine = Engine::start(&options.engine, folder, options.timeout)?;
    let mut ask = |command| Ok::<_, anyhow::Error>(engine.ask(command)?.unwrap_or_default());
    let (name, version) = (ask("name")?, ask("version")?);
    engine.quit();
    Ok(Run {
        engine: options.engine.text().to_owned(),
        name,
        version,
        date: now(),
        dialect: options.dialect,
        shard,
        turned: options.engine.symmetry().number(),
        suites,
    })
}

/// The current time, UTC, to the second.
fn now() -> String {
    let now = time::OffsetDateTime::now_utc();
    let (date, clock) = (now.date(), now.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
        clock.hour(),
        clock.minute(),
        clock.second()
    )
}

/// The file of results. Each result is written at once, so a run that ends early loses nothing; at
/// the end the file is rewritten in the order of the suites.
struct Journal {
    path: PathBuf,
    log: Log,
}

impl Journal {
    fn begin(path: &Path, run: &Run) -> anyhow::Result<Self> {
        let head = Results {
            run: Some(run.clone()),
            tests: Vec::new(),
        };
        let mut bytes = Vec::new();
        head.write(&mut bytes)?;
        let log = Log::create(path, &bytes);
        Ok(Self {
            log: log.with_context(|| format!("cannot write {}", path.display()))?,
            path: path.to_owned(),
        })
    }

    fn add(&mut self, result: &TestResult) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(result)?;
        line.push(b'\n');
        self.log
            .write_all(&line)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn finish(self, results: &Results) -> anyhow::Result<()> {
        if self.log.is_file() {
            super::results::write(&self.path, results)
        } else {
            // Lines in a pipe have been read already, so their order cannot change.
            Ok(())
        }
    }
}
