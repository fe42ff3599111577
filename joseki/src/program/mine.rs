//! `joseki mine`: makes trees and books from game records.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use katachi_board::BoardSize;
use katachi_files::{complain, say};
use katachi_joseki::mine::{
    Census, Collector, FusekiCollector, FusekiSelection, Game, GameReader, Ladders, Part, Place,
    Region, Selection, Tree, View, WIDEST, dbz, sgf,
};

/// Makes joseki trees, or a book of openings, from game records.
///
/// Follows each corner of each game, merges transpositions, mirror images and colours, and writes
/// what was played often as a tree for `joseki compile`, with its counts. With --fuseki, positions
/// of the whole board become a book (.dbz) for `patc build --role book`. Records that are no games
/// are skipped and counted. See docs/joseki.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  joseki mine games/ more.tgz -o joseki.sgf
  joseki mine games/ --by-first-move -o trees/      hoshi.sgf, komoku.sgf, ...
  joseki mine games/ --hold-back 10 -o joseki.sgf   keeps a tenth aside for `joseki measure`
  joseki mine games/ --fuseki 19 -o fuseki19.dbz")]
pub(super) struct Mine {
    /// Records: files, folders with everything below them, archives (.tgz, .tar.gz).
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The tree (.sgf), with --by-first-move the folder for the trees, with --fuseki the book
    /// (.dbz).
    #[arg(long, short, value_name = "OUTPUT")]
    output: PathBuf,
    /// Writes a tree for each first move: hoshi (4-4), komoku (3-4), sansan (3-3), mokuhazushi
    /// (3-5) and takamoku (4-5); lines that begin otherwise are left out.
    #[arg(long)]
    by_first_move: bool,
    /// Makes a book of whole positions of this size instead.
    #[arg(long, value_name = "SIZE", conflicts_with = "by_first_move")]
    fuseki: Option<usize>,
    /// Leaves out one record in N, by a hash of its name inside of archive or folder.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    hold_back: Option<u64>,
    /// How many moves of a game are followed [default: 80, with --fuseki 24].
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
    /// How often a move must have been played to count [default: 5, with --fuseki 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    min_times: Option<u32>,
    /// A move counts if it has this share of the moves played in its position
    /// [default: 0.05, with --fuseki 0.03].
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_share: Option<f64>,
    #[command(flatten)]
    corner: CornerOptions,
}

/// What holds for corners only.
#[derive(clap::Args)]
#[command(next_help_heading = "Corners")]
struct CornerOptions {
    /// How many moves must have been played in a position for it to count.
    #[arg(long, value_name = "N", default_value_t = 30)]
    min_games: u32,
    /// The moves of a position are kept, most frequent first, up to this share of all its moves.
    #[arg(long, value_name = "SHARE", default_value_t = 0.85, value_parser = share)]
    cover: f64,
    /// If they do not reach that share, they are kept only if the most frequent one has this share.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = share)]
    main_share: f64,
    /// The most moves of a position.
    #[arg(long, value_name = "N", default_value_t = 6)]
    max_moves: usize,
    /// How many empty lines beyond stones and move belong to a region.
    #[arg(long, value_name = "LINES", default_value_t = 1)]
    margin: usize,
    /// The least number of lines of a region.
    #[arg(long, value_name = "LINES", default_value_t = 8, value_parser = lines)]
    least: usize,
    /// How many lines from the edges a corner reaches.
    #[arg(long, value_name = "LINES", default_value_t = WIDEST, value_parser = lines)]
    reach: usize,
    /// How many lines from both edges a move may be to belong to the corner.
    #[arg(long, value_name = "LINES", default_value_t = 8, value_parser = lines)]
    near: usize,
    /// Moves that depend on a ladder get no constraint.
    #[arg(long)]
    no_ladders: bool,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share from 0 to 1, such as 0.85".to_owned())
}

fn lines(text: &str) -> Result<usize, String> {
    let lines = text
        .parse()
        .ok()
        .filter(|lines| (1..=WIDEST).contains(lines));
    lines.ok_or_else(|| format!("expected a number of lines from 1 to {WIDEST}"))
}

/// The names of trees by their first move, as distances from the edges.
const FIRST_MOVES: [(&str, Place); 5] = [
    ("hoshi", (3, 3)),
    ("komoku", (2, 3)),
    ("sansan", (2, 2)),
    ("mokuhazushi", (2, 4)),
    ("takamoku", (3, 4)),
];

/// Runs the command; returns the exit status, 0 or 1.
pub(super) fn run(cli: &Mine) -> anyhow::Result<u8> {
    if cli.corner.least > cli.corner.reach {
        bail!(
            "expected --least to be at most --reach, found {} and {}",
            cli.corner.least,
            cli.corner.reach
        );
    }
    let (wanted, kind) = match (cli.fuseki, cli.by_first_move) {
        (Some(_), _) => ("dbz", "a book that ends in .dbz"),
        (None, true) => ("", "a folder"),
        (None, false) => ("sgf", "a tree that ends in .sgf"),
    };
    let ending = cli.output.extension().unwrap_or_default();
    if !cli.by_first_move && ending != wanted {
        bail!(
            "expected the name of {kind}, found {}",
            cli.output.display()
        );
    }
    match cli.fuseki {
        Some(size) => cli.fuseki(size),
        None => cli.corners(),
    }
}

impl Mine {
    fn part(&self) -> Part {
        self.hold_back.map_or(Part::All, Part::Mined)
    }

