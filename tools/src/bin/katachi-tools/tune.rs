//! `katachi-tools tune`: learns the values of databases from game records.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use katachi_board::BoardSize;
use katachi_core::monte_carlo::Strengths;
use katachi_files::{say, stream, write};
use katachi_image::{Image, Role};
use katachi_joseki::mine::{Game, GameReader, Part};
use katachi_tools::tune::shape::{NEIGHBORHOODS, Shape};
use katachi_tools::tune::validation::{Score, Table, folds, score, shuffled};
use katachi_tools::tune::{Model, Positions, Settings, database, export, prior};

use crate::records::{board_size, must_exist};

#[derive(Subcommand)]
pub(super) enum Tune {
    Mc(MonteCarlo),
    Prior(Prior),
}

/// Learn how strong moves are before a search tries them, from game records.
///
/// In each position the legal moves that fill no eye compete; strengths of their features and
/// shapes are found that make the moves that were played most likely. One game in ten is held back,
/// and how well its moves are predicted is printed. The same records and options give the same
/// bytes. See docs/monte-carlo.md.
#[derive(Args)]
#[command(after_help = "Example:
  katachi-tools tune prior games.tgz --out strengths.txt")]
pub(super) struct Prior {
    /// SGF files, folders of them, or archives (.tgz, .tar.gz).
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Only games of this size.
    #[arg(long, value_name = "SIZE")]
    size: Option<usize>,
    /// The most games, drawn with the seed [default: all].
    #[arg(long = "games", value_name = "N", id = "sample")]
    sample: Option<usize>,
    /// The seed of what is drawn: games, those held back, and their order.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// A shape of twelve or twenty points has a strength if it was played so often.
    #[arg(long, value_name = "N", default_value_t = 15)]
    min_played: u32,
    /// How often each game is learned from.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=100))]
    rounds: u16,
}

/// One game in this number is held back.
const HELD_BACK: usize = 10;

impl Prior {
    pub fn run(&self) -> anyhow::Result<()> {
        let (games, census) = read(&self.games, self.size, self.sample, self.seed)?;
        let order = shuffled(games.len(), self.seed);
        let (held, taught) = order.split_at(games.len() / HELD_BACK);
        let [held, taught] = [held, taught].map(|part| {
            let mut part = part.to_vec();
            part.sort_unstable();
            part.into_iter()
                .map(|game| &games[game])
                .collect::<Vec<_>>()
        });
        let settings = prior::Settings {
            min_played: self.min_played,
            rounds: self.rounds.into(),
            seed: self.seed,
        };
        let rounds = taught.len() * usize::from(self.rounds);
        let bar = progress(Some(rounds as u64), "{bar:40} {pos} of {len} games");
        let entries = prior::learn(&taught, settings, || bar.inc(1));
        bar.finish_and_clear();
        let mut text = String::new();
        for line in Self::head(taught.len(), &census) {
            let _ = writeln!(text, "{}", format!("# {line}").trim_end());
        }
        for entry in entries {
            let _ = writeln!(text, "{entry}");
        }
        write(&self.out, text.as_bytes())
            .with_context(|| format!("--out: {}", self.out.display()))?;
        let strengths = Strengths::parse(&text)?;
        let mut rows = vec![("learned".to_owned(), prior::predict(&held, &strengths))];
        for size in sizes(&held) {
            let held: Vec<&Game> = (held.iter().copied())
                .filter(|game| game.size == size)
                .collect();
            rows.push((format!("{size}"), prior::predict(&held, &strengths)));
        }
        stream::print(Table(&rows))?;
        let lines = text.lines().count();
        Ok(say!("{}: {lines} lines", self.out.display())?)
    }

    fn head(games: usize, census: &str) -> Vec<String> {
        let mut head = vec![
            "Strengths of moves in the tree of a search, learned from game records by".to_owned(),
            format!("  katachi-tools {}", arguments()),
            format!("from {games} games. docs/monte-carlo.md explains the lines."),
            String::new(),
        ];
        head.extend(without_examples(census));
        head
    }
}

/// The sizes of the boards of games, in order.
fn sizes(games: &[&Game]) -> Vec<BoardSize> {
    let mut sizes: Vec<BoardSize> = games.iter().map(|game| game.size).collect();
    sizes.sort_unstable_by_key(|size| size.get());
    sizes.dedup();
    sizes
}

