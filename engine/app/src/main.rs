//! The `katachi` program. Entry point: [`run`].

mod analyse;
mod analysis;
mod ascii;
mod bench;
mod benchmark;
mod build;
mod cli;
mod databases;
mod decide;
mod doctor;
mod explain;
mod game_tree;
mod gmp;
mod gtp;
mod job;
mod masks;
mod monte_carlo;
mod new;
mod phases;
mod record;
mod review;
mod rules;
mod search_area;
mod serve;
mod session;
mod set_up;
mod speaker;
mod terminal;
mod testing;
mod time;
mod traces;
mod views;
mod web;

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::bail;
use katachi_board::Color;
use katachi_files::say;
use katachi_files::stream::print;

use cli::{Cli, Kind, Options, Read};
use databases::Databases;
use job::Job;
use session::Session;
use speaker::complain;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    match cli::read(&arguments) {
        Read::Run(cli, given) => katachi_program::end("katachi", 1, run(&cli, &given)),
        Read::Refused(message) => {
            complain(&message);
            complain("try `katachi --help` for what there is");
            ExitCode::FAILURE
        }
        Read::Print(error) => {
            // Help and version are not errors. Everything else is, with GNU Go's exit status 1.
            let code = if error.use_stderr() {
                ExitCode::FAILURE
            } else {
                ExitCode::SUCCESS
            };
            let _ = error.print();
            code
        }
    }
}

fn run(cli: &Cli, given: &BTreeSet<String>) -> anyhow::Result<()> {
    let options = &cli.options;
    let job = Job::of(cli)?;
    if let Some(message) = cli::refusal(job.kind(), given) {
        bail!(message);
    }
    if options.time.print_levels {
        complain(&format!(
            "what each level means\n{}",
            katachi_core::levels::table().trim_end()
        ));
    }
    match &job {
        Job::Page(page) => return Ok(print(page.text())?),
        Job::Build(arguments) => return build::run(arguments, options.general.quiet),
        Job::Test(arguments) => return testing::run(arguments, options),
        Job::New(arguments) => return new::run(arguments, options),
        Job::Studio(arguments) => return web::run(arguments, options),
        _ => {}
    }
    let mut session = Session::new(&set_up::settings(options, job.kind()))?;
    session.report_databases(options.general.quiet);
    if options.general.watch {
        session.change_databases(Databases::start_watching)?;
    }
    set_up::prepare(&mut session, options, job.kind())?;
    carry_out(job, &mut session, options)?;
    if options.traces.statistics {
        complain(&traces::nodes(&session));
    }
    if let Some(table) = traces::profile(&session) {
        complain(&table);
    }
    Ok(session.saved()?)
}

fn carry_out(job: Job, session: &mut Session, options: &Options) -> anyhow::Result<()> {
    let records = &options.records;
    match job {
        Job::Gmp(dialect) => gmp::serve(session, dialect),
        Job::Gtp => serve::serve(session, &options.connection),
        Job::Play => play(session, options, Kind::Play),
        Job::Inspect => play(session, options, Kind::Inspect),
        Job::Review(arguments) => review::run(session, options, &arguments),
        Job::Solo => Ok(ascii::solo(session, &mut std::io::stdout().lock())?),
        Job::Doctor => Ok(print(doctor::report(session))?),
        Job::Bench(arguments) => bench::run(session, arguments.step.into()),
        Job::Move => analyse::one_move(session, options),
        Job::Score(how) => analyse::score(session, how),
        Job::View(views) => analyse::view(session, &views, records.svg.as_deref()),
        Job::Position(file) => {
            let text = record::position(&session.game, &record::today()) + "\n";
            analyse::write(&file, &text)
        }
        Job::Replay(who) => analyse::replay(session, who),
        Job::Decide(question) => {
            let tree = records.outfile.as_ref().map(|file| file.to_string_lossy());
            decide::decide(session, &question, tree.as_deref())
        }
        Job::Benchmark(games) => benchmark::run(session, games),
        Job::List => Ok(say!(
            "{}",
            session.databases().monte_carlo_names().join("\n")
        )?),
        // Handled before, since they need no session, or several.
        Job::Build(_) | Job::New(_) | Job::Page(_) | Job::Studio(_) | Job::Test(_) => Ok(()),
    }
}

/// Plays on the terminal, or shows a game there.
fn play(session: &mut Session, options: &Options, kind: Kind) -> anyhow::Result<()> {
    let human = options.game.color.unwrap_or(Color::Black);
    if !options.general.quiet {
        let version = env!("CARGO_PKG_VERSION");
        say!("Katachi {version}, random seed {}", session.seed)?;
    }
    let mut output = std::io::stdout().lock();
    let start = ascii::Start {
        tree: set_up::tree(session, options, kind)?,
        engine: (kind == Kind::Play).then_some(!human),
        limits: (options.limits.of_reading(), options.limits.of_lives()),
        colored: terminal::has_colors(&output),
        greets: !options.general.quiet,
    };
    if std::io::stdin().is_terminal() && output.is_terminal() {
        let mut input = ascii::Editor::new(&session.speaker)?;
        ascii::play(session, start, &mut input, &mut output)?;
    } else {
        let mut input = ascii::Plain(std::io::stdin().lock());
        ascii::play(session, start, &mut input, &mut output)?;
    }
    Ok(())
}
