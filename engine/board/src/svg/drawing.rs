//! Boards as SVG: grid, star points, coordinates, stones, and marks on points.
//!
//! Entry point: [`Drawing`]. It displays as one `<svg>` element, by itself or inside a page. It has
//! a background, so it looks the same on light and dark pages. It needs no style sheet, font or
//! script, and has no identifiers that could clash with those of another board. The same drawing
//! always gives the same text. No meaning depends on colour alone: right is a tick, wrong a cross,
//! a played move is filled.
//!
//! ```
//! use katachi_board::svg::{Drawing, Mark};
//! use katachi_board::{Board, BoardSize, Color, Point};
//!
//! let size = BoardSize::new(9).ok_or("no such board")?;
//! let mut board = Board::new(size);
//! let (stone, answer) = (Point::from_vertex("E5", size)?, Point::from_vertex("E6", size)?);
//! board.play(Color::Black, stone)?;
//! let mut drawing = Drawing::of(&board);
//! drawing.title("attack E5").mark(stone, Mark::Question).mark(answer, Mark::PlayedRight);
//! assert!(drawing.to_string().starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::handicap::star_points_of;
use crate::{Board, BoardSize, Color, Point, column_letter};

/// The distance of two lines, in user units of the drawing (pixels at its natural size).
const STEP: usize = 24;
/// The free space around the outermost points.
const MARGIN: usize = 4;
/// The space that coordinates take on each side.
const COORDINATES: usize = 16;
const RADIUS: usize = 11;

const WOOD: &str = "#ecc983";
/// Behind labels, so that lines do not run through them.
const LIGHT_WOOD: &str = "#f2d89f";
const LINE: &str = "#5b4320";
const INK: &str = "#2b2118";
const BLACK: &str = "#16181c";
const WHITE: &str = "#fbfaf6";

/// A mark on a point. Several marks on a point are drawn in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The last move: a ring on its stone.
    Last,
    /// The point in question: a blue frame, with a question mark if the point is free.
    Question,
    /// An answer known to be right: a green ring with a tick.
    Right,
    /// An answer known to be wrong: a magenta ring with a cross.
    Wrong,
    /// A played answer that is not judged: filled, grey, with a dot.
    Played,
    /// A played answer that is right: filled, blue-green, with a tick.
    PlayedRight,
    /// A played answer that is wrong: filled, red, with a cross.
    PlayedWrong,
}

impl Mark {
    /// All marks, in the order in which they are drawn.
    pub const ALL: [Self; 7] = [
        Self::Last,
        Self::Question,
        Self::Right,
        Self::Wrong,
        Self::Played,
        Self::PlayedRight,
        Self::PlayedWrong,
    ];

    /// What the mark means, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Last => "last move",
            Self::Question => "in question",
            Self::Right => "known right",
            Self::Wrong => "known wrong",
            Self::Played => "played",
            Self::PlayedRight => "played and right",
            Self::PlayedWrong => "played and wrong",
        }
    }

    /// The mark as a small drawing of its own, for a legend.
    pub fn symbol(self) -> String {
        let half = STEP / 2;
        // On a stone if the mark is meant for one, else on wood.
        let ground = match self {
            Self::Last => format!(r#"<circle r="{RADIUS}" fill="{BLACK}"/>"#),
            _ => format!(
                r#"<rect x="-{half}" y="-{half}" width="{STEP}" height="{STEP}" fill="{WOOD}"/>"#
            ),
        };
        let sign = match self {
            Self::Question => letter("?", INK),
            _ => String::new(),
        };
        let shape = self.shape(Some(Color::Black).filter(|_| self == Self::Last));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="go-mark" viewBox="-{half} -{half} {STEP} {STEP}" width="{STEP}" height="{STEP}" role="img" font-family="sans-serif" text-anchor="middle"><title>{}</title>{ground}{shape}{sign}</svg>"#,
            self.name()
        )
    }

    /// Whether the mark is a disc, which leaves no room for a letter.
    const fn fills_point(self) -> bool {
        !matches!(self, Self::Last | Self::Question)
    }

    /// The shape around the origin, on a stone of this colour or on an empty point.
    fn shape(self, stone: Option<Color>) -> String {
        const TICK: &str = "M-4.5 .5L-1.5 4L4.5 -3.5";
        const CROSS: &str = "M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5";
        let disc = |fill: &str, stroke: &str, sign: &str, ink: &str| {
            format!(
                r#"<circle r="8.5" fill="{fill}" stroke="{stroke}" stroke-width="2"/><path d="{sign}" fill="none" stroke="{ink}" stroke-width="2.5"/>"#
            )
        };
        match self {
            Self::Last => {
                let ink = contrast(stone);
                format!(r#"<circle r="5.5" fill="none" stroke="{ink}" stroke-width="1.5"/>"#)
            }
            Self::Question => {
                r##"<rect x="-10.5" y="-10.5" width="21" height="21" rx="3" fill="none" stroke="#1767d2" stroke-width="2.5"/>"##.to_owned()
            }
            Self::Right => disc("#eaf7e6", "#15803d", TICK, "#15803d"),
            Self::Wrong => disc("#fbeaf8", "#a81c92", CROSS, "#a81c92"),
            Self::Played => {
                r##"<circle r="9.5" fill="#526070"/><circle r="3" fill="#ffffff"/>"##.to_owned()
            }
            Self::PlayedRight => disc("#067f95", "#045a6a", TICK, "#ffffff"),
            Self::PlayedWrong => disc("#d3261c", "#96170f", CROSS, "#ffffff"),
        }
    }
}

