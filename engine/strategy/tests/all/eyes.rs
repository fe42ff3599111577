//! Eyes: worked positions, and properties on random boards.
//!
//! The long run tests 100,000 random boards:
//!
//! ```text
//! KATACHI_EYE_BOARDS=100000 cargo test --profile ci -p katachi-strategy --test all eyes::
//! ```

use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, Outcome, Point, PointSet, Scoring};
use katachi_image::eyes::EyeValue;
use katachi_image::{Image, Role};
use katachi_strategy::eyes::{Domains, EyeKind, Eyes, Facts, Shapes, Solutions, examine};
use katachi_strategy::{Analyst, Database, Knowledge};
use katachi_tactics::reading::Reading;
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Shapes of our own for the positions below.
const SHAPES: &str = "
Pattern 1

x

:1111

Pattern 2

.@

:0011
";

fn shapes() -> Knowledge {
    let image = compile(Role::Eyes, vec![Source::new("eyes.db", SHAPES)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Knowledge::new(vec![Database {
        name: "eyes".to_owned(),
        image: Arc::new(image),
    }])
}

/// The eyes of a position with these rows at the bottom, and the rest of the board empty.
fn eyes(size: usize, bottom: &[&str]) -> (Arc<Eyes>, impl Fn(&str) -> Point + use<>) {
    let size = BoardSize::new(size).expect("a size");
    let empty = vec!["."; size.get()].join(" ");
    let mut rows = vec![empty.as_str(); size.get() - bottom.len()];
    rows.extend(bottom);
    let board: Board = rows.join("\n").parse().expect("a board");
    let mut analyst = Analyst::new(shapes(), 10);
    let eyes = analyst.position(&board, 0.0, Scoring::Territory).eyes();
    let at = move |name: &str| Point::from_vertex(name, size).expect("a vertex");
    (eyes, at)
}

/// The sum of the diagonals of a point, and what it means.
fn diagonals(eyes: &Eyes, point: Point) -> Option<(f32, EyeKind)> {
    let topology = eyes.topology(point)?;
    Some((topology.sum, topology.kind))
}

#[test]
fn a_half_eye_by_a_diagonal() {
    let (eyes, at) = eyes(7, &["X X X X X X .", "O . O O O X .", ". O O . O X ."]);
    let a1 = eyes.space(Color::White, at("A1")).expect("a space");
    assert_eq!((a1.points.len(), a1.margins.len()), (1, 0));
    assert_eq!(a1.value, EyeValue([0, 0, 1, 1]));
    assert_eq!((a1.attack, a1.defense), (Some(at("B2")), Some(at("B2"))));
    let half = eyes.half_eye(at("A1")).expect("a half eye");
    assert_eq!((half.sum, half.kind), (3.0, EyeKind::Half));
    assert_eq!(
        (&half.attacks, &half.defenses),
        (&vec![at("B2")], &vec![at("B2")])
    );
    let d1 = eyes.space(Color::White, at("D1")).expect("a space");
    assert_eq!(d1.value, EyeValue([1; 4]));
    assert_eq!(diagonals(&eyes, at("D1")), Some((2.0, EyeKind::Proper)));
    assert!(eyes.half_eye(at("D1")).is_none());
    for color in Color::BOTH {
        let b2 = eyes
            .space(color, at("B2"))
            .expect("a marginal point of both");
        assert!(b2.margins.contains(at("B2")) && b2.value == EyeValue([0; 4]));
    }
    let origins: Vec<(Point, Color)> = (eyes.spaces())
        .map(|space| (space.origin, space.color))
        .collect();
    assert!(origins.is_sorted());
}

#[test]
fn a_half_eye_that_a_ko_decides() {
    let rows = [
        "X X X X X X .",
        "X . X X X X .",
        "O . O O O X .",
        ". O O . O X .",
    ];
    let (eyes, at) = eyes(7, &rows);
    assert_eq!(diagonals(&eyes, at("A1")), Some((2.75, EyeKind::Half)));
    let a1 = eyes.space(Color::White, at("A1")).expect("a space");
    assert_eq!(a1.value, EyeValue([0, 0, 1, 1]));
}

/// Three stones that touch the eye and stand on its diagonal take too long to capture; two do not.
/// With the other diagonal lost as well the eye is false, and marginal.
#[test]
fn a_long_string_spoils_an_eye() {
    let rows = |e3: &str, d1: &str| {
        [
            ". . . . X X X X X".to_owned(),
            format!("X X X X {e3} O O . X"),
            ". O O O O . O . X".to_owned(),
            format!(". O . {d1} X X O . X"),
        ]
    };
    let of = |e3: &str, d1: &str| {
        let rows = rows(e3, d1);
        let (eyes, at) = eyes(9, &rows.each_ref().map(String::as_str));
        let f2 = eyes.space(Color::White, at("F2")).expect("a space");
        let sizes = (f2.points.len(), f2.margins.len());
        (diagonals(&eyes, at("F2")), sizes)
    };
    assert_eq!(of(".", "X"), (Some((3.0, EyeKind::Half)), (5, 0)));
    assert_eq!(of(".", "O"), (Some((1.0, EyeKind::Proper)), (3, 0)));
    assert_eq!(of("X", "X"), (Some((4.0, EyeKind::False)), (5, 1)));
}

#[test]
fn a_false_margin_is_no_eye_space() {
    let (eyes, at) = eyes(
        9,
        &[
            "X X X X X . . . .",
            "O O O O X . . . .",
            "O . O O X . . . .",
            "O O O O X X . . .",
            "O X . X . . . . .",
        ],
    );
    for color in Color::BOTH {
        assert!(eyes.space(color, at("C1")).is_none());
    }
    let b1 = eyes.space(Color::White, at("B1")).expect("a space");
    assert_eq!((b1.points.len(), b1.margins.len()), (1, 0));
    assert_eq!(b1.value, EyeValue([1; 4]));
    assert_eq!(diagonals(&eyes, at("B1")), Some((2.0, EyeKind::Proper)));
}

/// What no shape knows is judged by its size.
#[test]
fn without_shapes_the_size_decides() {
    let mut board = Board::new(BoardSize::NINETEEN);
    let mut analyst = Analyst::new(Knowledge::default(), 1);
    let eyes = analyst.position(&board, 0.0, Scoring::Territory).eyes();
    assert_eq!(eyes.spaces().len(), 0, "no stones, no eyes");
    let at = |name: &str| Point::from_vertex(name, BoardSize::NINETEEN).expect("a vertex");
    board.play(Color::Black, at("K10")).expect("legal");
    let eyes = analyst.position(&board, 0.0, Scoring::Territory).eyes();
    let all = eyes.space(Color::Black, at("A1")).expect("the whole board");
    assert_eq!((all.points.len(), all.value), (360, EyeValue([2; 4])));
}

/// Facts that need no reading: any stones are lively, and the answers about strings and moves are
/// drawn.
struct Drawn {
    board: Board,
    lively: PointSet,
    seed: u64,
}

const OUTCOMES: [Outcome; 4] = [Outcome::Lose, Outcome::KoB, Outcome::KoA, Outcome::Win];

impl Drawn {
    /// A position after random moves.
    fn new(seed: u64, size: BoardSize) -> Self {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for _ in 0..dice.random_range(0..2 * size.area()) {
            let (row, col) = (
                dice.random_range(0..size.get()),
                dice.random_range(0..size.get()),
            );
            let point = Point::new(row, col).expect("a point");
            if board.is_legal(color, point) {
                board.play(color, point).expect("legal");
                color = !color;
            }
        }
        let dead = dice.random_range(1..6);
        let strings: Vec<PointSet> = board.chains().map(|chain| chain.stone_set()).collect();
        let lively = (strings.into_iter())
            .filter(|_| dice.random_range(0..6) >= dead)
            .fold(PointSet::EMPTY, |set, stones| set | stones);
        Self {
            board,
            lively,
            seed,
        }
    }

    /// An answer that is always the same for the same question.
    fn draw(&self, question: u64, point: Point) -> Outcome {
        let seed = self.seed ^ question << 32 ^ (point.index() as u64) << 40;
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        OUTCOMES[dice.random_range(0..4)]
    }

    fn reading(&self, question: u64, string: Point) -> Reading {
        let origin = self
            .board
            .chain(string)
            .map_or(string, |chain| chain.origin());
        let outcome = self.draw(question, origin);
        let liberty = self
            .board
            .chain(string)
            .and_then(|chain| chain.liberties().first());
        Reading {
            outcome,
            point: liberty.filter(|_| outcome != Outcome::Lose),
        }
    }
}

impl Facts for Drawn {
    fn board(&mut self) -> &mut Board {
        &mut self.board
    }

    fn lively(&self) -> PointSet {
        self.lively
    }

    fn attack(&mut self, string: Point) -> Reading {
        self.reading(1, string)
    }

    fn defense(&mut self, string: Point) -> Reading {
        self.reading(2, string)
    }

    fn safe_move(&mut self, color: Color, point: Point) -> Outcome {
        if self.board.is_legal(color, point) {
            self.draw(2 + color as u64, point)
        } else {
            Outcome::Lose
        }
    }
}

/// A point with its row and column, on a board with walls.
type Cell = (i32, i32);

const DIRECT: [Cell; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// What the domains are, said cell by cell and scanned until nothing changes.
struct Naive<'a> {
    board: &'a Board,
    lively: &'a PointSet,
}

impl Naive<'_> {
    fn at(&self, (row, col): Cell, (rows, cols): Cell) -> Option<Point> {
        let size = self.board.size().get() as i32;
        let (row, col) = (row + rows, col + cols);
        let inside = (0..size).contains(&row) && (0..size).contains(&col);
        inside.then(|| Point::new(row as usize, col as usize))?
    }

    fn is_lively(&self, color: Color, point: Option<Point>) -> bool {
        point.is_some_and(|point| self.board.at(point).is(color) && self.lively.contains(point))
    }

    fn cells(&self) -> Vec<(Cell, Point)> {
        let points = self.board.size().points();
        points
            .map(|point| ((point.row() as i32, point.col() as i32), point))
            .collect()
    }

    fn false_margins(&self, facts: &mut Drawn) -> PointSet {
        let mut margins = PointSet::EMPTY;
        for (cell, point) in self.cells() {
            let near: Vec<Point> = (DIRECT.iter())
                .filter_map(|step| self.at(cell, *step))
                .collect();
            let beside_black = near
                .iter()
                .any(|&near| self.is_lively(Color::Black, Some(near)));
            if !self.board.at(point).is_empty() || !beside_black {
                continue;
            }
            for color in Color::BOTH {
                let has = |color| near.iter().any(|near| self.board.at(*near).is(color));
                let others: Vec<Point> = (near.iter().copied())
                    .filter(|near| self.board.at(*near).is(!color))
                    .collect();
                if has(color)
                    && has(!color)
                    && others.iter().any(|stone| !self.lively.contains(*stone))
                    && others.iter().any(|stone| {
                        self.lively.contains(*stone)
                            && facts.attack(*stone).outcome == Outcome::Lose
                    })
                    && facts.safe_move(!color, point) == Outcome::Lose
                {
                    margins.insert(point);
                }
            }
        }
        margins
    }

    fn domain(&self, color: Color, false_margins: &PointSet) -> PointSet {
        let mut influence = vec![0; Point::LIMIT];
        let mut domain = PointSet::EMPTY;
        let mut finished = PointSet::EMPTY;
        let mut threshold = vec![0; Point::LIMIT];
        for (cell, point) in self.cells() {
            let beside = |color| {
                let mut near = DIRECT.iter().map(|step| self.at(cell, *step));
                near.any(|near| self.is_lively(color, near))
            };
            if self.is_lively(color, Some(point)) {
                influence[point.index()] = 1;
                domain.insert(point);
                finished.insert(point);
            } else if self.is_lively(!color, Some(point)) {
                influence[point.index()] = -1;
                finished.insert(point);
            } else {
                if beside(color) {
                    finished.insert(point);
                    if false_margins.contains(point) {
                        continue;
                    }
                    domain.insert(point);
                    influence[point.index()] = 1;
                }
                let on_edge = DIRECT.iter().any(|step| self.at(cell, *step).is_none());
                if beside(!color) {
                    threshold[point.index()] = 1;
                    influence[point.index()] -= 1;
                } else if on_edge {
                    influence[point.index()] -= 1;
                }
            }
        }
        loop {
            let mut changed = false;
            for (cell, point) in self.cells().into_iter().rev() {
                if finished.contains(point) || domain.contains(point) {
                    continue;
                }
                let pairs = [-1, 1].into_iter().flat_map(|rows| {
                    [-1, 1].into_iter().flat_map(move |cols| {
                        [((rows, 0), (rows, cols)), ((0, cols), (rows, cols))]
                    })
                });
                let reached = pairs.into_iter().any(|(direct, diagonal)| {
                    let both = (self.at(cell, direct), self.at(cell, diagonal));
                    let (Some(direct), Some(diagonal)) = both else {
                        return false;
                    };
                    influence[direct.index()] + influence[diagonal.index()]
                        > threshold[point.index()]
                });
                if reached {
                    domain.insert(point);
                    influence[point.index()] += 1;
                    changed = true;
                }
            }
            if !changed {
                return domain;
            }
        }
    }

    /// Whether a point belongs to a side's eye spaces, and whether it is marginal.
    fn vertex(&self, color: Color, domains: &[PointSet; 2], cell: Cell) -> Option<bool> {
        let point = self.at(cell, (0, 0))?;
        if self.lively.contains(point) {
            return None;
        }
        let place = usize::from(color == Color::White);
        let only = |place: usize, point: Point| {
            domains[place].contains(point) && !domains[1 - place].contains(point)
        };
        let near: Vec<Point> = (DIRECT.iter())
            .filter_map(|step| self.at(cell, *step))
            .collect();
        if only(place, point) {
            Some(near.iter().any(|near| only(1 - place, *near)))
        } else if domains[place].contains(point) && near.iter().any(|near| only(place, *near)) {
            Some(true)
        } else {
            None
        }
    }
}

/// Compares domains and spaces with their definitions, and examines the eyes, on one random board.
/// Returns the number of false margins, of spaces, and of half and false eyes.
fn check(seed: u64, shapes: &mut Shapes<'_>) -> [usize; 4] {
    let size = BoardSize::new(2 + seed as usize % 24).expect("a size");
    let mut facts = Drawn::new(seed, size);
    let before = facts.board.to_string();
    let domains = Domains::of(&mut facts);
    let (board, lively) = (facts.board.clone(), facts.lively);
    let naive = Naive {
        board: &board,
        lively: &lively,
    };
    let false_margins = naive.false_margins(&mut facts);
    let expected = Color::BOTH.map(|color| naive.domain(color, &false_margins));
    for (color, expected) in Color::BOTH.into_iter().zip(&expected) {
        assert_eq!(domains.0[color], *expected, "seed {seed}, {color}\n{board}");
    }
    let eyes = examine(&mut facts, shapes);
    assert_eq!(facts.board.to_string(), before);
    assert_eq!(facts.board.trial_moves(), 0);
    let (mut halves, mut falses) = (0, 0);
    for color in Color::BOTH {
        for (cell, point) in naive.cells() {
            let space = eyes.space(color, point);
            let vertex = naive.vertex(color, &expected, cell);
            assert_eq!(space.is_some(), vertex.is_some(), "seed {seed}, {point:?}");
            let (Some(space), Some(marginal)) = (space, vertex) else {
                continue;
            };
            // A false eye has become marginal, unless the opponent cannot play there.
            let topology = eyes.topology(point).filter(|_| !marginal);
            let is_false = topology.is_some_and(|topology| topology.kind == EyeKind::False);
            halves += usize::from(topology.is_some_and(|found| found.kind == EyeKind::Half));
            falses += usize::from(is_false);
            assert!(
                space.margins.contains(point) == marginal || is_false,
                "seed {seed}"
            );
            assert!(space.points.contains(point) && space.origin <= point);
            // Neighbours lie in one space, unless both are marginal.
            for step in DIRECT {
                let Some(near) = naive.at(cell, step) else {
                    continue;
                };
                let beside = (cell.0 + step.0, cell.1 + step.1);
                if naive.vertex(color, &expected, beside) == Some(false) {
                    assert!(space.points.contains(near), "seed {seed}");
                }
            }
        }
    }
    for space in eyes.spaces() {
        let value = space.value;
        assert!(value.0.is_sorted(), "seed {seed}: {value}");
        assert_eq!(space.points.first(), Some(space.origin));
        assert!((space.margins - space.points).is_empty());
        assert!(space.attacks.len() <= 3 && space.defenses.len() <= 3);
        if space.points.len() > 1 {
            // Each point has a neighbour that is not marginal, or is not marginal itself. A false
            // eye has become marginal later.
            assert!(space.points.iter().all(|point| space.neighbors(point) > 0));
        }
    }
    [false_margins.len(), eyes.spaces().len(), halves, falses]
}

#[test]
fn domains_and_spaces_are_as_defined() {
    let boards: u64 = (std::env::var("KATACHI_EYE_BOARDS").ok())
        .map_or(400, |text| text.parse().expect("a number"));
    let knowledge = shapes();
    let mut solutions = Solutions::default();
    let mut shapes = Shapes::new(&knowledge, &mut solutions);
    let mut totals = [0; 4];
    for seed in 0..boards {
        for (total, count) in totals.iter_mut().zip(check(seed, &mut shapes)) {
            *total += count;
        }
    }
    let least = [100, 20_000, 500, 150].map(|count| count * boards as usize / 400);
    let enough = totals
        .iter()
        .zip(least)
        .all(|(total, least)| *total >= least);
    assert!(
        enough,
        "false margins, spaces, half and false eyes: {totals:?}"
    );
}

/// The whole analysis, with reading, on random boards.
#[test]
fn random_positions_are_analysed() {
    for seed in 0..48 {
        let size = BoardSize::new(2 + seed as usize % 24).expect("a size");
        let board = Drawn::new(seed, size).board;
        let mut analyst = Analyst::new(shapes(), 1);
        let eyes = analyst.position(&board, 0.0, Scoring::Territory).eyes();
        for space in eyes.spaces() {
            assert!(space.value.0.is_sorted());
        }
        let vital = eyes
            .spaces()
            .flat_map(|space| space.attack.into_iter().chain(space.defense));
        assert!(vital.into_iter().all(|point| board.size().contains(point)));
    }
}
