//! What a move does to stones: which live and die by it, and whether the new one stays.

use katachi_board::{Outcome, Point, PointSet};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons};
use katachi_strategy::influence::MoveEffect;
use katachi_strategy::worms::{Worm, Worms};

use super::factors::ko_loss;
use crate::constants::{DEAD_SHARE, LARGE_STRING};
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
pub(super) fn account(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> Account {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let is_safe = stays(turn, point, worth);
    let mut account = Account {
        effect: MoveEffect::of(turn.own, point, is_safe),
        changes_territory: false,
        kos: 0.0,
        secondary: 0.0,
    };
    for reason in &worth.reasons {
        account.add(reason, &worms, &dragons);
    }
    account
}

impl Account {
    fn add(&mut self, reason: &Reason, worms: &Worms, dragons: &Dragons) {
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
                    self.save(worm, *outcome, dragons);
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
                    self.effect.saved |= savable(dragon, worms);
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

    fn save(&mut self, worm: &Worm, outcome: Outcome, dragons: &Dragons) {
        if is_dead(worm, dragons) {
            self.secondary += DEAD_SHARE * worm.effective_size;
        } else {
            self.changes_territory = true;
            self.effect.saved |= worm.stones;
            self.kos -= ko_loss(outcome) * worm.effective_size;
        }
    }
}

/// The stones of a dragon that live with it: not its strings that can be captured.
fn savable(dragon: &Dragon, worms: &Worms) -> PointSet {
    let strings = dragon.strings.iter().filter_map(|string| worms.at(*string));
    let safe = strings.filter(|worm| worm.attacks.is_empty());
    safe.fold(PointSet::EMPTY, |set, worm| set | worm.stones)
}

fn is_dead(worm: &Worm, dragons: &Dragons) -> bool {
    let dragon = dragons.at(worm.origin);
    dragon.is_some_and(|dragon| dragon.status() == DragonStatus::Dead)
}

/// Whether the new stone stays on the board: nothing captures it, and a reason gives it a future.
/// Of a move without any reason, only the first is asked.
pub(super) fn stays(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> bool {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let lives = |dragon: &Dragon| dragon.status() != DragonStatus::Dead;
    let is_alive = |stone: Point| dragons.at(stone).is_some_and(lives);
    let has_future = worth.has(|reason| match reason {
        Reason::ExpandsTerritory
        | Reason::ExpandsMoyo
        | Reason::Invades
        | Reason::CapturesEither { .. }
        | Reason::SavesBoth { .. }
        | Reason::SavesDragon { .. } => true,
        Reason::Captures { string, .. } => {
            let is_large =
                (worms.at(*string)).is_some_and(|worm| worm.effective_size >= LARGE_STRING);
            let victim = dragons.at(*string).into_iter();
            let mut near = victim.flat_map(|dragon| dragons.hostile(dragon)).peekable();
            is_large || near.peek().is_none() || near.any(lives)
        }
        Reason::KillsDragon { dragon, .. } => {
            let victim = dragons.at(*dragon);
            let is_large = victim.is_some_and(|one| one.effective_size >= LARGE_STRING);
            let mut near = victim
                .into_iter()
                .flat_map(|dragon| dragons.hostile(dragon));
            is_large || near.any(lives)
        }
        Reason::Saves { string, .. } => is_alive(*string),
        Reason::Connects { strings } => strings.iter().any(|&string| is_alive(string)),
        _ => false,
    });
    let asked = worth.reasons.is_empty();
    (has_future || asked) && (worth.is_trusted || turn.safe_move(point) != Outcome::Lose)
}