/// A colour on the screen: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    /// `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

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
    marks: BTreeMap<Point, BTreeSet<Mark>>,
}

impl Drawing {
    /// An empty board with these numbers of columns and rows, each 2 to 25; `None` for other
    /// numbers.
    pub fn new(columns: usize, rows: usize) -> Option<Self> {
        BoardSize::new(columns).and(BoardSize::new(rows))?;
        Some(Self {
            columns,
            rows,
            title: None,
            coordinates: true,
            stones: BTreeMap::new(),
            tints: BTreeMap::new(),
            labels: BTreeMap::new(),
            captions: BTreeMap::new(),
            marks: BTreeMap::new(),
        })
    }

    /// A board with its stones. The last move is not marked.
    pub fn of(board: &Board) -> Self {
        let size = board.size().get();
        Self {
            columns: size,
            rows: size,
            title: None,
            coordinates: true,
            stones: (board.all_stones())
                .map(|(color, point)| (point, color))
                .collect(),
            tints: BTreeMap::new(),
            labels: BTreeMap::new(),
            captions: BTreeMap::new(),
            marks: BTreeMap::new(),
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

    /// Colours the square under a point.
    pub fn tint(&mut self, point: Point, color: Rgb) -> &mut Self {
        self.tints.insert(point, color);
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
        if let Some(caption) = self.captions.get(&point) {
            let caption = escape(caption);
            write!(
                f,
                r#"<text y="14" font-size="8" fill="{INK}" stroke="{LIGHT_WOOD}" stroke-width="3" stroke-linejoin="round" paint-order="stroke">{caption}</text>"#
            )?;
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
        self.stones(f)?;
        let marked: BTreeSet<Point> = (self.marks.keys())
            .chain(self.labels.keys())
            .chain(self.captions.keys())
            .copied()
            .filter(|&point| self.contains(point))
            .collect();
        for point in marked {
            self.signs(f, point)?;
        }
        f.write_str("</svg>")
    }
}

/// The colour of letters on a stone or on wood.
fn contrast(stone: Option<Color>) -> &'static str {
    match stone {
        Some(Color::Black) => "#ffffff",
        Some(Color::White) | None => INK,
    }
}

/// A text in the middle of a point; longer texts are smaller.
fn letter(text: &str, ink: &str) -> String {
    let (size, drop) = match text.chars().count() {
        0 | 1 => (15, 5),
        2 => (13, 5),
        3 => (10, 4),
        _ => (8, 3),
    };
    let text = escape(text);
    format!(r#"<text y="{drop}" font-size="{size}" font-weight="bold" fill="{ink}">{text}</text>"#)
}

/// Escapes a text for XML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // XML cannot express these characters.
            control if control.is_control() => escaped.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
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
