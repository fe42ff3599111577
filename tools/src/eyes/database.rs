//! The text of a database of eye shapes.

use std::fmt::Write;

use patc::eyes::{EyeShape, Vertex};
use patc::{SourceId, Span};
use rayon::prelude::*;

use super::enumerate::{Picture, graphs};
use super::shapes::{Shape, shapes};

/// Which eye spaces a database has.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The most points.
    pub points: usize,
    /// The most marginal points.
    pub margins: u32,
    /// The most positions of a space's game; spaces with more are left out.
    pub nodes: usize,
}

/// A space that is to be solved: a picture and its marginal points.
#[derive(Debug)]
pub struct Task {
    picture: Picture,
    margins: u32,
}

/// The spaces without stones, from small to large.
pub fn tasks(extent: &Extent) -> Vec<Task> {
    let pictures = (1..=extent.points).flat_map(graphs);
    let spaces = pictures.flat_map(|picture| {
        let task = |margins| Task {
            picture: picture.clone(),
            margins,
        };
        picture
            .margins(extent.margins)
            .into_iter()
            .map(task)
            .collect::<Vec<_>>()
    });
    spaces.collect()
}

/// What was made.
#[derive(Debug)]
pub struct Database {
    /// The text.
    pub text: String,
    /// The number of shapes of each number of points, from 1.
    pub shapes: Vec<usize>,
    /// The number of spaces that have too many positions.
    pub left_out: usize,
}

/// Solves the spaces, on all cores, and writes the database. `head` is a comment for its beginning;
/// `solved` is called after each space.
pub fn make(
    tasks: &[Task],
    extent: &Extent,
    head: &[String],
    solved: impl Fn() + Sync,
) -> Database {
    let results: Vec<Option<Vec<Shape>>> = (tasks.par_iter())
        .map(|task| {
            let shapes = shapes(&task.picture, task.margins, extent.nodes);
            solved();
            shapes
        })
        .collect();
    let mut database = Database {
        text: String::new(),
        shapes: vec![0; extent.points],
        left_out: results.iter().filter(|shapes| shapes.is_none()).count(),
    };
    for line in head {
        writeln!(database.text, "# {line}").ok();
    }
    let mut size = 0;
    for (task, shapes) in tasks.iter().zip(results) {
        for shape in shapes.into_iter().flatten() {
            let points = task.picture.size();
            if points != size {
                size = points;
                let plural = if size == 1 { "" } else { "s" };
                writeln!(database.text, "\n\n# Eye spaces of {size} point{plural}").ok();
            }
            let count = &mut database.shapes[points - 1];
            *count += 1;
            let number = points * 10_000 + *count;
            let shape = drawn(number as u32, &task.picture, &shape);
            write!(database.text, "\n{shape}").ok();
        }
    }
    database
}

/// The shape with its picture.
fn drawn(number: u32, picture: &Picture, shape: &Shape) -> EyeShape {
    let vertices = (picture.places.iter().zip(&shape.cells)).map(|(&(row, col), &cell)| Vertex {
        row,
        col,
        cell,
        edges: 0,
    });
    EyeShape {
        number,
        source: SourceId(0),
        span: Span::default(),
        whole: Span::default(),
        vertices: vertices.collect(),
        value: shape.value,
    }
}
