//! What a move does to stones: which live and die by it, and whether the new one stays.

use katachi_board::{Outcome, Point, PointSet};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons};
use katachi_strategy::influence::MoveEffect;
use katachi_strategy::worms::{Worm, Worms};

use super::factors::ko_loss;
use crate::constants::DEAD_SHARE;
use crate::reasons::{Reason, Turn, Worth};

/// The effect of a move on stones, with what the influence does not show, in points.
pub(super) struct Account {
    pub effect: MoveEffect,
    /// Whether a reason asks for the influence after the move.
    pub changes_territory: bool,
    /// What the kos cost in which strings live or die, at most 0.
    pub kos: f32,
    /// The sizes of the strings that are captured or lost anyway.
    pub secondary: f32,
}

/// The account of a move with these reasons.
pub(super) fn account(
    turn: &mut Turn<'_>,
    (point, is_safe): (Point, bool),
    worth: &Worth,
) -> Account {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let mut account = Account {
        effect: MoveEffect::of(turn.own, point, is_safe),
        changes_territory: false,
        kos: 0.0,
        secondary: 0.0,
    };
    for reason in &worth.reasons {
        account.add(reason, worth, &worms, &dragons);
        if let Reason::SavesDragon { dragon, .. } = reason
            && let Some(dragon) = dragons.at(*dragon)
        {
            account.effect.saved |= savable(turn, point, dragon, &worms);
        }
    }
    account
}

impl Account {
    fn add(&mut self, reason: &Reason, worth: &Worth, worms: &Worms, dragons: &Dragons) {
        match reason {
            Reason::Captures {
                string, outcome, ..
            } => {
                self.changes_territory = true;
                if let Some(worm) = worms.at(*string) {
                    self.capture(worm, *outcome, dragons);
                }
            }
            Reason::Saves {
                string, outcome, ..
            } => {
                if let Some(worm) = worms.at(*string) {
                    self.save(worm, *outcome, (dragons, worth));
                }
            }
            Reason::KillsDragon {
                dragon, outcome, ..
            } => {
                self.changes_territory = true;
                if let Some(dragon) = dragons.at(*dragon) {
                    self.effect.lost |= dragon.stones;
                    self.kos -= ko_loss(*outcome) * dragon.effective_size;
                }
            }
            Reason::SavesDragon {
                dragon, outcome, ..
            } => {
                self.changes_territory = true;
                if let Some(dragon) = dragons.at(*dragon) {
                    self.kos -= ko_loss(*outcome) * dragon.effective_size;
                }
            }
            Reason::Connects { .. } => self.changes_territory |= self.effect.is_safe,
            Reason::Cuts { .. }
            | Reason::ExpandsTerritory
            | Reason::ExpandsMoyo
            | Reason::Invades
            | Reason::AttacksDragon { .. }
            | Reason::DefendsDragon { .. } => self.changes_territory = true,
            Reason::ThreatensToCapture { .. }
            | Reason::ThreatensToSave { .. }
            | Reason::CapturesEither { .. }
            | Reason::SavesBoth { .. }
            | Reason::Pattern { .. }
            | Reason::Book { .. }
            | Reason::Opening
            | Reason::Dame
            | Reason::Backfill { .. }
            | Reason::Cleanup { .. } => {}
        }
    }

    fn capture(&mut self, worm: &Worm, outcome: Outcome, dragons: &Dragons) {
        if worm.is_lost() {
            self.secondary += worm.effective_size;
        } else if is_dead(worm, dragons) {
            self.secondary += DEAD_SHARE * worm.effective_size;
        } else {
            self.effect.lost |= worm.stones;
            self.kos -= ko_loss(outcome) * worm.effective_size;
        }
    }

    /// Saving a string of a dragon that can be killed anyway saves nothing.
    fn save(&mut self, worm: &Worm, outcome: Outcome, (dragons, worth): (&Dragons, &Worth)) {
        let dragon = dragons.at(worm.origin);
        let is_killed = dragon.is_some_and(|dragon| match dragon.status() {
            DragonStatus::Dead => true,
            DragonStatus::Critical => worth.life_of(dragon).is_none_or(|life| life < outcome),
            _ => false,
        });
        if is_killed {
            self.secondary += DEAD_SHARE * worm.effective_size;
        } else {
            self.changes_territory = true;
            self.effect.saved |= worm.stones;
            self.kos -= ko_loss(outcome) * worm.effective_size;
        }
    }
}

/// The stones of a dragon that live with it after a move: not its strings that can be captured.
fn savable(turn: &mut Turn<'_>, point: Point, dragon: &Dragon, worms: &Worms) -> PointSet {
    let mut saved = PointSet::EMPTY;
    for worm in dragon.strings.iter().filter_map(|at| worms.at(*at)) {
        let stays = worm.attacks.is_empty()
            || worm.defenses.outcome_of(point) != Outcome::Lose
            || turn.after(point, |readers, board| {
                readers.tactics.attack(board, worm.origin).outcome
            }) == Some(Outcome::Lose);
        if stays {
            saved |= worm.stones;
        }
    }
    saved
}

fn is_dead(worm: &Worm, dragons: &Dragons) -> bool {
    let dragon = dragons.at(worm.origin);
    dragon.is_some_and(|dragon| dragon.status() == DragonStatus::Dead)
}
