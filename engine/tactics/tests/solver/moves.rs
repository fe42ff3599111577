//! The prover's candidate moves.
//!
//! Every selection is sound, since one move that works is enough; a better selection proves more.
//! Each move comes with a guess of how hard its proof will be.

use katachi_board::{Point, PointSet};

use super::position::Position;

/// Candidate moves around a string, the most promising first, each with a handicap. The larger the
/// handicap, the later the search tries to prove the move.
pub fn candidates(position: &Position, target: Point) -> Vec<(Point, u32)> {
    let chain = position.chain(target);
    let owner = position.color(target).expect("the string is there");
    let mut found = Choice::default();
    let short = |liberties: &PointSet, most| {
        if liberties.len() <= most {
            *liberties
        } else {
            PointSet::EMPTY
        }
    };
    found.add(chain.liberties, 0);
    // Neighbours of the string and of its liberties, and the neighbours of these.
    let around = chain.stones | chain.liberties;
    for border in position.chains_beside(&around, !owner) {
        let near = border.stones.intersects(&chain.stones.neighbors());
        let later = handicap(border.liberties.len() + usize::from(!near));
        found.add(short(&border.liberties, 4), later);
        for behind in position.chains_beside(&border.stones, owner) {
            found.add(
                short(&behind.liberties, 2),
                handicap(behind.liberties.len() + 1),
            );
        }
    }
    for friend in position.chains_beside(&around, owner) {
        found.add(
            short(&friend.liberties, 3),
            handicap(friend.liberties.len()),
        );
    }
    // Liberties of order two and three.
    let mut ring = chain.liberties;
    for handicap in [SECOND, THIRD] {
        let next = position.empty_of(&position.grown(&ring));
        found.add(next, handicap);
        ring = next;
    }
    for liberty in &chain.liberties {
        let near = liberty.diagonals();
        let near = near.into_iter().filter(|&at| position.size().contains(at));
        found.add(position.empty_of(&near.collect()), SECOND);
    }
    found.moves.sort_by_key(|&(_, handicap)| handicap);
    found.moves
}

/// The handicap of a liberty of a neighbour with this many liberties.
fn handicap(liberties: usize) -> u32 {
    liberties as u32 / 2
}

/// Handicaps of liberties of order two and three.
const SECOND: u32 = 1;
const THIRD: u32 = 2;

/// Each point with its least handicap.
#[derive(Default)]
struct Choice {
    moves: Vec<(Point, u32)>,
}

impl Choice {
    fn add(&mut self, points: PointSet, handicap: u32) {
        for point in &points {
            match self.moves.iter_mut().find(|(at, _)| *at == point) {
                Some((_, known)) => *known = handicap.min(*known),
                None => self.moves.push((point, handicap)),
            }
        }
    }
}
