//! Finds games with the same moves, in any orientation of the board.

use std::collections::HashMap;

use katachi_board::{BoardSize, Symmetry};

use katachi_sgf::Sequence;

/// The games so far.
#[derive(Debug)]
pub struct Duplicates {
    size: BoardSize,
    seen: HashMap<Vec<u16>, usize>,
}

impl Duplicates {
    /// An empty set of games.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            seen: HashMap::new(),
        }
    }

    /// Adds a game; returns the number of an earlier game with the same stones and moves, if any.
    pub fn insert(&mut self, number: usize, game: &Sequence) -> Option<usize> {
        let turned = Symmetry::all().map(|symmetry| self.turned(game, symmetry));
        let key = turned.min().unwrap_or_default();
        let first = *self.seen.entry(key).or_insert(number);
        (first != number).then_some(first)
    }

    /// The game in this orientation, as a sequence of codes.
    fn turned(&self, game: &Sequence, symmetry: Symmetry) -> Vec<u16> {
        let code = |(color, at): (katachi_board::Color, Option<katachi_board::Point>)| {
            let at = at.map(|at| symmetry.apply_to_point(at, self.size).index() as u16 + 1);
            4 * at.unwrap_or(0) + color as u16
        };
        let mut stones: Vec<u16> = (game.stones.iter())
            .map(|&(color, at)| code((color, Some(at))))
            .collect();
        stones.sort_unstable();
        // No move has this code.
        stones.push(0);
        stones.extend(game.moves.iter().map(|&played| code(played)));
        stones
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::{Color, Point};

    use super::*;

    fn game(moves: &[&str]) -> Sequence {
        let size = BoardSize::new(9).unwrap();
        let colors = Color::BOTH.into_iter().cycle();
        let points = moves.iter().map(|text| Point::from_vertex(text, size).ok());
        Sequence {
            moves: colors.zip(points).collect(),
            ..Sequence::default()
        }
    }

    #[test]
    fn turned_games_are_the_same_and_others_are_not() {
        let mut games = Duplicates::new(BoardSize::new(9).unwrap());
        assert_eq!(games.insert(4, &game(&["C3", "G7", "C7"])), None);
        assert_eq!(games.insert(1, &game(&["G3", "C7", "G7"])), Some(4));
        assert_eq!(games.insert(2, &game(&["C3", "G7", "G3"])), Some(4));
        assert_eq!(games.insert(3, &game(&["C3", "G7", "pass"])), None);
        assert_eq!(games.insert(5, &game(&["C3", "G7"])), None);
    }
}
