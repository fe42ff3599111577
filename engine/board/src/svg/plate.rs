//! Drawings below each other, with headings, legends and tables.

use std::fmt;

use super::drawing::Drawing;
use super::group::symbol;
use super::style::{INK, Rgb, STEP, WOOD, escape, share_colors, share_square};
use crate::Color;

/// The free space around everything.
const MARGIN: usize = 12;
/// The height of a line of text.
const LINE: usize = 20;
/// The width of a character of a table.
const CHARACTER: usize = 8;
/// The ground, so that texts are readable on light and dark pages.
const PAPER: &str = "#fffdf7";

/// A drawing with what explains it.
#[derive(Clone, Debug)]
pub struct Figure {
    heading: String,
    drawing: Drawing,
    /// Symbols with their meaning.
    legend: Vec<(String, String)>,
    table: Vec<String>,
}

impl Figure {
    /// A drawing below a heading.
    pub fn new(heading: impl Into<String>, drawing: Drawing) -> Self {
        Self {
            heading: heading.into(),
            drawing,
            legend: Vec::new(),
            table: Vec::new(),
        }
    }

    /// Explains what a side's squares mean; the square shown is that of this share.
    pub fn explain_share(&mut self, color: Color, share: f32, text: &str) -> &mut Self {
        let [fill, stroke] = share_colors(color);
        let half = STEP / 2;
        let square = share_square(half, half, share);
        let symbol = format!(
            r#"<rect width="{STEP}" height="{STEP}" fill="{WOOD}"/><g fill="{fill}" stroke="{stroke}">{square}</g>"#
        );
        self.legend.push((symbol, text.to_owned()));
        self
    }

    /// Explains what the colour of a group's frame means.
    pub fn explain_group(&mut self, color: Rgb, text: &str) -> &mut Self {
        self.legend.push((symbol(color), text.to_owned()));
        self
    }

    /// Adds a line of text of fixed width below the legend.
    pub fn line(&mut self, text: impl Into<String>) -> &mut Self {
        self.table.push(text.into());
        self
    }

    fn width(&self) -> usize {
        let texts = self.table.iter().chain([&self.heading]);
        let text = texts.map(|line| line.chars().count() * CHARACTER).max();
        self.drawing.extent().0.max(text.unwrap_or(0))
    }

    fn height(&self) -> usize {
        let legend = self.legend.len() * (STEP + 4);
        LINE + self.drawing.extent().1 + legend + self.table.len() * LINE + 2 * MARGIN
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, top: usize) -> fmt::Result {
        let mut y = top + LINE;
        let heading = escape(&self.heading);
        writeln!(
            f,
            r#"<text x="{MARGIN}" y="{}" font-size="15" font-weight="bold">{heading}</text>"#,
            y - 6
        )?;
        writeln!(
            f,
            r#"<g transform="translate({MARGIN} {y})">{}</g>"#,
            self.drawing
        )?;
        y += self.drawing.extent().1 + MARGIN;
        for (symbol, text) in &self.legend {
            let text = escape(text);
            writeln!(
                f,
                r#"<g transform="translate({MARGIN} {y})">{symbol}<text x="{}" y="17" font-size="13">{text}</text></g>"#,
                STEP + 8
            )?;
            y += STEP + 4;
        }
        for line in &self.table {
            y += LINE;
            let line = escape(line);
            writeln!(
                f,
                r#"<text x="{MARGIN}" y="{}" font-family="monospace" font-size="13" xml:space="preserve">{line}</text>"#,
                y - 6
            )?;
        }
        Ok(())
    }
}

/// Figures below each other; its [`Display`](fmt::Display) is one `<svg>` element.
#[derive(Clone, Debug, Default)]
pub struct Plate {
    figures: Vec<Figure>,
}

impl Plate {
    /// Adds a figure below the others.
    pub fn push(&mut self, figure: Figure) -> &mut Self {
        self.figures.push(figure);
        self
    }
}

impl fmt::Display for Plate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.figures.iter().map(Figure::width).max().unwrap_or(0) + 2 * MARGIN;
        let height: usize = self.figures.iter().map(Figure::height).sum();
        let height = height + MARGIN;
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif" fill="{INK}">"#
        )?;
        writeln!(
            f,
            r#"<rect width="{width}" height="{height}" rx="6" fill="{PAPER}"/>"#
        )?;
        let mut top = MARGIN;
        for figure in &self.figures {
            figure.write(f, top)?;
            top += figure.height();
        }
        f.write_str("</svg>")
    }
}
