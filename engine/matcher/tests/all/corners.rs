//! The corner tree in comparison with the naive matcher and with slates: random corner patterns on
//! boards of every size, with their stones, or nearly their stones, in the corners.

use katachi_board::{Board, BoardSize, Color, Point, PointSet, Symmetry};
use katachi_image::{Classes, General, Image, Role};
use katachi_matcher::{LiveMatcher, Match, Matcher, Wanted, naive};
use patc::{Source, compile};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}

/// A corner: its cells, with rows and columns counted from the edges, before it is drawn in one of
/// the four corners.
struct Corner {
    rows: usize,
    cols: usize,
    cells: Vec<u8>,
}

impl Corner {
    /// Often a part of another corner with one stone more, as variations are.
    fn random(rng: &mut Rng, others: &[Self]) -> Self {
        let symmetric = rng.random_range(0..6) == 0;
        let (rows, cols) = (rng.random_range(1..=7), rng.random_range(1..=7));
        let cols = if symmetric { rows } else { cols };
        let mut cells = vec![b'.'; rows * cols];
        let base = others.get(rng.random_range(0..=others.len()));
        for row in 0..rows {
            for col in 0..cols {
                let cell = match base {
                    Some(base) if row < base.rows && col < base.cols => {
                        base.cells[row * base.cols + col]
                    }
                    _ => pick(rng, b"........XO"),
                };
                cells[row * cols + col] = if cell == b'*' {
                    pick(rng, b".XO")
                } else {
                    cell
                };
            }
        }
        if symmetric {
            for row in 0..rows {
                for col in 0..row {
                    cells[row * cols + col] = cells[col * cols + row];
                }
            }
        }
        let (row, col) = (rng.random_range(0..rows), rng.random_range(0..cols));
        let col = if symmetric { row } else { col };
        cells[row * cols + col] = b'*';
        Self { rows, cols, cells }
    }

    fn is_symmetric(&self) -> bool {
        let at = |row, col| self.cells[row * self.cols + col];
        self.rows == self.cols
            && (0..self.rows).all(|row| (0..row).all(|col| at(row, col) == at(col, row)))
    }

    /// The corner as a pattern in one of the four corners.
    fn pattern(&self, number: usize, bottom: bool, right: bool) -> String {
        let mut lines: Vec<String> = (self.cells.chunks(self.cols))
            .map(|row| {
                let mut row = row.to_vec();
                if right {
                    row.reverse();
                }
                let row = String::from_utf8_lossy(&row).into_owned();
                if right { row + "|" } else { format!("|{row}") }
            })
            .collect();
        let dashes = "-".repeat(self.cols);
        lines.insert(
            0,
            if right {
                dashes + "+"
            } else {
                format!("+{dashes}")
            },
        );
        if bottom {
            lines.reverse();
        }
        let symmetry = match (self.is_symmetric(), bottom == right) {
            (false, _) => '8',
            (true, true) => '\\',
            (true, false) => '/',
        };
        let class = if number.is_multiple_of(3) { "J" } else { "j" };
        format!(
            "Pattern P{number}\n\n{}\n\n:{symmetry},{class}\n\n",
            lines.join("\n")
        )
    }

    /// Puts its stones on the board in some orientation.
    fn plant(&self, rng: &mut Rng, stones: &mut [Option<Color>], size: usize) {
        let (bottom, right) = (rng.random_range(0..2) == 0, rng.random_range(0..2) == 0);
        let (swapped, own) = (rng.random_range(0..2) == 0, pick(rng, &Color::BOTH));
        for row in 0..self.rows {
            for col in 0..self.cols {
                let (a, b) = if swapped { (col, row) } else { (row, col) };
                if a >= size || b >= size {
                    continue;
                }
                let a = if bottom { size - 1 - a } else { a };
                let b = if right { size - 1 - b } else { b };
                stones[a * size + b] = match self.cells[row * self.cols + col] {
                    b'O' => Some(own),
                    b'X' => Some(!own),
                    _ => None,
                };
            }
        }
    }
}

