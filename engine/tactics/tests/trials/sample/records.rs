//! The records that strings are drawn from, and positions out of them.

use std::ops::Range;
use std::path::{Path, PathBuf};

use katachi_board::{Board, BoardSize, Color, Point, Rules};
use katachi_sgf::Sequence;
use katachi_testkit::{Need, archived, shared, shared_dir};
use libtest_mimic::Failed;

use crate::solver::Position;

/// The archives of records, in the order of draws; paths below the folder of shared data.
const ARCHIVES: [&str; 7] = [
    "data/games/dan9/ogs-dan-9x9.tgz",
    "data/games/pro19/gosei.tgz",
    "data/games/pro19/honinbo.tgz",
    "data/games/pro19/judan.tgz",
    "data/games/pro19/kisei.tgz",
    "data/games/pro19/meijin.tgz",
    "data/games/pro19/oza.tgz",
];

/// The paths of the archives.
pub type Archives = Vec<PathBuf>;

pub fn archives() -> Need<Archives> {
    ARCHIVES.into_iter().map(shared).collect()
}

/// A record: its place and its text.
pub struct Record {
    /// Path of the archive below `data/games`, without its ending.
    pub archive: String,
    /// Path of the record in its archive.
    pub path: String,
    bytes: Vec<u8>,
}

impl Record {
    /// The game; `None` if the record contains no legal game.
    pub fn game(&self) -> Option<Game> {
        let parsed = katachi_sgf::parse(&self.bytes).ok()?;
        let root = parsed.collection.roots().next()?;
        let size = katachi_sgf::board_size(root).ok()?;
        let moves = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
        Some(Game { size, moves })
    }
}

/// All records, by archive and path.
pub fn records(archives: &Archives) -> Result<Vec<Record>, Failed> {
    let root = shared_dir().unwrap_or_default().join("data/games");
    let mut records = Vec::new();
    for archive in archives {
        let name = archive.strip_prefix(&root).unwrap_or(archive);
        let name = name.with_extension("");
        for (path, bytes) in archived(archive, "sgf")? {
            records.push(Record {
                archive: text(&name)?,
                path: text(&path)?,
                bytes,
            });
        }
    }
    Ok(records)
}

fn text(path: &Path) -> Result<String, Failed> {
    let name = path.to_str().filter(|name| !name.contains(' '));
    let name = name.ok_or_else(|| {
        format!(
            "{}: expected a path of UTF-8 without spaces",
            path.display()
        )
    })?;
    Ok(name.to_owned())
}

/// A legal game.
pub struct Game {
    pub size: BoardSize,
    pub moves: Sequence,
}

impl Game {
    /// The position after this many moves.
    pub fn board(&self, moves: usize) -> Board {
        let stones = self.moves.stones.iter().copied();
        let mut board = Board::with_stones(self.size, stones).expect("checked with the record");
        board.set_rules(Rules::SIMPLE);
        for number in 0..moves {
            self.play(&mut board, number);
        }
        board
    }

    /// Plays the move with this number, from 0.
    fn play(&self, board: &mut Board, number: usize) {
        match self.moves.moves[number] {
            (color, Some(at)) => board.play(color, at),
            (color, None) => board.pass(color),
        }
        .expect("checked with the record");
    }

    /// Whether the stone is still there after each of these moves, as far as the game goes; `None`
    /// if it is not there at first.
    pub fn stays(&self, moves: Range<usize>, stone: Point) -> Option<bool> {
        let mut board = self.board(moves.start);
        let owner = board.at(stone).color()?;
        let end = moves.end.min(self.moves.moves.len());
        Some((moves.start..end).all(|number| {
            self.play(&mut board, number);
            board.at(stone).is(owner)
        }))
    }
}

/// A string in a position of a game, without a ko ban.
#[derive(Clone)]
pub struct Drawn {
    pub size: BoardSize,
    pub stones: Vec<(Color, Point)>,
    pub target: Point,
    pub owner: Color,
    pub liberties: usize,
}

impl Drawn {
    /// The string on a point of a board; `None` if there is no stone.
    pub fn of(board: &Board, target: Point) -> Option<Self> {
        Some(Self {
            size: board.size(),
            stones: board.all_stones().collect(),
            target,
            owner: board.at(target).color()?,
            liberties: board.liberty_count(target),
        })
    }

    /// The position as our readers have it.
    pub fn board(&self) -> Board {
        Board::with_stones(self.size, self.stones.iter().copied()).expect("a legal position")
    }

    pub fn position(&self, mover: Color) -> Position {
        Position::new(self.size, self.stones.iter().copied(), mover)
    }
}
