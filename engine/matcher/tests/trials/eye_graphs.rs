//! Eye shapes: the look-up in comparison with a brute-force search on pictures and points, in
//! enclosed regions of real positions and in random ones.

use std::fmt::Write;
use std::path::Path;

use crate::games::{games, position};
use crate::regions::{Region, enclosed};
use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_image::{Image, Role};
use katachi_matcher::{MAX_INNER, MAX_MARGINAL, PlacedGraph, eye_value};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::eyes::{EyeShape, EyeShapes};
use patc::{Model, Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

/// Our own shapes; those with edges come before those without.
const SAMPLE: &str = "
Pattern 1

|*.
|..
+--

:0111

Pattern 2

|.x
+--

:1111

Pattern 3

X

:1111

Pattern 4

.

:1111

Pattern 5

.x

:1111

Pattern 6

!

:0000

Pattern 7

.!

:0111

Pattern 8

@.@

:0012

Pattern 9

.*.

:1122

Pattern 10

.X.

:1111

Pattern 11

xx
xx

:1111

Pattern 12

.*x.

:1222

Pattern 13

x.xx

:2222

Pattern 14

.$

:0111

Pattern 15

 .
.*.
 .

:1122

Pattern 16

.*
 <>.

:1122

Pattern 17

........

:2222

Pattern 18

.........

:2222
";

/// Shapes as in their source, and their image.
struct Both {
    shapes: EyeShapes,
    image: Image,
}

impl Both {
    fn new(text: Vec<u8>) -> Result<Self, Failed> {
        let compiled = compile(Role::Eyes, vec![Source::new("eyes.db", text)]);
        let messages: Vec<_> = (compiled.diagnostics.iter())
            .map(|diagnostic| diagnostic.short(&compiled.sources))
            .collect();
        let image = compiled.image.ok_or_else(|| messages.join("\n"))?;
        let Model::Eyes(shapes) = compiled.model else {
            return Err("another kind".into());
        };
        let image = Image::from_vec(image)?;
        Ok(Self { shapes, image })
    }
}

/// A point of an eye space, or the additional neighbour of a half eye.
struct Place {
    at: Point,
    beside: bool,
    marginal: bool,
    stone: bool,
    edges: u8,
}

fn places(board: &Board, region: &Region) -> Vec<Place> {
    let place = |at: Point, beside: bool| {
        let inside = |near: &&Point| board.size().contains(**near);
        Place {
            at,
            beside,
            marginal: beside || region.marginal.contains(at),
            stone: !beside && !board.at(at).is_empty(),
            edges: if beside {
                0
            } else {
                4 - at.neighbors().iter().filter(inside).count() as u8
            },
        }
    };
    // The neighbour of a half eye follows it.
    let pair = |at: Point| {
        let beside = region.halves.contains(at).then(|| place(at, true));
        std::iter::once(place(at, false)).chain(beside)
    };
    region.points.iter().flat_map(pair).collect()
}

fn touch(a: &Place, b: &Place) -> bool {
    match (a.beside, b.beside) {
        (false, false) => a.at.neighbors().contains(&b.at),
        (true, true) => false,
        _ => a.at == b.at,
    }
}

/// Marginal, may be empty, may hold a stone, vital for the attacker, for the defender.
fn properties(shape: &EyeShape, vertex: usize) -> [bool; 5] {
    let flags = match shape.vertices[vertex].cell.character() {
        Some('.') => "e",
        Some('x') => "es",
        Some('X') => "s",
        Some('*') => "ead",
        Some('<') => "ea",
        Some('>') => "ed",
        Some('!') => "me",
        Some('@') => "mead",
        Some('(') => "mea",
        Some(')') => "med",
        Some('$') => "ms",
        other => panic!("{other:?}"),
    };
    ['m', 'e', 's', 'a', 'd'].map(|flag| flags.contains(flag))
}

fn are_neighbors(shape: &EyeShape, a: usize, b: usize) -> bool {
    let (a, b) = (&shape.vertices[a], &shape.vertices[b]);
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1
}

/// Tries all ways to give each vertex a place of its own, in order. Returns whether one fits.
fn lay(shape: &EyeShape, places: &[Place], chosen: &mut Vec<usize>) -> bool {
    let vertex = chosen.len();
    if vertex == shape.vertices.len() {
        return true;
    }
    let [marginal, empty, stone, _, _] = properties(shape, vertex);
    let degree = (0..shape.vertices.len())
        .filter(|&other| are_neighbors(shape, vertex, other))
        .count();
    for (number, place) in places.iter().enumerate() {
        let right = !chosen.contains(&number)
            && place.marginal == marginal
            && (if place.stone { stone } else { empty })
            && place.edges >= shape.vertices[vertex].edge_level()
            && places.iter().filter(|other| touch(place, other)).count() == degree
            && (chosen.iter().enumerate()).all(|(other, &image)| {
                !are_neighbors(shape, vertex, other) || touch(place, &places[image])
            });
        if right {
            chosen.push(number);
            if lay(shape, places, chosen) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

/// The number of the first shape that fits, and its vital points.
fn brute_force(
    shapes: &EyeShapes,
    board: &Board,
    region: &Region,
) -> Option<(u32, [u8; 4], [Vec<Point>; 2])> {
    let places = places(board, region);
    let marginal = places.iter().filter(|place| place.marginal).count();
    if places.len() - marginal > MAX_INNER || marginal > MAX_MARGINAL {
        return None;
    }
    shapes.shapes.iter().find_map(|shape| {
        let mut chosen = Vec::new();
        if shape.vertices.len() != places.len() || !lay(shape, &places, &mut chosen) {
            return None;
        }
        let [_, attacked, defended, _] = shape.value.0;
        let vital = [3, 4].map(|property| {
            (chosen.iter().enumerate())
                .filter(|&(vertex, _)| attacked != defended && properties(shape, vertex)[property])
                .map(|(_, &image)| places[image].at)
                .collect()
        });
        Some((shape.number, shape.value.0, vital))
    })
}

/// Compares both searches. Returns whether a shape fits, and whether moves in it matter.
fn compare(both: &Both, board: &Board, region: &Region) -> (bool, bool) {
    let eyes = both.image.eyes().expect("eye shapes");
    let expected = brute_force(&both.shapes, board, region);
    let graph = PlacedGraph::new(board, &region.points, &region.marginal, &region.halves);
    let found = graph.and_then(|graph| {
        let found = eye_value(&eyes, &graph)?;
        let number = eyes.shapes[found.shape as usize].number.get();
        let points = |indices: Vec<usize>| -> Vec<Point> {
            let points = indices.into_iter().map(|index| graph.points[index].point);
            points.collect()
        };
        let vital = [points(found.attacks), points(found.defenses)];
        Some((number, found.value.0, vital))
    });
    let (points, marginal, halves) = (&region.points, &region.marginal, &region.halves);
    assert_eq!(
        found, expected,
        "{points:?} {marginal:?} {halves:?}\n{board}"
    );
    let urgent = found
        .as_ref()
        .is_some_and(|(_, _, vital)| !vital[0].is_empty());
    (found.is_some(), urgent)
}

/// Counts the regions of 300 positions of real games, and those with a shape.
fn real_positions(both: &Both, archive: &Path, least: [usize; 3]) -> Result<(), Failed> {
    let games = games(archive, 60, 180)?;
    let mut counts = [0; 3];
    for number in 0..300 {
        let game = &games[number % games.len()];
        let board = position(game, game.len() - 1 - number * 7 % 90);
        for color in Color::BOTH {
            // The region has more points than an eye space may have, and must be refused.
            for region in enclosed(&board, color, 32) {
                let (fits, urgent) = compare(both, &board, &region);
                for (count, fact) in counts.iter_mut().zip([true, fits, urgent]) {
                    *count += usize::from(fact);
                }
            }
        }
    }
    let enough = counts
        .iter()
        .zip(least)
        .all(|(&count, least)| count >= least);
    assert!(enough, "regions, with a shape, urgent: {counts:?}");
    Ok(())
}

/// Connected points, at most this many rows and columns.
fn random_points(rng: &mut Rng, side: usize, count: usize) -> Vec<(usize, usize)> {
    let mut points = vec![(rng.random_range(0..side), rng.random_range(0..side))];
    for _ in 0..20 * count {
        let point = (rng.random_range(0..side), rng.random_range(0..side));
        let touches =
            |&(row, col): &(usize, usize)| row.abs_diff(point.0) + col.abs_diff(point.1) == 1;
        if points.len() < count && !points.contains(&point) && points.iter().any(touches) {
            points.push(point);
        }
    }
    points
}

fn random_shapes(rng: &mut Rng, count: usize) -> String {
    let mut text = String::new();
    for number in 1..=count {
        let size = rng.random_range(1..=6);
        let points = random_points(rng, 4, size);
        let (top, left) = (points.iter()).fold((9, 9), |(top, left), &(row, col)| {
            (row.min(top), col.min(left))
        });
        let urgent = size > 1 && rng.random_range(0..2) == 0;
        let mut picture = [[' '; 4]; 4];
        for (place, &(row, col)) in points.iter().enumerate() {
            let cells: &[u8] = match (urgent, place) {
                (true, 0) => b"*<@(",
                (true, 1) => b"*>@)",
                (true, _) => b"..xxxX!$*<>@()",
                _ => b"...xxxxX!!$",
            };
            picture[row - top][col - left] = char::from(cells[rng.random_range(0..cells.len())]);
        }
        let urgent = urgent && points.len() > 1;
        if points.len() == 1 {
            picture[0][0] = '.';
        }
        let [north, west] = [7, 5].map(|odds| rng.random_range(0..odds) == 0);
        let _ = write!(text, "Pattern {number}\n\n");
        if north {
            text += if west { "+----\n" } else { "----\n" };
        }
        for row in picture
            .iter()
            .filter(|row| row.iter().any(|&cell| cell != ' '))
        {
            let row: String = row.iter().collect();
            let _ = writeln!(text, "{}{}", if west { "|" } else { "" }, row.trim_end());
        }
        let _ = write!(text, "\n:{}\n\n", if urgent { "0012" } else { "0111" });
    }
    text
}

fn random_region(rng: &mut Rng) -> Option<(Board, Region)> {
    let side = rng.random_range(2..8);
    let count = rng.random_range(1..=6);
    let points = random_points(rng, side, count);
    let points: PointSet = (points.into_iter())
        .filter_map(|(row, col)| Point::new(row, col))
        .collect();
    let mut sets = [PointSet::EMPTY; 3];
    for point in &points {
        match rng.random_range(0..7) {
            0 => sets[0].insert(point),
            1 => sets[1].insert(point),
            2 => sets[2].insert(point),
            _ => {}
        }
        // Stones on marginal points.
        if sets[0].contains(point) && rng.random_range(0..3) == 0 {
            sets[2].insert(point);
        }
    }
    let [marginal, halves, stones] = sets;
    let stones = stones.iter().map(|point| (Color::White, point));
    let board = Board::with_stones(BoardSize::new(side)?, stones).ok()?;
    let region = Region {
        points,
        marginal,
        halves,
    };
    Some((board, region))
}

fn random_regions() -> Result<(), Failed> {
    let (mut fitting, mut urgent) = (0, 0);
    for seed in 0..60 {
        let mut rng = Rng::seed_from_u64(seed);
        let both = Both::new(random_shapes(&mut rng, 120).into_bytes())?;
        for _ in 0..400 {
            if let Some((board, region)) = random_region(&mut rng) {
                let (fits, vital) = compare(&both, &board, &region);
                fitting += usize::from(fits);
                urgent += usize::from(vital);
            }
        }
    }
    assert!(fitting > 5000 && urgent > 1500, "{fitting} {urgent}");
    Ok(())
}

/// Spaces that are too large, or empty.
fn limits() -> Result<(), Failed> {
    let both = Both::new(SAMPLE.as_bytes().to_vec())?;
    let board = Board::new(BoardSize::NINETEEN);
    for count in [0, 8, 9, 28, 29, 32, 33] {
        for marginals in [0, 20, 21] {
            let points: PointSet = board.size().points().take(count).collect();
            let region = Region {
                points,
                marginal: points.iter().take(marginals).collect(),
                halves: PointSet::EMPTY,
            };
            let graph = PlacedGraph::new(&board, &points, &region.marginal, &region.halves);
            assert_eq!(graph.is_some(), (1..=32).contains(&count));
            // Nine points in a row are in the database, but are too many for a look-up.
            let (fits, _) = compare(&both, &board, &region);
            assert_eq!(fits, (count, marginals) == (8, 0));
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let archive = shared("data/games/pro19/gosei.tgz");
    let mut trials = vec![
        trial("random_regions", Ok(()), |()| random_regions()),
        trial("limits", Ok(()), |()| limits()),
        trial("own_on_real_positions", archive.clone(), |archive| {
            let both = Both::new(SAMPLE.as_bytes().to_vec())?;
            real_positions(&both, &archive, [2000, 1500, 40])
        }),
    ];
    let need = shared("peer/gnugo-3.8/patterns/eyes.db").and_then(|path| Ok((path, archive?)));
    trials.push(trial("peer_on_real_positions", need, |(path, archive)| {
        let both = Both::new(std::fs::read(path)?)?;
        real_positions(&both, &archive, [2000, 2000, 500])
    }));
    trials
}
