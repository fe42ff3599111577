//! The board of a drawing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use super::group::{frame, links};
use super::mark::Mark;
use super::style::{
    BLACK, INK, LIGHT_WOOD, LINE, RADIUS, Rgb, STEP, WHITE, WOOD, contrast, escape, letter,
    outlined, share_colors, share_square,
};
use crate::handicap::star_points_of;
use crate::{Board, BoardSize, Color, Point, PointSet, column_letter};

/// The free space around the outermost points.
const MARGIN: usize = 4;
/// The space that coordinates take on each side.
const COORDINATES: usize = 16;

/// A drawing of a board; its [`Display`](fmt::Display) is the SVG text.
///
/// Points outside the board are ignored.
#[derive(Clone, Debug)]
pub struct Drawing {
    columns: usize,
    rows: usize,
    title: Option<String>,
    coordinates: bool,
    stones: BTreeMap<Point, Color>,
    tints: BTreeMap<Point, Rgb>,
    labels: BTreeMap<Point, String>,
    captions: BTreeMap<Point, String>,
    numbers: BTreeMap<Point, String>,
    marks: BTreeMap<Point, BTreeSet<Mark>>,
    shares: BTreeMap<Point, (Color, f32)>,
    groups: Vec<(PointSet, Rgb)>,
}