fn random_board(rng: &mut Rng, corners: &[Corner], size: BoardSize) -> Board {
    let mut stones = vec![None; size.area()];
    for _ in 0..rng.random_range(0..6) {
        corners[rng.random_range(0..corners.len())].plant(rng, &mut stones, size.get());
    }
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..stones.len());
        stones[at] = pick(rng, &[None, Some(Color::Black), Some(Color::White)]);
    }
    let mut board = Board::new(size);
    for (at, color) in stones.into_iter().enumerate() {
        let point = Point::new(at / size.get(), at % size.get()).expect("on the board");
        // A stone without liberties is left out.
        if let Some(color) = color {
            let _ = board.play(color, point);
        }
    }
    board
}

fn image(role: Role, text: &str) -> Image {
    let compiled = compile(role, vec![Source::new("random.db", text)]);
    let image = (compiled.image).unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics));
    Image::from_vec(image).expect("a valid image")
}

/// Matches without their anchors, which differ between the methods.
fn places(found: &[Match], image: &General<'_>, size: BoardSize) -> Vec<(u32, Symmetry, Point)> {
    let mut places: Vec<_> = (found.iter())
        .map(|one| {
            let pattern = image.pattern(one.pattern as usize).expect("its pattern");
            let mv = one.mv(&pattern, size).expect("a move on the board");
            (one.pattern, one.symmetry, mv)
        })
        .collect();
    places.sort_unstable();
    places
}

/// Compares all methods on a few boards. Returns the number of matches.
fn compare(seed: u64, size: BoardSize) -> usize {
    let mut rng = Rng::seed_from_u64(seed);
    let mut corners: Vec<Corner> = Vec::new();
    for _ in 0..rng.random_range(1..60) {
        let corner = Corner::random(&mut rng, &corners);
        corners.push(corner);
    }
    let text: String = (corners.iter().enumerate())
        .map(|(number, corner)| {
            let (bottom, right) = (rng.random_range(0..2) == 0, rng.random_range(0..2) == 0);
            corner.pattern(number, bottom, right)
        })
        .collect();
    let [tree, slates] = [Role::Joseki, Role::Fuseki].map(|role| image(role, &text));
    let [tree, slates] = [&tree, &slates].map(|image| image.general().expect("patterns"));
    assert!(!tree.corners.is_empty() && tree.slates.is_empty() && slates.corners.is_empty());
    let mut by_tree = Matcher::new(&tree, size);
    let mut live = LiveMatcher::new(&tree, size);
    let mut by_slates = Matcher::new(&slates, size);
    let mut matches = 0;
    for _ in 0..4 {
        let board = random_board(&mut rng, &corners, size);
        for own in Color::BOTH {
            let found = by_tree.matches(&tree, &board, own);
            assert_eq!(found, naive::matches(&tree, &board, own), "{text}\n{board}");
            assert!(live.matches(&tree, &board, own).eq(found.iter().copied()));
            let others = by_slates.matches(&slates, &board, own);
            assert_eq!(places(&found, &tree, size), places(&others, &slates, size));
            check_wanted(&mut by_tree, &mut by_slates, [&tree, &slates], &board, own);
            matches += found.len();
        }
    }
    matches
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_tree_finds_what_naive_matcher_and_slates_find(seed in any::<u64>(), size in 2usize..=25) {
        compare(seed, BoardSize::new(size).expect("2 to 25"));
    }
}

#[test]
fn there_is_something_to_find() {
    let found: usize = (0..40).map(|seed| compare(seed, BoardSize::NINETEEN)).sum();
    assert!(found > 1000, "{found}");
}

/// Goals and classes have the same effect in both.
fn check_wanted(
    by_tree: &mut Matcher,
    by_slates: &mut Matcher,
    [tree, slates]: [&General<'_>; 2],
    board: &Board,
    own: Color,
) {
    let size = board.size();
    let goal: PointSet = board.all_stones().map(|(_, at)| at).step_by(3).collect();
    for wanted in [
        Wanted {
            goal: Some(&goal),
            ..Wanted::default()
        },
        Wanted {
            classes: Classes::from_letter('J'),
            ..Wanted::default()
        },
    ] {
        let found = by_tree.wanted_matches(tree, board, own, &wanted);
        let others = by_slates.wanted_matches(slates, board, own, &wanted);
        assert_eq!(places(&found, tree, size), places(&others, slates, size));
    }
}
