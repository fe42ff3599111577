//! The strings that a combination may capture, and what each is worth.

use katachi_board::{Board, Chain, Color, Point, PointSet};

use crate::dragons::Dragons;
use crate::influence::{Influence, Region};
use crate::worms::Worms;

/// What a stone counts.
const STONE: usize = 2;

/// The stones of a side whose capture would be a surprise, and what belongs to each string.
#[derive(Clone, Debug)]
pub(super) struct Targets {
    /// The stones of the position that live as far as is known.
    alive: PointSet,
    /// For each point of the grid, what its string of the position is worth.
    values: Vec<u16>,
    /// For each point of the grid, the first stone of its string of the position.
    origins: Vec<Option<Point>>,
}

impl Targets {
    /// The targets among these stones of one side.
    pub fn new(
        board: &Board,
        worms: &Worms,
        influence: [&Influence; 2],
        color: Color,
        alive: PointSet,
    ) -> Self {
        let mut targets = Self {
            alive,
            values: vec![0; Point::LIMIT],
            origins: vec![None; Point::LIMIT],
        };
        for worm in worms.iter().filter(|worm| worm.color == color) {
            let Some(chain) = board.chain(worm.origin) else {
                continue;
            };
            let value = value(board, &chain, influence);
            for stone in &worm.stones {
                targets.values[stone.index()] = value as u16;
                targets.origins[stone.index()] = Some(worm.origin);
            }
        }
        targets
    }

    /// What the capture of a string gains; `None` if it is no surprise. Strings that trial moves
    /// have joined count together.
    pub fn value(&self, board: &Board, string: Point) -> Option<usize> {
        let chain = board.chain(string)?;
        let stones = chain.stone_set();
        if !stones.intersects(&self.alive) {
            return None;
        }
        let mut counted: Vec<Point> = Vec::new();
        let mut sum = 0;
        for stone in &stones {
            if let Some(origin) = self.origins[stone.index()]
                && !counted.contains(&origin)
            {
                counted.push(origin);
                sum += usize::from(self.values[stone.index()]);
            }
        }
        Some(sum)
    }
}

/// The stones of a side that live as far as dragons and worms say.
pub(super) fn living(worms: &Worms, dragons: &Dragons, color: Color) -> PointSet {
    let lives = |stone: Point| {
        dragons
            .at(stone)
            .is_some_and(|dragon| !dragon.status().may_die())
    };
    let own = worms.iter().filter(|worm| worm.color == color);
    let living = own.filter(|worm| worm.attacks.is_empty() && lives(worm.origin));
    living.fold(PointSet::EMPTY, |stones, worm| stones | worm.stones)
}

/// A string's stones, twice, and its liberties of the first two orders in its own moyo.
fn value(board: &Board, chain: &Chain<'_>, influence: [&Influence; 2]) -> usize {
    let color = chain.color();
    let liberties = chain.liberties();
    let near = (liberties | liberties.neighbors()) & *board.empty();
    let is_own = |point: &Point| {
        (influence.iter()).any(|influence| influence.owns(color, Region::Moyo, *point))
    };
    STONE * chain.len() + near.iter().filter(is_own).count()
}

/// The strings of two liberties, one of which the opponent can fill without self-atari, with their
/// stones.
pub(crate) fn doubtful_targets(board: &Board) -> Vec<(Point, PointSet)> {
    let strings = board.chains().filter(|chain| {
        let mut liberties = chain.each_liberty();
        chain.liberty_count() == 2
            && liberties.any(|liberty| !board.is_self_atari(!chain.color(), liberty))
    });
    strings
        .map(|chain| (chain.origin(), chain.stone_set()))
        .collect()
}
