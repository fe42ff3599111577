//! Compiles an annotated tree into entries, one for each marked move.
//!
//! Entry point: [`compile`]. It walks the tree depth first. The rules of annotation are those of
//! GNU Go's joseki files. Where they leave something open (set-up stones, other corners), the
//! compiler does what an author would expect.
//!
//! Time and memory grow with the size of the file, because the cost of a single node has limits:
//! [`MAX_MOVES`], [`MAX_SET_UPS`] and [`MAX_PROBLEMS`].

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, PointSet, Rules, SuicideRule};
use katachi_sgf::{self as sgf, Action, Coord, Location, Node, Size};

use crate::corner::Corner;
use crate::entry::{Cell, Class, Entry};
use crate::names::{self, Naming, Step};
use crate::problem::{Problem, Severity};

/// The longest line of moves that leads to a pattern, its own move included.
pub const MAX_MOVES: usize = 500;

/// The most nodes with set-up stones on one path: each stores the board before it.
pub const MAX_SET_UPS: usize = 1000;

/// The most problems to report for a file.
pub const MAX_PROBLEMS: usize = 1000;

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
    let mut compiler = Compiler {
        options,
        out: Compiled::default(),
        names: BTreeMap::new(),
        errors: 0,
        untold: Vec::new(),
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
    compiler.finish()
}

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

struct Compiler<'o> {
    options: &'o Options,
    out: Compiled,
    /// The location of each name.
    names: BTreeMap<String, Location>,
    /// The number of errors, reported or not.
    errors: usize,
    /// The problems beyond the limit.
    untold: Vec<Untold>,
}

/// The number of omitted problems of a severity, and the location of the first.
struct Untold {
    severity: Severity,
    first: Location,
    count: usize,
}

/// A step of a path, in coordinates of the board.
#[derive(Clone, Copy)]
enum Raw {
    Setup(Color, Point),
    Move(Color, Option<Point>),
}

/// A path from the root.
#[derive(Clone, Default)]
struct Path {
    /// The set-up stones, each point once, and the first [`MAX_MOVES`] moves.
    steps: Vec<Raw>,
    /// The number of moves, including those beyond the limit.
    moves: usize,
}

impl Path {
    fn play(&mut self, color: Color, at: Option<Point>) {
        self.moves += 1;
        if self.moves <= MAX_MOVES {
            self.steps.push(Raw::Move(color, at));
        }
    }

    /// Removes the last move; no stones have been set up after it.
    fn take_back(&mut self) {
        if self.moves <= MAX_MOVES {
            self.steps.pop();
        }
        self.moves = self.moves.saturating_sub(1);
    }

    fn set_up(&mut self, changes: &[(Option<Color>, Point)]) {
        let changed: PointSet = changes.iter().map(|&(_, at)| at).collect();
        self.steps
            .retain(|step| !matches!(step, Raw::Setup(_, at) if changed.contains(*at)));
        let stones = changes.iter();
        self.steps
            .extend(stones.filter_map(|&(stone, at)| Some(Raw::Setup(stone?, at))));
    }
}

