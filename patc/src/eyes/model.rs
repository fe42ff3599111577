//! The checked model of eye shapes.

use std::fmt;

use katachi_image::border;
use katachi_image::eyes::game::{EyeGraph, EyeVertex};
use katachi_image::eyes::{EyeCell, EyeValue};

use crate::source::{SourceId, Span};

/// Eye shapes in source order; the first that fits counts.
#[derive(Clone, Debug, Default)]
pub struct EyeShapes {
    /// The shapes.
    pub shapes: Vec<EyeShape>,
}

/// An eye shape.
#[derive(Clone, Debug)]
pub struct EyeShape {
    /// Its number; numbers rise.
    pub number: u32,
    /// The file.
    pub source: SourceId,
    /// The place of the number.
    pub span: Span,
    /// The place of the shape, from its number to its value.
    pub whole: Span,
    /// The points in reading order.
    pub vertices: Vec<Vertex>,
    /// What it is worth.
    pub value: EyeValue,
}

/// A point of an eye shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// The row in the picture.
    pub row: usize,
    /// The column in the picture.
    pub col: usize,
    /// What it is.
    pub cell: EyeCell,
    /// The edges of the board on which it lies, bits of [`border`].
    pub edges: u8,
}

impl Vertex {
    /// On how many edges the point must lie: at least 0, 1, or 2 for a corner.
    pub fn edge_level(&self) -> u8 {
        (self.edges.count_ones() as u8).min(2)
    }

    /// Whether the two are next to each other.
    fn touches(&self, other: &Self) -> bool {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col) == 1
    }
}

impl EyeShape {
    /// For each vertex its neighbours, as a bit mask.
    pub fn neighbors(&self) -> Vec<u32> {
        let mask = |a: &Vertex| {
            let touching = self
                .vertices
                .iter()
                .enumerate()
                .filter(|(_, b)| a.touches(b));
            touching.fold(0, |mask, (b, _)| mask | 1 << b)
        };
        self.vertices.iter().map(mask).collect()
    }

    /// The shape as a graph whose points may be filled with stones; `None` if it is too large.
    ///
    /// Points that may hold a stone or be empty are empty.
    pub fn graph(&self) -> Option<EyeGraph> {
        let vertices = self.vertices.iter().zip(self.neighbors());
        let vertices = vertices.map(|(vertex, neighbors)| {
            let marginal = vertex.cell.has(EyeCell::MARGINAL);
            let stone = !vertex.cell.has(EyeCell::EMPTY);
            EyeVertex::new(neighbors, vertex.edge_level(), marginal, stone)
        });
        EyeGraph::new(vertices.collect())
    }

    /// All sets of stones that the shape allows, as bit masks of vertices, from few to many stones
    /// in reading order. `None` if more than `most` points may or may not hold one.
    pub fn fillings(&self, most: u32) -> Option<impl Iterator<Item = u32>> {
        let with = |property| {
            let all = self.vertices.iter().enumerate();
            all.filter(move |(_, vertex)| vertex.cell.has(property))
                .fold(0u32, |set, (at, _)| set | 1 << at)
        };
        let (stone, empty) = (with(EyeCell::STONE), with(EyeCell::EMPTY));
        let free = stone & empty;
        // The subsets of a mask in ascending order.
        let subsets = std::iter::successors(Some(0u32), move |set| {
            let next = set.wrapping_sub(free) & free;
            (next != 0).then_some(next)
        });
        let fillings = subsets.map(move |set| set | stone & !empty);
        (free.count_ones() <= most).then_some(fillings)
    }

    /// The picture with stones on exactly these vertices, without vital points.
    pub fn filled(&self, stones: u32) -> impl fmt::Display {
        let mut shape = self.clone();
        for (at, vertex) in shape.vertices.iter_mut().enumerate() {
            let margin = EyeCell(vertex.cell.0 & EyeCell::MARGINAL.0);
            vertex.cell = margin.with(if stones >> at & 1 != 0 {
                EyeCell::STONE
            } else {
                EyeCell::EMPTY
            });
        }
        fmt::from_fn(move |f| fmt::Display::fmt(&shape.picture(), f))
    }

    /// The number of marginal vertices.
    pub fn marginals(&self) -> usize {
        let marginal = |vertex: &&Vertex| vertex.cell.has(EyeCell::MARGINAL);
        self.vertices.iter().filter(marginal).count()
    }

    /// Whether some vertex has this property.
    pub fn has(&self, property: EyeCell) -> bool {
        self.vertices.iter().any(|vertex| vertex.cell.has(property))
    }

    /// The picture.
    pub fn picture(&self) -> impl fmt::Display {
        fmt::from_fn(|f| {
            // A border before the first row or column shifts the picture by one.
            let room = |side, at: fn(&Vertex) -> usize| {
                let mut on_side = self
                    .vertices
                    .iter()
                    .filter(|vertex| vertex.edges & side != 0);
                usize::from(on_side.any(|vertex| at(vertex) == 0))
            };
            let (down, right) = (
                room(border::NORTH, |vertex| vertex.row),
                room(border::WEST, |vertex| vertex.col),
            );
            let mut picture: Vec<Vec<char>> = Vec::new();
            let mut put = |row: usize, col: usize, sign: char| {
                if picture.len() <= row {
                    picture.resize(row + 1, Vec::new());
                }
                let line = &mut picture[row];
                if line.len() <= col {
                    line.resize(col + 1, ' ');
                }
                line[col] = sign;
            };
            for vertex in &self.vertices {
                let (row, col) = (vertex.row + down, vertex.col + right);
                let borders = [
                    (border::NORTH, row.saturating_sub(1), col, '-'),
                    (border::SOUTH, row + 1, col, '-'),
                    (border::WEST, row, col.saturating_sub(1), '|'),
                    (border::EAST, row, col + 1, '|'),
                ];
                for (side, row, col, sign) in borders {
                    if vertex.edges & side != 0 {
                        put(row, col, sign);
                    }
                }
                put(row, col, vertex.cell.character().unwrap_or('.'));
            }
            // The sign of a corner has no meaning, but completes the picture.
            for vertex in &self.vertices {
                let (row, col) = (vertex.row + down, vertex.col + right);
                let is_on = |side| vertex.edges & side != 0;
                let corners = [
                    (
                        border::NORTH,
                        border::WEST,
                        row.wrapping_sub(1),
                        col.wrapping_sub(1),
                    ),
                    (border::NORTH, border::EAST, row.wrapping_sub(1), col + 1),
                    (border::SOUTH, border::WEST, row + 1, col.wrapping_sub(1)),
                    (border::SOUTH, border::EAST, row + 1, col + 1),
                ];
                for (side, other, row, col) in corners {
                    let line = picture.get_mut(row).filter(|_| is_on(side) && is_on(other));
                    let Some(line) = line else {
                        continue;
                    };
                    if line.len() == col {
                        line.push(' ');
                    }
                    if let Some(sign) = line.get_mut(col).filter(|sign| **sign == ' ') {
                        *sign = '+';
                    }
                }
            }
            for line in picture {
                writeln!(f, "{}", line.into_iter().collect::<String>())?;
            }
            Ok(())
        })
    }
}

impl fmt::Display for EyeShapes {
    /// The shapes as a source that means the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, shape) in self.shapes.iter().enumerate() {
            let blank = if place > 0 { "\n" } else { "" };
            write!(f, "{blank}{shape}")?;
        }
        Ok(())
    }
}

impl fmt::Display for EyeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, picture, value) = (self.number, self.picture(), self.value);
        writeln!(f, "Pattern {number}\n\n{picture}\n:{value}")
    }
}
