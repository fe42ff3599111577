//! Positions of professional games, labelled with the ownership that a KataGo network expects
//! (`data/teacher` of the shared material), and how far our values are from it.
//!
//! Games are split by a hash: three fifths to tune, two fifths to report.

#![allow(dead_code, reason = "each program uses a part of this")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use flate2::read::GzDecoder;
use katachi_board::{Board, Color, Point};
use katachi_strategy::influence::Influence;
use serde::Deserialize;

use crate::games::{game, records};

/// A part of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// To choose and to tune.
    Tuning,
    /// To report.
    Report,
}

/// The first labelled positions of a part.
pub fn labels(part: Part, count: usize) -> Result<Vec<Label>, String> {
    let file = katachi_testkit::shared("data/teacher/pro19-12000.jsonl.gz")?;
    let file = std::fs::File::open(file).map_err(|error| error.to_string())?;
    let labels = (BufReader::new(GzDecoder::new(file)).lines())
        .map(|line| serde_json::from_str(&line.expect("a line")).expect("a label"));
    Ok(labels
        .filter(|label: &Label| label.part() == part)
        .take(count)
        .collect())
}

/// The games of the labels.
#[derive(Default)]
pub struct Games(BTreeMap<String, BTreeMap<PathBuf, Vec<u8>>>);

impl Games {
    /// The board of a label; `None` if its game is missing.
    pub fn board(&mut self, label: &Label) -> Option<Board> {
        let (title, path) = label.game.split_once('/')?;
        let games =
            (self.0.entry(title.to_owned())).or_insert_with(|| records(title).unwrap_or_default());
        let (size, moves) = game(games.get(Path::new(path))?)?;
        let mut board = Board::new(size);
        for &(color, point) in moves.get(..label.number)? {
            board.play(color, point).ok()?;
        }
        Some(board)
    }
}

/// A labelled position.
#[derive(Clone, Deserialize)]
pub struct Label {
    pub game: String,
    #[serde(rename = "move")]
    pub number: usize,
    to_move: String,
    own: String,
    /// White's expected lead by area, with a komi of 6.5.
    pub lead: f32,
}

impl Label {
    /// White's ownership of each point, row by row.
    pub fn ownership(&self) -> Vec<f32> {
        let bytes = base64::engine::general_purpose::STANDARD.decode(&self.own);
        let bytes = bytes.expect("base64");
        bytes
            .iter()
            .map(|&byte| f32::from(byte as i8) / 127.0)
            .collect()
    }

    /// The side to move.
    pub fn to_move(&self) -> Color {
        match self.to_move.as_str() {
            "black" => Color::Black,
            _ => Color::White,
        }
    }

    /// The part of its game.
    pub fn part(&self) -> Part {
        if (self.hash() >> 32) % 5 < 3 {
            Part::Tuning
        } else {
            Part::Report
        }
    }

    /// Which half of its part the game belongs to, 0 or 1.
    pub fn half(&self) -> usize {
        (self.hash() >> 17 & 1) as usize
    }

    fn hash(&self) -> u64 {
        katachi_testkit::hash(&self.game)
    }
}

/// The owner of a stone: -1 for Black, 1 for White, 0 for nobody.
pub fn stone(board: &Board, point: Point) -> f32 {
    match board.at(point).color() {
        Some(Color::Black) => -1.0,
        Some(Color::White) => 1.0,
        None => 0.0,
    }
}

/// Who owns a point by its territorial value. Stones that live count as their owner's.
pub fn ownership(board: &Board, influence: &Influence, point: Point) -> f32 {
    if influence.safe().contains(point) {
        stone(board, point)
    } else {
        influence.territory(point).clamp(-1.0, 1.0)
    }
}
