//! From a tree to entries.
//!
//! Depth first: a node, its children in order. The rules are those of GNU Go's joseki files; where
//! they leave something open (set-up stones, other corners), it is done as an author would expect.
//! Start reading at [`compile`].

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, Rules, SuicideRule};
use katachi_sgf::{self as sgf, Action, Coord, Location, Node, Size};

use crate::corner::Corner;
use crate::entry::{Cell, Class, Entry};
use crate::names::{self, Naming, Step};
use crate::problem::{Problem, Severity};

/// How a tree is compiled.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What names begin with: letters and digits.
    pub prefix: String,
    /// How names go on.
    pub naming: Naming,
}

/// What came out of a tree.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The patterns in the order of the tree.
    pub entries: Vec<Entry>,
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
}

impl Compiled {
    /// Whether anything was lost.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|one| one.severity == Severity::Error)
    }

    /// Makes every warning an error: a tree is then either clean or refused.
    pub fn deny_warnings(&mut self) {
        for problem in &mut self.problems {
            problem.severity = Severity::Error;
        }
    }

    /// Makes every error a warning, if there are patterns: what was lost is told, what could be saved
    /// is good enough.
    pub fn forgive(&mut self) {
        if !self.entries.is_empty() {
            for problem in &mut self.problems {
                problem.severity = Severity::Warning;
            }
        }
    }
}

/// Compiles every game tree of a file; of one that breaks off, what stands before the break.
pub fn compile(bytes: &[u8], options: &Options) -> Compiled {
    let mut compiler = Compiler {
        options,
        out: Compiled::default(),
        names: BTreeMap::new(),
    };
    match sgf::parse_partial(bytes) {
        Err(error) => compiler.broken(&error),
        Ok(partial) => {
            for warning in partial.parsed.warnings {
                compiler.report(
                    Severity::Warning,
                    warning.location,
                    String::new(),
                    warning.message,
                );
            }
            for root in partial.parsed.collection.roots() {
                compiler.tree(root);
            }
            if let Some(error) = partial.broken {
                compiler.broken(&error);
            }
        }
    }
    compiler
        .out
        .problems
        .sort_by_key(|problem| problem.location);
    compiler.out
}

/// What is left to do on the way through a tree.
enum Task<'a> {
    Enter(Node<'a>),
    /// Back to what was there before a node: so many moves fewer, so many steps fewer.
    Leave {
        board: Box<Board>,
        steps: usize,
    },
}

struct Compiler<'o> {
    options: &'o Options,
    out: Compiled,
    /// Where each name was given.
    names: BTreeMap<String, Location>,
}

/// A path from the root, in the board's own coordinates.
#[derive(Clone, Copy)]
enum Raw {
    Setup(Color, Point),
    Move(Color, Option<Point>),
}

