//! Nodes of a search and their table's hash.

use std::hash::Hasher;

use katachi_board::{Point, PointSet};

use super::super::position::Position;

/// How a node where the other side moves treats its pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// The prover must answer the pass. The answer gives the zone within which other moves matter.
    Usual,
    /// It has passed, and the prover is to move.
    Passed,
    /// Both have passed: only moves within a growing zone need answers.
    Settled,
    /// The string, a single stone, has just been captured: only retaking at once matters.
    Taken,
}

pub(super) struct Child {
    pub node: usize,
    /// `None` for a pass.
    pub point: Option<Point>,
    /// Added to the proof number of a move of the prover.
    pub handicap: u32,
}

pub(super) struct Node {
    pub position: Position,
    pub mode: Mode,
    pub proof: u32,
    pub disproof: u32,
    /// The points that the proof depends on.
    pub zone: PointSet,
    pub children: Vec<Child>,
    /// Moves of the prover that have no child yet, with their handicaps, the smallest last.
    pub pending: Vec<(Point, u32)>,
    /// The proof number before any move was tried.
    pub guess: u32,
    /// A move of the prover that works elsewhere in the tree.
    pub hint: Option<Point>,
    pub expanded: bool,
    /// The region in which the other side's moves have been considered, with the points on which
    /// illegal moves there depend.
    pub region: PointSet,
    pub reasons: PointSet,
    /// Whether the zone of the pass is known and all moves in it have been considered.
    pub complete: bool,
    pub on_path: bool,
}

impl Node {
    pub fn new(
        position: Position,
        mode: Mode,
        (proof, disproof, zone): (u32, u32, PointSet),
    ) -> Self {
        Self {
            position,
            mode,
            proof,
            disproof,
            zone,
            children: Vec::new(),
            pending: Vec::new(),
            guess: proof,
            hint: None,
            expanded: false,
            region: PointSet::EMPTY,
            reasons: PointSet::EMPTY,
            complete: false,
            on_path: false,
        }
    }
}

/// A fast hash without protection against attacks: the table is used for every position.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ self.0 >> 31
    }
}
