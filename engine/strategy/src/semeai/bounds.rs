//! What the exact search of closed areas says about a race that it does not decide as a whole.
//!
//! It reads the life of each dragon apart. A dragon lives at least as well as it lives there: its
//! own capture of the other one, and stones of the other side that would die by capturing it, can
//! only help it. So what it can reach is a lower bound of its life, and an upper bound of its
//! death. A fence is given to the attacker, so both bounds hold in a fenced area, too.

use katachi_board::{Color, Outcome, PointSet};
use katachi_tactics::life::{Goal, Scope};
use katachi_tactics::reading::Reading;

use super::closed::{Closed, short_strings};
use super::questions::{Basis, Semeai, SemeaiReading};
use crate::owl::doubtful;

/// What is known about a race; the side that asks moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bounds {
    /// Whether the other side could kill the asker's dragon if it moved first.
    threat: Option<Reading>,
    /// Whether the asker's dragon lives.
    life: Option<Reading>,
    /// Whether the other dragon dies, and whether that counts where the search does not see it.
    kill: Option<(Reading, bool)>,
    /// Whether the asker's dragon lives after the killing move.
    after_kill: Option<Outcome>,
    /// What the search of their race found out.
    race: Closed,
}

impl Bounds {
    /// Whether the other side cannot kill even by moving first.
    fn is_safe(&self) -> bool {
        (self.threat).is_some_and(|threat| threat.outcome == Outcome::Lose)
            || self.race.threat == Some(Outcome::Lose)
    }

    /// The answer, if nobody can kill anything.
    pub fn answer(&self) -> Option<SemeaiReading> {
        let spares = (self.kill).is_some_and(|(kill, _)| kill.outcome == Outcome::Lose);
        (spares && self.is_safe()).then_some(SemeaiReading {
            defense: Outcome::Win,
            attack: Outcome::Lose,
            point: None,
            basis: Basis::Area,
        })
    }

    /// The answer of a search, within the bounds.
    pub fn bound(&self, found: SemeaiReading) -> SemeaiReading {
        let mut bounded = found;
        if let Some(kill) = self.race.kill {
            bounded.attack = bounded.attack.min(kill);
        }
        if self.is_safe() {
            bounded.defense = Outcome::Win;
        }
        if let Some(life) = self.life.filter(|life| life.outcome > bounded.defense) {
            (bounded.defense, bounded.point) = (life.outcome, life.point);
        }
        let Some((kill, counts)) = self.kill else {
            return bounded;
        };
        bounded.attack = bounded.attack.min(kill.outcome);
        let Some(point) = kill.point else {
            return bounded;
        };
        let needs_no_move = bounded.point.is_none() && bounded.defense != Outcome::Lose;
        let costs_nothing = if needs_no_move {
            bounded.attack < kill.outcome
        } else {
            bounded.point == Some(point)
                || (self.after_kill).is_some_and(|after| after >= bounded.defense)
        };
        if costs_nothing && (counts || bounded.attack == kill.outcome) {
            (bounded.attack, bounded.point) = (kill.outcome, Some(point));
        }
        bounded
    }
}

