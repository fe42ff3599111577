//! `katachi-tools tune`: learns the values of databases from game records.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use katachi_files::{say, stream, write};
use katachi_image::{Image, Role};
use katachi_joseki::mine::{Game, GameReader, Part};
use katachi_tools::tune::shape::{NEIGHBORHOODS, Shape};
use katachi_tools::tune::validation::{Score, Table, folds, score, shuffled};
use katachi_tools::tune::{Model, Positions, Settings, database, export};

use crate::records::{board_size, must_exist};

#[derive(Subcommand)]
pub(super) enum Tune {
    Mc(MonteCarlo),
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
        let (games, census) = self.read()?;
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

    /// Reads the games; returns them with a text about skipped records.
    fn read(&self) -> anyhow::Result<(Vec<Game>, String)> {
        let reader = GameReader {
            size: self.size.map(board_size).transpose()?,
            part: Part::All,
        };
        must_exist(&self.games)?;
        let bar = progress(None, "{spinner} {pos} records, {per_sec}");
        let mut games: Vec<Game> = Vec::new();
        let census = reader.read(&self.games, |batch, census| {
            games.extend_from_slice(batch);
            bar.set_position(census.files as u64);
        });
        bar.finish_and_clear();
        ensure!(!games.is_empty(), "expected games, found none: {census}");
        if let Some(sample) = self.sample {
            let mut drawn = shuffled(games.len(), self.seed);
            drawn.truncate(sample);
            drawn.sort_unstable();
            games = drawn
                .into_iter()
                .map(|place| games[place].clone())
                .collect();
        }
        Ok((games, census.to_string()))
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
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let line = shlex::try_join(arguments.iter().map(String::as_str));
        let mut head = vec![
            "Values of moves in random games, learned from game records by".to_owned(),
            format!("  katachi-tools {}", line.unwrap_or_else(|_| arguments.join(" "))),
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
        // Leave out paths of records on this machine, which mean nothing elsewhere.
        head.extend(
            census
                .lines()
                .map(|line| line.split(", first ").next().unwrap_or(line).to_owned()),
        );
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
