//! What is settled whatever happens: stones that live and areas that belong to a colour even if
//! its opponent may move as often as it likes.
//!
//! Start reading at [`Unconditional::of`]. The words, with O as the colour under discussion and
//! X as its opponent; suicide is not allowed, and a ban on retaking a ko does not count, since
//! whoever moves without end can wait:
//!
//! - A string of O is *invincible* if X cannot capture it although O always passes.
//! - A place that invincible stones of O enclose is O's *territory* if X can never have an invincible stone there although O
//!   always passes, nor come to a seki there. Empty points in it are territory, stones of X are dead, and
//!   stones of O are alive, also those that are not invincible.
//!
//! `capture` and `life` answer exactly without a search. `seki` looks at the rare areas where X could live, but not by
//! two eyes, by trying.

mod capture;
mod life;
mod seki;

use katachi_board::{Board, ByColor, Color, Point, PointSet};

/// What is settled about a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A stone that lives.
    Alive,
    /// A stone that can never live.
    Dead,
    /// An empty point of this colour's territory.
    Territory(Color),
    /// Nothing is settled.
    Unknown,
}

impl Status {
    /// The status as GTP writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Territory(Color::Black) => "black_territory",
            Self::Territory(Color::White) => "white_territory",
            Self::Unknown => "unknown",
        }
    }
}

/// What is settled on a board, all points at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconditional {
    /// The stones of each colour that cannot be captured.
    invincible: ByColor<PointSet>,
    /// The points where the other colour can never have an invincible stone, whatever is on them.
    territory: ByColor<PointSet>,
    /// The stones on the board.
    stones: ByColor<PointSet>,
}

impl Unconditional {
    /// Finds out what is settled on this board. Who is to move does not matter.
    pub fn of(board: &Board) -> Self {
        let nothing = ByColor {
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
        };
        let mut found = Self {
            invincible: nothing,
            territory: nothing,
            stones: ByColor {
                black: *board.stones(Color::Black),
                white: *board.stones(Color::White),
            },
        };
        for color in Color::BOTH {
            let outcome = capture::all_that_can_be_captured(board, color, &PointSet::EMPTY);
            found.invincible[color] = outcome.left;
            found.territory[color] = life::where_none_is_possible(board, color, &outcome);
        }
        found
    }

    /// The stones of a colour that cannot be captured although it always passes.
    pub fn invincible(&self, color: Color) -> PointSet {
        self.invincible[color]
    }

    /// The points where the other colour can never have an invincible stone, whatever is on them.
    pub fn area(&self, color: Color) -> PointSet {
        self.territory[color]
    }

    /// The stones of a colour that live: the invincible ones and those in its own area.
    pub fn alive(&self, color: Color) -> PointSet {
        self.invincible[color] | (self.territory[color] & self.stones[color])
    }

    /// The stones of a colour that can never live, unless they live in their own area, too.
    pub fn dead(&self, color: Color) -> PointSet {
        (self.territory[!color] & self.stones[color]) - self.alive(color)
    }

    /// What is settled about a point.
    pub fn status(&self, point: Point) -> Status {
        for color in Color::BOTH {
            if self.stones[color].contains(point) {
                return if self.alive(color).contains(point) {
                    Status::Alive
                } else if self.dead(color).contains(point) {
                    Status::Dead
                } else {
                    Status::Unknown
                };
            }
        }
        let owns = |color: &Color| self.territory[*color].contains(point);
        let mut owners = Color::BOTH.into_iter().filter(owns);
        match (owners.next(), owners.next()) {
            (Some(color), None) => Status::Territory(color),
            _ => Status::Unknown,
        }
    }
}
