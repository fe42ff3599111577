//! Strings and pairs of strings from real games, drawn by a seed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use katachi_board::{Board, Color, Point, Rules};
use katachi_sgf::Sequence;
use katachi_testkit::{Need, archived, shared};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The most subjects drawn from one position.
const OF_A_POSITION: usize = 20;

/// A position of a game with its questions.
pub struct Position {
    /// The game up to there.
    pub file: PathBuf,
    /// The points of each question, as GTP arguments.
    pub subjects: Vec<String>,
}

/// Draws positions with this many subjects in all, as `subjects` finds them. Their records go to
/// the folder.
pub fn draw(
    folder: &Path,
    count: usize,
    seed: u64,
    subjects: impl Fn(&Board) -> Vec<Vec<Point>>,
) -> Need<Vec<Position>> {
    let records = records()?;
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut drawn, mut left) = (Vec::new(), count);
    while left > 0 {
        let (place, bytes) = &records[dice.random_range(0..records.len())];
        let share = dice.random_range(0..1000_usize);
        let Some((record, board)) = position(place, bytes, share) else {
            continue;
        };
        let mut found = subjects(&board);
        found.sort();
        found.shuffle(&mut dice);
        found.truncate(OF_A_POSITION.min(left));
        if found.is_empty() {
            continue;
        }
        left -= found.len();
        let file = folder.join(format!("{}.sgf", drawn.len()));
        std::fs::write(&file, record).map_err(|error| format!("{}: {error}", file.display()))?;
        let named = |points: &Vec<Point>| {
            let vertices = points
                .iter()
                .map(|point| point.vertex(board.size()).to_string());
            vertices.collect::<Vec<_>>().join(" ")
        };
        drawn.push(Position {
            file,
            subjects: found.iter().map(named).collect(),
        });
    }
    Ok(drawn)
}

/// All records below `data/games`, in a fixed order, with their places.
fn records() -> Need<Vec<(String, Vec<u8>)>> {
    let root = shared("data/games")?;
    let mut archives = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir();
        for entry in entries.map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "tgz") {
                archives.push(path);
            }
        }
    }
    archives.sort();
    let mut records = Vec::new();
    for archive in archives {
        let name = archive.strip_prefix(&root).unwrap_or(&archive);
        let files = archived(&archive, "sgf");
        for (path, bytes) in files.map_err(|error| format!("{}: {error}", archive.display()))? {
            records.push((format!("{} {}", name.display(), path.display()), bytes));
        }
    }
    if records.is_empty() {
        return Err(format!("{}: no archive of records", root.display()));
    }
    Ok(records)
}

/// The position after this many thousandths of a game, as a record and as a board. The first moves,
/// as many as the board has lines, do not count. `None` if the record is not a game.
fn position(place: &str, bytes: &[u8], share: usize) -> Option<(String, Board)> {
    let parsed = katachi_sgf::parse(bytes).ok()?;
    let root = parsed.collection.roots().next()?;
    let size = katachi_sgf::board_size(root).ok()?;
    let game = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
    let (least, end) = (size.get(), game.moves.len());
    let moves = least + end.checked_sub(least)? * share / 1000;

    let letter = |index: usize| char::from(b'a' + index as u8);
    let spot = |at: Point| format!("[{}{}]", letter(at.col()), letter(at.row()));
    let mut record = format!("(;FF[4]GM[1]SZ[{size}]C[{place}, move {moves}]");
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = game.stones.iter().filter(|(found, _)| *found == color);
        let spots: String = stones.map(|&(_, at)| spot(at)).collect();
        if !spots.is_empty() {
            write!(record, "{name}{spots}").ok()?;
        }
    }
    let mut board = Board::with_stones(size, game.stones.iter().copied()).ok()?;
    board.set_rules(Rules::SIMPLE);
    for &(color, at) in game.moves.iter().take(moves) {
        match at {
            Some(at) => board.play(color, at).ok()?,
            None => board.pass(color).ok()?,
        }
        let spot = at.map_or("[]".to_owned(), spot);
        write!(record, "\n;{}{spot}", color.initial()).ok()?;
    }
    Some((record + ")\n", board))
}