/// The arguments of this program, as they would be typed.
fn arguments() -> String {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let line = shlex::try_join(arguments.iter().map(String::as_str));
    line.unwrap_or_else(|_| arguments.join(" "))
}

/// The lines of a census without paths of records on this machine, which mean nothing elsewhere.
fn without_examples(census: &str) -> impl Iterator<Item = String> {
    let lines = census.lines();
    lines.map(|line| line.split(", first ").next().unwrap_or(line).to_owned())
}

/// Reads games; returns them with a text about skipped records.
fn read(
    paths: &[PathBuf],
    size: Option<usize>,
    sample: Option<usize>,
    seed: u64,
) -> anyhow::Result<(Vec<Game>, String)> {
    let reader = GameReader {
        size: size.map(board_size).transpose()?,
        part: Part::All,
    };
    must_exist(paths)?;
    let bar = progress(None, "{spinner} {pos} records, {per_sec}");
    let mut games: Vec<Game> = Vec::new();
    let census = reader.read(paths, |batch, census| {
        games.extend_from_slice(batch);
        bar.set_position(census.files as u64);
    });
    bar.finish_and_clear();
    ensure!(!games.is_empty(), "expected games, found none: {census}");
    if let Some(sample) = sample {
        let mut drawn = shuffled(games.len(), seed);
        drawn.truncate(sample);
        drawn.sort_unstable();
        games = drawn
            .into_iter()
            .map(|place| games[place].clone())
            .collect();
    }
    Ok((games, census.to_string()))
}

/// Learn the values of a Monte Carlo database from game records.
///
/// In each position the legal moves that fill no eye compete; values are found that make the moves
/// that were played most likely. Records that are no games are skipped and counted. The same
/// records and options give the same bytes. See docs/monte-carlo.md.
#[derive(Args)]
#[command(after_help = "Examples:
  katachi-tools tune mc games/ --size 9 --out mc_mine.db
  katachi-tools tune mc games.tgz --folds 5 --against mc_mogo_classic.db   measures only
  katachi-tools tune mc games/ --format mm --out games.mm                  for Coulom's MM")]
pub(super) struct MonteCarlo {
    /// SGF files, folders of them, or archives (.tgz, .tar.gz).
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "FILE", required_unless_present = "folds")]
    out: Option<PathBuf>,
    /// What is written.
    #[arg(long, value_enum, default_value_t = Format::Db)]
    format: Format,
    /// Only games of this size.
    #[arg(long, value_name = "SIZE")]
    size: Option<usize>,
    /// The most games, drawn with the seed [default: all].
    #[arg(long = "games", value_name = "N", id = "sample")]
    sample: Option<usize>,
    /// The seed of what is drawn: games, and the folds.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Divides the games into K parts, predicts each with values learned from the others, and
    /// prints how well: the mean of -ln of the probability, and how often the highest value was
    /// played.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(2..))]
    folds: Option<u32>,
    /// With --folds, predicts with the values of this database, too. May be given several times.
    #[arg(long, value_name = "FILE.db", requires = "folds")]
    against: Vec<PathBuf>,
    /// The exponent of the values: below 1 random games are more random.
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = positive)]
    temperature: f64,
    /// The exponent of the strengths of classes alone: above 1 captures, rescues and answers are
    /// more urgent than in the games.
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = positive)]
    class_power: f64,
    /// Multiplies the values of near moves: above 1 the last move is answered more often than in
    /// the games.
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = positive)]
    near: f64,
    /// A neighbourhood gets values of its own for a class of moves that was seen so often in it.
    #[arg(long, value_name = "N", default_value_t = 20)]
    min_count: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A database.
    Db,
    /// The positions, as the input of Coulom's MM.
    Mm,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &f64| *number > 0.0 && *number <= 1000.0);
    number.ok_or_else(|| "expected a number above 0 and at most 1000, such as 0.8".to_owned())
}

