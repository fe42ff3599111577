//! The tree of a search whose nodes have a fixed list of children, and the ko captures of its
//! present line. Tactical reading and races use them; life and death takes the first guesses alone.

use katachi_board::{Board, Point};

use super::numbers::{Numbers, Side, Sum, weigh};
use super::regime::Found;
use super::table::{Table, mixed};

/// A move in the search tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// `None` is a pass.
    pub point: Option<Point>,
    pub numbers: Numbers,
    /// Whether the move has been played, so that its numbers are more than a first guess.
    pub visited: bool,
    /// Its children, once it has been expanded.
    pub below: Option<Block>,
}

impl Child {
    /// A move that has not been played, with a first guess.
    pub const fn new(point: Option<Point>, numbers: Numbers) -> Self {
        Self {
            point,
            numbers,
            visited: false,
            below: None,
        }
    }
}

/// A candidate move and its score; higher is better.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub point: Point,
    pub score: i32,
}

/// What a point of score less than the best move adds to a move's number, in sixteenths.
const DOUBT: u32 = 6;

/// What a move of this score adds to its number, next to the best score.
pub(crate) const fn doubt(best: i32, score: i32) -> u32 {
    (best - score) as u32 * DOUBT / 16
}

/// What a pass adds to its number.
pub(crate) const PASSING: u32 = 4;

/// What a pass of the side that has to get on adds to its number: it waits for the end of the game,
/// where the other side has no ko threats left.
pub(crate) const WAITING: u32 = 100;

/// Adds the moves of a list, the best one first, and a pass if it is a candidate, with what it
/// adds. Each begins with this guess, and with the more for the side that moves, the worse it
/// looks.
pub(crate) fn add_scored(
    children: &mut Vec<Child>,
    list: &[Scored],
    pass: Option<u32>,
    (guess, side): (Numbers, Side),
) {
    let best = list.first().map_or(0, |one| one.score);
    let child = |point, more| Child::new(point, guess.doubted(side, more));
    let moves = list.iter();
    children.extend(moves.map(|one| child(Some(one.point), doubt(best, one.score))));
    children.extend(pass.map(|more| child(None, more)));
}

/// The children of a node: a range in the list of all children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    start: u32,
    count: u32,
}

impl Block {
    /// The children from this place to the end of the list.
    pub const fn since(start: usize, children: &[Child]) -> Self {
        Self {
            start: start as u32,
            count: (children.len() - start) as u32,
        }
    }

    /// Their places.
    #[inline]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }

    /// The place of a child.
    #[inline]
    pub const fn at(self, child: usize) -> usize {
        self.start as usize + child
    }
}

/// What the table knows about a position, and what a search of a node finds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// Its proof numbers.
    pub numbers: Numbers,
    /// The best move known.
    pub best: Option<Point>,
}

impl Known {
    /// Numbers without a move.
    #[must_use]
    pub const fn without_move(numbers: Numbers) -> Self {
        Self {
            numbers,
            best: None,
        }
    }

    /// The result of a search whose root this is; `None` if it is not decided.
    pub(crate) fn found(self) -> Option<Found> {
        Found::of(self.numbers, self.best)
    }
}

/// The table of a search in one ko regime. A result that ko decides holds in this regime only.
pub(crate) fn known(table: &Table<Known>, key: u64, regime: u64) -> Option<Known> {
    table.get(key).or_else(|| table.get(key ^ regime))
}

/// Puts a node's result in the table. What rests on a repetition above the node is left out.
pub(crate) fn keep(table: &mut Table<Known>, key: u64, regime: u64, known: Known, work: u64) {
    let numbers = known.numbers;
    let is_open = !numbers.is_decided();
    if numbers.repeats != Numbers::NEVER && !is_open {
        return;
    }
    let of_regime = numbers.ko || is_open;
    let kept = Known {
        numbers: Numbers {
            repeats: Numbers::NEVER,
            ..numbers
        },
        ..known
    };
    table.put(if of_regime { key ^ regime } else { key }, kept, work);
}

/// A node's numbers from those of its children, with what they repeat.
#[inline]
pub(crate) fn weigh_children(children: &[Child], side: Side, share: u32) -> Sum {
    let numbers = children.iter().map(|child| child.numbers);
    let mut sum = weigh(numbers.clone(), side, share, false);
    if sum.numbers.ko {
        // Without a ko no position can repeat.
        let least = sum.numbers.of(side).0;
        let decided = sum.choice.filter(|_| least == 0);
        sum.numbers.repeats = match decided {
            Some(choice) => children[choice].numbers.repeats,
            None => (numbers.map(|numbers| numbers.repeats).min()).unwrap_or(Numbers::NEVER),
        };
    }
    sum
}

/// The numbers of a node at this depth: what repeats the node itself is no repetition above it.
pub(crate) fn settled(mut numbers: Numbers, depth: u32) -> Numbers {
    if u32::from(numbers.repeats) >= depth {
        numbers.repeats = Numbers::NEVER;
    }
    numbers
}

/// A position after a ko capture.
#[derive(Clone, Copy, Debug)]
struct Taken {
    depth: u32,
    position: u64,
    /// Whether the capture broke a ban.
    breaks_ban: bool,
}

/// The positions after the ko captures of the present line.
#[derive(Clone, Debug, Default)]
pub(crate) struct KoLine(Vec<Taken>);

impl KoLine {
    /// Begins a line.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the position on the board, after a ko capture; the flag says whether that broke a ban.
    pub fn push(&mut self, board: &Board, side: Side, depth: u32, breaks_ban: bool) {
        self.0.push(Taken {
            depth,
            position: position(board, side),
            breaks_ban,
        });
    }

    /// Forgets what was captured after this depth, before a move is taken back.
    pub fn take_back(&mut self, depth: u32) {
        if (self.0.last()).is_some_and(|taken| taken.depth > depth) {
            self.0.pop();
        }
    }

    /// Whether a ban was broken since the position at this depth.
    pub fn breaks_ban_since(&self, depth: u8) -> bool {
        let since = |taken: &&Taken| taken.depth > depth.into();
        self.0.iter().filter(since).any(|taken| taken.breaks_ban)
    }

    /// The numbers of a position that repeats one of this line: a repetition captures nothing.
    pub fn repeated(&self, board: &Board, side: Side, depth: u32) -> Option<Numbers> {
        let (last, before) = self.0.split_last()?;
        if last.depth != depth {
            return None;
        }
        debug_assert_eq!(last.position, position(board, side));
        let again = (before.iter()).find(|taken| taken.position == last.position)?;
        let since = u8::try_from(again.depth).unwrap_or(0);
        Some(Numbers::DISPROVEN.of_line_since(since))
    }
}

/// A key of the position that does not depend on the question.
fn position(board: &Board, side: Side) -> u64 {
    board.hash() ^ mixed(u64::from(side == Side::Prover))
}
