//! The table: a session with a game on it, its record, and who plays.

use std::io::{self, Write};

use katachi_board::{Color, Point, PointSet};
use katachi_strategy::owl::GivenOwlLimits;
use katachi_tactics::reading::GivenLimits;

use crate::game_tree::GameTree;
use crate::session::Session;
use crate::views::Views;

/// How things begin at the terminal.
pub struct Start {
    /// The record of the game in the session.
    pub tree: GameTree,
    /// The side that Katachi plays; `None` to look at games without playing.
    pub engine: Option<Color>,
    /// The limits of reading that the user gives.
    pub limits: (GivenLimits, GivenOwlLimits),
    /// Whether colours are shown.
    pub colored: bool,
    /// Whether the most useful commands are named at the beginning.
    pub greets: bool,
}

/// What to do after a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Draw the board, and go on.
    Show,
    /// Ask for the next line.
    Ask,
    /// Leave.
    Leave,
}

/// What a line of input is read as.
#[derive(Clone, Debug, Default)]
pub enum Asking {
    /// A move or a command.
    #[default]
    Command,
    /// A comment.
    Comment,
    /// A handicap stone, after these.
    Stones(Vec<Point>),
    /// A group that lives or is dead, while these stones are dead.
    Dead(PointSet),
}

/// What is shown with the board.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The board is not drawn by itself.
    pub no_board: bool,
    /// What Katachi sees, in place of the plain board.
    pub views: Option<Views>,
    /// An estimate of the score.
    pub score: bool,
    /// Dead stones in small letters.
    pub dead: bool,
}

/// A session with a game, its record, and who plays.
pub struct Table<'a> {
    pub(super) session: &'a mut Session,
    pub(super) tree: GameTree,
    /// The side that Katachi plays, if any.
    pub(super) engine: Option<Color>,
    /// Whether Katachi does not move although it is its turn: the user is moving about.
    pub(super) waits: bool,
    /// The result, once the game is over.
    pub(super) over: Option<String>,
    pub(super) asking: Asking,
    pub(super) shown: Shown,
    pub(super) limits: (GivenLimits, GivenOwlLimits),
    pub(super) colored: bool,
    /// Whether games are looked at rather than played.
    pub(super) inspects: bool,
}

impl Table<'_> {
    /// Writes the record, if there is a file for it.
    pub(super) fn save(&mut self) {
        let text = self.record();
        self.session.write_record(&text);
    }

    /// The record.
    pub(super) fn record(&self) -> String {
        let result = self.over.as_deref().map(|result| ("RE", result));
        self.tree.text(result.as_slice())
    }

    /// A point that the user names, or why it is none.
    pub(super) fn point(&self, vertex: &str) -> Result<Point, String> {
        let size = self.session.game.board().size();
        Point::from_vertex(vertex, size).map_err(|error| error.to_string())
    }

    /// A stone that the user names, or why it is none.
    pub(super) fn stone(&self, vertex: &str) -> Result<Point, String> {
        let point = self.point(vertex)?;
        if self.session.game.board().at(point).is_empty() {
            return Err(format!(
                "There is no stone on {}.",
                self.session.vertex(point)
            ));
        }
        Ok(point)
    }
}

/// The number of moves that a text names, 1 if it is empty, or what to say instead.
pub(super) fn number_of_moves(text: &str, example: &str) -> Result<usize, String> {
    match text.parse() {
        _ if text.is_empty() => Ok(1),
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("Say how many moves: {example}")),
    }
}

/// Prints an answer, or why there is none.
pub(super) fn tell(answer: Result<String, String>, output: &mut dyn Write) -> io::Result<Next> {
    let text = answer.unwrap_or_else(|problem| problem);
    writeln!(output, "{}", text.trim_end())?;
    Ok(Next::Ask)
}
