//! What reading says about worms: attacks, defences, threats, and how worms depend on each other.

use std::cmp::Reverse;

use katachi_board::{Board, Color, Point};
use katachi_matcher::Outcome;

use super::{NONE, Worm, is_easy};
use crate::reading::Reader;

/// Worms with more liberties than this are not attacked by further moves or threatened.
pub(super) const MOST_LIBERTIES: usize = 4;

/// The worms of a position while they are being examined.
pub(super) struct Tactics<'a> {
    pub board: &'a mut Board,
    pub reader: &'a mut Reader,
    pub worms: &'a mut [Worm],
}

impl Tactics<'_> {
    /// The best attack on each worm.
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

    /// The best defence of each worm that can be attacked.
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

    /// Each liberty of a worm that can be captured or saved, as a further move for either side.
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
                // Where nothing saves the worm any move would seem to capture it.
                if !self.worms[place].defenses.is_empty() {
                    self.try_attack(place, point);
                }
                self.try_defense(place, point);
            }
        }
    }

    /// Whether known attacks and defences attack or defend other worms, too.
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

    /// Neighbours that both seem lost: capturing one saves the other, or else neither is lost.
    pub fn repair_pairs(&mut self) {
        for place in 0..self.worms.len() {
            if !is_lost(&self.worms[place]) {
                continue;
            }
            for other in self.neighbors(place) {
                if !is_lost(&self.worms[other]) {
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

    /// Opponent worms beside each one, diagonals included, that can be captured, but no stones that stand in a ko: of several
    /// the one with fewest liberties, then the largest, then the first.
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

    /// Moves after which a worm can be captured that cannot be now, or saved that cannot be now.
    pub fn find_threats(&mut self) {
        for place in 0..self.worms.len() {
            let (color, string) = (self.worms[place].color, self.worms[place].origin);
            let lost = is_lost(&self.worms[place]);
            if self.worms[place].is_invincible || self.worms[place].is_critical() {
                continue;
            }
            let liberties = self.liberties(place);
            if liberties.len() > MOST_LIBERTIES {
                continue;
            }
            let mover = if lost { color } else { !color };
            for point in liberties {
                if !self.board.try_move(mover, point) {
                    continue;
                }
                let reading = if lost {
                    self.reader.defend(self.board, string)
                } else {
                    self.reader.attack(self.board, string)
                };
                self.board.take_back();
                let worm = &mut self.worms[place];
                if lost {
                    worm.defense_threats.add(point, reading.outcome);
                } else {
                    worm.attack_threats.add(point, reading.outcome);
                }
            }
        }
    }

    /// The places of the worms of the other colour that touch this one.
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

    /// Keeps a move of the opponent as an attack if it captures the worm as well as the best known one.
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
            let attack = reader.attack(board, string).outcome;
            if attack == Outcome::Lose {
                return attack;
            }
            reader.defend(board, string).outcome.reversed()
        });
        if outcome >= least {
            self.worms[place].attacks.add(point, outcome);
        }
    }

    /// Keeps a move of the owner as a defence if it saves the worm, wholly or by a ko.
    pub fn try_defense(&mut self, place: usize, point: Point) {
        let worm = &self.worms[place];
        if worm.defenses.outcome_of(point) != Outcome::Lose {
            return;
        }
        let (string, attack) = (worm.origin, worm.attacks.outcome());
        let outcome = self.after(worm.color, point, |board, reader| {
            reader.attack(board, string).outcome.reversed()
        });
        // What leaves the attack as good as it was is no defence.
        if outcome > attack.reversed() {
            self.worms[place].defenses.add(point, outcome);
        }
    }

    /// The result of a move; a ko that may not be taken yet gives a ko at best.
    fn after(
        &mut self,
        color: Color,
        point: Point,
        result: impl FnOnce(&mut Board, &mut Reader) -> Outcome,
    ) -> Outcome {
        let most = if self.board.try_move(color, point) {
            Outcome::Win
        } else if self.board.is_ko(color, point) && self.board.try_ko(color, point) {
            Outcome::KoB
        } else {
            return Outcome::Lose;
        };
        let outcome = result(self.board, self.reader);
        self.board.take_back();
        outcome.min(most)
    }
}

fn is_lost(worm: &Worm) -> bool {
    !worm.attacks.is_empty() && worm.defenses.is_empty()
}
