//! What the caller wishes, and what the engine decides.

use katachi_board::{Color, Point, PointSet};

/// What the engine decides to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move.
    Play(Point),
    /// A pass: nothing is worth a point.
    Pass,
    /// The game is lost.
    Resign,
}

/// What the caller wants of one move.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a wish that others do not touch"
)]
pub struct Wish {
    /// The side to move.
    pub color: Color,
    /// The points that may be played; `None` allows all.
    pub allowed: Option<PointSet>,
    /// Whether dead stones are captured before the engine passes.
    pub cleanup: bool,
    /// Whether the engine settles its stones and territory for good before it passes, although the
    /// players could agree on them.
    pub aftermath: bool,
    /// What decides.
    pub decider: Decider,
    /// The random seed. The same seed, position and databases give the same move.
    pub seed: u64,
    /// Whether the engine may resign a lost game.
    pub may_resign: bool,
    /// Whether a short search looks for the move that gains most points, whoever wins, as for a
    /// question about a position; in a game it looks for the move that wins.
    pub for_points: bool,
    /// Whether there is no time for patterns and reading: only a short search decides.
    pub is_hurried: bool,
}

impl Wish {
    /// Any move of this side, decided by patterns and reading, with seed 0, without resigning.
    pub const fn of(color: Color) -> Self {
        Self {
            color,
            allowed: None,
            cleanup: false,
            aftermath: false,
            decider: Decider::Patterns,
            seed: 0,
            may_resign: false,
            for_points: false,
            is_hurried: false,
        }
    }

    /// Whether the choice is free: any point may be played, there is time to review the move, and
    /// nothing is being cleaned up.
    pub(crate) const fn is_free(&self) -> bool {
        self.allowed.is_none() && !self.is_hurried && !self.cleanup
    }

    /// Whether a move of a game is wanted, which patterns and a search find together.
    pub(crate) const fn is_of_a_game(&self) -> bool {
        self.is_free() && !self.for_points && matches!(self.decider, Decider::Patterns)
    }
}

/// What decides about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decider {
    /// Patterns and reading; a short search where they leave the move open.
    #[default]
    Patterns,
    /// Monte Carlo search; the proposals of patterns and reading are its hints.
    Search,
    /// The metamachine: the best moves that [`Patterns`](Self::Patterns) leads to are played ahead,
    /// and the score behind them decides.
    Metamachine,
}

/// The opening knowledge in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Openings {
    /// Books of whole positions.
    pub books: bool,
    /// Databases of opening patterns.
    pub fuseki: bool,
    /// Databases of corner patterns.
    pub joseki: bool,
}

impl Default for Openings {
    fn default() -> Self {
        Self {
            books: true,
            fuseki: true,
            joseki: true,
        }
    }
}
