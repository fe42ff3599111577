//! An engine's move in a position, and the teacher's judgement.

use katachi_board::{Board, Point};

use super::sample::Position;

/// The scores after the two moves, in points from the side of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// After the move that was played.
    pub played: f64,
    /// After the engine's move.
    pub answer: f64,
}

impl Loss {
    /// What the engine's move loses; negative if it is better than the move that was played.
    pub fn points(self) -> f64 {
        self.played - self.answer
    }
}

/// What became of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The teacher has judged both moves.
    Judged(Loss),
    /// The engine's answer is no legal move, for this reason.
    Illegal(String),
    /// The engine or the teacher failed, in this way.
    Failed(String),
}

/// An engine's move in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedMove {
    /// The place of the position in the sample, from 0.
    pub position: usize,
    /// The place of the engine, from 0.
    pub engine: usize,
    /// Its answer as given; empty if it failed.
    pub answer: String,
    /// What the answer means, if it is a legal move.
    pub reply: Option<Reply>,
    /// The seconds that it took; `None` if it failed.
    pub seconds: Option<f64>,
    /// The judgement.
    pub judgement: Judgement,
}

impl JudgedMove {
    /// The points that are lost, if the teacher has judged the move.
    pub fn points(&self) -> Option<f64> {
        match self.judgement {
            Judgement::Judged(loss) => Some(loss.points()),
            Judgement::Illegal(_) | Judgement::Failed(_) => None,
        }
    }

    /// Why the move does not count, if it does not.
    pub fn reason(&self) -> Option<&str> {
        match &self.judgement {
            Judgement::Judged(_) => None,
            Judgement::Illegal(reason) | Judgement::Failed(reason) => Some(reason),
        }
    }
}

/// What an engine's answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A stone here.
    Stone(Point),
    /// A pass.
    Pass,
    /// It resigns, and is judged as if it passed.
    Resign,
}

impl Reply {
    /// The meaning of an answer in a position.
    ///
    /// # Errors
    /// Why it is no legal move.
    pub fn read(answer: &str, position: &Position) -> Result<Self, String> {
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Self::Resign);
        }
        if answer.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        let point = Point::from_vertex(answer, position.size)
            .map_err(|_| format!("expected a move, found `{answer}`"))?;
        match board_of(position).check_legal(position.color, point) {
            Ok(()) => Ok(Self::Stone(point)),
            Err(reason) => Err(format!("expected a legal move, found {answer}: {reason}")),
        }
    }

    /// The point, or `None` for a pass.
    pub fn at(self) -> Option<Point> {
        match self {
            Self::Stone(point) => Some(point),
            Self::Pass | Self::Resign => None,
        }
    }

    /// Whether it is the move that was played.
    pub fn agrees(self, position: &Position) -> bool {
        self != Self::Resign && self.at() == position.played
    }
}

/// The board of a position.
fn board_of(position: &Position) -> Board {
    let mut board = Board::new(position.size);
    for &(color, at) in &position.moves {
        // Moves of records have been checked.
        let _ = match at {
            Some(at) => board.play(color, at),
            None => board.pass(color),
        };
    }
    board
}
