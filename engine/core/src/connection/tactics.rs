//! Tactical questions that come up while connections are read, within a budget.
//!
//! The positions of one search differ by a few stones, most of them far from the string that is asked about. So
//! answers are remembered with their zones, the points that they rest on, and hold wherever the same stones stand there.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_matcher::Outcome;

use super::table::{mixed, settled};
use crate::reading::{Reader, Reading};

/// Questions about one string go to one of so many places, each with room for some answers.
const PLACES: usize = 1 << 9;
const ROOM: usize = 12;

/// An answer and what it rests on.
#[derive(Clone, Copy)]
struct Answer {
    question: u64,
    /// Where changes could matter.
    zone: PointSet,
    black: PointSet,
    white: PointSet,
    ko: Option<Point>,
    reading: Reading,
    /// How many positions it took to find.
    cost: u64,
    /// The search that last asked for it.
    search: u32,
}

impl Answer {
    fn holds(&self, board: &Board, question: u64, ko: Option<Point>) -> bool {
        self.question == question
            && self.ko == ko.filter(|&ko| self.zone.contains(ko))
            && self.black == self.zone & *board.stones(Color::Black)
            && self.white == self.zone & *board.stones(Color::White)
    }
}

/// Remembered answers.
#[derive(Clone)]
pub(super) struct Answers {
    places: Vec<Vec<Answer>>,
    search: u32,
}

impl Answers {
    pub fn new() -> Self {
        Self {
            places: vec![Vec::new(); PLACES],
            search: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places.iter_mut().for_each(Vec::clear);
    }

    /// An answer that holds on the board, and what it costs this search: nothing if it has paid for it.
    fn find(&mut self, board: &Board, question: u64) -> Option<(Reading, u64)> {
        let ko = board.ko();
        let place = &mut self.places[question as usize % PLACES];
        let at = place
            .iter()
            .position(|answer| answer.holds(board, question, ko))?;
        let answer = &mut place[at];
        let cost = if answer.search == self.search {
            0
        } else {
            answer.cost
        };
        answer.search = self.search;
        let reading = answer.reading;
        // What is asked often is found soon.
        place.swap(at, at / 2);
        Some((reading, cost))
    }

    fn keep(&mut self, answer: &Answer) {
        let place = &mut self.places[answer.question as usize % PLACES];
        if place.len() == ROOM {
            place.pop();
        }
        let middle = place.len() / 2;
        place.insert(middle, *answer);
    }
}

/// Asks the tactical reader, but not too much.
pub(super) struct Tactics<'a> {
    reader: &'a mut Reader,
    answers: &'a mut Answers,
    /// How many more positions may be looked at.
    left: u64,
    /// Moves that others have tried to ask about what comes after them.
    pub tries: u64,
}

/// Strings with so many liberties are asked about above this depth.
const THREE_LIBERTIES: u32 = 4;
const FOUR_LIBERTIES: u32 = 1;
/// Strings with more liberties are never asked about.
pub(super) const MOST_LIBERTIES: usize = 4;

impl<'a> Tactics<'a> {
    /// With this many positions to look at. Answers from earlier searches cost what they cost then, so that this one goes
    /// no further for them.
    pub fn new(reader: &'a mut Reader, answers: &'a mut Answers, nodes: u32) -> Self {
        answers.search = answers.search.wrapping_add(1);
        Self {
            reader,
            answers,
            left: u64::from(nodes),
            tries: 0,
        }
    }

    /// Whether all positions have been looked at.
    pub fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Whether it is asked at all if a string can be captured.
    pub fn is_worthwhile(&self, board: &Board, stone: Point, depth: u32) -> bool {
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
        let Some(chain) = board.chain(stone) else {
            return ask(self.reader, board, stone);
        };
        let (stones, origin) = (chain.stone_set(), chain.origin());
        let question = mixed((origin.index() as u64) << 2 | question);
        if let Some((reading, cost)) = self.answers.find(board, question) {
            self.left = self.left.saturating_sub(cost);
            return reading;
        }
        let begun = self.reader.nodes();
        let reading = ask(self.reader, board, stone);
        let cost = self.reader.nodes() - begun;
        self.left = self.left.saturating_sub(cost);
        let zone = zone(board, &stones, self.reader.played());
        self.answers.keep(&Answer {
            question,
            zone,
            black: zone & *board.stones(Color::Black),
            white: zone & *board.stones(Color::White),
            ko: board.ko().filter(|&ko| zone.contains(ko)),
            reading,
            cost,
            search: self.answers.search,
        });
        reading
    }
}

/// The points that the answer about a string rests on, if reading it has tried moves there: what stands near them and
/// near the string, and the liberties of strings there that have few. The reader may have used what it found about
/// the string in other positions, so this is a good guess and no proof.
fn zone(board: &Board, string: &PointSet, played: &PointSet) -> PointSet {
    let near = (*string | *played).with_surroundings();
    let mut zone = near | string.with_surroundings().with_surroundings();
    let mut stones = near & (*board.stones(Color::Black) | *board.stones(Color::White));
    while let Some(chain) = stones.first().and_then(|stone| board.chain(stone)) {
        let whole = chain.stone_set();
        stones = stones - whole;
        if chain.liberty_count() <= MOST_LIBERTIES {
            zone |= whole | chain.liberties();
        }
    }
    zone
}
