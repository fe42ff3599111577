//! Frames around stones that belong together.

use std::fmt;

use super::style::{Rgb, STEP, WOOD};
use crate::Point;

/// How wide a frame is, and the space inside it.
const OUTER: usize = 30;
const INNER: usize = 24;

/// A frame as a small drawing, for a legend.
pub fn symbol(color: Rgb) -> String {
    let half = STEP / 2;
    let mut symbol = format!(r#"<g transform="translate({half} {half}) scale(.75)">"#);
    // Writing to a string cannot fail.
    let _ = frame(&mut symbol, "M0 0h0", color);
    symbol.push_str("</g>");
    symbol
}

/// A frame around the lines of a path.
pub fn frame(f: &mut impl fmt::Write, path: &str, color: Rgb) -> fmt::Result {
    writeln!(
        f,
        r#"<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="{path}" stroke="{color}" stroke-width="{OUTER}"/><path d="{path}" stroke="{WOOD}" stroke-width="{INNER}"/></g>"#
    )
}

/// The lines that hold a group together: between all stones that touch, and between the nearest
/// ones of parts that do not.
pub fn links(stones: &[Point]) -> Vec<(Point, Point)> {
    let distance = |a: Point, b: Point| {
        let (rows, cols) = (a.row().abs_diff(b.row()), a.col().abs_diff(b.col()));
        rows * rows + cols * cols
    };
    let mut links = Vec::new();
    for (place, &a) in stones.iter().enumerate() {
        let touching = stones[place + 1..].iter().filter(|&&b| distance(a, b) == 1);
        links.extend(touching.map(|&b| (a, b)));
    }
    // Of each stone that is not linked yet, the nearest linked one.
    let Some((&first, rest)) = stones.split_first() else {
        return links;
    };
    let mut nearest: Vec<(Point, Point)> = rest.iter().map(|&stone| (stone, first)).collect();
    while let Some(next) = (0..nearest.len()).min_by_key(|&at| {
        let (stone, linked) = nearest[at];
        distance(stone, linked)
    }) {
        let (stone, linked) = nearest.remove(next);
        if distance(stone, linked) > 1 {
            links.push((linked, stone));
        }
        for (other, link) in &mut nearest {
            if distance(*other, stone) < distance(*other, *link) {
                *link = stone;
            }
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_linked_by_the_shortest_lines() {
        let points = [(0, 0), (0, 1), (1, 1), (3, 3), (3, 4)];
        let points = points.map(|(row, col)| Point::new(row, col).unwrap());
        let names: Vec<String> = (links(&points).iter())
            .map(|(a, b)| format!("{}{}-{}{}", a.row(), a.col(), b.row(), b.col()))
            .collect();
        assert_eq!(names, ["00-01", "01-11", "33-34", "11-33"]);
        assert!(links(&points[..1]).is_empty() && links(&[]).is_empty());
    }
}
