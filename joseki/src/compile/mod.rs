//! Compiles an annotated tree into entries, one for each marked move.
//!
//! Entry point: [`compile`]. `walk.rs` walks the tree depth first, `path.rs` remembers how it came
//! to a node, and `marked.rs` makes the pattern of a marked move. The rules of annotation are those
//! of GNU Go's joseki files. Where they leave something open (set-up stones, other corners), the
//! compiler does what an author would expect.
//!
//! Time and memory grow with the size of the file, because the cost of a single node has limits:
//! moves and set-up stones on a path, and problems of a file.

mod marked;
mod path;
mod problems;
mod walk;

use katachi_sgf::{self as sgf, Node};

use self::marked::Names;
pub(crate) use self::path::MAX_MOVES;
use self::problems::Problems;
use self::walk::Walk;
use crate::entry::Entry;
use crate::names::Naming;
use crate::problem::{Problem, Severity};

/// The options of the compiler.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The beginning of all names: letters and digits.
    pub prefix: String,
    /// The rest of the names.
    pub naming: Naming,
}

/// The result of compiling a tree.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The patterns in the order of the tree.
    pub entries: Vec<Entry>,
    /// The problems, in the order of the file.
    pub problems: Vec<Problem>,
}

impl Compiled {
    /// Whether anything was lost.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|one| one.severity == Severity::Error)
    }

    /// Makes every warning an error, so that a tree without errors is clean.
    pub fn deny_warnings(&mut self) {
        for problem in &mut self.problems {
            problem.severity = Severity::Error;
        }
    }

    /// Makes every error a warning, if there are patterns: the caller wants what could be saved.
    pub fn forgive(&mut self) {
        if !self.entries.is_empty() {
            for problem in &mut self.problems {
                problem.severity = Severity::Warning;
            }
        }
    }
}

/// Compiles every game tree of a file. Of a file that breaks off, compiles the part before the
/// break.
pub fn compile(bytes: &[u8], options: &Options) -> Compiled {
    let mut problems = Problems::default();
    let mut entries = Vec::new();
    let mut names = Names::new(options.naming, &options.prefix);
    match sgf::parse_partial(bytes) {
        Err(error) => broken(&error, &mut problems),
        Ok(partial) => {
            for warning in partial.parsed.warnings {
                problems.add_of_whole(Severity::Warning, warning.location, warning.message);
            }
            for root in partial.parsed.collection.roots() {
                tree(root, &mut entries, &mut names, &mut problems);
            }
            if let Some(error) = partial.broken {
                broken(&error, &mut problems);
            }
        }
    }
    Compiled {
        entries,
        problems: problems.finish(),
    }
}

/// Reports why a file could not be read to its end.
fn broken(error: &sgf::Error, problems: &mut Problems) {
    let text = error.to_string();
    // The problem has a location of its own, so drop the one in the text.
    let place = format!("{}: ", error.location());
    let message = text.strip_prefix(&place).unwrap_or(&text).to_owned();
    problems.add_of_whole(Severity::Error, error.location(), message);
}

/// Compiles a game tree.
fn tree(root: Node<'_>, entries: &mut Vec<Entry>, names: &mut Names<'_>, problems: &mut Problems) {
    let info = root.game_info();
    for warning in &info.warnings {
        problems.add_of_whole(Severity::Warning, warning.location, warning.message.clone());
    }
    if root.value("SZ").is_none() {
        let message = "expected the size of the board (SZ[19]), found none; 19x19 is assumed";
        problems.add_of_whole(Severity::Warning, root.location(), message.to_owned());
    }
    let Some(size) = info.size.board_size() else {
        let message = format!(
            "expected a square board of 2 to 25 lines, found {}; the tree is skipped",
            info.size
        );
        return problems.add_of_whole(Severity::Error, root.location(), message);
    };
    let (before, errors) = (entries.len(), problems.errors());
    let mut walk = Walk {
        sgf_size: info.size,
        entries,
        names,
        problems,
    };
    walk.tree(root, size);
    // If there is an error, it explains the lack of patterns.
    if entries.len() == before && problems.errors() == errors {
        let message = "expected nodes with a move and a square mark (SQ or MA), found none: the \
                       tree gives no pattern; mark the far corner of the region of each move";
        problems.add_of_whole(Severity::Error, root.location(), message.to_owned());
    }
}
