//! Whether two strings of a colour become one: a [search between them](super::local).
//!
//! Entry point: [`junction`]. Their owner wins a game if both are on the board at its end, and
//! joined by stones of its own or by empty points that nobody fills, as eyes are.

use katachi_board::playout::Cells;
use katachi_board::{Board, Color, Point, PointSet, with_words};

use super::findings::{Extent, Findings, search};
use super::local::{Judge, Scene, Sources};
use super::playout::Playout;

/// What is asked about two strings.
#[derive(Clone, Copy, Debug)]
pub struct Strings {
    /// A stone of each.
    pub stones: [Point; 2],
    /// The side that moves first.
    pub mover: Color,
    /// The side that wins every ko since it has all the threats, if any.
    pub has_threats: Option<Color>,
}

/// Strings that are farther apart are not searched.
const FARTHEST: usize = 8;
/// Ways that are longer than the shortest one by at most this lie in the region,
const DETOUR: usize = 4;
/// with the liberties of strings there that have no more than this,
const FEW: usize = 4;
/// and the points around, up to this many lines away.
const MARGIN: usize = 2;

/// Whether two strings become one, by this many simulations at most: fewer suffice if the side to
/// move clearly wins more of them than `bar`, or less. `None` if there are no strings, or if they
/// are far apart. The same question has the same answer.
pub fn junction(
    board: &Board,
    strings: &Strings,
    sources: Sources<'_>,
    (simulations, bar): (u32, f32),
) -> Option<Findings> {
    let owner = board.at(strings.stones[0]).color()?;
    let scene = Scene {
        region: &region(board, owner, strings.stones)?,
        mover: strings.mover,
        first: None,
        has_threats: strings.has_threats,
    };
    let extent = Extent {
        simulations,
        bar: Some(bar),
    };
    Some(with_words!(board.size(), WORDS => {
        let judge = |start: &Playout<WORDS>, region| Joined {
            owner,
            mover: strings.mover,
            stones: strings.stones.map(|stone| start.board().cell(stone)),
            region,
        };
        search(board, &scene, owner, sources, extent, judge)
    }))
}

/// The points where the games go on; `None` if the strings are far apart.
fn region(board: &Board, owner: Color, stones: [Point; 2]) -> Option<PointSet> {
    let [a, b] = stones.map(|stone| within(board, owner, stone, FARTHEST + DETOUR));
    let ways = |steps: usize| {
        let both = (0..=steps).map(|from_a| a[from_a] & b[steps - from_a]);
        both.fold(PointSet::EMPTY, |all, some| all | some)
    };
    let shortest = (0..=FARTHEST).find(|&steps| !ways(steps).is_empty())?;
    let mut region = ways(shortest + DETOUR);
    for string in board.chains_at(&region) {
        let liberties = string.liberties();
        if liberties.len() <= FEW {
            region |= liberties;
        }
    }
    for _ in 0..MARGIN {
        region = region.with_surroundings();
    }
    Some(region)
}

/// The points within 0, 1, 2 … steps of a string of this colour, up to the most. It costs nothing
/// to cross other strings of the colour.
fn within(board: &Board, owner: Color, stone: Point, most: usize) -> Vec<PointSet> {
    let grown = |points: PointSet| {
        let strings = board.chains_at(&(points & *board.stones(owner)));
        strings.fold(points, |all, string| all | string.stone_set())
    };
    let mut start = PointSet::EMPTY;
    start.insert(stone);
    let mut all = vec![grown(start)];
    while all.len() <= most {
        let before = all[all.len() - 1];
        all.push(grown(before | before.neighbors()));
    }
    all
}

/// The strings, and what is asked about them.
struct Joined<const WORDS: usize> {
    owner: Color,
    mover: Color,
    stones: [usize; 2],
    region: Cells<WORDS>,
}

impl<const WORDS: usize> Joined<WORDS> {
    fn are_there(&self, position: &Playout<WORDS>) -> bool {
        let own = position.board().stones(self.owner);
        self.stones.iter().all(|&stone| own.contains(stone))
    }
}

impl<const WORDS: usize> Judge<WORDS> for Joined<WORDS> {
    fn is_decided(&self, position: &Playout<WORDS>) -> bool {
        let [a, b] = self.stones;
        !self.are_there(position) || position.board().is_one_string(a, b)
    }

    fn result(&mut self, position: &Playout<WORDS>) -> f32 {
        let board = position.board();
        let [a, b] = self.stones;
        let ways = *board.stones(self.owner) | *board.empty() & self.region;
        let joined = self.are_there(position) && board.reach(a, &ways).contains(b);
        f32::from(u8::from(joined == (self.mover == self.owner)))
    }
}
