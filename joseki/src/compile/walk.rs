//! Walks a tree depth first: puts set-up stones and moves on the board, and takes them back.

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, Rules, SuicideRule};
use katachi_sgf::{Action, Location, Node, Size};

use super::marked::{Marked, Names};
use super::path::Path;
use super::problems::Problems;
use crate::entry::Entry;
use crate::problem::Severity;

/// The most nodes with set-up stones on one path: each stores the board before it.
const MAX_SET_UPS: usize = 1000;

/// The remaining work of the walk, as a stack.
enum Task<'a> {
    Enter(Node<'a>),
    /// Undoes the last move.
    TakeBack {
        /// Whether the move is on the board; a pass is not.
        played: bool,
    },
    /// Returns to the position before stones were set up.
    Restore(Box<Place>),
}

/// The position of the walk through a tree.
struct Place {
    board: Board,
    path: Path,
    /// The number of nodes with set-up stones on the path from the root.
    set_ups: usize,
}

/// What a node puts on the board.
#[derive(Default)]
struct Changes {
    /// Stones to set up, and points to clear.
    setup: Vec<(Option<Color>, Point)>,
    /// Moves; `None` is a pass.
    moves: Vec<(Color, Option<Point>)>,
}

/// A walk through one tree.
pub(super) struct Walk<'w, 'o> {
    /// The size in the coordinates of the file.
    pub sgf_size: Size,
    pub entries: &'w mut Vec<Entry>,
    pub names: &'w mut Names<'o>,
    pub problems: &'w mut Problems,
}

impl Walk<'_, '_> {
    /// Visits all nodes of a tree on a board of this size.
    pub fn tree(&mut self, root: Node<'_>, size: BoardSize) {
        let mut board = Board::new(size);
        board.set_rules(Rules {
            ko: KoRule::None,
            suicide: SuicideRule::Forbidden,
        });
        let mut place = Place {
            board,
            path: Path::default(),
            set_ups: 0,
        };
        let mut tasks = vec![Task::Enter(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Restore(before) => place = *before,
                Task::TakeBack { played } => {
                    place.path.take_back();
                    if played {
                        place.board.undo();
                    }
                }
                Task::Enter(node) => {
                    if self.node(node, &mut place, &mut tasks) {
                        let first = tasks.len();
                        tasks.extend(node.children().map(Task::Enter));
                        tasks[first..].reverse();
                    }
                }
            }
        }
    }

    /// Reports an error of a node at the end of this path.
    fn error(&mut self, location: Location, path: &Path, size: BoardSize, message: String) {
        (self.problems).add(Severity::Error, location, path.shown(size), message);
    }

    /// Executes a node and pushes the tasks that undo it; returns whether to visit its children.
    fn node(&mut self, node: Node<'_>, place: &mut Place, tasks: &mut Vec<Task<'_>>) -> bool {
        let size = place.board.size();
        let Some(Changes { setup, moves }) = self.changes(node, place) else {
            return false;
        };
        if !setup.is_empty() && !self.set_up(node, &setup, place, tasks) {
            return false;
        }
        match *moves.as_slice() {
            [] => {
                if place.path.moves > 0 {
                    let message = "a square mark without a move: the node gives no pattern";
                    self.warn_of_mark(node, place, message);
                }
                true
            }
            [(side, None)] => {
                place.path.play(side, None);
                tasks.push(Task::TakeBack { played: false });
                let message = "a square mark at a pass: the node gives no pattern";
                self.warn_of_mark(node, place, message);
                true
            }
            [(side, Some(at))] => self.play(node, side, at, place, tasks),
            [_, _, ..] => {
                let message = format!(
                    "expected one move in a node, found {}; put each into a node of its own",
                    moves.len()
                );
                self.error(node.location(), &place.path, size, message);
                false
            }
        }
    }

    /// Reads the set-up stones and the moves of a node; `None` after an error.
    fn changes(&mut self, node: Node<'_>, place: &Place) -> Option<Changes> {
        let size = place.board.size();
        let mut changes = Changes::default();
        for action in node.actions(self.sgf_size) {
            match action {
                Err(warning) => {
                    self.error(warning.location, &place.path, size, warning.message);
                    return None;
                }
                Ok(Action::Player(_)) => {}
                Ok(Action::Setup { stone, at }) => {
                    let at = at.on_board(size);
                    (changes.setup).extend(at.map(|at| (stone.map(Color::from), at)));
                }
                Ok(Action::Play { color: side, at }) => {
                    let at = at.and_then(|at| at.on_board(size));
                    changes.moves.push((Color::from(side), at));
                }
            }
        }
        Some(changes)
    }

    /// Warns of a square mark at a node that gives no pattern.
    fn warn_of_mark(&mut self, node: Node<'_>, place: &Place, message: &str) {
        if has_mark(node) {
            let path = place.path.shown(place.board.size());
            (self.problems).add(Severity::Warning, node.location(), path, message.to_owned());
        }
    }

    /// Plays the move of a node; if the node is marked, adds its pattern.
    fn play(
        &mut self,
        node: Node<'_>,
        side: Color,
        at: Point,
        place: &mut Place,
        tasks: &mut Vec<Task<'_>>,
    ) -> bool {
        let Place { board, path, .. } = place;
        let size = board.size();
        path.play(side, Some(at));
        let legal = board.check_legal(side, at);
        tasks.push(Task::TakeBack {
            played: legal.is_ok(),
        });
        if let Err(why) = legal {
            let message = format!(
                "expected a legal move, found {} where {why}; correct it: what follows is skipped",
                at.vertex(size)
            );
            self.error(node.location(), path, size, message);
            return false;
        }
        if has_mark(node) {
            let marked = Marked {
                node,
                sgf_size: self.sgf_size,
                board,
                side,
                mv: at,
                path,
            };
            match marked.entry(self.entries.len() + 1, self.names, self.problems) {
                Ok(entry) => self.entries.extend(entry),
                Err(mistake) => self.error(mistake.location, path, size, mistake.message),
            }
        }
        // Its legality has been checked.
        let _ = board.play(side, at);
        true
    }

    /// Puts set-up stones on the board.
    fn set_up(
        &mut self,
        node: Node<'_>,
        setup: &[(Option<Color>, Point)],
        place: &mut Place,
        tasks: &mut Vec<Task<'_>>,
    ) -> bool {
        let size = place.board.size();
        if place.set_ups == MAX_SET_UPS {
            let message = format!(
                "expected at most {MAX_SET_UPS} nodes with set-up stones one below the other, found \
                 another one; the nodes from here on are skipped"
            );
            self.error(node.location(), &place.path, size, message);
            return false;
        }
        let mut stones: BTreeMap<Point, Color> = (place.board.all_stones())
            .map(|(color, at)| (at, color))
            .collect();
        for &(stone, at) in setup {
            if let Some(color) = stone {
                stones.insert(at, color);
            } else {
                stones.remove(&at);
            }
        }
        let mut path = place.path.clone();
        path.set_up(setup);
        match Board::with_stones(size, stones.into_iter().map(|(at, color)| (color, at))) {
            Ok(mut board) => {
                board.set_rules(place.board.rules());
                let set_ups = place.set_ups + 1;
                let after = Place {
                    board,
                    path,
                    set_ups,
                };
                let before = std::mem::replace(place, after);
                tasks.push(Task::Restore(Box::new(before)));
                true
            }
            Err(error) => {
                let message = format!("expected stones that can stand like this: {error}");
                self.error(node.location(), &path, size, message);
                false
            }
        }
    }
}

fn has_mark(node: Node<'_>) -> bool {
    node.value("SQ").is_some() || node.value("MA").is_some()
}
