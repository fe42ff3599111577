//! Draws branches as one SVG page of small corners.

use std::fmt::Write;

use katachi_board::Point;
use katachi_board::svg::{Drawing, Rgb, escape};

use super::{Branch, Picture, Tree};
use crate::entry::Class;

/// The most branches of one drawing.
pub const MAX_PICTURES: usize = 10_000;
/// Corners stand side by side up to this width.
const WIDTH: usize = 1200;
const MARGIN: usize = 16;
/// The height of a line of text.
const LINE: usize = 16;
/// The width of a character of the text.
const CHARACTER: usize = 7;
/// The colour under the points of the last pattern's region.
const REGION: Rgb = Rgb(246, 222, 170);
/// The colour under the points that only the regions of earlier patterns have.
const EARLIER: Rgb = Rgb(226, 236, 214);

/// Draws the branches as one SVG file: each with its number, its moves and the class of each
/// pattern; then, where a pattern is first shown, its class, region, name and comment. A legend
/// ends the page.
pub fn svg(tree: &Tree, branches: &[Branch]) -> String {
    let (mut x, mut y, mut lowest, mut width) = (MARGIN, MARGIN, MARGIN, 0);
    let mut body = String::new();
    for (number, branch) in branches.iter().enumerate() {
        let tile = Tile::new(tree, number + 1, branch);
        if x > MARGIN && x + tile.width > WIDTH {
            (x, y) = (MARGIN, lowest);
        }
        tile.write(x, y, &mut body);
        lowest = lowest.max(y + tile.height() + MARGIN);
        x += tile.width + MARGIN;
        width = width.max(x);
    }
    if !branches.is_empty() {
        width = width.max(legend(lowest, &mut body));
        lowest += 4 * LINE + MARGIN;
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{lowest}" viewBox="0 0 {width} {lowest}" font-family="monospace" font-size="11" fill="#2b2118">
<rect width="100%" height="100%" fill="#ffffff"/>
{body}</svg>
"##
    )
}

/// A corner with the text below it.
struct Tile {
    board: String,
    /// The visible part of the board: left, top, width, height.
    seen: [usize; 4],
    width: usize,
    lines: Vec<String>,
}

impl Tile {
    fn new(tree: &Tree, number: usize, branch: &Branch) -> Self {
        let line = tree.line(branch.end);
        let picture = tree.picture(branch, &line);
        let seen = seen(&picture);
        let width = seen[2];
        let mut words = vec![format!("{number}.")];
        for &place in &line {
            let node = &tree.nodes[place];
            if node.mv.is_some() {
                let class = node.pattern.as_ref().map(|one| one.entry.class.letter());
                let class = class.map_or(String::new(), |class| format!("({class})"));
                words.push(format!("{}{class}", tree.vertex(place).replace(' ', "")));
            }
        }
        for (number, at) in &picture.notes {
            words.push(format!("[{number} at {}]", at.vertex(picture.size)));
        }
        if branch.below > 0 {
            words.push(format!("[{} more]", branch.below));
        }
        let mut lines = wrapped(words.into_iter(), width);
        for text in patterns(tree, line.get(branch.shown..).unwrap_or_default()) {
            lines.extend(wrapped(text.split_whitespace().map(str::to_owned), width));
        }
        Self {
            board: board(&picture, &earlier(tree, &line), &tree.moves(&line)),
            seen,
            width,
            lines,
        }
    }

    fn height(&self) -> usize {
        self.seen[3] + (self.lines.len() + 1) * LINE
    }