/// A line that shows the progress and moves while there is none.
pub(super) fn progress(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = katachi_program::progress(length, template);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A database whose predictions are compared with the model's.
struct Rival {
    name: String,
    image: Image,
}

impl Rival {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let place = || format!("--against: {}", path.display());
        let bytes = katachi_files::read(path).with_context(place)?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let source = patc::Source::new(path.display().to_string(), bytes);
        let compiled = patc::compile(Role::MonteCarlo, vec![source]);
        let Some(image) = compiled.image else {
            bail!(
                "{}",
                patc::render(&compiled.diagnostics, &compiled.sources, false)
            );
        };
        let image = Image::from_vec(image).with_context(place)?;
        Ok(Self { name, image })
    }

    fn value(&self, shape: Shape) -> u32 {
        let row = self.image.monte_carlo().and_then(|rules| {
            let row = rules.row(NEIGHBORHOODS.at(shape.neighborhood()))?;
            rules
                .weights
                .get(usize::from(row[usize::from(shape.situation())].get()))
        });
        row.map_or(0, |weight| weight.get())
    }
}

impl MonteCarlo {
    pub fn run(&self) -> anyhow::Result<()> {
        let rivals: Vec<Rival> = (self.against.iter())
            .map(|path| Rival::open(path))
            .collect::<anyhow::Result<_>>()?;
        let (games, census) = read(&self.games, self.size, self.sample, self.seed)?;
        let bar = progress(Some(games.len() as u64), "{bar:40} {pos} of {len} games");
        let positions = Positions::of(&games, || bar.inc(1));
        bar.finish_and_clear();
        ensure!(
            !positions.competitions.is_empty(),
            "expected moves to learn from, found none: {census}"
        );
        if let Some(count) = self.folds {
            self.validate(&positions, count as usize, &rivals)?;
        }
        let Some(path) = &self.out else {
            return Ok(());
        };
        let all: Vec<usize> = (0..games.len()).collect();
        let text = match self.format {
            Format::Db => {
                let model = self.learn(&positions, &all);
                database::text(&model, &Self::head(&model, &positions, &census))
            }
            Format::Mm => export::text(
                &positions,
                &Model::untaught(&positions, &all, self.settings()),
            ),
        };
        write(path, text.as_bytes()).with_context(|| format!("--out: {}", path.display()))?;
        Ok(say!("{}: {} lines", path.display(), text.lines().count())?)
    }

    fn settings(&self) -> Settings {
        Settings {
            min_count: self.min_count,
            temperature: self.temperature,
            class_power: self.class_power,
            near: self.near,
        }
    }

    fn learn(&self, positions: &Positions, games: &[usize]) -> Model {
        let moves: usize = games.iter().map(|&game| positions.games[game].len()).sum();
        let bar = progress(None, "{spinner} round {pos}, log-loss {msg}");
        let model = Model::learn(positions, games, self.settings(), |likelihood| {
            bar.inc(1);
            bar.set_message(format!("{:.5}", -likelihood / moves.max(1) as f64));
        });
        bar.finish_and_clear();
        model
    }

    /// The comment at the head of the database.
    fn head(model: &Model, positions: &Positions, census: &str) -> Vec<String> {
        let mut head = vec![
            "Values of moves in random games, learned from game records by".to_owned(),
            format!("  katachi-tools {}", arguments()),
            format!("from {} moves of {} games.", model.moves, model.games),
            "Comments say how often a neighbourhood was seen around a candidate, and how often that was played."
                .to_owned(),
        ];
        if positions.filled > 0 {
            head.push(format!(
                "{} moves filled an eye and do not count.",
                positions.filled
            ));
        }
        head.push(String::new());
        head.extend(without_examples(census));
        head
    }

    fn validate(
        &self,
        positions: &Positions,
        count: usize,
        rivals: &[Rival],
    ) -> anyhow::Result<()> {
        let games = positions.games.len();
        ensure!(
            count <= games,
            "--folds: expected at most {games}, one for each game, found {count}"
        );
        let mut learned = Score::default();
        for (from, held) in folds(&shuffled(games, self.seed), count) {
            let model = self.learn(positions, &from);
            learned += score(positions, &held, |shape| model.value(shape));
        }
        let all: Vec<usize> = (0..games).collect();
        let uniform = |shape: Shape| u32::from(!NEIGHBORHOODS.at(shape.neighborhood()).is_eye());
        let mut rows = vec![
            ("learned".to_owned(), learned),
            ("uniform".to_owned(), score(positions, &all, uniform)),
        ];
        for rival in rivals {
            rows.push((
                rival.name.clone(),
                score(positions, &all, |shape| rival.value(shape)),
            ));
        }
        Ok(stream::print(Table(&rows))?)
    }
}