    fn corners(&self) -> anyhow::Result<u8> {
        let options = &self.corner;
        let view = View {
            region: Region {
                margin: options.margin,
                least: options.least,
                reach: options.reach,
            },
            near: options.near,
            moves: self.moves.unwrap_or(80),
            stones: 24,
        };
        let selection = Selection {
            min_games: options.min_games,
            min_times: self.min_times.unwrap_or(5),
            min_share: self.min_share.unwrap_or(0.05),
            cover: options.cover,
            main_share: options.main_share,
            max_moves: options.max_moves,
        };
        let mut all = Vec::new();
        let mut collector = Collector::new(view);
        let census = read(&self.games, BoardSize::NINETEEN, self.part(), |games| {
            collector.add(games);
            // Ladders look at the games a second time.
            all.extend(games.iter().map(|game| game.beginning(view.moves)));
        })?;
        let table = collector.finish(selection.min_times as usize);
        let mut tree = Tree::grow(&table, &selection);
        say!("{census}")?;
        say!("{} corner positions", table.len())?;
        if tree.nodes.is_empty() {
            complain!(
                "joseki: expected positions in which at least {} moves were played, found none that \
                 pass; lower --min-games or --cover, or give more games",
                selection.min_games
            );
            return Ok(1);
        }
        if !options.no_ladders {
            let mut ladders = Ladders::of(&tree);
            ladders.observe(&all, &view);
            ladders.annotate(&mut tree);
            say!("{ladders}")?;
        }
        let about = format!(
            "Mined from {} games by joseki mine: moves are those of {} lines at most, followed for {} \
             moves; regions of {} lines at least with a margin of {}; positions with {} moves or more; \
             moves with {} times, {} of their position or more, {} at most, which together are {} of it or \
             of which one is {} of it.",
            census.games,
            view.region.reach,
            view.moves,
            view.region.least,
            view.region.margin,
            selection.min_games,
            selection.min_times,
            percent(selection.min_share),
            selection.max_moves,
            percent(selection.cover),
            percent(selection.main_share),
        );
        if !self.by_first_move {
            write(
                &self.output,
                &sgf(&tree, &about),
                &patterns(tree.patterns()),
            )?;
            return Ok(0);
        }
        std::fs::create_dir_all(&self.output)
            .with_context(|| format!("cannot make the folder {}", self.output.display()))?;
        let mut left = tree.patterns();
        for (name, place) in FIRST_MOVES {
            let part = tree.part(place);
            left -= part.patterns();
            if part.patterns() > 0 {
                let path = self.output.join(format!("{name}.sgf"));
                write(&path, &sgf(&part, &about), &patterns(part.patterns()))?;
            }
        }
        say!("left out, since they begin otherwise: {left} patterns")?;
        Ok(0)
    }

    fn fuseki(&self, size: usize) -> anyhow::Result<u8> {
        let Some(size) = BoardSize::new(size).filter(|size| size.get() >= 5) else {
            bail!("--fuseki: expected a size from 5 to 25, found {size}");
        };
        let moves = self.moves.unwrap_or(24);
        let selection = FusekiSelection {
            min_times: self.min_times.unwrap_or(4),
            min_share: self.min_share.unwrap_or(0.03),
        };
        let mut collector = FusekiCollector::new(size, moves);
        let census = read(&self.games, size, self.part(), |games| collector.add(games))?;
        let book = collector.finish(&selection);
        say!("{census}")?;
        if book.is_empty() {
            complain!(
                "joseki: expected moves that were played {} times or more on {} lines, found none; lower \
                 --min-times or give more games",
                selection.min_times,
                size.get()
            );
            return Ok(1);
        }
        let about = [
            format!(
                "Mined from {} games by joseki mine --fuseki {}.",
                census.games,
                size.get()
            ),
            format!(
                "The first {moves} moves; moves with {} times, {} of their position or more.",
                selection.min_times,
                percent(selection.min_share)
            ),
        ];
        let what = format!("{} moves", book.len());
        write(&self.output, &dbz(size, &book, &about), &what)?;
        Ok(0)
    }
}

/// Reads games, with a progress bar on terminals. Paths that do not exist are errors, and so is a
/// lack of games.
pub(super) fn read(
    paths: &[PathBuf],
    size: BoardSize,
    part: Part,
    mut each: impl FnMut(&[Game]),
) -> anyhow::Result<Census> {
    if let Some(missing) = paths.iter().find(|path| !path.exists()) {
        bail!(
            "expected files, folders or archives with records, found nothing at {}; check the name",
            missing.display()
        );
    }
    let bar = katachi_program::progress(None, "{spinner} {pos} records, {per_sec}");
    bar.enable_steady_tick(Duration::from_millis(200));
    let reader = GameReader {
        size: Some(size),
        part,
    };
    let census = reader.read(paths, |games, census| {
        each(games);
        bar.set_position(census.files as u64);
    });
    bar.finish_and_clear();
    if census.games == 0 {
        bail!(
            "expected games on {} lines, found none: {census}; give other records",
            size.get()
        );
    }
    Ok(census)
}

fn write(path: &Path, text: &str, what: &str) -> anyhow::Result<()> {
    katachi_files::write(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))?;
    say!("{}: {what}, {} bytes", path.display(), text.len())?;
    Ok(())
}

fn patterns(count: usize) -> String {
    format!("{count} patterns")
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
