//! The phases of a game.

use katachi_board::BoardSize;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// On 19x19, the moves up to 40.
    Opening,
    /// On 19x19, the moves 41 to 120.
    Middle,
    /// The moves after that.
    Endgame,
}

impl Phase {
    /// All, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];

    /// The phase of a move with this number, from 1. Smaller boards have shorter phases, in
    /// proportion to their points.
    pub fn of(number: usize, size: BoardSize) -> Self {
        let scaled = number * 19 * 19;
        let points = size.get() * size.get();
        if scaled <= 40 * points {
            Self::Opening
        } else if scaled <= 120 * points {
            Self::Middle
        } else {
            Self::Endgame
        }
    }

    /// Its name, for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Endgame => "endgame",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_the_size_of_the_board() {
        let phase = |number, size| Phase::of(number, BoardSize::new(size).unwrap());
        assert_eq!(phase(40, 19), Phase::Opening);
        assert_eq!(phase(41, 19), Phase::Middle);
        assert_eq!(phase(120, 19), Phase::Middle);
        assert_eq!(phase(121, 19), Phase::Endgame);
        assert_eq!((phase(8, 9), phase(9, 9)), (Phase::Opening, Phase::Middle));
        assert_eq!(phase(27, 9), Phase::Endgame);
    }
}
