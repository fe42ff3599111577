//! The `katachi` program. Entry point: [`run`].

mod analysis;
mod ascii;
mod bench;
mod breakdown;
mod build;
mod cli;
mod databases;
mod doctor;
mod explain;
mod gtp;
mod monte_carlo;
mod reasons;
mod record;
mod rules;
mod session;
mod speaker;
mod terminal;
mod time;
mod traces;
mod views;

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Parser;
use katachi_board::{BoardSize, Color, Point, fixed_handicap};
use katachi_core::{Decision, Game, Profile, result};
use katachi_files::say;
use katachi_files::stream::print;

use cli::{BenchArguments, BuildArguments, Cli, Command, Mode, Options, Score};
use databases::Databases;
use record::Until;
use session::{Session, Settings};
use speaker::complain;

fn main() -> ExitCode {
    if let Some(message) = cli::missing(std::env::args()) {
        complain(&message);
        complain("try `katachi --help` for what there is");
        return ExitCode::FAILURE;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are not errors. Everything else is, with GNU Go's exit status 1.
            let code = if error.use_stderr() {
                ExitCode::FAILURE
            } else {
                ExitCode::SUCCESS
            };
            let _ = error.print();
            return code;
        }
    };
    katachi_program::end("katachi", 1, run(&cli))
}

/// The modes of the program.
enum Job {
    Gtp,
    Play,
    Solo,
    Doctor,
    Bench(BenchArguments),
    Build(BuildArguments),
    /// One move, a score, or the position of a loaded record.
    Analyse,
}

fn job(cli: &Cli) -> anyhow::Result<Job> {
    let options = &cli.options;
    if let Some(message) = options.mode.and_then(cli::missing_mode) {
        bail!(message);
    }
    if let Some(command) = &cli.command {
        return Ok(match command {
            Command::Gtp => Job::Gtp,
            Command::Play => Job::Play,
            Command::Solo => Job::Solo,
            Command::Doctor => Job::Doctor,
            Command::Bench(arguments) => Job::Bench(*arguments),
            Command::Build(arguments) => Job::Build(arguments.clone()),
        });
    }
    Ok(match options.mode {
        Some(Mode::Gtp) => Job::Gtp,
        Some(_) => Job::Play,
        None if options.infile.is_some() => Job::Analyse,
        None if std::io::stdin().is_terminal() => Job::Play,
        None => Job::Gtp,
    })
}

fn run(cli: &Cli) -> anyhow::Result<()> {
    let options = &cli.options;
    let job = job(cli)?;
    if let Job::Build(arguments) = &job {
        return build::run(arguments, options.quiet);
    }
    if options.time.print_levels {
        complain(&katachi_core::levels::table());
    }
    let mut session = Session::new(&Settings {
        patterns: options.patterns.clone(),
        added_patterns: options.add_patterns.clone(),
        // The bench says the same on every machine at all times.
        seed: options.seed.or(matches!(job, Job::Bench(_)).then_some(1)),
        pace: options.time.pace(options.level, matches!(job, Job::Gtp)),
        may_resign: !options.never_resign,
        openings: options.openings(),
        mirror_go: options.mirror_go(),
        outfile: options.outfile.clone(),
        notes: options.output_flags.unwrap_or_default(),
        monte_carlo: options.monte_carlo.clone(),
    })?;
    session.listener = options.traces.listener();
    session.engine.profile = (options.traces.profile_patterns).then(Profile::default);
    for note in session.databases().notes() {
        complain(note);
    }
    if let Some(note) = session
        .databases()
        .search()
        .left_out()
        .filter(|_| !options.quiet)
    {
        complain(&note);
    }
    if options.monte_carlo.mc_list_patterns {
        let names = session.databases().monte_carlo_names();
        say!("{}", names.join("\n"))?;
        return Ok(());
    }
    if options.watch {
        session.change_databases(Databases::start_watching)?;
    }
    set_up(&mut session, options, matches!(job, Job::Play | Job::Solo))?;
    match job {
        Job::Gtp => {
            let input = katachi_gtp::Listener::new(std::io::stdin());
            let exit = katachi_gtp::serve(
                input.context("standard input cannot be listened to")?,
                std::io::stdout().lock(),
                &mut session,
            );
            session.save();
            exit.context("standard input or output failed")?;
        }
        Job::Play => {
            let human = options.color.unwrap_or(Color::Black);
            if !options.quiet {
                say!(
                    "Katachi {}, random seed {}",
                    env!("CARGO_PKG_VERSION"),
                    session.seed
                )?;
            }
            let mut output = std::io::stdout().lock();
            if std::io::stdin().is_terminal() && output.is_terminal() {
                let mut input = ascii::Editor::new(&session.speaker)?;
                ascii::play(&mut session, human, &mut input, &mut output)?;
            } else {
                let mut input = ascii::Plain(std::io::stdin().lock());
                ascii::play(&mut session, human, &mut input, &mut output)?;
            }
        }
        Job::Solo => ascii::solo(&mut session, &mut std::io::stdout().lock())?,
        // Handled above, since it needs no databases.
        Job::Build(_) => {}
        Job::Doctor => print(doctor::report(&session))?,
        Job::Bench(arguments) => bench::run(&mut session, arguments.step.into())?,
        Job::Analyse => analyse(&mut session, options)?,
    }
    if let Some(table) = traces::profile(&session) {
        complain(&table);
    }
    Ok(session.saved()?)
}

