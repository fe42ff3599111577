//! Who is expected to own each point in the end: a smoother estimate than the territorial value.

use katachi_board::{Color, Point};

use super::result::Influence;

/// What both influences are raised by before they are compared.
const FLOOR: f32 = 1.0;

/// How fast ownership grows with the logarithm of their ratio.
const SLOPE: f32 = 0.5;

impl Influence {
    /// The expected ownership of a point, from -1 for Black's to 1 for White's.
    pub fn ownership(&self, point: Point) -> f32 {
        for color in Color::BOTH {
            if self.stones[color].contains(point) && self.safe.contains(point) {
                return if color == Color::White { 1.0 } else { -1.0 };
            }
        }
        let of = |color| self.of(color, point) + FLOOR;
        (SLOPE * (of(Color::White) / of(Color::Black)).ln()).tanh()
    }
}
