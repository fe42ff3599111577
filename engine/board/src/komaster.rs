//! The komaster scheme: who may take which ko while reading.
//!
//! Reading plays no ko threats. Instead, one side may take a banned ko as if it had made a threat
//! that was answered: a *conditional* capture. From then on the other side may not retake that ko.
//! So reading always ends. [`Komaster`] is the state. [`Board::try_with_komaster`] plays moves that
//! obey it, and [`Board::take_back`] restores it.
//!
//! [`Board::try_with_komaster`]: crate::Board::try_with_komaster
//! [`Board::take_back`]: crate::Board::take_back
//!
//! The table shows which kos O may take; X is the opponent. A ko is *nested* if the captured stone
//! is diagonal to the komaster's ko.
//!
//! | komaster | O may take | komaster afterwards |
//! |---|---|---|
//! | nobody | any ko, plainly | nobody; `Weak` with the old ko if the move before took a ko |
//! | nobody | any ko, conditionally | O, with the point of the captured stone |
//! | O | a nested ko | O, with the point of the captured stone |
//! | X | any ko but the komaster's | gray X, with the same ko |
//! | gray | none | |
//! | weak | a nested ko, plainly | weak, with the ko that the move before took |
//! | weak | the ko that the move before took, conditionally | O, with the point of the captured stone |
//!
//! After a move that takes no ko, weak becomes nobody. O and gray O become nobody if the ko has
//! been filled, or if X could neither take a ko nor play there at all.
//!
//! The scheme is that of GNU Go 3.8 (manual, section "Ko Handling").

use std::fmt;

use crate::{Color, Point, zobrist};

/// The state of the komaster scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Komaster {
    /// Nobody: no ko has been taken conditionally.
    #[default]
    Empty,
    /// A colour has taken a ko conditionally.
    Master {
        /// The komaster.
        color: Color,
        /// The point of the captured stone, where the other side would retake.
        ko: Point,
    },
    /// A colour was komaster, and its opponent has taken another ko. Nobody may take a ko now.
    Gray {
        /// The colour that was komaster.
        color: Color,
        /// The point of the stone that the komaster captured.
        ko: Point,
    },
    /// Two kos have been taken, one after the other.
    Weak {
        /// The point where the first of them could be retaken.
        ko: Point,
    },
}

/// How a trial move was played under the komaster scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tried {
    /// It was legal.
    Plain,
    /// It took a banned ko as if a ko threat had been answered.
    Conditional,
}

/// A ko capture.
#[derive(Clone, Copy)]
pub(crate) struct KoCapture {
    pub color: Color,
    pub point: Point,
    /// The captured stone.
    pub captured: Point,
}

impl Komaster {
    /// The ko of the state, if it has one.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Empty => None,
            Self::Master { ko, .. } | Self::Gray { ko, .. } | Self::Weak { ko } => Some(ko),
        }
    }

    /// A hash to combine with [`Board::hash`](crate::Board::hash) where results depend on the
    /// komaster; 0 for nobody.
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

    /// Whether a ko may be taken; `ko` is the one that the move before took, if any.
    pub(crate) fn allows(self, capture: KoCapture, ko: Option<Point>) -> bool {
        let is_nested = |ko: Point| ko.diagonals().contains(&capture.captured);
        match self {
            Self::Empty => true,
            Self::Master { color, ko } if color == capture.color => is_nested(ko),
            Self::Master { ko, .. } => capture.point != ko,
            Self::Gray { .. } => false,
            Self::Weak { ko: first } => ko == Some(capture.point) || is_nested(first),
        }
    }

    /// The state after a ko capture; `ko` is the one that the move before took, if any.
    #[must_use]
    pub(crate) fn after_capture(self, capture: KoCapture, tried: Tried, ko: Option<Point>) -> Self {
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

    /// The state after a move of this colour that takes no ko.
    ///
    /// `is_closed` says of a ko whether it has been filled, or this side could neither take it nor
    /// play there at all.
    #[must_use]
    pub(crate) fn after_other_move(
        self,
        mover: Color,
        is_closed: impl FnOnce(Color, Point) -> bool,
    ) -> Self {
        match self {
            Self::Weak { .. } => Self::Empty,
            Self::Master { color, ko } | Self::Gray { color, ko } if color == mover => {
                if is_closed(!color, ko) {
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
    /// GNU Go's name of the state, with its ko: `EMPTY`, `WHITE (2, 3)`, `GRAY_BLACK (0, 1)`,
    /// `WEAK_KO (4, 4)`.
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
