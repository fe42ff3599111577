//! Draws branches as one SVG page of small corners.

use std::fmt::Write;

use katachi_board::svg::{Drawing, Rgb};

use super::{Branch, Picture, Tree};

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

/// Draws the branches as one SVG file: each with its number, its moves, and the class of each
/// pattern.
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
        let mut lines = vec![String::new()];
        for word in words {
            let line = lines.last_mut().filter(|line| {
                line.is_empty() || (line.len() + 1 + word.len()) * CHARACTER <= width
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
        Self {
            board: board(&picture, &tree.moves(&line)),
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
            let _ = writeln!(body, r#"<text x="{x}" y="{y}">{line}</text>"#);
        }
    }
}

/// The whole board of a picture.
fn board(picture: &Picture, title: &str) -> String {
    let size = picture.size.get();
    // Never fails: every size of a board can be drawn.
    let Some(mut drawing) = Drawing::new(size, size) else {
        return String::new();
    };
    drawing.title(title);
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
