//! A position in which a move decides about a dragon.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::reading::Reader;
use serde::{Deserialize, Serialize};

use super::around::{Around, PLACES, RINGS};

/// What the side that moves wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    /// To kill a dragon of the other side.
    Attack,
    /// To let a dragon of its own live.
    Defense,
}

/// A legal move near the dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// What surrounds it.
    pub around: u64,
    /// The first ring that has a stone of the dragon; there may be none.
    pub ring: u8,
    /// Whether it is right.
    pub right: bool,
    /// Whether it is right although the opponent can capture the stone.
    pub sacrifice: bool,
}

/// A position in which some moves are right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// What the moves are for.
    pub aim: Aim,
    /// Whether a search has proven which are right.
    pub proven: bool,
    /// The moves.
    pub moves: Vec<Candidate>,
}

/// What an example is made of.
pub(super) struct Scene<'a> {
    pub board: &'a mut Board,
    pub goal: &'a PointSet,
    pub defender: Color,
    pub mover: Color,
}

impl Example {
    /// An example with these moves, each with whether it is right.
    pub(super) fn new(
        scene: &mut Scene<'_>,
        reader: &mut Reader,
        moves: &[(Point, bool)],
        proven: bool,
    ) -> Self {
        let aim = if scene.mover == scene.defender {
            Aim::Defense
        } else {
            Aim::Attack
        };
        let candidate = |&(point, right): &(Point, bool)| {
            let size = scene.board.size();
            let near = PLACES.iter().position(|&(row, col)| {
                let at = point.offset(row, col, size);
                at.is_some_and(|at| scene.goal.contains(at))
            });
            let ring = near.map_or(RINGS.len(), |place| {
                RINGS.iter().filter(|count| place >= **count).count()
            });
            let sacrifice =
                right && reader.safe_move(scene.board, scene.mover, point) == Outcome::Lose;
            Candidate {
                around: Around::of(scene.board, point, scene.mover).0,
                ring: ring as u8,
                right,
                sacrifice,
            }
        };
        Self {
            aim,
            proven,
            moves: moves.iter().map(candidate).collect(),
        }
    }
}