impl Compiler<'_> {
    fn report(&mut self, severity: Severity, location: Location, node: String, message: String) {
        self.errors += usize::from(severity == Severity::Error);
        if self.out.problems.len() < MAX_PROBLEMS {
            self.out.problems.push(Problem {
                severity,
                location,
                node,
                message,
            });
            return;
        }
        let mut known = self.untold.iter_mut();
        match known.find(|untold| untold.severity == severity) {
            Some(untold) => untold.count += 1,
            None => self.untold.push(Untold {
                severity,
                first: location,
                count: 1,
            }),
        }
    }

    /// The result, with the problems in the order of the file.
    fn finish(mut self) -> Compiled {
        for untold in self.untold {
            let message = format!(
                "expected at most {MAX_PROBLEMS} problems in a file, found {} more of this kind, which \
                 are not told; mend the others first",
                untold.count
            );
            self.out.problems.push(Problem {
                severity: untold.severity,
                location: untold.first,
                node: String::new(),
                message,
            });
        }
        self.out.problems.sort_by_key(|problem| problem.location);
        self.out
    }

    /// Reports why a file could not be read to its end.
    fn broken(&mut self, error: &sgf::Error) {
        let text = error.to_string();
        // The problem has a location of its own, so drop the one in the text.
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
        let (entries, errors) = (self.out.entries.len(), self.errors);
        self.walk(root, info.size, size);
        // If there is an error, it explains the lack of patterns.
        if self.out.entries.len() == entries && self.errors == errors {
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
                    if self.node(node, sgf_size, &mut place, &mut tasks) {
                        let first = tasks.len();
                        tasks.extend(node.children().map(Task::Enter));
                        tasks[first..].reverse();
                    }
                }
            }
        }
    }

    /// Executes a node and pushes the tasks that undo it; returns whether to visit its children.
    fn node(
        &mut self,
        node: Node<'_>,
        sgf_size: Size,
        place: &mut Place,
        tasks: &mut Vec<Task<'_>>,
    ) -> bool {
        let size = place.board.size();
        let mut setup: Vec<(Option<Color>, Point)> = Vec::new();
        let mut moves = Vec::new();
        for action in node.actions(sgf_size) {
            match action {
                Err(warning) => {
                    self.report(
                        Severity::Error,
                        warning.location,
                        shown(&place.path, size),
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
        if !setup.is_empty() && !self.set_up(node, &setup, place, tasks) {
            return false;
        }
        let Place { board, path, .. } = place;
        if moves.len() > 1 {
            let message = format!(
                "expected one move in a node, found {}; put each into a node of its own",
                moves.len()
            );
            self.report(Severity::Error, node.location(), shown(path, size), message);
            return false;
        }
        let Some(&(side, at)) = moves.first() else {
            if has_mark(node) && path.moves > 0 {
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
        path.play(side, at);
        let Some(at) = at else {
            tasks.push(Task::TakeBack { played: false });
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
        let legal = board.check_legal(side, at);
        tasks.push(Task::TakeBack {
            played: legal.is_ok(),
        });
        if let Err(why) = legal {
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
                 another one; the nodes from here on are passed over"
            );
            let path = shown(&place.path, size);
            self.report(Severity::Error, node.location(), path, message);
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
                self.report(
                    Severity::Error,
                    node.location(),
                    shown(&path, size),
                    message,
                );
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
        path: &Path,
    ) {
        let size = board.size();
        let failed = |compiler: &mut Self, location, message: String| {
            compiler.report(Severity::Error, location, shown(path, size), message);
        };
        if path.moves > MAX_MOVES {
            let message = format!(
                "expected a pattern at most {MAX_MOVES} moves from the root, found one at move {}; begin \
                 a tree of its own with set-up stones",
                path.moves
            );
            return failed(self, node.location(), message);
        }
        let mut marks = Vec::new();
        for value in node.values("SQ").chain(node.values("MA")) {
            match value.points(sgf_size) {
                Err(warning) => return failed(self, warning.location, warning.message),
                Ok(points) => {
                    // Only the first point counts; a second one is reported.
                    let points = points.filter_map(|at| point(at, size)).take(2);
                    marks.extend(points.map(|at| (value.location(), at)));
                }
            }
        }
        // Properties may be in any order, so sort the marks by location.
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

/// The corner that a move and its mark belong to. The rectangle between corner and mark must
/// contain the move. Of several corners, the one whose rectangle contains the most stones so far
/// wins; of equal ones, the smallest rectangle. `None` if that leaves a tie.
fn corner_of(board: &Board, mv: Point, mark: Point, path: &Path) -> Option<Corner> {
    let size = board.size();
    let mut best: Vec<(usize, std::cmp::Reverse<usize>, Corner)> = Vec::new();
    for corner in Corner::ALL {
        let (rows, cols) = corner.from_edges(mark, size);
        let inside = |at: Point| {
            let (row, col) = corner.from_edges(at, size);
            row <= rows && col <= cols
        };
        if inside(mv) {
            let played = path.steps.iter().filter(|step| match step {
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

/// A path in the form from which names are made: seen from the corner, relative to the side that
/// begins.
fn steps(path: &Path, corner: Corner, size: BoardSize) -> Vec<Step> {
    let first = path.steps.iter().find_map(|step| match step {
        Raw::Move(color, _) => Some(*color),
        Raw::Setup(..) => None,
    });
    let is_first = |color: Color| Some(color) == first;
    (path.steps.iter())
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
fn shown(path: &Path, size: BoardSize) -> String {
    let steps = path.steps.iter().filter_map(|step| match *step {
        Raw::Setup(..) => None,
        Raw::Move(color, at) => {
            let letter = if color == Color::Black { 'B' } else { 'W' };
            let at = at.map_or("pass".to_owned(), |at| at.vertex(size).to_string());
            Some(format!("{letter} {at}"))
        }
    });
    names::clipped(steps, path.moves)
}

fn has_mark(node: Node<'_>) -> bool {
    node.value("SQ").is_some() || node.value("MA").is_some()
}

/// The point, if it lies on this board.
fn point(at: Coord, size: BoardSize) -> Option<Point> {
    at.to_point().filter(|&point| size.contains(point))
}
