//! The pattern of a marked move.
//!
//! Entry point: [`Marked::entry`]. The square mark says which corner is meant and how far the
//! pattern reaches; the node's labels, comment and name are the annotations.

use std::collections::BTreeMap;

use katachi_board::{Board, Color, Point};
use katachi_sgf::{Location, Node, Size, Value, Warning};

use super::path::{MAX_MOVES, Path};
use super::problems::Problems;
use crate::corner::Corner;
use crate::entry::{Cell, Class, Entry};
use crate::names::{self, Naming};
use crate::problem::Severity;

/// A node with a move and a square mark, and what led to it.
pub(super) struct Marked<'a> {
    pub node: Node<'a>,
    pub sgf_size: Size,
    /// The board before the move.
    pub board: &'a Board,
    /// The side that moves.
    pub side: Color,
    pub mv: Point,
    /// The path to the node, its own move included.
    pub path: &'a Path,
}

/// Why a marked move gives no pattern.
pub(super) struct Mistake {
    pub location: Location,
    pub message: String,
}

impl From<Warning> for Mistake {
    fn from(warning: Warning) -> Self {
        Self {
            location: warning.location,
            message: warning.message,
        }
    }
}

fn mistake<T>(location: Location, message: String) -> Result<T, Mistake> {
    Err(Mistake { location, message })
}

/// The part of the board that a pattern shows.
#[derive(Clone, Copy)]
struct Region {
    corner: Corner,
    rows: usize,
    cols: usize,
}

/// A point of a region: row and column from the corner's edges.
type Place = (usize, usize);

/// The names of all patterns so far.
pub(super) struct Names<'o> {
    naming: Naming,
    prefix: &'o str,
    seen: BTreeMap<String, Location>,
}

impl<'o> Names<'o> {
    pub fn new(naming: Naming, prefix: &'o str) -> Self {
        Self {
            naming,
            prefix,
            seen: BTreeMap::new(),
        }
    }
}

