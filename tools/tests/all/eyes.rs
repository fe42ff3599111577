//! Tests of `katachi-tools eyes`: databases are deterministic, ours is the one that it makes, they
//! have no warnings, and give every eye space its computed value.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use katachi_board::Point;
use katachi_image::eyes::game::{EyeGraph, value};
use katachi_image::{Image, Role};
use katachi_matcher::{EyePoint, PlacedGraph, eye_value};
use katachi_testkit::workspace_root;
use katachi_tools::eyes::database::{Database, Extent, make, tasks};
use katachi_tools::eyes::enumerate::{Picture, graphs};
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const EXTENT: Extent = Extent {
    points: 5,
    margins: 2,
    nodes: 1_000_000,
};

fn made(threads: usize) -> Database {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let tasks = tasks(&EXTENT);
    let solved = AtomicUsize::new(0);
    let database = pool.unwrap().install(|| {
        make(&tasks, &EXTENT, &["a comment".to_owned()], || {
            solved.fetch_add(1, Ordering::Relaxed);
        })
    });
    assert_eq!(solved.into_inner(), tasks.len());
    database
}

fn image(text: &str) -> Image {
    let compiled = compile(Role::Eyes, vec![Source::new("eyes.db", text)]);
    let found = compiled.diagnostics.iter();
    let found: Vec<_> = found.map(|d| d.short(&compiled.sources)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    Image::from_vec(compiled.image.unwrap()).unwrap()
}

/// The eye space with its points anywhere on a board.
fn on_board(graph: &EyeGraph, rng: &mut Xoshiro256PlusPlus) -> PlacedGraph {
    let first = rng.random_range(0..300);
    let points = graph.vertices().iter().enumerate();
    let points = points.map(|(at, vertex)| EyePoint {
        point: Point::new((first + at) / 19, (first + at) % 19).unwrap(),
        is_virtual: false,
        marginal: vertex.marginal,
        edge: 0,
        occupied: vertex.stone,
        neighbors: vertex.neighbors,
    });
    PlacedGraph {
        points: points.collect(),
    }
}

/// Looks up random spaces of up to `most` points with up to `margins` margins.
fn check(image: &Image, most: usize, margins: u32, count: usize) {
    let eyes = image.eyes().unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut pictures: BTreeMap<usize, Vec<Picture>> = BTreeMap::new();
    for _ in 0..count {
        let size = rng.random_range(1..=most);
        let pictures = pictures.entry(size).or_insert_with(|| graphs(size));
        let picture = &pictures[rng.random_range(0..pictures.len())];
        let all = picture.margins(margins);
        let margins = all[rng.random_range(0..all.len())];
        let stones = rng.random_range(0..1u32 << size) & !margins;
        let graph = picture.graph(margins).unwrap();
        if !graph.has_liberties(stones) {
            continue;
        }
        let graph = graph.with_stones(stones);
        let space = on_board(&graph, &mut rng);
        let found = eye_value(&eyes, &space).unwrap_or_else(|| panic!("{graph:?}"));
        let solved = value(&graph, usize::MAX).unwrap();
        assert_eq!(found.value, solved.value, "{graph:?}");
        // The matcher lists points in the order of the shape.
        let sorted = |mut points: Vec<usize>| {
            points.sort_unstable();
            points
        };
        assert_eq!(sorted(found.attacks), solved.attacks, "{graph:?}");
        assert_eq!(sorted(found.defenses), solved.defenses, "{graph:?}");
    }
}

#[test]
fn a_database_has_all_spaces_and_no_mistake() {
    let database = made(1);
    assert_eq!(database.left_out, 0);
    assert_eq!(database.text, made(2).text);
    check(&image(&database.text), EXTENT.points, EXTENT.margins, 2000);
}

#[test]
fn our_database_agrees_with_the_computation() {
    let path = workspace_root().join("patterns/eyes.db");
    let text = std::fs::read_to_string(path).unwrap();
    check(&image(&text), 5, 3, 2000);
}

#[test]
fn our_database_is_what_the_program_makes() {
    let folder = tempfile::TempDir::new().unwrap();
    let made = folder.path().join("eyes.db");
    let status = Command::new(env!("CARGO_BIN_EXE_katachi-tools"))
        .args(["eyes", "make", "--points", "5", "--margins", "3", "--out"])
        .arg(&made)
        .stderr(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let shipped = read(&workspace_root().join("patterns/eyes.db"));
    assert!(read(&made) == shipped, "patterns/eyes.db: make it anew");
}
