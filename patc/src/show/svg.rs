//! Draws patterns as SVG: boards with stones, the move and labels. The file is self-contained, and
//! each point has a tooltip that explains it.

use std::fmt::Write;

use katachi_board::svg::escape;
use katachi_image::{Cell, border};

use super::{Picture, pictures, symmetry};
use crate::model::{Diagram, Pattern};
use crate::print;

/// The distance of two lines of a board.
const STEP: usize = 30;
/// The free space around everything.
const MARGIN: usize = 20;
/// The height of a line of text.
const LINE: usize = 18;
/// Boards stand side by side up to this width.
const WIDTH: usize = 960;
/// The width of a character of the text.
const CHARACTER: usize = 8;

const BOARD: &str = "#eed39b";
const INK: &str = "#2b2118";
const MOVE: &str = "#c22f1f";

/// A drawing that grows downwards.
struct Drawing {
    body: String,
    width: usize,
    y: usize,
}

/// The patterns, one below the other.
pub fn svg<'a>(patterns: impl IntoIterator<Item = &'a Pattern>) -> String {
    let mut drawing = Drawing {
        body: String::new(),
        width: 0,
        y: MARGIN,
    };
    for pattern in patterns {
        drawing.pattern(pattern);
    }
    let (width, height) = (drawing.width + MARGIN, drawing.y);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="monospace" font-size="13" fill="{INK}">
<rect width="100%" height="100%" fill="#ffffff"/>
{}</svg>
"##,
        drawing.body
    )
}