impl Compiler<'_> {
    fn report(&mut self, severity: Severity, location: Location, node: String, message: String) {
        self.out.problems.push(Problem {
            severity,
            location,
            node,
            message,
        });
    }

    /// Tells why a file could not be read to its end.
    fn broken(&mut self, error: &sgf::Error) {
        let text = error.to_string();
        // The place stands in front already.
        let place = format!("{}: ", error.location());
        let message = text.strip_prefix(&place).unwrap_or(&text).to_owned();
        self.report(Severity::Error, error.location(), String::new(), message);
    }

    fn tree(&mut self, root: Node<'_>) {
        let info = root.game_info();
        for warning in &info.warnings {
            let message = warning.message.clone();
            self.report(Severity::Warning, warning.location, String::new(), message);
        }
        if root.value("SZ").is_none() {
            let message = "expected the size of the board (SZ[19]), found none; 19x19 is assumed";
            self.report(
                Severity::Warning,
                root.location(),
                String::new(),
                message.to_owned(),
            );
        }
        let Some(size) = info.size.board_size() else {
            let message = format!(
                "expected a square board of 2 to 25 lines, found {}; the tree is passed over",
                info.size
            );
            return self.report(Severity::Error, root.location(), String::new(), message);
        };
        let (entries, problems) = (self.out.entries.len(), self.out.problems.len());
        self.walk(root, info.size, size);
        let new = self.out.problems.get(problems..).unwrap_or_default();
        // One mistake is told once.
        let explained = new.iter().any(|one| one.severity == Severity::Error);
        if self.out.entries.len() == entries && !explained {
            let message = "expected nodes with a move and a square mark (SQ or MA), found none: the \
                           tree gives no pattern; mark the far corner of the region of each move";
            self.report(
                Severity::Error,
                root.location(),
                String::new(),
                message.to_owned(),
            );
        }
    }

    fn walk(&mut self, root: Node<'_>, sgf_size: Size, size: BoardSize) {
        let mut board = Board::new(size);
        board.set_rules(Rules {
            ko: KoRule::None,
            suicide: SuicideRule::Forbidden,
        });
        let mut path: Vec<Raw> = Vec::new();
        let mut tasks = vec![Task::Enter(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Leave { board: old, steps } => {
                    board = *old;
                    path.truncate(steps);
                }
                Task::Enter(node) => {
                    tasks.push(Task::Leave {
                        board: Box::new(board.clone()),
                        steps: path.len(),
                    });
                    if self.node(node, sgf_size, &mut board, &mut path) {
                        let children: Vec<Node<'_>> = node.children().collect();
                        tasks.extend(children.into_iter().rev().map(Task::Enter));
                    }
                }
            }
        }
    }

    /// Does what a node says; returns whether its children can be looked at.
    fn node(
        &mut self,
        node: Node<'_>,
        sgf_size: Size,
        board: &mut Board,
        path: &mut Vec<Raw>,
    ) -> bool {
        let size = board.size();
        let mut setup: Vec<(Option<Color>, Point)> = Vec::new();
        let mut moves = Vec::new();
        for action in node.actions(sgf_size) {
            match action {
                Err(warning) => {
                    self.report(
                        Severity::Error,
                        warning.location,
                        shown(path, size),
                        warning.message,
                    );
                    return false;
                }
                Ok(Action::Player(_)) => {}
                Ok(Action::Setup { stone, at }) => {
                    setup.extend(point(at, size).map(|at| (stone.map(Color::from), at)));
                }
                Ok(Action::Play { color: side, at }) => {
                    moves.push((Color::from(side), at.and_then(|at| point(at, size))));
                }
            }
        }
        if !setup.is_empty() && !self.set_up(node, &setup, board, path) {
            return false;
        }
        if moves.len() > 1 {
            let message = format!(
                "expected one move in a node, found {}; put each into a node of its own",
                moves.len()
            );
            self.report(Severity::Error, node.location(), shown(path, size), message);
            return false;
        }
        let Some(&(side, at)) = moves.first() else {
            if has_mark(node) && !path.iter().all(|step| matches!(step, Raw::Setup(..))) {
                let message = "a square mark without a move: the node gives no pattern".to_owned();
                self.report(
                    Severity::Warning,
                    node.location(),
                    shown(path, size),
                    message,
                );
            }
            return true;
        };
        path.push(Raw::Move(side, at));
        let Some(at) = at else {
            if has_mark(node) {
                let message = "a square mark at a pass: the node gives no pattern".to_owned();
                self.report(
                    Severity::Warning,
                    node.location(),
                    shown(path, size),
                    message,
                );
            }
            return true;
        };
        if let Err(why) = board.check_legal(side, at) {
            let message = format!(
                "expected a legal move, found {} where {why}; correct it: what follows is passed over",
                at.vertex(size)
            );
            self.report(Severity::Error, node.location(), shown(path, size), message);
            return false;
        }
        if has_mark(node) {
            self.entry(node, sgf_size, board, side, at, path);
        }
        // It was found legal.
        let _ = board.play(side, at);
        true
    }

    /// Puts set-up stones on the board.
    fn set_up(
        &mut self,
        node: Node<'_>,
        setup: &[(Option<Color>, Point)],
        board: &mut Board,
        path: &mut Vec<Raw>,
    ) -> bool {
        let size = board.size();
        let mut stones: BTreeMap<Point, Color> =
            board.all_stones().map(|(color, at)| (at, color)).collect();
        for &(stone, at) in setup {
            if let Some(color) = stone {
                stones.insert(at, color);
                path.push(Raw::Setup(color, at));
            } else {
                stones.remove(&at);
                path.retain(|step| !matches!(step, Raw::Setup(_, old) if *old == at));
            }
        }
        let rules = board.rules();
        match Board::with_stones(size, stones.into_iter().map(|(at, color)| (color, at))) {
            Ok(mut new) => {
                new.set_rules(rules);
                *board = new;
                true
            }
            Err(error) => {
                let message = format!("expected stones that can stand like this: {error}");
                self.report(Severity::Error, node.location(), shown(path, size), message);
                false
            }
        }
    }

    /// Makes the pattern of a marked move.
    fn entry(
        &mut self,
        node: Node<'_>,
        sgf_size: Size,
        board: &Board,
        side: Color,
        mv: Point,
        path: &[Raw],
    ) {
        let size = board.size();
        let failed = |compiler: &mut Self, location, message: String| {
            compiler.report(Severity::Error, location, shown(path, size), message);
        };
        let mut marks = Vec::new();
        for value in node.values("SQ").chain(node.values("MA")) {
            match value.points(sgf_size) {
                Err(warning) => return failed(self, warning.location, warning.message),
                Ok(points) => {
                    let points = points.filter_map(|at| point(at, size));
                    marks.extend(points.map(|at| (value.location(), at)));
                }
            }
        }
        // Properties may stand in any order.
        marks.sort_by_key(|(location, _)| *location);
        let Some(&(location, mark)) = marks.first() else {
            return;
        };
        if let Some(&(second, at)) = marks.get(1) {
            let message = format!(
                "expected one square mark, found a second one at {}; the first, at {}, counts",
                at.vertex(size),
                mark.vertex(size)
            );
            self.report(Severity::Warning, second, shown(path, size), message);
        }
        let Some(corner) = corner_of(board, mv, mark, path) else {
            let message = format!(
                "expected a square mark that spans, with one corner of the board, the region of the \
                 move {}; found one at {} in the middle of the board, which fits no corner or \
                 several; move it away from the corner that is meant",
                mv.vertex(size),
                mark.vertex(size)
            );
            return failed(self, location, message);
        };
        let (rows, cols) = corner.from_edges(mark, size);
        let (rows, cols) = (rows + 1, cols + 1);
        if rows.max(cols) >= size.get() {
            let message = format!(
                "expected a region that leaves two sides of the board free, found {rows} rows and \
                 {cols} columns; move the square mark at {} towards the corner",
                mark.vertex(size)
            );
            return failed(self, location, message);
        }
        let mut labels = Vec::new();
        for value in node.values("LB") {
            let Some((at, label)) = value.split() else {
                let message = format!(
                    "expected a label such as `LB[pc:A]`, found `{}`",
                    value.raw()
                );
                return failed(self, value.location(), message);
            };
            let at = match at.point(sgf_size) {
                Ok(at) => at,
                Err(warning) => return failed(self, warning.location, warning.message),
            };
            let text = label.simple_text();
            let mut letters = text.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else {
                let message = format!(
                    "expected a label of one character, found `{text}` at {}; constraints name \
                     points by one letter",
                    point(at, size).map_or(String::new(), |at| at.vertex(size).to_string())
                );
                return failed(self, label.location(), message);
            };
            let Some(at) = point(at, size) else {
                continue;
            };
            let place = corner.from_edges(at, size);
            if place.0 >= rows || place.1 >= cols {
                let message = format!(
                    "expected labels inside the region of {rows} rows and {cols} columns, found \
                     `{letter}` at {}; move the square mark or the label",
                    at.vertex(size)
                );
                return failed(self, label.location(), message);
            }
            if let Some((other, _)) = labels.iter().find(|(_, taken)| *taken == place) {
                let message = format!(
                    "expected one label on a point, found `{other}` and `{letter}` at {}",
                    at.vertex(size)
                );
                return failed(self, label.location(), message);
            }
            labels.push((letter, place));
        }
        let comment = node.value("C").map(sgf::Value::text).unwrap_or_default();
        let lines = |start: char| -> Vec<String> {
            let lines = comment.lines().map(str::trim_end);
            lines
                .filter(|line| line.starts_with(start))
                .map(str::to_owned)
                .collect()
        };
        let own_steps = steps(path, corner, size);
        let given = (node.value("N").map(sgf::Value::simple_text))
            .filter(|name| self.options.naming == Naming::Path && names::is_name(name));
        let is_given = given.is_some();
        let name = given.unwrap_or_else(|| {
            let number = self.out.entries.len() + 1;
            names::name(
                self.options.naming,
                &self.options.prefix,
                number,
                &own_steps,
            )
        });
        if let Some(first) = self.names.get(&name) {
            let message = if is_given {
                format!(
                    "expected names that differ, found `{name}` again (it is also at {first}); change \
                     the node's name (N)"
                )
            } else {
                format!(
                    "expected each line of moves once, found this one again (it is also at {first}); \
                     remove one of them, or give it a name (N)"
                )
            };
            return failed(self, node.location(), message);
        }
        self.names.insert(name.clone(), node.location());
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let cells = cells.map(|at| {
            let stone = corner.point(at, size).and_then(|at| board.at(at).color());
            match stone {
                None => Cell::Empty,
                Some(color) if color == side => Cell::Own,
                Some(_) => Cell::Other,
            }
        });
        self.out.entries.push(Entry {
            name,
            location: node.location(),
            path: own_steps,
            rows,
            cols,
            cells: cells.collect(),
            mv: corner.from_edges(mv, size),
            labels,
            class: Class::of_comment(&comment),
            extra: lines(':')
                .iter()
                .map(|line| line[1..].trim().to_owned())
                .collect(),
            comments: lines('#'),
            constraint: lines(';'),
            action: lines('>'),
        });
    }
}