impl Marked<'_> {
    /// The pattern; `None` if the mark is on no point of the board. `number` counts patterns, from
    /// 1.
    pub fn entry(
        &self,
        number: usize,
        names: &mut Names<'_>,
        problems: &mut Problems,
    ) -> Result<Option<Entry>, Mistake> {
        if self.path.moves > MAX_MOVES {
            let message = format!(
                "expected a pattern at most {MAX_MOVES} moves from the root, found one at move {}; begin \
                 a tree of its own with set-up stones",
                self.path.moves
            );
            return mistake(self.node.location(), message);
        }
        let Some((location, mark)) = self.mark(problems)? else {
            return Ok(None);
        };
        let region = self.region(location, mark)?;
        self.check_region(location, region, problems);
        let labels = self.labels(region)?;
        let name = self.name(region.corner, number, names)?;
        let comment = self.node.value("C").map(Value::text).unwrap_or_default();
        self.check_class(&comment, problems);
        let lines = |start: char| -> Vec<String> {
            let lines = comment.lines().map(str::trim_end);
            lines
                .filter(|line| line.starts_with(start))
                .map(str::to_owned)
                .collect()
        };
        Ok(Some(Entry {
            name,
            location: self.node.location(),
            rows: region.rows,
            cols: region.cols,
            cells: self.cells(region),
            mv: region.corner.from_edges(self.mv, self.board.size()),
            labels,
            class: Class::of_comment(&comment),
            extra: lines(':')
                .iter()
                .map(|line| line[1..].trim().to_owned())
                .collect(),
            comments: lines('#'),
            constraint: lines(';'),
            action: lines('>'),
            written: self.node.value("C").map(Value::lines).unwrap_or_default(),
        }))
    }

    /// The name of a point of the board.
    fn vertex(&self, at: Point) -> String {
        at.vertex(self.board.size()).to_string()
    }

    /// The square mark that counts: the first one in the file.
    fn mark(&self, problems: &mut Problems) -> Result<Option<(Location, Point)>, Mistake> {
        let size = self.board.size();
        let mut marks = Vec::new();
        for value in self.node.values("SQ").chain(self.node.values("MA")) {
            let points = value.points(self.sgf_size)?;
            // Only the first point counts; a second one is reported.
            let points = points.filter_map(|at| at.on_board(size)).take(2);
            marks.extend(points.map(|at| (value.location(), at)));
        }
        // Properties may be in any order, so sort the marks by location.
        marks.sort_by_key(|(location, _)| *location);
        if let [(_, mark), (second, at), ..] = *marks.as_slice() {
            let message = format!(
                "expected one square mark, found a second one at {}; the first, at {}, counts",
                self.vertex(at),
                self.vertex(mark)
            );
            problems.add(Severity::Warning, second, self.path.shown(size), message);
        }
        Ok(marks.first().copied())
    }

    /// The region from the corner to the mark.
    fn region(&self, location: Location, mark: Point) -> Result<Region, Mistake> {
        let size = self.board.size();
        let Some(corner) = self.corner(mark) else {
            let message = format!(
                "expected a square mark that spans, with one corner of the board, the region of the \
                 move {}; found one at {} in the middle of the board, which fits no corner or \
                 several; move it away from the corner that is meant",
                self.vertex(self.mv),
                self.vertex(mark)
            );
            return mistake(location, message);
        };
        let (rows, cols) = corner.from_edges(mark, size);
        let (rows, cols) = (rows + 1, cols + 1);
        if rows.max(cols) >= size.get() {
            let message = format!(
                "expected a region that leaves two sides of the board free, found {rows} rows and \
                 {cols} columns; move the square mark at {} towards the corner",
                self.vertex(mark)
            );
            return mistake(location, message);
        }
        Ok(Region { corner, rows, cols })
    }

    /// Warns of a word at the beginning of a comment that says a class by its first letter alone.
    fn check_class(&self, comment: &str, problems: &mut Problems) {
        let word = comment.split(|c: char| !c.is_alphanumeric()).next();
        let word = word.unwrap_or_default();
        let class = Class::of_comment(comment);
        let names_it = word.eq_ignore_ascii_case(class.name());
        if word.chars().count() < 2 || class == Class::Standard || names_it {
            return;
        }
        let Some(value) = self.node.value("C") else {
            return;
        };
        let message = format!(
            "expected the class of the move as a letter of its own, found the word `{word}`, which \
             makes it {}; begin the comment with the class, as in `C[J {word} ...]`",
            class.name()
        );
        let node = self.path.shown(self.board.size());
        problems.add(Severity::Warning, value.location(), node, message);
    }

    /// Warns of a region that cuts stones in contact apart, or covers most of the board.
    fn check_region(&self, location: Location, region: Region, problems: &mut Problems) {
        let size = self.board.size();
        let is_inside = |at: Point| {
            let (row, col) = region.corner.from_edges(at, size);
            row < region.rows && col < region.cols
        };
        let touches = |at: &Point| {
            let mut beside = at.neighbors().into_iter().filter(|&at| size.contains(at));
            let is_taken = |at: Point| at == self.mv || !self.board.at(at).is_empty();
            beside.any(|at| is_inside(at) && is_taken(at))
        };
        let stones = self.board.all_stones().map(|(_, at)| at);
        let mut left_out = stones.filter(|&at| !is_inside(at) && touches(&at));
        let message = if 2 * region.rows * region.cols > size.area() {
            format!(
                "expected a region of the corner, found {} rows and {} columns, more than half of \
                 the board; move the square mark towards the corner",
                region.rows, region.cols
            )
        } else if let Some(stone) = left_out.next() {
            format!(
                "expected the stones that touch others in the region, found {} outside; move the square \
                 mark away from the corner",
                self.vertex(stone)
            )
        } else {
            return;
        };
        let node = self.path.shown(size);
        problems.add(Severity::Warning, location, node, message);
    }

    /// The corner that the move and its mark belong to. The rectangle between corner and mark must
    /// contain the move. Of several corners, the one whose rectangle contains the most stones so
    /// far wins; of equal ones, the smallest rectangle. `None` if that leaves a tie.
    fn corner(&self, mark: Point) -> Option<Corner> {
        let size = self.board.size();
        let mut best: Vec<(usize, std::cmp::Reverse<usize>, Corner)> = Vec::new();
        for corner in Corner::ALL {
            let (rows, cols) = corner.from_edges(mark, size);
            let inside = |at: Point| {
                let (row, col) = corner.from_edges(at, size);
                row <= rows && col <= cols
            };
            if inside(self.mv) {
                let area = (rows + 1) * (cols + 1);
                best.push((self.path.count(inside), std::cmp::Reverse(area), corner));
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

    /// The labels inside the region, in the order of the file.
    fn labels(&self, region: Region) -> Result<Vec<(char, Place)>, Mistake> {
        let mut labels: Vec<(char, Place)> = Vec::new();
        for value in self.node.values("LB") {
            let Some((location, letter, at)) = self.label(value)? else {
                continue;
            };
            let place = region.corner.from_edges(at, self.board.size());
            if place.0 >= region.rows || place.1 >= region.cols {
                let message = format!(
                    "expected labels inside the region of {} rows and {} columns, found `{letter}` \
                     at {}; move the square mark or the label",
                    region.rows,
                    region.cols,
                    self.vertex(at)
                );
                return mistake(location, message);
            }
            if let Some((other, _)) = labels.iter().find(|(_, taken)| *taken == place) {
                let message = format!(
                    "expected one label on a point, found `{other}` and `{letter}` at {}",
                    self.vertex(at)
                );
                return mistake(location, message);
            }
            labels.push((letter, place));
        }
        Ok(labels)
    }

    /// A label's place in the file, its letter and its point; `None` if it is not on this board.
    fn label(&self, value: Value<'_>) -> Result<Option<(Location, char, Point)>, Mistake> {
        let Some((at, label)) = value.split() else {
            let message = format!(
                "expected a label such as `LB[pc:A]`, found `{}`",
                value.raw()
            );
            return mistake(value.location(), message);
        };
        let at = at.point(self.sgf_size)?.on_board(self.board.size());
        let text = label.simple_text();
        let mut letters = text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!(
                "expected a label of one character, found `{text}` at {}; constraints name \
                 points by one letter",
                at.map_or(String::new(), |at| self.vertex(at))
            );
            return mistake(label.location(), message);
        };
        Ok(at.map(|at| (label.location(), letter, at)))
    }

    /// The pattern's name: the node's own one, or one made from the path. No two patterns may have
    /// the same.
    fn name(
        &self,
        corner: Corner,
        number: usize,
        names: &mut Names<'_>,
    ) -> Result<String, Mistake> {
        let given = (self.node.value("N").map(Value::simple_text))
            .filter(|name| names.naming == Naming::Path && names::is_name(name));
        let is_given = given.is_some();
        let name = given.unwrap_or_else(|| {
            let steps = self.path.steps(corner, self.board.size());
            names::name(names.naming, names.prefix, number, &steps)
        });
        if let Some(first) = names.seen.get(&name) {
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
            return mistake(self.node.location(), message);
        }
        names.seen.insert(name.clone(), self.node.location());
        Ok(name)
    }

    /// The content of the region before the move, row by row from the corner.
    fn cells(&self, region: Region) -> Vec<Cell> {
        let Region { corner, rows, cols } = region;
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let cells = places.map(|at| {
            let at = corner.point(at, self.board.size());
            match at.and_then(|at| self.board.at(at).color()) {
                None => Cell::Empty,
                Some(color) if color == self.side => Cell::Own,
                Some(_) => Cell::Other,
            }
        });
        cells.collect()
    }
}
