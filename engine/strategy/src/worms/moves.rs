//! Short lists of moves with their results, the best first.

use katachi_board::{Outcome, Point};

/// The most moves in a list.
const MOST: usize = 10;

/// Up to ten moves with their results for the side that plays them. The best come first; among
/// equals, the one found first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(Vec<(Point, Outcome)>);

impl Moves {
    /// Adds a move, or replaces its result by a better one. A failure is not added.
    pub fn add(&mut self, point: Point, outcome: Outcome) {
        if outcome == Outcome::Lose || self.outcome_of(point) >= outcome {
            return;
        }
        self.0.retain(|(known, _)| *known != point);
        let place = self.0.partition_point(|(_, known)| *known >= outcome);
        self.0.insert(place, (point, outcome));
        self.0.truncate(MOST);
    }

    /// The best move with its result, if there is one.
    pub fn best(&self) -> Option<(Point, Outcome)> {
        self.0.first().copied()
    }

    /// The best result; [`Outcome::Lose`] if there is no move.
    pub fn outcome(&self) -> Outcome {
        self.best().map_or(Outcome::Lose, |(_, outcome)| outcome)
    }

    /// The result of this move; [`Outcome::Lose`] if it is not in the list.
    pub fn outcome_of(&self, point: Point) -> Outcome {
        let found = self.0.iter().find(|(known, _)| *known == point);
        found.map_or(Outcome::Lose, |(_, outcome)| *outcome)
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All moves, the best first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Point, Outcome)> + use<'_> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_ten_are_kept() {
        let point = |col| Point::new(0, col).expect("a point");
        let mut moves = Moves::default();
        moves.add(point(0), Outcome::Lose);
        assert!(moves.is_empty() && moves.outcome() == Outcome::Lose);
        for col in 1..13 {
            moves.add(point(col), Outcome::KoB);
        }
        moves.add(point(2), Outcome::Win);
        moves.add(point(20), Outcome::KoA);
        moves.add(point(2), Outcome::KoB);
        assert_eq!(moves.iter().len(), MOST);
        let first: Vec<_> = moves.iter().take(3).collect();
        let (win, ko) = (Outcome::Win, Outcome::KoA);
        assert_eq!(
            first,
            [(point(2), win), (point(20), ko), (point(1), Outcome::KoB)]
        );
        assert_eq!(moves.outcome_of(point(12)), Outcome::Lose);
    }
}
