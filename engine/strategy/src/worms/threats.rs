//! Threats: moves after which a safe worm can be captured, or a lost one saved.

use katachi_board::Board;
use katachi_tactics::reading::Reader;

use super::moves::Moves;
use super::worm::{Worm, Worms};

/// A worm with more liberties than this is not threatened.
const MOST_LIBERTIES: usize = 4;

/// The threats to all worms of a position. Nothing but the choice of a move needs them, so they are
/// a stage of their own.
#[derive(Clone, Debug)]
pub struct Threats {
    worms: Vec<Moves>,
}

impl Threats {
    /// Finds the threats. It plays trial moves and takes them back.
    pub(crate) fn find(board: &mut Board, reader: &mut Reader, worms: &Worms) -> Self {
        let of_worm = |worm| find(board, reader, worm);
        Self {
            worms: worms.iter().map(of_worm).collect(),
        }
    }

    /// The worms, each with its threats: moves of its owner that save it if it is lost, else moves
    /// of the opponent that capture it.
    pub fn with<'a>(&'a self, worms: &'a Worms) -> impl Iterator<Item = (&'a Worm, &'a Moves)> {
        worms.iter().zip(&self.worms)
    }
}

/// Plays on each liberty of a worm that is settled.
fn find(board: &mut Board, reader: &mut Reader, worm: &Worm) -> Moves {
    let mut threats = Moves::default();
    let few = |count| count <= MOST_LIBERTIES;
    let Some(string) = board
        .chain(worm.origin)
        .filter(|string| few(string.liberty_count()))
        .filter(|_| !worm.is_invincible && !worm.is_critical())
    else {
        return threats;
    };
    let (is_lost, color) = (worm.is_lost(), worm.color);
    let mover = if is_lost { color } else { !color };
    for point in &string.liberties() {
        if !board.try_move(mover, point) {
            continue;
        }
        let reading = if is_lost {
            reader.defend(board, worm.origin)
        } else {
            reader.attack(board, worm.origin)
        };
        board.take_back();
        threats.add(point, reading.outcome);
    }
    threats
}
