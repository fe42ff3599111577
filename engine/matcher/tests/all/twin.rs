//! The bit-parallel matcher in comparison with the naive one: random databases on random boards of
//! all sizes.

use katachi_board::{Board, BoardSize, Color, Point, Symmetry};
use katachi_image::{Image, Role};
use katachi_matcher::explain::examine;
use katachi_matcher::{Match, Matcher, naive};
use patc::{Source, compile};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}

/// A diagram with one move, sometimes no stone at all, sometimes borders.
fn random_pattern(rng: &mut Rng, number: usize) -> String {
    let (rows, cols) = (rng.random_range(1..=6), rng.random_range(1..=6));
    let sparse = rng.random_range(0..3) == 0;
    let cells: &[u8] = if sparse { b"???????.XO" } else { b"..XOxo?" };
    let mut grid: Vec<Vec<u8>> = (0..rows)
        .map(|_| (0..cols).map(|_| pick(rng, cells)).collect())
        .collect();
    let (row, col) = (rng.random_range(0..rows), rng.random_range(0..cols));
    grid[row][col] = b'*';
    let [north, south, west, east] = [6, 3, 5, 8].map(|odds| rng.random_range(0..odds) == 0);
    let edge = |corner: bool, other: bool| {
        let plus = |yes| if yes { "+" } else { "" };
        format!("{}{}{}\n", plus(corner), "-".repeat(cols), plus(other))
    };
    let mut text = format!("Pattern P{number}\n\n");
    if north {
        text += &edge(west, east);
    }
    for cells in &grid {
        let bar = |yes| if yes { "|" } else { "" };
        text += bar(west);
        text += &String::from_utf8_lossy(cells);
        text += bar(east);
        text.push('\n');
    }
    if south {
        text += &edge(west, east);
    }
    let symmetry = pick(rng, b"88888|-/\\+XO") as char;
    text + &format!("\n:{symmetry},-\n\n")
}

fn random_board(rng: &mut Rng, size: BoardSize) -> Board {
    let mut board = Board::new(size);
    let points: Vec<Point> = size.points().collect();
    for _ in 0..rng.random_range(0..size.area()) {
        let color = pick(rng, &Color::BOTH);
        let _ = board.play(color, pick(rng, &points));
    }
    board
}

fn image(text: &str) -> Image {
    let compiled = compile(Role::Patterns, vec![Source::new("random.db", text)]);
    let image = compiled
        .image
        .unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics));
    Image::from_vec(image).expect("a valid image")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn masks_find_what_the_naive_matcher_finds(seed in any::<u64>(), size in 2usize..=25) {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(size).expect("2 to 25");
        let count = rng.random_range(1..150);
        let text: String = (0..count).map(|number| random_pattern(&mut rng, number)).collect();
        let image = image(&text);
        let general = image.general().expect("patterns");
        let mut matcher = Matcher::new(&general, size);
        for _ in 0..2 {
            let board = random_board(&mut rng, size);
            for own in Color::BOTH {
                let expected = naive::matches(&general, &board, own);
                prop_assert_eq!(matcher.matches(&general, &board, own), expected);
            }
        }
    }

    /// An explanation finds no misfit exactly where the naive matcher finds a match. Elsewhere
    /// fewer elements fit than there are.
    #[test]
    fn explanations_agree_with_the_naive_matcher(seed in any::<u64>(), size in 2usize..=13) {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(size).expect("2 to 25");
        let text: String = (0..20).map(|number| random_pattern(&mut rng, number)).collect();
        let image = image(&text);
        let general = image.general().expect("patterns");
        let board = random_board(&mut rng, size);
        for pattern in general.iter() {
            for anchor in size.points() {
                for symmetry in Symmetry::all() {
                    let fits = naive::fits(&pattern, &board, Color::Black, anchor, symmetry);
                    let at = (anchor.row() as i32, anchor.col() as i32);
                    let fit = examine(&pattern, &board, Color::Black, at, symmetry);
                    prop_assert_eq!(fit.first.is_none(), fits);
                    prop_assert_eq!(fit.fitting == fit.elements, fits);
                }
            }
        }
    }

    /// Turning the board turns the matches: the same patterns at turned points.
    #[test]
    fn matches_turn_with_the_board(seed in any::<u64>(), size in 5usize..=13) {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(size).expect("2 to 25");
        // Only patterns without symmetry are tried in all orientations.
        let mut text = String::new();
        for number in 0..40 {
            let pattern = random_pattern(&mut rng, number);
            let colon = pattern.rfind(':').expect("a colon line");
            text += &pattern[..colon];
            text += ":8,-\n\n";
        }
        let image = image(&text);
        let general = image.general().expect("patterns");
        let board = random_board(&mut rng, size);
        let mut matcher = Matcher::new(&general, size);
        let points = |found: &[Match], turn: Symmetry| {
            let mut points: Vec<_> = found
                .iter()
                .filter_map(|found| {
                    let mv = found.mv(&general.pattern(found.pattern as usize)?, size)?;
                    Some((found.pattern, turn.apply_to_point(mv, size)))
                })
                .collect();
            points.sort_unstable();
            points
        };
        let straight = matcher.matches(&general, &board, Color::Black);
        for turn in Symmetry::all() {
            let stones = board
                .all_stones()
                .map(|(color, point)| (color, turn.apply_to_point(point, size)));
            let turned = Board::with_stones(size, stones).expect("a turned board");
            let found = matcher.matches(&general, &turned, Color::Black);
            prop_assert_eq!(points(&found, Symmetry::IDENTITY), points(&straight, turn));
        }
    }
}
