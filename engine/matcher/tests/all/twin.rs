//! Masks and automata in comparison with the naive matcher: random databases on random boards of
//! all sizes.

use katachi_board::{Board, BoardSize, Color, Point, PointSet, Symmetry};
use katachi_image::{Cell, General, Image, Role, Symbol};
use katachi_matcher::explain::examine;
use katachi_matcher::{LiveMatcher, Match, Matcher, Wanted, naive};
use patc::{Method, Source, compile_for};
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

/// The methods by which a database can be matched.
const METHODS: [Method; 2] = [Method::Masks, Method::Automaton];

fn image(text: &str, method: Method) -> Image {
    let source = Source::new("random.db", text);
    let compiled = compile_for(Role::Patterns, method, vec![source]);
    let image = compiled
        .image
        .unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics));
    Image::from_vec(image).expect("a valid image")
}

/// Whether a cell that may hold a stone lies on a stone of the goal.
fn touches(image: &General<'_>, one: Match, board: &Board, goal: &PointSet) -> bool {
    let pattern = image.pattern(one.pattern as usize).expect("a pattern");
    pattern.cells().iter().any(|cell| {
        let stones = Symbol::Own.bit() | Symbol::Opponent.bit();
        let may_hold_stone =
            Cell::from_number(cell.cell).is_some_and(|cell| cell.symbols() & stones != 0);
        one.point(cell.at, board.size()).is_some_and(|point| {
            may_hold_stone && goal.contains(point) && board.at(point).color().is_some()
        })
    })
}

/// The random databases of each test; `KATACHI_TWIN_CASES` asks for more. Each has two boards.
fn cases() -> u32 {
    let asked = std::env::var("KATACHI_TWIN_CASES").ok();
    asked.map_or(150, |text| text.parse().expect("a number"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn all_methods_find_what_the_naive_matcher_finds(seed in any::<u64>(), size in 2usize..=25) {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(size).expect("2 to 25");
        let count = rng.random_range(1..150);
        let text: String = (0..count).map(|number| random_pattern(&mut rng, number)).collect();
        let boards = [(); 2].map(|()| random_board(&mut rng, size));
        // The automata of many random patterns take long to compile.
        for method in METHODS.into_iter().take(if count > 40 { 1 } else { 2 }) {
            let image = image(&text, method);
            let general = image.general().expect("patterns");
            prop_assert_eq!(general.automata().is_empty(), method == Method::Masks);
            let mut matcher = Matcher::new(&general, size);
            for board in &boards {
                for own in Color::BOTH {
                    let expected = naive::matches(&general, board, own);
                    prop_assert_eq!(matcher.matches(&general, board, own), expected);
                }
            }
        }
    }

    /// A live matcher finds the same after moves, captures and undo; a goal leaves the matches with
    /// a stone of it.
    #[test]
    fn all_methods_find_the_same_live_and_about_a_goal(
        seed in any::<u64>(),
        size in 2usize..=25,
    ) {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(size).expect("2 to 25");
        let count = rng.random_range(1..30);
        let text: String = (0..count).map(|number| random_pattern(&mut rng, number)).collect();
        let images = METHODS.map(|method| image(&text, method));
        let [masks, automata] = images.each_ref().map(|image| image.general().expect("patterns"));
        let mut full = [Matcher::new(&masks, size), Matcher::new(&automata, size)];
        let mut live = [LiveMatcher::new(&masks, size), LiveMatcher::new(&automata, size)];
        let points: Vec<Point> = size.points().collect();
        let mut board = random_board(&mut rng, size);
        for _ in 0..30 {
            if rng.random_range(0..4) == 0 {
                board.undo();
            } else {
                let _ = board.play(pick(&mut rng, &Color::BOTH), pick(&mut rng, &points));
            }
            let own = pick(&mut rng, &Color::BOTH);
            let found = full[0].matches(&masks, &board, own);
            prop_assert_eq!(&full[1].matches(&automata, &board, own), &found);
            for (live, image) in live.iter_mut().zip([&masks, &automata]) {
                prop_assert_eq!(&live.matches(image, &board, own).collect::<Vec<_>>(), &found);
            }
            let goal: PointSet = (0..4).map(|_| pick(&mut rng, &points)).collect();
            let wanted = Wanted { goal: Some(&goal), ..Wanted::default() };
            let about = full[0].wanted_matches(&masks, &board, own, &wanted);
            let touching: Vec<Match> = (found.iter().copied())
                .filter(|&one| touches(&masks, one, &board, &goal))
                .collect();
            prop_assert_eq!(&about, &touching);
            prop_assert_eq!(&full[1].wanted_matches(&automata, &board, own, &wanted), &touching);
        }
    }

    /// An explanation finds no misfit exactly where the naive matcher finds a match. Elsewhere
    /// fewer elements fit than there are.
    #[test]
    fn explanations_agree_with_the_naive_matcher(seed in any::<u64>(), size in 2usize..=13) {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(size).expect("2 to 25");
        let text: String = (0..20).map(|number| random_pattern(&mut rng, number)).collect();
        let image = image(&text, Method::Auto);
        let general = image.general().expect("patterns");
        let board = random_board(&mut rng, size);
        for pattern in general.iter() {
            for anchor in size.points() {
                for symmetry in Symmetry::all() {
                    let fits = naive::fits(&pattern, &board, Color::Black, anchor, symmetry);
                    let at = (anchor.row() as i32, anchor.col() as i32);
                    let fit = examine(&pattern, &board, Color::Black, at, symmetry);
                    prop_assert_eq!(fit.is_perfect(), fits);
                    prop_assert_eq!(fit.fitting() == fit.elements, fits);
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
        let image = image(&text, Method::Auto);
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
