//! Who may take kos while reading: the komaster scheme.
//!
//! Reading cannot play ko threats. Instead one side may be allowed to take a ko that it may not
//! take yet, as if a threat had been answered (a *conditional* capture), and from then on the
//! other side may not take that ko back. The scheme keeps such reading finite. [`Komaster`] is
//! the state, [`Board::try_with_komaster`] plays moves that obey it, and [`Board::take_back`]
//! restores it.
//!
//! Taking a ko, with O to move and X the opponent; *nested* means that the captured stone is
//! diagonal to the komaster's ko:
//!
//! | komaster | may be taken | komaster then |
//! |---|---|---|
//! | nobody | any, plainly | nobody; `Weak` with the old ko if the move before took a ko |
//! | nobody | conditionally | O, with the point of the captured stone |
//! | O | nested | O, with the point of the captured stone |
//! | X | any but the komaster's ko | gray X, with the same ko |
//! | gray | none | |
//! | weak | nested, plainly | weak, with the ko that the move before took |
//! | weak | the ko that the move before took, conditionally | O, with the point of the captured stone |
//!
//! After a move that takes no ko, weak becomes nobody, and O or gray O becomes nobody if the ko
//! has been filled, or if X could neither take a ko nor play at all there.
//!
//! The scheme is the one of GNU Go 3.8, from a description of it.

use std::fmt;

use crate::{Board, Color, Point, zobrist};

/// Who may take which ko while reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Komaster {
    /// Nobody: no ko has been taken conditionally.
    #[default]
    Empty,
    /// A colour has taken a ko conditionally.
    Master {
        /// The komaster.
        color: Color,
        /// Where it took a stone: where the other side would take the ko back.
        ko: Point,
    },
    /// A colour was komaster until its opponent took another ko; nobody may take a ko.
    Gray {
        /// The colour that was komaster.
        color: Color,
        /// Where it took a stone.
        ko: Point,
    },
    /// Two kos were taken one after the other.
    Weak {
        /// Where the first of the two could be taken back.
        ko: Point,
    },
}

/// How a trial move was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tried {
    /// It was legal.
    Plain,
    /// It took a ko that may not be taken yet, as if a ko threat had been answered.
    Conditional,
}

/// A move that takes a ko.
#[derive(Clone, Copy)]
struct KoCapture {
    color: Color,
    point: Point,
    /// The stone that it takes.
    captured: Point,
}

impl Komaster {
    /// The ko that the state is about.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Empty => None,
            Self::Master { ko, .. } | Self::Gray { ko, .. } | Self::Weak { ko } => Some(ko),
        }
    }

    /// A number to combine with [`Board::hash`] where results depend on the komaster; 0 for nobody.
    pub fn hash(self) -> u64 {
        let kind = match self {
            Self::Empty => 0,
            Self::Weak { .. } => 1,
            Self::Master { color, .. } => 1 + color as u32,
            Self::Gray { color, .. } => 3 + color as u32,
        };
        self.point()
            .map_or(0, |ko| zobrist::ko(ko).rotate_left(11 * kind))
    }

    /// Whether a ko may be taken; `ko` is the one that the move before took, if it took one.
    fn allows(self, capture: KoCapture, ko: Option<Point>) -> bool {
        let is_nested = |ko: Point| ko.diagonals().contains(&capture.captured);
        match self {
            Self::Empty => true,
            Self::Master { color, ko } if color == capture.color => is_nested(ko),
            Self::Master { ko, .. } => capture.point != ko,
            Self::Gray { .. } => false,
            Self::Weak { ko: first } => ko == Some(capture.point) || is_nested(first),
        }
    }

    /// The state after a ko has been taken; `ko` is the one that the move before took, if it took one.
    #[must_use]
    fn after_capture(self, capture: KoCapture, tried: Tried, ko: Option<Point>) -> Self {
        let master = Self::Master {
            color: capture.color,
            ko: capture.captured,
        };
        match (self, tried, ko) {
            (Self::Master { color, .. }, ..) if color == capture.color => master,
            (Self::Master { color, ko }, ..) => Self::Gray { color, ko },
            (Self::Empty | Self::Weak { .. }, Tried::Conditional, _) => master,
            (Self::Empty | Self::Weak { .. }, Tried::Plain, Some(ko)) => Self::Weak { ko },
            (Self::Empty | Self::Weak { .. } | Self::Gray { .. }, ..) => self,
        }
    }

    /// The state after a colour has moved without taking a ko.
    #[must_use]
    fn after_other_move(self, mover: Color, board: &Board) -> Self {
        match self {
            Self::Weak { .. } => Self::Empty,
            Self::Master { color, ko } | Self::Gray { color, ko } if color == mover => {
                let filled = !board.at(ko).is_empty();
                let closed =
                    || board.ko_capture(!color, ko).is_none() && board.is_suicide(!color, ko);
                if filled || closed() {
                    Self::Empty
                } else {
                    self
                }
            }
            Self::Empty | Self::Master { .. } | Self::Gray { .. } => self,
        }
    }
}

impl fmt::Display for Komaster {
    /// The state's traditional name and its ko: `EMPTY`, `WHITE (2, 3)`, `GRAY_BLACK (0, 1)`, `WEAK_KO (4, 4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "EMPTY",
            Self::Master { color, .. } => ["BLACK", "WHITE"][*color as usize - 1],
            Self::Gray { color, .. } => ["GRAY_BLACK", "GRAY_WHITE"][*color as usize - 1],
            Self::Weak { .. } => "WEAK_KO",
        })?;
        self.point().map_or(Ok(()), |ko| write!(f, " {ko:?}"))
    }
}

impl Board {
    /// Who may take kos in the trial moves; nobody while there are none.
    pub fn komaster(&self) -> Komaster {
        self.komaster
    }

    /// Plays a trial move that obeys the komaster scheme, and says how; `None` if it may not be played.
    ///
    /// `conditionally` says whether a ko may be taken that simple ko forbids. The other trial
    /// moves, passes too, leave the komaster as it is.
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
                self.set_komaster(self.komaster.after_other_move(color, self));
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

    /// Changes the komaster by the last trial move.
    fn set_komaster(&mut self, komaster: Komaster) {
        if komaster != self.komaster {
            self.komasters.push((self.trial_moves, self.komaster));
            self.komaster = komaster;
        }
    }

    /// Takes back what the trial move of this number did to the komaster.
    #[inline]
    pub(crate) fn restore_komaster(&mut self, number: usize) {
        if let Some((_, komaster)) = self.komasters.pop_if(|(changed, _)| *changed == number) {
            self.komaster = komaster;
        }
    }
}
