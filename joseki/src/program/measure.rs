//! `joseki measure`: measures how well patterns predict the moves of games.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use katachi_board::BoardSize;
use katachi_files::{complain, say};
use katachi_image::{Image, Role};
use katachi_joseki::mine::{Figures, Measure as Counting, Part};
use patc::{Severity, Source};

use super::mine;

/// Measures how well corner patterns predict the moves of games.
///
/// Before each move, the patterns propose moves for the side to move. A move in a corner is covered
/// if a move is proposed in that corner, and proposed if it is one of these. Constraints are not
/// evaluated. See docs/joseki.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  joseki measure joseki.db games/
  joseki measure joseki.db games/ --hold-back 10   only the tenth that `joseki mine` left out")]
pub(super) struct Measure {
    /// The corner patterns, `NAME.db` or `NAME.kpat`.
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Records: files, folders with everything below them, archives (.tgz, .tar.gz).
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Counts only one record in N: those that `joseki mine --hold-back N` leaves out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    hold_back: Option<u64>,
    /// How many moves of a game count.
    #[arg(long, value_name = "N", default_value_t = 40)]
    moves: usize,
    /// The number of lines of a corner, in both directions.
    #[arg(long, value_name = "LINES", default_value_t = 8)]
    near: usize,
}

/// Runs the command; returns the exit status, 0 or 1.
pub(super) fn run(cli: &Measure) -> anyhow::Result<u8> {
    let path = cli.database.display();
    let Some(image) = image(&cli.database)? else {
        return Ok(1);
    };
    let Some(general) = image.general().filter(|_| image.role() == Role::Joseki) else {
        bail!("{path}: expected an image of corner patterns (role joseki), found another one");
    };
    let counting = Counting {
        moves: cli.moves,
        near: cli.near,
    };
    let size = BoardSize::NINETEEN;
    let part = cli.hold_back.map_or(Part::All, Part::HeldBack);
    let mut figures = Figures::default();
    let census = mine::read(&cli.games, size, part, |games| {
        figures += counting.figures(&general, size, games);
    })?;
    say!("{path}: {} patterns", general.patterns.len())?;
    say!("{census}\n{figures}")?;
    Ok(0)
}

/// Opens an image, or compiles a database; `None` if the database has errors, which are printed.
fn image(path: &Path) -> anyhow::Result<Option<Image>> {
    if path.extension().is_some_and(|ending| ending == "kpat") {
        return Ok(Some(Image::read(path)?));
    }
    let text = katachi_files::read(path);
    let text = text.with_context(|| format!("cannot read the database {}", path.display()))?;
    let source = Source::new(path.display().to_string(), text);
    let compiled = patc::compile(Role::Joseki, vec![source]);
    for diagnostic in &compiled.diagnostics {
        if diagnostic.severity() == Severity::Error {
            complain!("{}", diagnostic.short(&compiled.sources));
        }
    }
    Ok(match compiled.image {
        Some(bytes) => Some(Image::from_vec(bytes)?),
        None => None,
    })
}