    fn write(&self, x: usize, y: usize, body: &mut String) {
        let [left, top, width, height] = self.seen;
        // Writing into a string cannot fail.
        let _ = writeln!(
            body,
            r#"<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">
{}
</svg>"#,
            self.board
        );
        for (number, line) in self.lines.iter().enumerate() {
            let y = y + height + (number + 1) * LINE;
            let line = escape(line);
            let _ = writeln!(body, r#"<text x="{x}" y="{y}">{line}</text>"#);
        }
    }
}

/// Words in lines of at most this width; a longer word has a line of its own.
fn wrapped(words: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let length = |text: &str| text.chars().count();
    for word in words {
        let line = lines.last_mut().filter(|line| {
            line.is_empty() || (length(line) + 1 + length(&word)) * CHARACTER <= width
        });
        match line {
            Some(line) if line.is_empty() => *line = word,
            Some(line) => {
                line.push(' ');
                line.push_str(&word);
            }
            None => lines.push(word),
        }
    }
    lines
}

/// What is to be said of the patterns of these nodes, in lines.
fn patterns(tree: &Tree, line: &[usize]) -> Vec<String> {
    let mut texts = Vec::new();
    for node in line.iter().filter_map(|&place| tree.nodes.get(place)) {
        let Some(pattern) = &node.pattern else {
            continue;
        };
        let entry = &pattern.entry;
        let (number, class) = (node.moves, entry.class);
        let (rows, cols) = (entry.rows, entry.cols);
        texts.push(format!(
            "{number} {} {rows}x{cols} {}",
            class.name(),
            entry.name
        ));
        let said = entry
            .comments
            .iter()
            .map(|line| line.trim_start_matches('#'));
        texts.extend(said.map(|line| format!("# {}", line.trim())));
        let extra = entry.extra.iter().map(|extra| format!(":{extra}"));
        texts.extend(extra);
        texts.extend(entry.constraint.iter().chain(&entry.action).cloned());
    }
    texts
}

/// The points of the regions of all patterns on this line.
fn earlier(tree: &Tree, line: &[usize]) -> Vec<Point> {
    let nodes = line.iter().filter_map(|&place| tree.nodes.get(place));
    let placed = nodes.filter_map(|node| Some((node.size, node.pattern.as_ref()?)));
    let points = placed.flat_map(|(size, pattern)| {
        let (entry, corner) = (&pattern.entry, pattern.corner);
        let places = (0..entry.rows).flat_map(|row| (0..entry.cols).map(move |col| (row, col)));
        places.filter_map(move |at| corner.point(at, size))
    });
    points.collect()
}

/// Explains colours and classes below the branches; returns the width that it needs.
fn legend(top: usize, body: &mut String) -> usize {
    let colors = [
        (REGION, "the region of the last pattern"),
        (EARLIER, "only in the regions of earlier patterns"),
    ];
    let mut y = top + LINE;
    for (Rgb(red, green, blue), meaning) in colors {
        let side = LINE - 4;
        let (square, text) = (y - side + 2, MARGIN + LINE);
        // Writing into a string cannot fail.
        let _ = writeln!(
            body,
            r##"<rect x="{MARGIN}" y="{square}" width="{side}" height="{side}" fill="rgb({red},{green},{blue})" stroke="#2b2118"/><text x="{text}" y="{y}">{meaning}</text>"##
        );
        y += LINE;
    }
    let classes = Class::ALL.map(|class| format!("{} {}", class.letter(), class.name()));
    let line = format!(
        "classes: {}; below: number of the move, class, rows x columns, name",
        classes.join(", ")
    );
    let _ = writeln!(body, r#"<text x="{MARGIN}" y="{y}">{line}</text>"#);
    2 * MARGIN + line.len() * CHARACTER
}

/// The whole board of a picture.
fn board(picture: &Picture, earlier: &[Point], title: &str) -> String {
    let size = picture.size.get();
    // Never fails: every size of a board can be drawn.
    let Some(mut drawing) = Drawing::new(size, size) else {
        return String::new();
    };
    drawing.title(title);
    for &at in earlier {
        drawing.tint(at, EARLIER);
    }
    for &at in &picture.region {
        drawing.tint(at, REGION);
    }
    for (&at, &(color, number)) in &picture.stones {
        drawing.stone(at, color);
        if let Some(number) = number {
            drawing.label(at, number);
        }
    }
    for (&at, label) in &picture.labels {
        if !picture.stones.contains_key(&at) {
            drawing.label(at, label);
        }
    }
    drawing.to_string()
}

/// The part of the drawing with the picture's rows and columns, including the coordinates at edges
/// of the board.
fn seen(picture: &Picture) -> [usize; 4] {
    let last = picture.size.get() - 1;
    // The difference of two drawings shows how much space a line takes.
    let width = |lines: usize| {
        let drawing = Drawing::new(lines, lines).map_or(String::new(), |one| one.to_string());
        let (_, rest) = drawing.split_once(" width=\"").unwrap_or_default();
        let (number, _) = rest.split_once('"').unwrap_or_default();
        number.parse().unwrap_or(lines)
    };
    let step = width(3) - width(2);
    let inset = (width(2) - 2 * step) / 2;
    let range = |(first, end): (usize, usize)| {
        let from = if first == 0 { 0 } else { inset + first * step };
        let to = inset + (end + 1) * step + if end == last { inset } else { 0 };
        (from, to - from)
    };
    let ((left, width), (top, height)) = (range(picture.cols), range(picture.rows));
    [left, top, width, height]
}
