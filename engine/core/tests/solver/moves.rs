//! The moves that the side that wants to prove something may choose from.
//!
//! Any choice is sound, since one move that works is enough; a better choice proves more. Each move comes with a
//! guess of how hard its proof will be.

use katachi_board::{Point, PointSet};

use super::position::Position;

/// Candidate points of the mover around a string.
pub fn candidates(position: &Position, target: Point) -> PointSet {
    let chain = position.chain(target);
    let owner = position.color(target).expect("the string is there");
    let mut points = chain.liberties;
    let mut ring = chain.liberties;
    // Liberties of order two and three.
    for _ in 0..2 {
        let next = position.empty_of(&position.grown(&ring));
        points |= next;
        ring = next;
    }
    for liberty in &chain.liberties {
        let near = liberty.diagonals();
        let near = near.into_iter().filter(|&at| position.size().contains(at));
        points |= position.empty_of(&near.collect());
    }
    let short = |liberties: &PointSet, most| {
        if liberties.len() <= most {
            *liberties
        } else {
            PointSet::EMPTY
        }
    };
    // Neighbours of the string and of its liberties, and the neighbours of these.
    let around = chain.stones | chain.liberties;
    for border in position.chains_beside(&around, !owner) {
        points |= short(&border.liberties, 4);
        for behind in position.chains_beside(&border.stones, owner) {
            points |= short(&behind.liberties, 2);
        }
    }
    for friend in position.chains_beside(&around, owner) {
        points |= short(&friend.liberties, 3);
    }
    points
}
