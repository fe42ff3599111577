//! What comparisons with GNU Go on positions of real games share: both programs, the positions, and
//! the least agreement that is expected.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use katachi_gtp::{Client, Reply};
use katachi_testkit::{Need, archived, program, shared};
use libtest_mimic::Failed;
use tempfile::TempDir;

/// Whether our reply is GNU Go's failure, which a colon and an explanation may follow.
pub fn fail_alike(ours: &Reply, theirs: &Reply) -> bool {
    let rest = ours.text().strip_prefix(theirs.text());
    let is_same = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "));
    !ours.is_success() && is_same && !ours.text().contains('\n')
}

/// The numbers of a table that a command prints.
pub fn numbers(command: &str, reply: &Reply) -> Result<Vec<f64>, Failed> {
    let words = reply.text().split_whitespace();
    let numbers: Result<_, std::num::ParseFloatError> = words.map(str::parse).collect();
    match numbers {
        Ok(numbers) if reply.is_success() => Ok(numbers),
        _ => Err(format!("{command}: expected numbers, found {reply:?}").into()),
    }
}

/// A program, with the time that its timed answers took.
pub struct Engine {
    pub client: Client,
    pub spent: Duration,
    /// The program and its arguments.
    command: (PathBuf, Vec<String>),
}

impl Engine {
    pub fn start(program: &Path, arguments: &[&str]) -> Result<Self, Failed> {
        let arguments: Vec<String> = arguments.iter().map(|&one| one.to_owned()).collect();
        Ok(Self {
            client: Client::spawn(program, &arguments)?,
            spent: Duration::ZERO,
            command: (program.to_owned(), arguments),
        })
    }

    /// What a question gives within a time; `None` if the program does not answer by then, or ends
    /// by a mistake of its own. Then it is started again.
    pub fn within<T>(
        &mut self,
        limit: Duration,
        question: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<Option<T>, Failed> {
        self.client.set_time_limit(limit);
        let (began, spent) = (Instant::now(), self.spent);
        match question(self) {
            Ok(answer) => Ok(Some(answer)),
            Err(_) if began.elapsed() >= limit || self.client.send("name").is_err() => {
                let (program, arguments) = &self.command;
                self.client = Client::spawn(program, arguments)?;
                self.spent = spent;
                Ok(None)
            }
            Err(failed) => Err(failed),
        }
    }

    /// Our program with these databases, and GNU Go.
    pub fn both(patterns: &str, gnugo: &Path) -> Result<[Self; 2], Failed> {
        Self::both_with(patterns, gnugo, &[])
    }

    /// The same, both with further options.
    pub fn both_with(patterns: &str, gnugo: &Path, options: &[&str]) -> Result<[Self; 2], Failed> {
        let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
        let ours: &[&str] = &["gtp", "--patterns", patterns, "--seed", "1"];
        let theirs: &[&str] = &["--mode", "gtp", "--quiet", "--seed", "1"];
        let [ours, theirs] = [ours, theirs].map(|own| [own, options].concat());
        Ok([Self::start(katachi, &ours)?, Self::start(gnugo, &theirs)?])
    }

    /// Loads the position of a record after this many moves.
    pub fn load(&mut self, file: &Path, moves: usize) -> Result<(), Failed> {
        let load = format!("loadsgf {} {moves}", file.display());
        let loaded = self.client.send(&load)?;
        assert!(loaded.is_success(), "{load}: {loaded:?}");
        Ok(())
    }

    /// The reply to a command, whose time counts.
    pub fn timed(&mut self, command: &str) -> Result<Reply, Failed> {
        let began = Instant::now();
        let reply = self.client.send(command)?;
        self.spent += began.elapsed();
        Ok(reply)
    }

    /// The milliseconds spent on each of this many positions.
    pub fn each(&self, positions: usize) -> f64 {
        self.spent.as_secs_f64() * 1000.0 / positions as f64
    }
}

/// What a comparison needs: GNU Go, an archive of games, and GNU Go's databases.
pub fn peer() -> Need<(PathBuf, PathBuf, PathBuf)> {
    Ok((
        program("gnugo")?,
        shared("data/games/pro19/kisei.tgz")?,
        shared("peer/gnugo-3.8/patterns")?,
    ))
}

/// The number of positions: what the environment variable asks for, or the usual one.
pub fn positions(variable: &str, usual: usize) -> usize {
    let asked = std::env::var(variable).ok();
    asked.map_or(usual, |text| text.parse().expect("a number"))
}

/// Visits this many positions, spread over the games of an archive: a record, and the number of its
/// moves, from `first` on.
pub fn visit(
    archive: &Path,
    positions: usize,
    (first, span): (usize, usize),
    mut visit: impl FnMut(&Path, usize) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let games = archived(archive, "sgf")?;
    let folder = TempDir::new()?;
    let file = folder.path().join("game.sgf");
    let step = (games.len() / positions).max(1);
    for (round, bytes) in games.values().step_by(step).take(positions).enumerate() {
        std::fs::write(&file, bytes)?;
        visit(&file, first + round * 37 % span)?;
    }
    Ok(())
}

/// Fails if less than its floor, in percent, agrees in a field.
pub fn expect(floors: &[(&str, f64)], share: impl Fn(&str) -> f64) {
    for (field, floor) in floors {
        let share = share(field);
        assert!(
            share >= *floor,
            "{field}: {share:.2} % agree, expected {floor} %"
        );
    }
}
