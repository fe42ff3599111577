//! Values of eye spaces by size, computed and looked up: values in a second, and the slowest.
//!
//! Each graph that can be drawn is computed with each set of at most two margins, without stones;
//! of large sizes every tenth or hundredth. One thread. Databases with all spaces up to five and up
//! to six points are asked for spaces without stones, too.
//!
//! `cargo bench -p katachi-tools --bench eyes`
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use katachi_board::Point;
use katachi_image::eyes::game::{EyeGraph, value};
use katachi_image::{Image, Role};
use katachi_matcher::{EyePoint, PlacedGraph, eye_value};
use katachi_tools::eyes::database::{Extent, make, tasks};
use katachi_tools::eyes::enumerate::graphs;

/// The most positions of a game.
const NODES: usize = 5_000_000;

fn main() {
    println!("points  spaces  values/s   median µs   slowest ms  too large");
    for (size, step) in [
        (2, 1),
        (3, 1),
        (4, 1),
        (5, 1),
        (6, 1),
        (7, 1),
        (8, 10),
        (9, 100),
    ] {
        let spaces: Vec<EyeGraph> = spaces(size).into_iter().step_by(step).collect();
        let mut too_large = 0;
        let mut times: Vec<Duration> = (spaces.iter())
            .map(|space| {
                let began = Instant::now();
                too_large += usize::from(black_box(value(space, NODES)).is_none());
                began.elapsed()
            })
            .collect();
        times.sort_unstable();
        let all: Duration = times.iter().sum();
        println!(
            "{size:>6}  {:>6}  {:>8.0}  {:>10.1}  {:>11.2}  {too_large:>9}",
            spaces.len(),
            spaces.len() as f64 / all.as_secs_f64(),
            times[times.len() / 2].as_secs_f64() * 1e6,
            times
                .last()
                .map_or(0.0, |slowest| slowest.as_secs_f64() * 1e3),
        );
    }
    println!("\ndatabase  points  spaces  look-ups/s");
    for most in [5, 6] {
        let image = database(most);
        let Some(eyes) = image.eyes() else { return };
        for size in 3..=most {
            let spaces: Vec<PlacedGraph> = spaces(size).iter().map(on_board).collect();
            let began = Instant::now();
            let found = spaces
                .iter()
                .filter(|space| eye_value(&eyes, space).is_some());
            assert_eq!(found.count(), spaces.len());
            println!(
                "{most:>8}  {size:>6}  {:>6}  {:>10.0}",
                spaces.len(),
                spaces.len() as f64 / began.elapsed().as_secs_f64()
            );
        }
    }
}

/// The spaces without stones of a number of points.
fn spaces(size: usize) -> Vec<EyeGraph> {
    let graphs = graphs(size);
    let spaces = graphs.iter().flat_map(|picture| {
        let margins = picture.margins(2).into_iter();
        margins.filter_map(|margins| picture.graph(margins))
    });
    spaces.collect()
}

/// A database with all spaces up to a number of points.
fn database(points: usize) -> Image {
    let extent = Extent {
        points,
        margins: 3,
        nodes: NODES,
    };
    let text = make(&tasks(&extent), &extent, &[], || ()).text;
    let compiled = patc::compile(Role::Eyes, vec![patc::Source::new("eyes.db", text)]);
    Image::from_vec(compiled.image.expect("no mistakes")).expect("an image")
}

/// The space somewhere on a board.
fn on_board(graph: &EyeGraph) -> PlacedGraph {
    let points = graph.vertices().iter().zip(0..);
    let points = points.filter_map(|(vertex, at)| {
        Some(EyePoint {
            point: Point::new(5, at)?,
            is_virtual: false,
            marginal: vertex.marginal,
            edge: 0,
            occupied: vertex.stone,
            neighbors: vertex.neighbors,
        })
    });
    PlacedGraph {
        points: points.collect(),
    }
}
