//! Worms: the strings of a position with all that is known about each before groups are looked at.
//!
//! Start reading at `Worms::examine`, which works in this order, since later steps need earlier ones: shape
//! (`shape`), what is settled (`unconditional`), attacks, attacks of the databases, defences, defences of the
//! databases, the own liberties as further moves, what attacks and defences of one worm do to others,
//! worms that each seem lost by the other, lunches, threats (`tactics`, `patterns`), cuts that a worm could make (`cuts`), and which worms do not matter.
//!
//! The fields are those of GNU Go's `worm_data`, by its manual.

mod cuts;
mod moves;
mod patterns;
mod shape;
mod tactics;

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_matcher::Outcome;

use crate::moves::Readers;
use crate::reading::Reader;
use crate::unconditional::{Status, Unconditional};

pub(crate) use cuts::PossibleCuts;
pub use moves::Moves;
pub(crate) use patterns::Advice;
pub(crate) use shape::{effective_sizes, liberty_orders};

/// A string and what is known about it.
#[derive(Clone, Debug)]
pub struct Worm {
    /// The stone that names it: the first in board order.
    pub origin: Point,
    /// The colour of its stones.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// The number of its stones and half its share of the empty points within four steps: half of what its
    /// capture is worth in points.
    pub effective_size: f32,
    /// The numbers of its liberties of order 1 to 4.
    pub liberties: [usize; 4],
    /// The origin of an opponent worm beside it, perhaps diagonally, that can be captured, at worst by a ko that
    /// the captor takes first; a stone that stands in a ko is none.
    pub lunch: Option<Point>,
    /// 2 if it keeps opponent strings apart that have no liberty in common, 1 if they have one.
    pub cutstone: u8,
    /// How many cuts saving it would make possible, by the patterns of connections.
    pub cutstone2: usize,
    /// The number of parts of the board without its stones, minus one.
    pub genus: usize,
    /// Whether it lives only if an opponent worm around it is captured.
    pub is_inessential: bool,
    /// Whether it cannot be captured although its owner always passes.
    pub is_invincible: bool,
    /// What is settled about it.
    pub status: Status,
    /// Moves that capture it.
    pub attacks: Moves,
    /// Moves that save it from being captured.
    pub defenses: Moves,
    /// Moves of the opponent after which it can be captured, where it cannot be now.
    pub attack_threats: Moves,
    /// Moves of its owner after which it can be saved, where it cannot be now.
    pub defense_threats: Moves,
}

impl Worm {
    /// The number of its stones.
    pub fn size(&self) -> usize {
        self.stones.len()
    }

    /// Whether it can be captured, but also saved.
    pub fn is_critical(&self) -> bool {
        !self.attacks.is_empty() && !self.defenses.is_empty()
    }
}

/// All worms of a position.
#[derive(Clone, Debug)]
pub struct Worms {
    size: BoardSize,
    list: Vec<Worm>,
    /// For each point of the grid, the place of its worm in the list; [`NONE`] where there is none.
    at: Vec<u16>,
    unconditional: Unconditional,
}

const NONE: u16 = u16::MAX;

impl Worms {
    /// Examines a position. Trial moves are played and taken back.
    pub(crate) fn examine(board: &mut Board, reader: &mut Reader, advice: &mut Advice<'_>) -> Self {
        let mut worms = Self::of_shape(board);
        let mut tactics = tactics::Tactics {
            board,
            reader,
            worms: &mut worms.list,
        };
        tactics.find_attacks();
        advice.attacks(&mut tactics);
        tactics.find_defenses();
        advice.defenses(&mut tactics);
        tactics.try_liberties();
        tactics.find_cross_effects();
        tactics.repair_pairs();
        tactics.find_lunches(&worms.at);
        tactics.find_threats();
        let cuts = PossibleCuts::new(advice.knowledge, advice.matchers, board);
        for worm in &mut worms.list {
            let readers = Readers {
                tactics: reader,
                connections: advice.connections,
            };
            worm.cutstone2 = cuts.of(board, readers, advice.komi, worm.origin);
            worm.is_inessential = worm.genus == 0
                && worm.liberties[1] == 0
                && worm.cutstone == 0
                && worm.lunch.is_none()
                && (board.chain(worm.origin))
                    .is_some_and(|chain| shape::leaves_closed_hole(board, &chain));
        }
        worms
    }

    /// The worms with all that needs no reading.
    fn of_shape(board: &Board) -> Self {
        let unconditional = Unconditional::of(board);
        let mut at = vec![NONE; Point::LIMIT];
        let mut list = Vec::new();
        for (chain, effective_size) in board.chains().zip(effective_sizes(board)) {
            let stones = chain.stone_set();
            for stone in &stones {
                at[stone.index()] = list.len() as u16;
            }
            let origin = chain.origin();
            list.push(Worm {
                origin,
                color: chain.color(),
                stones,
                effective_size,
                liberties: liberty_orders(board, &chain),
                lunch: None,
                cutstone: shape::cutting(&chain),
                cutstone2: 0,
                genus: shape::genus(board, &stones),
                is_inessential: false,
                is_invincible: unconditional.invincible(chain.color()).contains(origin),
                status: unconditional.status(origin),
                attacks: Moves::default(),
                defenses: Moves::default(),
                attack_threats: Moves::default(),
                defense_threats: Moves::default(),
            });
        }
        Self {
            size: board.size(),
            list,
            at,
            unconditional,
        }
    }

    /// The worm on this point, if a stone is there.
    pub fn at(&self, point: Point) -> Option<&Worm> {
        self.list.get(usize::from(*self.at.get(point.index())?))
    }

    /// All worms in the order of their origins.
    pub fn iter(&self) -> std::slice::Iter<'_, Worm> {
        self.list.iter()
    }

    /// What is settled in the position.
    pub fn unconditional(&self) -> &Unconditional {
        &self.unconditional
    }

    /// The size of the board.
    pub fn board_size(&self) -> BoardSize {
        self.size
    }
}

impl<'a> IntoIterator for &'a Worms {
    type Item = &'a Worm;
    type IntoIter = std::slice::Iter<'a, Worm>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Whether a result is certain, or a ko that the mover takes first.
fn is_easy(outcome: Outcome) -> bool {
    outcome >= Outcome::KoA
}
