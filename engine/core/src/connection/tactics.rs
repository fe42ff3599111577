//! Tactical questions that come up while connections are read, within a budget.
//!
//! The positions of one search differ by a few stones, most of them far from the string that is asked about. So
//! answers are remembered by what stands around the string; that is a guess, good for the length of a search.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_matcher::Outcome;

use super::table::{mixed, settled};
use crate::reading::{Reader, Reading};

/// Answers in memory.
const PLACES: usize = 1 << 12;

/// Remembered answers.
pub(super) type Answers = Vec<Option<(u64, Reading)>>;

/// Memory for the answers of a search.
pub(super) fn no_answers() -> Answers {
    vec![None; PLACES]
}

/// Asks the tactical reader, but not too much.
pub(super) struct Tactics<'a> {
    reader: &'a mut Reader,
    answers: &'a mut Answers,
    /// The count of the reader's positions at which no more is asked.
    end: u64,
}

/// Strings with so many liberties are asked about above this depth.
const THREE_LIBERTIES: u32 = 12;
const FOUR_LIBERTIES: u32 = 2;
/// Strings with more liberties are never asked about.
pub(super) const MOST_LIBERTIES: usize = 4;

impl<'a> Tactics<'a> {
    /// With this many positions to look at.
    pub fn new(reader: &'a mut Reader, answers: &'a mut Answers, nodes: u32) -> Self {
        answers.fill(None);
        let end = reader.nodes() + u64::from(nodes);
        Self {
            reader,
            answers,
            end,
        }
    }

    /// Whether all positions have been looked at.
    pub fn is_exhausted(&self) -> bool {
        self.reader.nodes() >= self.end
    }

    fn is_worthwhile(&self, board: &Board, stone: Point, depth: u32) -> bool {
        let worthwhile = match board.liberty_count(stone) {
            0..=2 => true,
            3 => depth < THREE_LIBERTIES,
            MOST_LIBERTIES => depth < FOUR_LIBERTIES,
            _ => false,
        };
        worthwhile && !self.is_exhausted()
    }

    /// Whether a string can be captured by its opponent, who moves.
    pub fn attack(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return settled(Outcome::Lose);
        }
        self.remember(board, stone, 1, Reader::attack)
    }

    /// Whether a string can be saved by its owner, who moves.
    pub fn defend(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return settled(Outcome::Win);
        }
        self.remember(board, stone, 2, Reader::defend)
    }

    fn remember(
        &mut self,
        board: &mut Board,
        stone: Point,
        question: u64,
        ask: impl FnOnce(&mut Reader, &mut Board, Point) -> Reading,
    ) -> Reading {
        let key = surroundings(board, stone) ^ mixed(question);
        let place = key as usize % PLACES;
        if let Some((known, reading)) = self.answers[place]
            && known == key
        {
            return reading;
        }
        let reading = ask(self.reader, board, stone);
        self.answers[place] = Some((key, reading));
        reading
    }
}

/// A hash of what stands within three steps of a string, and of which string it is.
fn surroundings(board: &Board, stone: Point) -> u64 {
    let Some(chain) = board.chain(stone) else {
        return 0;
    };
    let stones = chain.stone_set();
    let mut around = stones;
    for _ in 0..RINGS {
        around = around.with_surroundings();
    }
    let hash_of = |color: Color| {
        let points: PointSet = around & *board.stones(color);
        let number = |point: Point| mixed((point.index() as u64) << 2 | color as u64);
        points.iter().fold(0, |hash, point| hash ^ number(point))
    };
    let ko = board.ko().filter(|&ko| around.contains(ko));
    let ko = ko.map_or(0, |ko| mixed((ko.index() as u64) << 2 | 3));
    let first = stones
        .first()
        .map_or(0, |point| mixed((point.index() as u64) << 12));
    hash_of(Color::Black) ^ hash_of(Color::White) ^ ko ^ first
}

/// How far around a string stones are compared.
const RINGS: usize = 3;
