//! Trial moves: reading plays them on top of the game and takes them back.
//!
//! They obey simple ko and forbid suicide, whatever the rules of the game. The
//! [komaster](crate::Komaster) is stored with them.

use crate::komaster::KoCapture;
use crate::{Board, Color, KoRule, Komaster, Outcome, Point, Rules, SuicideRule, Tried};

impl Board {
    /// The number of trial moves on the board.
    pub fn trial_moves(&self) -> usize {
        self.trial_moves
    }

    /// Plays a trial move if it is legal under simple ko without suicide; returns whether it was.
    pub fn try_move(&mut self, color: Color, point: Point) -> bool {
        let legal = self.check(color, point, Rules::SIMPLE).is_ok();
        if legal {
            self.put(color, point);
            self.trial_moves += 1;
        }
        legal
    }

    /// Plays a trial move that may take a banned ko; returns whether it was legal.
    pub fn try_ko(&mut self, color: Color, point: Point) -> bool {
        let rules = Rules {
            ko: KoRule::None,
            suicide: SuicideRule::Forbidden,
        };
        let legal = self.check(color, point, rules).is_ok();
        if legal {
            self.put(color, point);
            self.trial_moves += 1;
        }
        legal
    }

    /// Plays a trial move that may take a banned ko, and returns the best result that it can have:
    /// [`Outcome::KoB`] for such a capture, else [`Outcome::Win`]. `None` if the move is illegal.
    pub fn try_move_or_ko(&mut self, color: Color, point: Point) -> Option<Outcome> {
        if self.try_move(color, point) {
            Some(Outcome::Win)
        } else if self.is_ko(color, point) && self.try_ko(color, point) {
            Some(Outcome::KoB)
        } else {
            None
        }
    }

    /// Passes as a trial move.
    pub fn try_pass(&mut self, color: Color) {
        self.put_pass(color);
        self.trial_moves += 1;
    }

    /// Takes back the last trial move and returns it; `None` if there is none.
    ///
    /// The board is as before the move, the komaster included.
    pub fn take_back(&mut self) -> Option<(Color, Option<Point>)> {
        let number = self.trial_moves;
        self.trial_moves = number.checked_sub(1)?;
        self.restore_komaster(number);
        self.undo_record()
    }

    /// Whether a trial move after the first `cutoff` ones was played on this point.
    pub fn was_tried(&self, point: Point, cutoff: usize) -> bool {
        let trials = self.trial_moves.saturating_sub(cutoff);
        (self.records.iter().rev().take(trials)).any(|record| record.point == Some(point))
    }

    /// The number of stones that a colour had before the trial moves.
    pub fn stones_in_game(&self, color: Color) -> usize {
        let mut stones = self.stones(color).len();
        for record in self.records.iter().rev().take(self.trial_moves) {
            if record.color != color {
                let taken = |&slot| usize::from(self.data(slot).size);
                stones += record.captured.as_slice().iter().map(taken).sum::<usize>();
            } else if record.point.is_some() {
                stones -= 1;
            }
        }
        stones
    }

    /// The komaster of the trial moves; nobody while there are none.
    pub fn komaster(&self) -> Komaster {
        self.komaster
    }

    /// Plays a trial move that obeys the komaster scheme. Returns how it was played, or `None` if
    /// it is forbidden.
    ///
    /// `conditionally` allows to take a ko that simple ko forbids. Other kinds of trial moves, and
    /// passes, leave the komaster unchanged.
    pub fn try_with_komaster(
        &mut self,
        color: Color,
        point: Point,
        conditionally: bool,
    ) -> Option<Tried> {
        let Some(captured) = self.ko_capture(color, point) else {
            if !self.try_move(color, point) {
                return None;
            }
            if self.komaster != Komaster::Empty {
                let is_closed = |side: Color, ko: Point| {
                    let filled = !self.at(ko).is_empty();
                    filled || (self.ko_capture(side, ko).is_none() && self.is_suicide(side, ko))
                };
                self.set_komaster(self.komaster.after_other_move(color, is_closed));
            }
            return Some(Tried::Plain);
        };
        let capture = KoCapture {
            color,
            point,
            captured,
        };
        let ko = self.ko;
        let tried = if self.is_ko(color, point) {
            Tried::Conditional
        } else {
            Tried::Plain
        };
        let refused = tried == Tried::Conditional && !conditionally;
        if refused || !self.komaster.allows(capture, ko) || !self.try_ko(color, point) {
            return None;
        }
        self.set_komaster(self.komaster.after_capture(capture, tried, ko));
        Some(tried)
    }

    /// Sets the komaster after the last trial move.
    fn set_komaster(&mut self, komaster: Komaster) {
        if komaster != self.komaster {
            self.komasters.push((self.trial_moves, self.komaster));
            self.komaster = komaster;
        }
    }

    /// Undoes the change of the komaster by the trial move of this number.
    #[inline]
    fn restore_komaster(&mut self, number: usize) {
        if let Some((_, komaster)) = self.komasters.pop_if(|(changed, _)| *changed == number) {
            self.komaster = komaster;
        }
    }
}
