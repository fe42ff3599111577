//! What all drawings share: measures, colours, letters.

use std::fmt;

use crate::Color;

/// The distance of two lines, in user units of the drawing (pixels at its natural size).
pub const STEP: usize = 24;
pub const RADIUS: usize = 11;

pub const WOOD: &str = "#ecc983";
/// Behind labels, so that lines do not run through them.
pub const LIGHT_WOOD: &str = "#f2d89f";
pub const LINE: &str = "#5b4320";
pub const INK: &str = "#2b2118";
pub const BLACK: &str = "#16181c";
pub const WHITE: &str = "#fbfaf6";

/// A colour on the screen: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    /// `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// Fill and edge of the squares that say how much a side owns.
pub const fn share_colors(color: Color) -> [&'static str; 2] {
    match color {
        Color::Black => [BLACK, WHITE],
        Color::White => [WHITE, BLACK],
    }
}

/// The square around a point that a side owns to this part.
pub fn share_square(x: usize, y: usize, share: f32) -> String {
    // The area, not the width, is proportional to the share.
    let width = (share.sqrt() * 12.0).max(2.0);
    let (left, top) = (x as f32 - width / 2.0, y as f32 - width / 2.0);
    format!(r#"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{width:.1}"/>"#)
}

/// The colour of letters on a stone or on wood.
pub fn contrast(stone: Option<Color>) -> &'static str {
    match stone {
        Some(Color::Black) => "#ffffff",
        Some(Color::White) | None => INK,
    }
}

/// A text in the middle of a point; longer texts are smaller.
pub fn letter(text: &str, ink: &str) -> String {
    let (size, drop) = match text.chars().count() {
        0 | 1 => (15, 5),
        2 => (13, 5),
        3 => (10, 4),
        _ => (8, 3),
    };
    let text = escape(text);
    format!(r#"<text y="{drop}" font-size="{size}" font-weight="bold" fill="{ink}">{text}</text>"#)
}

/// A small text below the middle of a point by this distance, with a light edge so that lines do
/// not run through it.
pub fn outlined(text: &str, drop: usize, size: usize) -> String {
    let text = escape(text);
    let edge = if size < 10 { 3 } else { 2 };
    format!(
        r#"<text y="{drop}" font-size="{size}" fill="{INK}" stroke="{LIGHT_WOOD}" stroke-width="{edge}" stroke-linejoin="round" paint-order="stroke">{text}</text>"#
    )
}

/// Escapes a text for XML.
pub fn escape(text: &str) -> String {
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
