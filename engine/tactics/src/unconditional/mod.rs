//! Unconditional life, death and territory: what is settled even if one side moves forever.
//!
//! Entry point: [`Unconditional::of`]. O is the colour in question, X its opponent. Suicide is not
//! allowed. A ko ban does not count, since a side that moves forever can wait.
//!
//! - A string of O is *invincible* if X cannot capture it although O always passes.
//! - An area that invincible stones of O enclose is O's *territory* if X can neither get an
//!   invincible stone there nor live in seki, although O always passes. Its empty points are
//!   territory, X's stones in it are dead, and O's stones in it are alive, invincible or not.
//!
//! Example. O is invincible: it has two eyes. The eyes, `a` and `b`, are its territory.
//!
//! ```text
//! a O b O X
//! O O O O X
//! X X X X X
//! ```
//!
//! | module | what it decides |
//! |---|---|
//! | `capture` | which strings can be captured; exact, without a search |
//! | `life`, `eyes` | where the opponent could make two eyes; exact, without a search |
//! | `seki` | where it could live without two eyes; by a small search |

mod capture;
mod eyes;
mod life;
mod seki;

use katachi_board::{Board, ByColor, Color, Point, PointSet};

/// The unconditional status of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A stone that lives.
    Alive,
    /// A stone that can never live.
    Dead,
    /// An empty point of this colour's territory.
    Territory(Color),
    /// Not settled.
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

/// Unconditional life, death and territory of all points of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unconditional {
    /// The stones of each colour that cannot be captured although it always passes.
    invincible: ByColor<PointSet>,
    /// The points where the other colour can never live, whatever is on them now.
    territory: ByColor<PointSet>,
    /// The stones on the board.
    stones: ByColor<PointSet>,
}

impl Unconditional {
    /// Analyses a board. The side to move does not matter.
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
            let after = capture::all_that_can_be_captured(board, color, &PointSet::EMPTY);
            found.invincible[color] = after.left;
            found.territory[color] = life::where_none_is_possible(board, color, &after);
        }
        found
    }

    /// The invincible stones of a colour.
    pub fn invincible(&self, color: Color) -> PointSet {
        self.invincible[color]
    }

    /// The area of a colour: points where the other colour can never live, whatever is on them now.
    pub fn area(&self, color: Color) -> PointSet {
        self.territory[color]
    }

    /// The stones of a colour that live: its invincible stones, and all others in its own area.
    pub fn alive(&self, color: Color) -> PointSet {
        self.invincible[color] | (self.territory[color] & self.stones[color])
    }

    /// The stones of a colour that can never live: those in the opponent's area, unless they lie in
    /// their own area, too.
    pub fn dead(&self, color: Color) -> PointSet {
        (self.territory[!color] & self.stones[color]) - self.alive(color)
    }

    /// The unconditional status of a point.
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
