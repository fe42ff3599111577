//! Pictures of trees: for each branch a corner with numbered moves, and the annotations of each
//! move.
//!
//! 1. [`Tree::read`] reads a file.
//! 2. [`Tree::branches`] selects the branches to show.
//! 3. [`text()`] and [`svg()`] draw them.
//!
//! Points are those of the file, so that a picture can be compared with the SGF editor. To draw a
//! branch, its line is played from the root, so the length of lines is limited ([`MAX_DEPTH`]).

mod svg;
mod text;

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, Rules, SuicideRule};
use katachi_sgf::{self as sgf, Action, Location, Property, Size, Value};

use crate::compile::{Compiled, MAX_MOVES, Options, compile};
use crate::corner::Corner;
use crate::entry::{Class, Entry};
use crate::names;

pub use svg::{MAX_PICTURES, svg};
pub use text::text;

/// The longest line that is shown, in nodes with moves or set-up stones: as long as the line to a
/// pattern may be.
pub const MAX_DEPTH: usize = MAX_MOVES;

/// A file of trees and its patterns.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    roots: Vec<usize>,
    /// The number of nodes deeper than [`MAX_DEPTH`].
    left_out: usize,
}

/// A node with its actions and annotations.
#[derive(Clone, Debug)]
struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    size: BoardSize,
    setup: Vec<(Option<Color>, Point)>,
    /// The move; without a point, it is a pass.
    mv: Option<(Color, Option<Point>)>,
    /// The number of moves up to this one.
    moves: usize,
    pattern: Option<Box<Pattern>>,
}

/// A pattern, placed on the board of the file.
#[derive(Clone, Debug)]
struct Pattern {
    entry: Entry,
    corner: Corner,
}

/// A line of play from the root to a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its last node.
    end: usize,
    /// The number of its first nodes that an earlier branch has shown.
    shown: usize,
    /// The number of patterns after its end that the limits leave out.
    below: usize,
}

/// Limits what is shown of a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The most moves from the root, or from the chosen node.
    pub depth: Option<usize>,
}

/// Why a path of moves leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// A word of the path is not a move.
    #[error("expected moves such as `B Q16, W O17`, found `{0}`")]
    Word(String),
    /// No node has this move.
    #[error("expected a move of the tree after {after}, found {found}; there follows {follows}")]
    Unknown {
        /// The missing move.
        found: String,
        /// The moves before it.
        after: String,
        /// The moves that do follow.
        follows: String,
    },
}

