//! What reading says about the races of a dragon.

use katachi_board::{Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_tactics::reading::Reading;

/// What reading says about the races of a dragon with its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Races {
    /// The number of its races.
    pub count: usize,
    /// How its owner, to move, lets it live.
    pub defense: RaceResult,
    /// How an opponent in a race, to move, kills it.
    pub attack: RaceResult,
}

/// The best that a side achieves in the races of a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceResult {
    /// The result and the move; a success without a move needs none.
    pub reading: Reading,
    /// Whether the search was not cut short.
    pub is_certain: bool,
    /// A stone of the dragon that the race is with; `None` if no race counts.
    pub other: Option<Point>,
}

impl RaceResult {
    /// Nobody has read a race that counts.
    pub(crate) const UNKNOWN: Self = Self {
        reading: Reading {
            outcome: Outcome::Lose,
            point: None,
        },
        is_certain: true,
        other: None,
    };

    /// The better one of two results; of equal ones the certain one.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        let rank = |one: &Self| (one.reading.outcome, one.is_certain && one.other.is_some());
        if self.other.is_none() || rank(&other) > rank(&self) {
            other
        } else {
            self
        }
    }
}

impl Races {
    /// No race yet.
    pub(crate) const NONE: Self = Self {
        count: 0,
        defense: RaceResult::UNKNOWN,
        attack: RaceResult::UNKNOWN,
    };

    /// The status that the races give a dragon; `None` if they leave it as it is. What is not sure
    /// changes nothing.
    pub fn status(&self) -> Option<DragonStatus> {
        let [defense, attack] = [self.defense, self.attack].map(|one| one.reading.outcome);
        match (defense, attack) {
            _ if self.count == 0 || !self.attack.is_certain => None,
            (_, Outcome::Lose) => Some(DragonStatus::Alive),
            (Outcome::Lose, _) => None,
            _ => (self.defense.is_certain).then_some(DragonStatus::Critical),
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::BoardSize;

    use super::*;

    fn result(outcome: Outcome, is_certain: bool) -> RaceResult {
        RaceResult {
            reading: Reading {
                outcome,
                point: None,
            },
            is_certain,
            other: Point::from_vertex("C3", BoardSize::NINETEEN).ok(),
        }
    }

    fn status(defense: RaceResult, attack: RaceResult) -> Option<DragonStatus> {
        let races = Races {
            count: 1,
            defense,
            attack,
        };
        races.status()
    }

    #[test]
    fn a_dragon_that_no_rival_kills_lives() {
        let (win, lose) = (result(Outcome::Win, true), result(Outcome::Lose, true));
        assert_eq!(status(win, lose), Some(DragonStatus::Alive));
        assert_eq!(status(lose, win), None);
    }

    #[test]
    fn who_moves_first_decides_even_by_ko() {
        let (win, ko) = (result(Outcome::Win, true), result(Outcome::KoB, true));
        assert_eq!(status(win, win), Some(DragonStatus::Critical));
        assert_eq!(status(ko, win), Some(DragonStatus::Critical));
    }

    #[test]
    fn what_is_not_certain_changes_nothing() {
        let (sure, doubtful) = (result(Outcome::Win, true), result(Outcome::Win, false));
        assert_eq!(status(doubtful, sure), None);
        assert_eq!(status(sure, doubtful), None);
        assert_eq!(status(sure, result(Outcome::Lose, false)), None);
    }

    #[test]
    fn no_races_change_nothing() {
        assert_eq!(Races::NONE.status(), None);
    }

    #[test]
    fn the_better_result_counts_and_of_equal_ones_the_certain_one() {
        let (sure, doubtful) = (result(Outcome::Win, true), result(Outcome::Win, false));
        assert_eq!(doubtful.or(sure), sure);
        assert_eq!(sure.or(doubtful), sure);
        assert_eq!(result(Outcome::KoA, true).or(doubtful), doubtful);
        assert_eq!(RaceResult::UNKNOWN.or(doubtful), doubtful);
        let lost = result(Outcome::Lose, true);
        assert_eq!(RaceResult::UNKNOWN.or(lost), lost);
    }
}