impl Drawing {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing into a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }

    fn pattern(&mut self, pattern: &Pattern) {
        let pictures = pictures(pattern);
        self.text("bold", &pattern.name);
        self.text("normal", &print::colon(pattern).to_string());
        self.text("normal", &symmetry(pattern, pictures.len()));
        let mut x = MARGIN;
        let mut lowest = self.y;
        for picture in &pictures {
            let (width, height) = (picture.diagram.cols * STEP, picture.diagram.rows * STEP);
            if x > MARGIN && x + width > WIDTH {
                (x, self.y) = (MARGIN, lowest);
            }
            self.board(picture, x, self.y);
            lowest = lowest.max(self.y + height + LINE + MARGIN);
            self.width = self.width.max(x + width);
            x += width + MARGIN;
        }
        self.y = lowest;
        if let Some(constraint) = &pattern.constraint {
            let text = format!(";{}", print::expr(constraint, &pattern.labels));
            self.code(&text);
        }
        if !pattern.action.is_empty() {
            let text = format!(">{}", print::action(&pattern.action, &pattern.labels));
            self.code(&text);
        }
        self.y += 2 * MARGIN;
    }

    fn text(&mut self, weight: &str, text: &str) {
        self.width = self.width.max(MARGIN + text.chars().count() * CHARACTER);
        let y = self.y + LINE / 2;
        let text = escape(text);
        self.add(format_args!(
            r#"<text x="{MARGIN}" y="{y}" font-weight="{weight}" xml:space="preserve">{text}</text>"#
        ));
        self.y += LINE;
    }

    /// Code, broken where it would be wider than the boards.
    fn code(&mut self, text: &str) {
        let most = (WIDTH - MARGIN) / CHARACTER;
        let mut line = String::new();
        for word in text.split_inclusive(' ') {
            if !line.is_empty() && line.len() + word.len() > most {
                self.text("normal", &std::mem::replace(&mut line, "  ".to_owned()));
            }
            line.push_str(word);
        }
        self.text("normal", &line);
    }

    fn board(&mut self, picture: &Picture, x: usize, y: usize) {
        let diagram = &picture.diagram;
        let (number, name) = (picture.orientation.number(), picture.orientation.name());
        self.add(format_args!(r#"<g transform="translate({x} {y})">"#));
        self.lines(diagram);
        for (row, col, cell) in diagram.iter() {
            let label = picture.labels.iter();
            let label = label
                .clone()
                .find(|label| (label.row, label.col) == (row, col));
            let (x, y) = (col * STEP + STEP / 2, row * STEP + STEP / 2);
            self.add(format_args!(r#"<g transform="translate({x} {y})">"#));
            self.point(cell, label.map(|label| label.letter));
            self.add(format_args!("</g>"));
        }
        let y = diagram.rows * STEP + LINE;
        self.add(format_args!(
            r#"<text y="{y}" font-size="11"><title>{}</title>{number}</text>"#,
            escape(name)
        ));
        self.add(format_args!("</g>"));
    }

    /// The lines of the board; they continue past the diagram where it has no border.
    fn lines(&mut self, diagram: &Diagram) {
        let (width, height) = (diagram.cols * STEP, diagram.rows * STEP);
        self.add(format_args!(
            r#"<rect width="{width}" height="{height}" fill="{BOARD}"/>"#
        ));
        let half = STEP / 2;
        let end = |side, at: usize, edge: usize| {
            if diagram.borders & side == 0 {
                edge
            } else {
                at
            }
        };
        // Edges of the board extend one unit further, so that thick lines meet in the corner.
        let (left, right) = (
            end(border::WEST, half - 1, 0),
            end(border::EAST, width - half + 1, width),
        );
        let (top, bottom) = (
            end(border::NORTH, half - 1, 0),
            end(border::SOUTH, height - half + 1, height),
        );
        let stroke = |edge| if edge { 3 } else { 1 };
        for row in 0..diagram.rows {
            let north = row == 0 && diagram.borders & border::NORTH != 0;
            let south = row + 1 == diagram.rows && diagram.borders & border::SOUTH != 0;
            let (y, stroke) = (row * STEP + half, stroke(north || south));
            self.add(format_args!(
                r#"<path d="M{left} {y}H{right}" stroke="{INK}" stroke-width="{stroke}"/>"#
            ));
        }
        for col in 0..diagram.cols {
            let west = col == 0 && diagram.borders & border::WEST != 0;
            let east = col + 1 == diagram.cols && diagram.borders & border::EAST != 0;
            let (x, stroke) = (col * STEP + half, stroke(west || east));
            self.add(format_args!(
                r#"<path d="M{x} {top}V{bottom}" stroke="{INK}" stroke-width="{stroke}"/>"#
            ));
        }
    }

    /// The content of a point, drawn around the origin.
    fn point(&mut self, cell: Cell, label: Option<char>) {
        self.add(format_args!("<title>{}</title>", escape(cell.meaning())));
        let stone = |radius, fill, rest| {
            format!(r#"<circle r="{radius}" fill="{fill}" stroke="{INK}" {rest}/>"#)
        };
        let dashed = r#"stroke-dasharray="3 2" fill-opacity="0.55""#;
        let half = STEP / 2;
        let shape = match cell {
            // An invisible square, so that the tooltip has something to point at.
            Cell::Empty => format!(
                r#"<rect x="-{half}" y="-{half}" width="{STEP}" height="{STEP}" fill="none" pointer-events="all"/>"#
            ),
            Cell::Any => format!(
                r##"<rect x="-{half}" y="-{half}" width="{STEP}" height="{STEP}" fill="#ffffff" fill-opacity="0.72"/>"##
            ),
            Cell::Own | Cell::OwnAnchor => stone(13, "#ffffff", ""),
            Cell::Opponent | Cell::OpponentAnchor => stone(13, "#1b1b1b", ""),
            Cell::OwnOrEmpty => stone(9, "#ffffff", dashed),
            Cell::OpponentOrEmpty => stone(9, "#1b1b1b", dashed),
            Cell::Move => {
                format!(r#"<circle r="11" fill="{BOARD}" stroke="{MOVE}" stroke-width="3"/>"#)
            }
            Cell::Comma | Cell::Bang => format!(
                r#"<circle r="9" fill="{BOARD}"/><text text-anchor="middle" y="5" font-size="16" font-weight="bold">{}</text>"#,
                cell.character()
            ),
        };
        self.add(format_args!("{shape}"));
        let dark = matches!(
            cell,
            Cell::Opponent | Cell::OpponentAnchor | Cell::OpponentOrEmpty
        );
        let ink = if dark { "#ffffff" } else { INK };
        if let Some(letter) = label {
            if matches!(cell, Cell::Empty | Cell::Comma | Cell::Bang) {
                self.add(format_args!(r#"<circle r="9" fill="{BOARD}"/>"#));
            }
            self.add(format_args!(
                r#"<text text-anchor="middle" y="5" font-size="15" fill="{ink}">{letter}</text>"#
            ));
        } else {
            let mark = match cell {
                Cell::Move => format!(r#"<circle r="4" fill="{MOVE}"/>"#),
                Cell::OwnAnchor | Cell::OpponentAnchor => {
                    format!(r#"<rect x="-4" y="-4" width="8" height="8" fill="{ink}"/>"#)
                }
                _ => return,
            };
            self.add(format_args!("{mark}"));
        }
    }
}