impl Tree {
    /// Reads a file, together with the compiler's result and its problems.
    pub fn read(bytes: &[u8], options: &Options) -> (Self, Compiled) {
        let compiled = compile(bytes, options);
        let mut tree = Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            left_out: 0,
        };
        // The compiler has reported the errors of the file.
        if let Ok(partial) = sgf::parse_partial(bytes) {
            let mut entries: BTreeMap<Location, &Entry> = (compiled.entries.iter())
                .map(|entry| (entry.location, entry))
                .collect();
            for root in partial.parsed.collection.roots() {
                let sgf_size = root.game_info().size;
                if let Some(size) = sgf_size.board_size() {
                    tree.game(root, sgf_size, size, &mut entries);
                }
            }
        }
        (tree, compiled)
    }

    fn game(
        &mut self,
        root: sgf::Node<'_>,
        sgf_size: Size,
        size: BoardSize,
        entries: &mut BTreeMap<Location, &Entry>,
    ) {
        // The path from the root to the last node: for each node its index, and the number of nodes
        // with moves or set-up stones up to it.
        let mut line: Vec<(usize, usize)> = Vec::new();
        for (depth, node) in root.subtree() {
            if depth > line.len() {
                // Below an omitted node.
                self.left_out += 1;
                continue;
            }
            line.truncate(depth);
            let (parent, above) = line
                .last()
                .map_or((None, 0), |&(at, acts)| (Some(at), acts));
            let place = self.nodes.len();
            let (mut setup, mut mv) = (Vec::new(), None);
            for action in node.actions(sgf_size).flatten() {
                match action {
                    Action::Setup { stone, at } => {
                        setup.extend(at.to_point().map(|at| (stone.map(Color::from), at)));
                    }
                    Action::Player(_) => {}
                    Action::Play { color, at } => {
                        mv = Some((color.into(), at.and_then(sgf::Coord::to_point)));
                    }
                }
            }
            let acts = above + usize::from(mv.is_some() || !setup.is_empty());
            if acts > MAX_DEPTH {
                self.left_out += 1;
                continue;
            }
            if let Some(parent) = parent.filter(|_| acts == above) {
                // A node without an action has no entry of its own: its children follow its parent.
                line.push((parent, acts));
                continue;
            }
            line.push((place, acts));
            let before = parent.map_or(0, |parent| self.nodes[parent].moves);
            let pattern = entries.remove(&node.location()).and_then(|entry| {
                let corner = corner(node, entry, mv?.1?, sgf_size, size)?;
                let entry = entry.clone();
                Some(Box::new(Pattern { entry, corner }))
            });
            self.nodes.push(Node {
                parent,
                children: Vec::new(),
                size,
                setup,
                mv,
                moves: before + usize::from(mv.is_some()),
                pattern,
            });
            match parent {
                Some(parent) => self.nodes[parent].children.push(place),
                None => self.roots.push(place),
            }
        }
    }

    /// The branches of the whole tree, as far as the limits allow.
    pub fn branches(&self, limits: Limits) -> Vec<Branch> {
        (self.roots.iter())
            .flat_map(|&root| self.below(root, limits))
            .collect()
    }

    /// The line that leads to a pattern.
    pub fn branch_of_pattern(&self, name: &str) -> Option<Branch> {
        let is_wanted = |node: &Node| (node.pattern.iter()).any(|one| one.entry.name == name);
        let place = self.nodes.iter().position(is_wanted)?;
        Some(Branch {
            end: place,
            shown: 0,
            below: self.patterns_below(place),
        })
    }

    /// The branches after a path of moves such as `B Q16, W O17`; colours may be left out.
    ///
    /// # Errors
    /// If the tree has no such path.
    pub fn branches_of_path(&self, path: &str, limits: Limits) -> Result<Vec<Branch>, PathError> {
        let mut here: Vec<usize> = self.roots.clone();
        let mut before: Vec<String> = Vec::new();
        let mut at_root = true;
        for step in path.split(',') {
            let words: Vec<&str> = step.split_whitespace().collect();
            let (color, vertex) = match words.as_slice() {
                [vertex] => (None, *vertex),
                [color, vertex] => {
                    let first = color
                        .chars()
                        .next()
                        .map(|letter| letter.to_ascii_uppercase());
                    let color = match first {
                        Some('B') => Color::Black,
                        Some('W') => Color::White,
                        _ => return Err(PathError::Word(step.trim().to_owned())),
                    };
                    (Some(color), *vertex)
                }
                _ => return Err(PathError::Word(step.trim().to_owned())),
            };
            let candidates = self.next_moves(&here, at_root);
            let mut found = Vec::new();
            for &node in &candidates {
                let Some((side, at)) = self.nodes[node].mv else {
                    continue;
                };
                let wanted = if vertex.eq_ignore_ascii_case("pass") {
                    None
                } else {
                    let point = Point::from_vertex(vertex, self.nodes[node].size);
                    Some(point.map_err(|_| PathError::Word(step.trim().to_owned()))?)
                };
                if at == wanted && color.is_none_or(|color| color == side) {
                    found.push(node);
                }
            }
            if found.is_empty() {
                let follows: Vec<String> =
                    candidates.iter().map(|&node| self.vertex(node)).collect();
                let or_nothing = |list: Vec<String>, nothing: &str| {
                    if list.is_empty() {
                        nothing.to_owned()
                    } else {
                        list.join(", ")
                    }
                };
                return Err(PathError::Unknown {
                    found: step.trim().to_owned(),
                    after: or_nothing(before, "the root"),
                    follows: or_nothing(follows, "nothing"),
                });
            }
            before.push(self.vertex(found[0]));
            here = found;
            at_root = false;
        }
        Ok((here.into_iter())
            .flat_map(|node| self.below(node, limits))
            .collect())
    }

    /// The nodes with the next moves; nodes without a move are skipped.
    fn next_moves(&self, from: &[usize], at_root: bool) -> Vec<usize> {
        let children = |place: usize| self.nodes[place].children.iter().rev().copied();
        let mut tasks: Vec<usize> = if at_root {
            from.iter().rev().copied().collect()
        } else {
            from.iter().rev().copied().flat_map(children).collect()
        };
        let mut found = Vec::new();
        while let Some(place) = tasks.pop() {
            if self.nodes[place].mv.is_some() {
                found.push(place);
            } else {
                tasks.extend(children(place));
            }
        }
        found
    }

    fn below(&self, top: usize, limits: Limits) -> Vec<Branch> {
        let last = limits
            .depth
            .map(|depth| self.nodes[top].moves.saturating_add(depth));
        let mut branches = Vec::new();
        let mut tasks = vec![top];
        let mut seen: Vec<usize> = Vec::new();
        while let Some(place) = tasks.pop() {
            let node = &self.nodes[place];
            let ends = node.children.is_empty() || last.is_some_and(|last| node.moves >= last);
            if !ends {
                tasks.extend(node.children.iter().rev());
                continue;
            }
            let nodes = self.line(place);
            let shown = nodes.iter().zip(&seen).take_while(|(a, b)| a == b).count();
            seen = nodes;
            branches.push(Branch {
                end: place,
                shown,
                below: self.patterns_below(place),
            });
        }
        branches
    }

    /// The nodes from the root to this one.
    fn line(&self, place: usize) -> Vec<usize> {
        let mut line: Vec<usize> =
            std::iter::successors(Some(place), |&place| self.nodes[place].parent).collect();
        line.reverse();
        line
    }

    fn patterns_below(&self, place: usize) -> usize {
        let mut tasks = self.nodes[place].children.clone();
        let mut count = 0;
        while let Some(place) = tasks.pop() {
            count += usize::from(self.nodes[place].pattern.is_some());
            tasks.extend(&self.nodes[place].children);
        }
        count
    }

    /// A node's move: `B Q16`.
    fn vertex(&self, place: usize) -> String {
        let node = &self.nodes[place];
        let Some((color, at)) = node.mv else {
            return String::new();
        };
        let letter = color.initial().to_ascii_uppercase();
        let at = at.map_or("pass".to_owned(), |at| at.vertex(node.size).to_string());
        format!("{letter} {at}")
    }

    /// A line of play: `B Q16, W O17`.
    fn moves(&self, nodes: &[usize]) -> String {
        let with_moves = || (nodes.iter()).filter(|&&place| self.nodes[place].mv.is_some());
        let moves = with_moves().map(|&place| self.vertex(place));
        names::clipped(moves, with_moves().count())
    }

    /// `12 patterns (1 urgent, 11 standard)`, of those that are shown.
    pub fn summary(&self, branches: &[Branch]) -> String {
        let nodes = (branches.iter())
            .flat_map(|branch| self.line(branch.end).into_iter().skip(branch.shown))
            .map(|place| &self.nodes[place]);
        let mut classes: BTreeMap<Class, usize> = BTreeMap::new();
        for pattern in nodes.filter_map(|node| node.pattern.as_ref()) {
            *classes.entry(pattern.entry.class).or_default() += 1;
        }
        let all: usize = classes.values().sum();
        let each = classes.iter();
        let each: Vec<String> = each
            .map(|(class, count)| format!("{count} {}", class.name()))
            .collect();
        let longest = branches.iter().map(|branch| self.nodes[branch.end].moves);
        let longest = longest.max();
        let listed = if each.is_empty() {
            String::new()
        } else {
            format!(" ({})", each.join(", "))
        };
        let (branches, longest) = (branches.len(), longest.unwrap_or(0));
        let left_out = if self.left_out == 0 {
            String::new()
        } else {
            let nodes = self.left_out;
            format!(", left out: {nodes} nodes that lie deeper than {MAX_DEPTH} moves")
        };
        format!("branches: {branches}, moves: at most {longest}, patterns: {all}{listed}{left_out}")
    }
}

