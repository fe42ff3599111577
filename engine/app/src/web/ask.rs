//! What a page can ask, and what it gets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a page asks.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Ask {
    /// Everything, for a page that has just been opened.
    Open {
        /// What the board shows.
        look: Look,
    },
    /// A change of the board.
    Board {
        /// The change.
        step: Step,
        /// What the board shows then.
        look: Look,
    },
    /// A change of a text.
    Edit {
        /// The source.
        file: String,
        /// Its whole new text.
        text: String,
        /// What the board shows then.
        look: Look,
    },
    /// What the board shows.
    Look {
        /// The layer, and what it needs to know.
        look: Look,
    },
    /// Writes a text into its file.
    Save {
        /// The source.
        file: String,
    },
    /// Runs the tests beside the patterns.
    Tests {},
    /// Counts where patterns fire in the games.
    Census {},
    /// Compares the texts with their files in the games.
    Compare {},
}

/// A change of the board.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "to", rename_all = "lowercase", deny_unknown_fields)]
pub enum Step {
    /// A move of the side to move.
    Play {
        /// Its point.
        at: String,
    },
    /// A pass.
    Pass {},
    /// Some moves back.
    Back {
        /// The number of moves.
        moves: usize,
    },
    /// Some moves forward in the record.
    Forward {
        /// The number of moves.
        moves: usize,
    },
    /// The other side moves.
    Turn {},
    /// An empty board.
    Clear {
        /// Its size.
        size: usize,
    },
    /// A game record, or a position that is drawn.
    Paste {
        /// The record as SGF, or the drawing.
        text: String,
    },
}

/// What the board shall show.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The layer.
    pub layer: String,
    /// The point of the cursor on the board.
    pub at: Option<String>,
    /// The source in the editor.
    pub file: Option<String>,
    /// The line of the cursor there, from 1.
    pub line: Option<u32>,
}

/// An answer: at once, or by a function that another thread calls.
pub enum Answer {
    /// At once.
    Now(Box<Now>),
    /// It takes long.
    Later(Box<dyn FnOnce() -> anyhow::Result<Now> + Send>),
}

/// What a page gets; parts that have not changed are left out.
#[derive(Debug, Default, Serialize)]
pub struct Now {
    /// The folder and its sources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<Folder>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardNow>,
    /// What it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The databases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub databases: Option<Vec<DatabaseNow>>,
    /// What the compiler says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remarks: Option<Vec<RemarkNow>>,
    /// The result of the tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<serde_json::Value>,
    /// A table: of the census, or of the comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// A sentence for the status line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// The folder.
#[derive(Debug, Serialize)]
pub struct Folder {
    /// Its name.
    pub name: String,
    /// The sources that can be edited.
    pub files: Vec<File>,
    /// The layers.
    pub layers: Vec<Layer>,
}

/// A source.
#[derive(Debug, Serialize)]
pub struct File {
    /// Its name in the folder.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Whether it differs from the file.
    pub unsaved: bool,
}

/// A layer.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Layer {
    /// By which pages ask for it.
    pub name: &'static str,
    /// What it shows.
    pub shows: &'static str,
}

/// The board.
#[derive(Debug, Serialize)]
pub struct BoardNow {
    /// The number of lines.
    pub size: usize,
    /// The rows from the top: `X` Black, `O` White, `.` nothing.
    pub rows: Vec<String>,
    /// The side to move.
    pub turn: &'static str,
    /// The number of moves played.
    pub number: usize,
    /// The point of the last move.
    pub last: Option<String>,
    /// The stones that each side has captured, Black first.
    pub captured: [u32; 2],
    /// Whether the record goes on.
    pub goes_on: bool,
    /// The comment of the record.
    pub comment: Option<String>,
}

/// What the board shows.
#[derive(Debug, Serialize)]
pub struct View {
    /// The layer.
    pub layer: String,
    /// In a sentence.
    pub title: String,
    /// The board as SVG.
    pub svg: String,
    /// What the points show, by vertex.
    pub points: BTreeMap<String, Vec<String>>,
    /// What stands beside the board.
    pub lines: Vec<String>,
    /// Whether the engine has thought about the position for it.
    pub thought: bool,
    /// The time that it took, in milliseconds.
    pub milliseconds: f64,
}

/// A database.
#[derive(Debug, Serialize)]
pub struct DatabaseNow {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub role: &'static str,
    /// Where it comes from.
    pub place: String,
    /// How it came into use.
    pub origin: String,
    /// The sources.
    pub sources: Vec<String>,
    /// What it has, and how much of it.
    pub content: String,
    /// Whether its newest text has mistakes, so that an older one is in use.
    pub is_behind: bool,
}

/// A mistake or a warning.
#[derive(Debug, Serialize)]
pub struct RemarkNow {
    /// The source.
    pub file: String,
    /// Line and column of the beginning, from 1.
    pub from: [usize; 2],
    /// Line and column of the end.
    pub to: [usize; 2],
    /// `error` or `warning`.
    pub severity: &'static str,
    /// The code.
    pub code: &'static str,
    /// What was expected and found.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The change that repairs it.
    pub fix: Option<FixNow>,
}

/// A change of a text.
#[derive(Debug, Serialize)]
pub struct FixNow {
    /// Line and column of the beginning.
    pub from: [usize; 2],
    /// Line and column of the end.
    pub to: [usize; 2],
    /// The new text.
    pub text: String,
}

/// A table.
#[derive(Debug, Serialize)]
pub struct Table {
    /// What it is about.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
    /// The place that each row is about, if it is about one: source and line.
    pub places: Vec<Option<(String, u32)>>,
}