impl Semeai<'_> {
    /// The bounds of a race between two dragons, the asker's first, which this search did not
    /// decide.
    pub(super) fn bounds(&mut self, color: Color, dragons: [&PointSet; 2], race: Closed) -> Bounds {
        let all = doubtful(&self.owl.root.dragons);
        let board = &mut *self.owl.board;
        let colors = [color, !color];
        let beside = [0, 1].map(|place| {
            let weak = all | short_strings(board, board.stones(colors[place]));
            weak - *dragons[place]
        });
        let [own, other] = [0, 1].map(|place| Goal {
            color: colors[place],
            stones: dragons[place],
            doubtful: &beside[place],
        });
        let knows_fences = !self.owl.knowledge.reads_lives();
        let lives = &mut *self.owl.lives;
        let mut bounds = Bounds {
            threat: lives.attack(board, own, Scope::Fenced),
            life: lives.defend(board, own, Scope::Fenced),
            kill: (lives.attack(board, other, Scope::Closed)).map(|kill| (kill, true)),
            after_kill: None,
            race,
        };
        if bounds.kill.is_none() {
            bounds.kill =
                (lives.attack(board, other, Scope::Fenced)).map(|kill| (kill, knows_fences));
        }
        let killing = bounds.kill.and_then(|(kill, _)| kill.point);
        if killing.is_some_and(|point| board.try_move(color, point)) {
            let threat = lives.attack(board, own, Scope::Fenced);
            bounds.after_kill = threat.map(|threat| threat.outcome.reversed());
            board.take_back();
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::Point;

    use super::*;

    fn point(index: usize) -> Option<Point> {
        Point::new(index, 0)
    }

    fn reading(outcome: Outcome, index: usize) -> Reading {
        let point = point(index).filter(|_| outcome != Outcome::Lose);
        Reading { outcome, point }
    }

    /// The codes and the move of a search's answer within bounds.
    fn bounded(
        bounds: Bounds,
        defense: Outcome,
        attack: Outcome,
    ) -> (Outcome, Outcome, Option<Point>) {
        let found = bounds.bound(SemeaiReading {
            defense,
            attack,
            point: point(0),
            basis: Basis::Search,
        });
        (found.defense, found.attack, found.point)
    }

    #[test]
    fn a_dragon_lives_at_least_as_well_as_alone_and_dies_at_most_as_badly() {
        let bounds = Bounds {
            life: Some(reading(Outcome::KoA, 1)),
            kill: Some((reading(Outcome::Lose, 2), true)),
            ..Bounds::default()
        };
        let (lose, win, ko) = (Outcome::Lose, Outcome::Win, Outcome::KoA);
        assert_eq!(bounded(bounds, lose, win), (ko, lose, point(1)));
        assert_eq!(bounded(bounds, win, win), (win, lose, point(0)));
        assert_eq!(bounds.answer(), None);
        let peace = Bounds {
            threat: Some(reading(Outcome::Lose, 3)),
            ..bounds
        };
        let answer = peace.answer().expect("nobody kills");
        assert_eq!(
            (answer.defense, answer.attack, answer.point),
            (win, lose, None)
        );
    }

    #[test]
    fn what_an_unfinished_search_of_the_race_found_out_bounds_the_answer() {
        let (lose, win) = (Outcome::Lose, Outcome::Win);
        let bounds = |kill, threat| Bounds {
            race: Closed {
                kill,
                threat,
                ..Closed::default()
            },
            ..Bounds::default()
        };
        let spares = bounds(Some(lose), None);
        assert_eq!(bounded(spares, win, win), (win, lose, point(0)));
        let is_safe = bounds(None, Some(lose));
        assert_eq!(bounded(is_safe, lose, lose), (win, lose, point(0)));
        let is_threatened = bounds(Some(win), Some(win));
        assert_eq!(bounded(is_threatened, lose, lose), (lose, lose, point(0)));
    }

    #[test]
    fn a_kill_counts_where_its_move_costs_no_life() {
        let (lose, win, ko) = (Outcome::Lose, Outcome::Win, Outcome::KoB);
        let bounds = |after_kill| Bounds {
            kill: Some((reading(ko, 2), true)),
            after_kill,
            ..Bounds::default()
        };
        assert_eq!(bounded(bounds(Some(win)), win, lose), (win, ko, point(2)));
        assert_eq!(
            bounded(bounds(Some(lose)), win, lose),
            (win, lose, point(0))
        );
        assert_eq!(bounded(bounds(None), win, lose), (win, lose, point(0)));
        let kill = |counts| Bounds {
            kill: Some((reading(win, 2), counts)),
            ..Bounds::default()
        };
        let lives = SemeaiReading {
            defense: win,
            attack: lose,
            point: None,
            basis: Basis::Search,
        };
        assert_eq!(kill(true).bound(lives).point, point(2));
        assert_eq!(kill(false).bound(lives), lives);
    }
}