/// The corner of an entry: the one that gives its mark and its move the right distances.
fn corner(
    node: sgf::Node<'_>,
    entry: &Entry,
    mv: Point,
    sgf_size: Size,
    size: BoardSize,
) -> Option<Corner> {
    let mark = (node.properties())
        .filter(|property| matches!(property.identifier(), "SQ" | "MA"))
        .flat_map(Property::values)
        .min_by_key(|value: &Value<'_>| value.location())?;
    let mark = mark.points(sgf_size).ok()?.next()?.to_point()?;
    Corner::ALL.into_iter().find(|corner| {
        corner.from_edges(mark, size) == (entry.rows - 1, entry.cols - 1)
            && corner.from_edges(mv, size) == entry.mv
    })
}

/// The content of a picture: the end of a branch.
struct Picture {
    size: BoardSize,
    /// The stones: those of moves with their numbers, set-up stones without.
    stones: BTreeMap<Point, (Color, Option<usize>)>,
    /// The moves that need a note, because their point was played before or their stone has been
    /// captured: number and point.
    notes: Vec<(usize, Point)>,
    labels: BTreeMap<Point, char>,
    /// The first and the last row and column, edges of the board included.
    rows: (usize, usize),
    cols: (usize, usize),
    /// The region of the last pattern.
    region: Vec<Point>,
}

impl Tree {
    fn picture(&self, branch: &Branch, line: &[usize]) -> Picture {
        let size = self.nodes[branch.end].size;
        let mut board = Board::new(size);
        board.set_rules(Rules {
            ko: KoRule::None,
            suicide: SuicideRule::Forbidden,
        });
        let mut set_up: BTreeMap<Point, Color> = BTreeMap::new();
        let mut played: BTreeMap<Point, (Color, usize)> = BTreeMap::new();
        let (mut notes, mut pattern) = (Vec::new(), None);
        for node in line.iter().map(|&place| &self.nodes[place]) {
            for &(stone, at) in &node.setup {
                match stone {
                    Some(color) => set_up.insert(at, color),
                    None => set_up.remove(&at),
                };
            }
            if let Some((color, Some(at))) = node.mv {
                // The point keeps its first number; the note below the diagram mentions the later
                // one.
                if played.contains_key(&at) || set_up.contains_key(&at) {
                    notes.push((node.moves, at));
                } else {
                    played.insert(at, (color, node.moves));
                }
            }
            pattern = node.pattern.as_ref().or(pattern);
        }
        let mut stones: BTreeMap<Point, (Color, Option<usize>)> = BTreeMap::new();
        stones.extend(set_up.into_iter().map(|(at, color)| (at, (color, None))));
        stones.extend(
            played
                .into_iter()
                .map(|(at, (color, number))| (at, (color, Some(number)))),
        );
        let (mut region, mut labels) = (Vec::new(), BTreeMap::new());
        if let Some(pattern) = pattern {
            let Pattern { entry, corner } = pattern.as_ref();
            let places = (0..entry.rows).flat_map(|row| (0..entry.cols).map(move |col| (row, col)));
            region.extend(places.filter_map(|at| corner.point(at, size)));
            for &(label, at) in &entry.labels {
                labels.extend(corner.point(at, size).map(|at| (at, label)));
            }
        }
        let all = || stones.keys().chain(&region);
        let range = |numbers: &dyn Fn(&Point) -> usize| {
            let first = all().map(numbers).min().unwrap_or(0);
            let last = all().map(numbers).max().unwrap_or(size.get() - 1);
            // Without a region, leave room around the stones, up to a near edge.
            let margin = if region.is_empty() { 3 } else { 0 };
            (
                first.saturating_sub(margin),
                (last + margin).min(size.get() - 1),
            )
        };
        let (rows, cols) = (range(&|at| at.row()), range(&|at| at.col()));
        Picture {
            size,
            stones,
            notes,
            labels,
            rows,
            cols,
            region,
        }
    }
}
