//! What reading says about worms: attacks, defences, and effects on other worms.

use std::cmp::Reverse;

use katachi_board::{Board, Color, Outcome, Point};

use crate::worms::{NONE, Worm};
use katachi_tactics::reading::Reader;

/// A worm with more liberties than this gets no further attacks.
pub(super) const MOST_LIBERTIES: usize = 4;

/// The worms of a position during the analysis.
pub(super) struct Tactics<'a> {
    pub board: &'a mut Board,
    pub reader: &'a mut Reader,
    pub worms: &'a mut [Worm],
}

impl Tactics<'_> {
    /// Finds the best attack on each worm.
    pub fn find_attacks(&mut self) {
        for place in 0..self.worms.len() {
            if self.worms[place].is_invincible {
                continue;
            }
            let attack = self.reader.attack(self.board, self.worms[place].origin);
            if let Some(point) = attack.point {
                self.worms[place].attacks.add(point, attack.outcome);
            }
        }
    }

    /// Finds the best defence of each worm that can be attacked.
    pub fn find_defenses(&mut self) {
        for place in 0..self.worms.len() {
            if self.worms[place].attacks.is_empty() {
                continue;
            }
            let defense = self.reader.defend(self.board, self.worms[place].origin);
            if let Some(point) = defense.point {
                self.worms[place].defenses.add(point, defense.outcome);
            }
        }
    }

    /// Tries each liberty of an attackable worm as a further attack and a further defence.
    pub fn try_liberties(&mut self) {
        for place in 0..self.worms.len() {
            if self.worms[place].attacks.is_empty() {
                continue;
            }
            let liberties = self.liberties(place);
            if liberties.len() > MOST_LIBERTIES {
                continue;
            }
            for &point in &liberties {
                // If nothing saves the worm, every move would seem to capture it.
                if !self.worms[place].defenses.is_empty() {
                    self.try_attack(place, point);
                }
                self.try_defense(place, point);
            }
        }
    }

    /// Tries known attacks and defences of one worm on the others.
    pub fn find_cross_effects(&mut self) {
        let mut known: Vec<(Color, Point)> = Vec::new();
        for worm in self.worms.iter() {
            let attacks = worm.attacks.iter().map(|(point, _)| (!worm.color, point));
            let defenses = worm.defenses.iter().map(|(point, _)| (worm.color, point));
            for (color, point) in attacks.chain(defenses) {
                if !known.contains(&(color, point)) {
                    known.push((color, point));
                }
            }
        }
        for place in 0..self.worms.len() {
            if self.worms[place].attacks.is_empty() {
                continue;
            }
            for &(color, point) in &known {
                if color == self.worms[place].color {
                    self.try_defense(place, point);
                } else if !self.worms[place].defenses.is_empty() {
                    self.try_attack(place, point);
                }
            }
        }
    }

    /// Tries captures as defences for neighbours that both seem lost: whichever captures the other
    /// first is saved.
    pub fn repair_pairs(&mut self) {
        for place in 0..self.worms.len() {
            if !self.worms[place].is_lost() {
                continue;
            }
            for other in self.neighbors(place) {
                if !self.worms[other].is_lost() {
                    continue;
                }
                let captures: Vec<Point> = (self.worms[other].attacks.iter())
                    .map(|(point, _)| point)
                    .collect();
                for point in captures {
                    self.try_defense(place, point);
                }
            }
        }
    }

    /// Finds the lunch of each worm: an opponent worm next to it, diagonals included, that can be
    /// captured and does not stand in a ko. Of several, it takes the one with the fewest liberties,
    /// then the largest, then the first.
    pub fn find_lunches(&mut self, at: &[u16]) {
        for place in 0..self.worms.len() {
            let worm = &self.worms[place];
            let around = worm.stones.with_surroundings() & *self.board.stones(!worm.color);
            let mut places: Vec<u16> = around.iter().map(|stone| at[stone.index()]).collect();
            places.sort_unstable();
            places.dedup();
            let lunch = (places.into_iter().filter(|&place| place != NONE))
                .map(|place| &self.worms[usize::from(place)])
                .filter(|worm| is_easy(worm.attacks.outcome()))
                .filter(|worm| !self.board.is_ko_point(worm.origin))
                .min_by_key(|worm| (worm.liberties[0], Reverse(worm.size()), worm.origin))
                .map(|worm| worm.origin);
            self.worms[place].lunch = lunch;
        }
    }

    /// The indices of the opponent worms that touch this one.
    fn neighbors(&self, place: usize) -> Vec<usize> {
        let Some(chain) = self.board.chain(self.worms[place].origin) else {
            return Vec::new();
        };
        let touching = chain.adjacent_stones();
        (0..self.worms.len())
            .filter(|&other| self.worms[other].stones.intersects(&touching))
            .collect()
    }

    fn liberties(&self, place: usize) -> Vec<Point> {
        let chain = self.board.chain(self.worms[place].origin);
        chain.map_or_else(Vec::new, |chain| chain.liberties().iter().collect())
    }

    /// Adds a move of the opponent to the attacks if it works as well as the best one known.
    pub fn try_attack(&mut self, place: usize, point: Point) {
        let worm = &self.worms[place];
        if worm.attacks.outcome_of(point) != Outcome::Lose {
            return;
        }
        let (string, least) = (worm.origin, worm.attacks.outcome());
        let outcome = self.after(!worm.color, point, |board, reader| {
            if board.chain(string).is_none() {
                return Outcome::Win;
            }
            let outcome = reader.defend(board, string).outcome.reversed();
            // Where nobody attacks, a defence may fail for want of a threat.
            if outcome != Outcome::Lose && reader.attack(board, string).outcome == Outcome::Lose {
                return Outcome::Lose;
            }
            outcome
        });
        if outcome >= least {
            self.worms[place].attacks.add(point, outcome);
        }
    }

    /// Adds a move of the owner to the defences if it improves the result, at least to a ko.
    pub fn try_defense(&mut self, place: usize, point: Point) {
        let worm = &self.worms[place];
        if worm.defenses.outcome_of(point) != Outcome::Lose {
            return;
        }
        let (string, attack) = (worm.origin, worm.attacks.outcome());
        let outcome = self.after(worm.color, point, |board, reader| {
            reader.attack(board, string).outcome.reversed()
        });
        // A move after which the attack works as well as before is no defence.
        if outcome > attack.reversed() {
            self.worms[place].defenses.add(point, outcome);
        }
    }

    /// The result of a move. If the move is a banned ko capture, the result is a ko at best.
    fn after(
        &mut self,
        color: Color,
        point: Point,
        result: impl FnOnce(&mut Board, &mut Reader) -> Outcome,
    ) -> Outcome {
        let Some(most) = self.board.try_move_or_ko(color, point) else {
            return Outcome::Lose;
        };
        let outcome = result(self.board, self.reader);
        self.board.take_back();
        outcome.min(most)
    }
}

/// Whether the result is certain, or a ko that the mover takes first.
fn is_easy(outcome: Outcome) -> bool {
    outcome >= Outcome::KoA
}
