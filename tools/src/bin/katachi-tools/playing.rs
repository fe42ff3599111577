//! A short match between two sets of databases.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use katachi_board::{BoardSize, Rules};
use katachi_files::{complain, stream};
use katachi_teacher::engine::EngineCommand;
use katachi_tools::contest::{Contest, Event};
use katachi_tools::openings::Openings;
use katachi_tools::sprt::Sprt;
use katachi_tools::summary::Standings;
use katachi_tools::terms::Terms;

/// The longest that a move or a score may take.
const PATIENCE: Duration = Duration::from_mins(10);

/// White's points for moving second.
const KOMI: f64 = 6.5;

/// How often the test may decide wrongly.
const ERROR: f64 = 0.05;

/// A match on a command line.
#[derive(Args)]
#[command(next_help_heading = "Match")]
pub(super) struct Playing {
    /// Then let the new databases play at most N games against the old ones.
    #[arg(long = "match", value_name = "N", requires = "prefix")]
    games: Option<usize>,
    /// The beginning of the names of the files of the match, as for twogtp.
    #[arg(long, value_name = "PREFIX", requires = "games")]
    prefix: Option<PathBuf>,
    /// The size of the board.
    #[arg(long, value_name = "SIZE", requires = "games", default_value_t = 9)]
    match_size: usize,
    /// Stop when the match has decided between these two differences in Elo.
    #[arg(long, value_name = "ELO0,ELO1", requires = "games", allow_hyphen_values = true, value_parser = parse_hypotheses, default_value = "0,20")]
    sprt: (f64, f64),
    /// Games played at a time.
    #[arg(long, value_name = "N", requires = "games", default_value_t = 1)]
    jobs: usize,
    /// Start from these positions, each with both colours: SGF files or folders of them.
    #[arg(long, value_name = "PATH", requires = "games")]
    openings: Vec<PathBuf>,
    /// The program that plays; the one beside this program if not given.
    #[arg(long, value_name = "PROGRAM", requires = "games")]
    program: Option<PathBuf>,
}

/// Two differences in Elo.
fn parse_hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',');
    let numbers = numbers.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 => Ok((elo0, elo1)),
        _ => Err("expected two differences, the first smaller, as in `0,20`".to_owned()),
    }
}

impl Playing {
    /// Whether there is to be a match.
    pub(super) fn is_wanted(&self) -> bool {
        self.games.is_some()
    }

    /// Plays the match and prints its result. The new databases come first.
    pub(super) fn play(
        &self,
        patterns: [&Path; 2],
        added: &[PathBuf],
        level: i32,
        ends: &AtomicBool,
    ) -> anyhow::Result<()> {
        let (Some(games), Some(prefix)) = (self.games, &self.prefix) else {
            return Ok(());
        };
        let [black, white] = patterns.map(|patterns| self.engine(patterns, added, level));
        let (black, white) = (black?, white?);
        let Some(size) = BoardSize::new(self.match_size) else {
            bail!("--match-size: expected 2 to 25, found {}", self.match_size);
        };
        let terms = Terms {
            black: EngineCommand::new(black),
            white: EngineCommand::new(white),
            referee: None,
            size,
            komi: KOMI,
            handicap: 0,
            free_handicap: false,
            alternate: true,
            openings: Openings::read(&self.openings, size, Rules::SIMPLE)?,
            rules: None,
            time: None,
            max_moves: 3 * size.area(),
            move_timeout: PATIENCE,
            command_timeout: PATIENCE,
        };
        let (elo0, elo1) = self.sprt;
        let contest = Contest {
            terms,
            games,
            jobs: self.jobs,
            prefix: prefix.clone(),
            sprt: Some(Sprt {
                elo0,
                elo1,
                alpha: ERROR,
                beta: ERROR,
            }),
            date: time::OffsetDateTime::now_utc().date().to_string(),
        };
        let warn = &mut |warning: &str| complain!("katachi-tools: warning: {warning}");
        let mut table = contest.open(warn)?;
        let bar = katachi_program::progress(Some(games as u64), "[{pos}/{len}] {prefix}");
        let mut standings = Standings::of(table.rows());
        contest.run(&mut table, ends, &mut |event| {
            if let Event::Finished(row) = event {
                standings.add(row);
                bar.inc(1);
                bar.set_prefix(standings.status(contest.sprt.as_ref()));
            }
        })?;
        bar.finish_and_clear();
        let report = standings.report(
            contest.terms.black.line(),
            contest.terms.white.line(),
            contest.sprt.as_ref(),
        );
        stream::print("\n")?;
        Ok(stream::print(report)?)
    }

    /// The command line of an engine with these databases.
    fn engine(&self, patterns: &Path, added: &[PathBuf], level: i32) -> anyhow::Result<String> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => beside("katachi"),
        };
        let mut words = vec![program.display().to_string()];
        words.extend(["gtp", "--level", &level.to_string(), "--seed", "%n"].map(str::to_owned));
        words.extend(["--patterns".to_owned(), patterns.display().to_string()]);
        for path in added {
            words.extend(["--add-patterns".to_owned(), path.display().to_string()]);
        }
        let words = words.iter().map(String::as_str);
        shlex::try_join(words).context("a path cannot be an argument of a program")
    }
}

/// A program beside this one, or else by its name alone.
fn beside(name: &str) -> PathBuf {
    let own = std::env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent);
    let beside =
        folder.map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
    beside
        .filter(|path| path.is_file())
        .unwrap_or_else(|| name.into())
}