impl Drawing {
    /// An empty board with these numbers of columns and rows, each 2 to 25; `None` for other
    /// numbers.
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        BoardSize::new(columns).and(BoardSize::new(rows))?;
        Some(Self::empty(columns, rows))
    }

    fn empty(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            rows,
            title: None,
            coordinates: true,
            stones: BTreeMap::new(),
            tints: BTreeMap::new(),
            labels: BTreeMap::new(),
            captions: BTreeMap::new(),
            numbers: BTreeMap::new(),
            marks: BTreeMap::new(),
            shares: BTreeMap::new(),
            groups: Vec::new(),
        }
    }

    /// A board with its stones. The last move is not marked.
    pub fn of(board: &Board) -> Self {
        let size = board.size().get();
        let stones = board.all_stones();
        Self {
            stones: stones.map(|(color, point)| (point, color)).collect(),
            ..Self::empty(size, size)
        }
    }

    /// Sets the text for screen readers and tooltips; the default is the board's size.
    pub fn title(&mut self, title: impl Into<String>) -> &mut Self {
        self.title = Some(title.into());
        self
    }

    /// Shows or hides the coordinates; the default shows them.
    pub fn coordinates(&mut self, shown: bool) -> &mut Self {
        self.coordinates = shown;
        self
    }

    /// Puts a stone on a point, in place of one that is there.
    pub fn stone(&mut self, point: Point, color: Color) -> &mut Self {
        self.stones.insert(point, color);
        self
    }

    /// Writes a letter, a short word or the number of a move on a point or its stone.
    pub fn label(&mut self, point: Point, text: impl fmt::Display) -> &mut Self {
        self.labels.insert(point, text.to_string());
        self
    }

    /// Writes a short text, such as a value, small at the lower edge of a point.
    pub fn caption(&mut self, point: Point, text: impl fmt::Display) -> &mut Self {
        self.captions.insert(point, text.to_string());
        self
    }

    /// Writes a number on a point. All have one size, and the tint shows around them.
    pub fn number(&mut self, point: Point, number: impl fmt::Display) -> &mut Self {
        self.numbers.insert(point, number.to_string());
        self
    }

    /// Colours the square under a point.
    pub fn tint(&mut self, point: Point, color: Rgb) -> &mut Self {
        self.tints.insert(point, color);
        self
    }

    /// Says how much of a point a side owns, from 0 to 1: a square in the side's colour, which
    /// covers at most a quarter of the point.
    pub fn share(&mut self, point: Point, color: Color, share: f32) -> &mut Self {
        self.shares.insert(point, (color, share.clamp(0.0, 1.0)));
        self
    }

    /// Frames stones that belong together; lines connect those that do not touch.
    pub fn group(&mut self, stones: &PointSet, color: Rgb) -> &mut Self {
        self.groups.push((*stones, color));
        self
    }

    /// Marks a point; it keeps the marks it has.
    pub fn mark(&mut self, point: Point, mark: Mark) -> &mut Self {
        self.marks.entry(point).or_default().insert(mark);
        self
    }

    fn contains(&self, point: Point) -> bool {
        point.row() < self.rows && point.col() < self.columns
    }

    /// The entries whose points are on the board.
    fn on_board<'a, T>(
        &self,
        things: &'a BTreeMap<Point, T>,
    ) -> impl Iterator<Item = (Point, &'a T)> {
        let (rows, columns) = (self.rows, self.columns);
        things
            .iter()
            .map(|(&point, thing)| (point, thing))
            .filter(move |(point, _)| point.row() < rows && point.col() < columns)
    }

    /// Width and height in user units: pixels at the drawing's natural size.
    pub fn extent(&self) -> (usize, usize) {
        let extent = |lines: usize| 2 * self.inset() + lines * STEP;
        (extent(self.columns), extent(self.rows))
    }

    /// The space left of the leftmost column of squares, and above the uppermost row.
    fn inset(&self) -> usize {
        MARGIN + if self.coordinates { COORDINATES } else { 0 }
    }

    fn x(&self, col: usize) -> usize {
        self.inset() + STEP / 2 + col * STEP
    }

    fn y(&self, row: usize) -> usize {
        self.x(row)
    }

    fn vertex(&self, point: Point) -> String {
        let letter = column_letter(point.col()).unwrap_or('?');
        format!("{letter}{}", self.rows - point.row())
    }

    fn grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = (self.x(0), self.x(self.columns - 1));
        let (top, bottom) = (self.y(0), self.y(self.rows - 1));
        f.write_str(r#"<path d=""#)?;
        for row in 0..self.rows {
            write!(f, "M{left} {}H{right}", self.y(row))?;
        }
        for col in 0..self.columns {
            write!(f, "M{} {top}V{bottom}", self.x(col))?;
        }
        let (width, height) = (right - left, bottom - top);
        writeln!(f, r#"" stroke="{LINE}"/>"#)?;
        writeln!(
            f,
            r#"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="{LINE}" stroke-width="2"/>"#
        )?;
        let stars: Vec<Point> = star_points_of(self.columns, self.rows)
            .filter(|point| !self.stones.contains_key(point))
            .collect();
        if !stars.is_empty() {
            write!(f, r#"<g fill="{LINE}">"#)?;
            for point in stars {
                let (x, y) = (self.x(point.col()), self.y(point.row()));
                write!(f, r#"<circle cx="{x}" cy="{y}" r="3"/>"#)?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    fn letters(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One position for each letter of a text element keeps the SVG short.
        let places: Vec<String> = (0..self.columns)
            .map(|col| self.x(col).to_string())
            .collect();
        let places = places.join(" ");
        let letters: String = (0..self.columns).filter_map(column_letter).collect();
        let middle = MARGIN + COORDINATES / 2;
        let (right, bottom) = (
            self.x(self.columns) - STEP / 2 + COORDINATES / 2,
            self.y(self.rows) - STEP / 2 + COORDINATES / 2,
        );
        write!(f, r#"<g font-size="11" fill="{INK}" aria-hidden="true">"#)?;
        for y in [middle, bottom] {
            write!(f, r#"<text x="{places}" y="{}">{letters}</text>"#, y + 4)?;
        }
        for row in 0..self.rows {
            let (y, number) = (self.y(row) + 4, self.rows - row);
            for x in [middle, right] {
                write!(f, r#"<text x="{x}" y="{y}">{number}</text>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    /// The frames: a broad line through all stones of a group, and a narrower one of wood on it.
    fn groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (stones, color) in &self.groups {
            let stones: Vec<Point> = (stones.iter())
                .filter(|&point| self.contains(point))
                .collect();
            if stones.is_empty() {
                continue;
            }
            let mut path = String::new();
            for &stone in &stones {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{} {}h0", self.x(stone.col()), self.y(stone.row()));
            }
            for (from, to) in links(&stones) {
                let end = |point: Point| (self.x(point.col()), self.y(point.row()));
                let ((x, y), (to_x, to_y)) = (end(from), end(to));
                let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
            }
            frame(f, &path, *color)?;
        }
        Ok(())
    }

    fn stones(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, fill) in [(Color::Black, BLACK), (Color::White, WHITE)] {
            let mut stones = (self.on_board(&self.stones))
                .filter(|&(_, stone)| *stone == color)
                .peekable();
            if stones.peek().is_none() {
                continue;
            }
            write!(f, r#"<g class="{color}" fill="{fill}" stroke="{BLACK}">"#)?;
            for (point, _) in stones {
                let (x, y) = (self.x(point.col()), self.y(point.row()));
                write!(f, r#"<circle cx="{x}" cy="{y}" r="{RADIUS}"/>"#)?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    fn shares(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, [fill, stroke]) in [
            (Color::Black, share_colors(Color::Black)),
            (Color::White, share_colors(Color::White)),
        ] {
            let mut owned = (self.on_board(&self.shares))
                .filter(|(_, (owner, _))| *owner == color)
                .peekable();
            if owned.peek().is_none() {
                continue;
            }
            writeln!(f, r#"<g fill="{fill}" stroke="{stroke}">"#)?;
            for (point, &(_, share)) in owned {
                let (x, y) = (self.x(point.col()), self.y(point.row()));
                writeln!(f, "{}", share_square(x, y, share))?;
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    /// Draws everything on a point above its stone.
    fn signs(&self, f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
        let none = BTreeSet::new();
        let marks = self.marks.get(&point).unwrap_or(&none);
        let stone = self.stones.get(&point).copied();
        let (x, y) = (self.x(point.col()), self.y(point.row()));
        write!(f, r#"<g transform="translate({x} {y})">"#)?;
        if !marks.is_empty() {
            let names: Vec<&str> = marks.iter().map(|mark| mark.name()).collect();
            let (vertex, names) = (self.vertex(point), names.join(", "));
            write!(f, "<title>{vertex}: {names}</title>")?;
        }
        let question = Some("?").filter(|_| marks.contains(&Mark::Question));
        let filled = marks.iter().any(|mark| mark.fills_point());
        let label = (self.labels.get(&point).map(String::as_str)).or(question);
        let label = label.filter(|_| !filled);
        if stone.is_none() && label.is_some() {
            write!(f, r#"<circle r="9" fill="{LIGHT_WOOD}"/>"#)?;
        }
        for &mark in marks {
            // A ring would run through the letter.
            if mark != Mark::Last || label.is_none() {
                f.write_str(&mark.shape(stone))?;
            }
        }
        if let Some(label) = label {
            f.write_str(&letter(label, contrast(stone)))?;
        }
        if let Some(number) = self.numbers.get(&point) {
            f.write_str(&outlined(number, 4, 10))?;
        }
        if let Some(caption) = self.captions.get(&point) {
            f.write_str(&outlined(caption, 14, 8))?;
        }
        writeln!(f, "</g>")
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.extent();
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="go-board" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="sans-serif" text-anchor="middle">"#
        )?;
        match &self.title {
            Some(title) => writeln!(f, "<title>{}</title>", escape(title))?,
            None => writeln!(f, "<title>Go board {}x{}</title>", self.columns, self.rows)?,
        }
        writeln!(
            f,
            r#"<rect width="{width}" height="{height}" rx="4" fill="{WOOD}"/>"#
        )?;
        for (point, color) in self.on_board(&self.tints) {
            let corner = |middle: usize| middle - STEP / 2;
            let (x, y) = (corner(self.x(point.col())), corner(self.y(point.row())));
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{STEP}" height="{STEP}" fill="{color}" fill-opacity=".8"/>"#
            )?;
        }
        self.grid(f)?;
        if self.coordinates {
            self.letters(f)?;
        }
        self.groups(f)?;
        self.stones(f)?;
        self.shares(f)?;
        let marked: BTreeSet<Point> = (self.marks.keys())
            .chain(self.labels.keys())
            .chain(self.captions.keys())
            .chain(self.numbers.keys())
            .copied()
            .filter(|&point| self.contains(point))
            .collect();
        for point in marked {
            self.signs(f, point)?;
        }
        f.write_str("</svg>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(vertex: &str, size: usize) -> Point {
        Point::from_vertex(vertex, BoardSize::new(size).unwrap()).unwrap()
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn every_size_is_drawn_inside_its_frame() {
        assert!(Drawing::new(1, 9).is_none() && Drawing::new(9, 26).is_none());
        for (columns, rows) in [(2, 2), (2, 25), (13, 9), (19, 19), (25, 25)] {
            let text = Drawing::new(columns, rows).unwrap().to_string();
            let (width, height) = (40 + columns * STEP, 40 + rows * STEP);
            assert!(text.contains(&format!(r#"viewBox="0 0 {width} {height}""#)));
            assert_eq!(count(&text, "H") - count(&text, "GH"), rows, "{text}");
            assert!(text.contains(&format!("<title>Go board {columns}x{rows}</title>")));
        }
    }

    #[test]
    fn stones_stand_where_the_board_has_them() {
        let board: Board = "X . O\n. . .\n. . X\n".parse().unwrap();
        let text = Drawing::of(&board).coordinates(false).to_string();
        let black = text
            .lines()
            .find(|line| line.contains(r#"class="black""#))
            .unwrap();
        assert_eq!(count(black, "<circle"), 2);
        assert!(black.contains(r#"<circle cx="16" cy="16" r="11"/>"#));
        assert!(black.contains(r#"<circle cx="64" cy="64" r="11"/>"#));
        assert!(!text.contains("<text"));
    }

    #[test]
    fn texts_are_escaped() {
        let mut drawing = Drawing::new(9, 9).unwrap();
        drawing
            .title("a <script> & \u{1}")
            .label(at("E5", 9), "<b>")
            .caption(at("C3", 9), "&");
        let text = drawing.to_string();
        assert!(text.contains("<title>a &lt;script&gt; &amp; \u{fffd}</title>"));
        assert!(text.contains("&lt;b&gt;</text>") && text.contains(">&amp;</text>"));
    }

    #[test]
    fn what_is_off_the_board_is_ignored() {
        let mut drawing = Drawing::new(9, 9).unwrap();
        let plain = drawing.to_string();
        let outside = at("T19", 19);
        drawing
            .stone(at("T1", 19), Color::White)
            .mark(outside, Mark::Right)
            .label(outside, 1)
            .tint(outside, Rgb(1, 2, 3));
        assert_eq!(drawing.to_string(), plain);
    }

    #[test]
    fn a_question_mark_makes_room_for_an_answer() {
        let mut drawing = Drawing::new(9, 9).unwrap();
        let point = at("E5", 9);
        drawing.mark(point, Mark::Question);
        assert!(drawing.to_string().contains(">?</text>"));
        drawing.mark(point, Mark::PlayedWrong);
        let text = drawing.to_string();
        assert!(!text.contains(">?</text>"));
        assert!(text.contains("<title>E5: in question, played and wrong</title>"));
    }

    #[test]
    fn marks_have_symbols_of_their_own() {
        let symbols: BTreeSet<String> = Mark::ALL.into_iter().map(Mark::symbol).collect();
        assert_eq!(symbols.len(), Mark::ALL.len());
    }
}