/// The corner that a move and its mark belong to: the rectangle between them has the move in it and
/// more of the stones so far than that of any other corner; among equals the smallest.
fn corner_of(board: &Board, mv: Point, mark: Point, path: &[Raw]) -> Option<Corner> {
    let size = board.size();
    let mut best: Vec<(usize, std::cmp::Reverse<usize>, Corner)> = Vec::new();
    for corner in Corner::ALL {
        let (rows, cols) = corner.from_edges(mark, size);
        let inside = |at: Point| {
            let (row, col) = corner.from_edges(at, size);
            row <= rows && col <= cols
        };
        if inside(mv) {
            let played = path.iter().filter(|step| match step {
                Raw::Setup(_, at) | Raw::Move(_, Some(at)) => inside(*at),
                Raw::Move(_, None) => false,
            });
            let area = (rows + 1) * (cols + 1);
            best.push((played.count(), std::cmp::Reverse(area), corner));
        }
    }
    best.sort_by_key(|(played, area, _)| std::cmp::Reverse((*played, *area)));
    match best.as_slice() {
        [] => None,
        [only] => Some(only.2),
        [first, second, ..] => {
            let is_clear = (first.0, first.1) != (second.0, second.1);
            is_clear.then_some(first.2)
        }
    }
}

/// A path as a name's maker sees it: from the corner, with the side that begins.
fn steps(path: &[Raw], corner: Corner, size: BoardSize) -> Vec<Step> {
    let first = path.iter().find_map(|step| match step {
        Raw::Move(color, _) => Some(*color),
        Raw::Setup(..) => None,
    });
    let is_first = |color: Color| Some(color) == first;
    path.iter()
        .map(|step| match *step {
            Raw::Setup(color, at) => Step::Setup {
                first: is_first(color),
                at: corner.from_edges(at, size),
            },
            Raw::Move(color, at) => Step::Move {
                first: is_first(color),
                at: at.map(|at| corner.from_edges(at, size)),
            },
        })
        .collect()
}

/// A path for people: `B R16, W P17`.
fn shown(path: &[Raw], size: BoardSize) -> String {
    let steps = path.iter().filter_map(|step| match *step {
        Raw::Setup(..) => None,
        Raw::Move(color, at) => {
            let letter = if color == Color::Black { 'B' } else { 'W' };
            let at = at.map_or("pass".to_owned(), |at| at.vertex(size).to_string());
            Some(format!("{letter} {at}"))
        }
    });
    steps.collect::<Vec<_>>().join(", ")
}

fn has_mark(node: Node<'_>) -> bool {
    node.value("SQ").is_some() || node.value("MA").is_some()
}

/// The point, if it lies on this board.
fn point(at: Coord, size: BoardSize) -> Option<Point> {
    at.to_point().filter(|&point| size.contains(point))
}