/// Brings the game to the position where the options want it to begin.
fn set_up(session: &mut Session, options: &Options, with_komi: bool) -> anyhow::Result<()> {
    session.game.set_rules(options.rules());
    session.game.scoring = options.scoring();
    session.game.dead_stones_count = options.capture_all_dead;
    if let Some(clock) = options.time.clock() {
        session.game.clock = clock;
    }
    if let Some(size) = options.boardsize {
        let size = BoardSize::new(size).with_context(|| {
            format!(
                "--boardsize: expected 2 to {}, found {size}",
                BoardSize::MAX
            )
        })?;
        session.clear(size);
    }
    if let Some(stones) = options.handicap.filter(|&stones| stones > 1) {
        let size = session.game.board().size();
        let points = fixed_handicap(size, stones).with_context(|| {
            let most = katachi_board::max_fixed_handicap(size);
            format!("--handicap: expected at most {most} on this board, found {stones}")
        })?;
        session.game.place_handicap(&points)?;
    }
    if let Some(file) = &options.infile {
        let bytes = record::read(file)?;
        let until = until(options, file, &bytes)?;
        let game = record::load(file, &bytes, until, &session.game)?;
        session.set_game(game);
    } else if options.until.is_some() {
        bail!("-L needs a record to load: give one with -l");
    } else if options.moyo.is_some() {
        bail!("-m needs a record to load: give one with -l");
    } else if with_komi {
        session.game.komi = record::usual_komi(session.game.handicap());
    }
    if let Some(komi) = options.komi {
        session.game.komi = komi as f32;
    }
    Ok(())
}

/// How far the options want this record to be played.
fn until(options: &Options, file: &str, bytes: &[u8]) -> anyhow::Result<Until> {
    let Some(text) = &options.until else {
        return Ok(Until::End);
    };
    if let Ok(number) = text.parse() {
        return Ok(Until::Move(number));
    }
    // The board size is known only after reading the record, but a vertex needs it.
    let whole = record::load(file, bytes, Until::End, &Game::new(BoardSize::NINETEEN))?;
    let point = Point::from_vertex(text, whole.board().size())
        .with_context(|| format!("-L {text}: expected a move number or a vertex"))?;
    Ok(Until::Point(point))
}

/// Answers a question about a loaded record; the default is one move.
fn analyse(session: &mut Session, options: &Options) -> anyhow::Result<()> {
    if let Some(file) = &options.printsgf {
        let text = record::position(&session.game, &record::today()) + "\n";
        return write(file, &text);
    }
    if let Some(how) = options.score {
        return score(session, how);
    }
    if let Some(views) = &options.moyo {
        let (game, engine) = (&session.game, &mut session.engine);
        if let Some(file) = &options.svg {
            return write(file, &(views.svg(game, engine) + "\n"));
        }
        let colored = std::io::stdout().is_terminal();
        return Ok(say!("{}", views.text(game, engine, colored))?);
    }
    let color = options.color.unwrap_or_else(|| session.game.to_move());
    let decision = session.genmove(color, false);
    Ok(say!("{}", move_line(session, color, decision))?)
}

/// Writes a text to a file; `-` is standard output.
fn write(file: &str, text: &str) -> anyhow::Result<()> {
    if file == "-" {
        return Ok(print(text)?);
    }
    katachi_files::write(Path::new(file), text.as_bytes())
        .with_context(|| format!("cannot write {file}"))
}

/// A generated move as GNU Go announces it: `white (O) move C4`.
fn move_line(session: &Session, color: Color, decision: Decision) -> String {
    let sign = match color {
        Color::Black => 'X',
        Color::White => 'O',
    };
    match decision {
        Decision::Play(point) => {
            format!(
                "{color} ({sign}) move {}",
                point.vertex(session.game.board().size())
            )
        }
        Decision::Pass => format!("{color} ({sign}) move PASS"),
        Decision::Resign => format!("{color} ({sign}) resigns"),
    }
}

fn score(session: &mut Session, how: Score) -> anyhow::Result<()> {
    if how != Score::Estimate {
        session.may_resign = false;
        play_out(session, false)?;
    }
    if how == Score::Aftermath {
        play_out(session, true)?;
    }
    let end = session.count(session.seed);
    let score = end.score(&session.game);
    let text = match score {
        score if score > 0.0 => format!("Black wins by {score:.1} points"),
        score if score < 0.0 => format!("White wins by {:.1} points", -score),
        _ => "Jigo".to_owned(),
    };
    say!("{text}")?;
    session.save_with(Some(&result(score)));
    Ok(())
}

/// Lets the engine play both sides until both pass, and prints the moves.
fn play_out(session: &mut Session, cleanup: bool) -> anyhow::Result<()> {
    let limit = session.game.board().moves().len() + 3 * session.game.board().size().area();
    let mut passes = 0;
    while passes < 2 && session.game.board().moves().len() < limit {
        let color = session.game.to_move();
        let decision = session.genmove(color, cleanup);
        passes = if decision == Decision::Pass {
            passes + 1
        } else {
            0
        };
        let number = session.game.board().moves().len();
        say!("{number} {}", move_line(session, color, decision))?;
    }
    Ok(())
}
