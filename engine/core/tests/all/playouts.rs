//! Random games: the playout board and the values of moves equal those computed from scratch, after
//! every move.
//!
//! The usual run plays 200 games;
//! `KATACHI_PLAYOUTS=5000 cargo test -p katachi-core --test all playouts::` plays 5,000.

use katachi_board::playout::{Cells, Contacts, PlayoutBoard};
use katachi_board::{
    Board, BoardSize, Color, KoRule, Point, PointSet, Rules, SuicideRule, with_words,
};
use katachi_core::monte_carlo::{Playout, Values};
use katachi_image::{Image, MonteCarlo, Role};
use katachi_matcher::patterns3x3::{near, neighborhood, situation};
use patc::{Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Values that differ by situation, so that a wrong one shows.
const DATABASE: &str = "
oOo
O*O
oO?
:0

oOo
O*O
---
:0

|Oo
|*O
+--
:0

?X%
?*%
%%%
:11,near,ocap1,osafe
:12,near,ocap2+,osafe
:13,ocap3,ounsafe
:14,ocap1+

%%%
%*%
%%%
:21,near,xcap1,osafe,xsafe
:22,xcap2+,osafe,xunsafe
:23,near,xcap1+
:24,xsuicide,far
:25,xsuicide
:26,near,ounsafe
:27,ounsafe,xsafe
:28,near,xunsafe
:29,xunsafe

?X?
O*O
???
:31,near
:32
";

fn image() -> Image {
    let image = compile(Role::MonteCarlo, vec![Source::new("mc_test.db", DATABASE)]).image;
    Image::from_vec(image.expect("no errors")).expect("valid")
}

fn points<const WORDS: usize>(board: &PlayoutBoard<WORDS>, cells: &Cells<WORDS>) -> PointSet {
    cells.iter().map(|cell| board.point(cell)).collect()
}

/// Compares everything in this position; `near` is what should be near the last move.
fn compare<const WORDS: usize>(
    board: &Board,
    playout: &Playout<WORDS>,
    values: &Values,
    rules: &MonteCarlo<'_>,
    near: PointSet,
) {
    let mut playout = *playout;
    playout.refresh(values);
    let fast = playout.board();
    assert_eq!(points(fast, fast.empty()), *board.empty(), "\n{board}");
    for color in Color::BOTH {
        assert_eq!(
            points(fast, fast.stones(color)),
            *board.stones(color),
            "\n{board}"
        );
    }
    assert_eq!(points(fast, fast.near()), near, "near, on\n{board}");
    let ko = fast.ko().map(|cell| fast.point(cell));
    assert_eq!(ko, board.ko(), "ko, on\n{board}");
    for point in board.empty() {
        let cell = fast.cell(point);
        let prospects = fast.prospects(cell);
        for color in Color::BOTH {
            let [prospect, _] = prospects.of(color);
            let around = neighborhood(board, point, color);
            let does = situation(board, point, color, near.contains(point));
            let place = || format!("{color} {point:?} on\n{board}");
            let seen = playout.neighborhood(color, cell);
            assert_eq!(seen, around, "{}", place());
            assert_eq!(prospect.captures, does.own_captures.min(3), "{}", place());
            assert_eq!(prospect.safe, does.own_safe, "safe, {}", place());
            let suicide = board.is_suicide(color, point);
            assert_eq!(prospect.suicide, suicide, "suicide, {}", place());
            let forbidden = suicide || board.ko() == Some(point);
            let value = if forbidden {
                0
            } else {
                rules.weight(around, does)
            };
            assert_eq!(playout.value(color, cell), value, "value, {}", place());
            let contacts = contacts(board, color, point);
            assert_eq!(fast.contacts(color, cell), contacts, "{}", place());
        }
        let around = AROUND.map(|(rows, cols)| content(board, point, rows, cols));
        let code = (around.into_iter().enumerate())
            .fold(0, |sum, (place, content)| sum | content << (2 * place));
        assert_eq!(
            fast.surroundings(cell),
            code,
            "around {point:?} on\n{board}"
        );
    }
    for color in Color::BOTH {
        let Some(first) = board.stones(color).first() else {
            continue;
        };
        let string = board.chain(first).expect("a stone").stone_set();
        let ways = *board.stones(color) | *board.empty();
        let cells = *fast.stones(color) | *fast.empty();
        let reached = fast.reach(fast.cell(first), &cells);
        assert_eq!(points(fast, &reached), ways.part(first), "\n{board}");
        for stone in board.stones(color) {
            let same = fast.is_one_string(fast.cell(first), fast.cell(stone));
            assert_eq!(same, string.contains(stone), "{stone:?} on\n{board}");
        }
    }
    for color in Color::BOTH {
        let far = fast.distances(color, 5);
        for point in board.size().points() {
            let lines = |stone: Point| {
                stone.row().abs_diff(point.row()) + stone.col().abs_diff(point.col())
            };
            // A stone of the side itself has none beside it.
            let nearest = board.stones(color).iter().map(lines).min();
            if nearest == Some(0) {
                continue;
            }
            let expected = nearest.map_or(5, |lines| lines.min(5) as u8);
            let found = far.as_flattened()[fast.cell(point)];
            assert_eq!(found, expected, "{color} from {point:?} on\n{board}");
        }
    }
}

/// The points of [`PlayoutBoard::surroundings`], as rows down and columns right.
const AROUND: [(isize, isize); 20] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
    (-2, 0),
    (0, -2),
    (0, 2),
    (2, 0),
    (-2, -1),
    (-2, 1),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (1, 2),
    (2, -1),
    (2, 1),
];

/// What is `rows` down and `cols` right of a point: 0 nothing, 1 black, 2 white, 3 the edge.
fn content(board: &Board, point: Point, rows: isize, cols: isize) -> u64 {
    let size = board.size().get();
    let place = |from: usize, by| (from.checked_add_signed(by)).filter(|&line| line < size);
    let (Some(row), Some(col)) = (place(point.row(), rows), place(point.col(), cols)) else {
        return 3;
    };
    let at = (board.size().points()).find(|at| (at.row(), at.col()) == (row, col));
    let is = |color| at.is_some_and(|at| board.stones(color).contains(at));
    u64::from(is(Color::Black)) + 2 * u64::from(is(Color::White))
}

/// What a move meets and makes, from the strings beside it.
fn contacts(board: &Board, color: Color, point: Point) -> Contacts {
    let beside = |side: Color| {
        let chains = board.chains().filter(move |chain| chain.color() == side);
        chains.filter(|chain| chain.liberties().contains(point))
    };
    let fewest = |side| {
        beside(side)
            .map(|chain| chain.liberties().len().min(3) as u8)
            .min()
    };
    let next = point.neighbors().into_iter();
    let mut liberties: PointSet = next.filter(|&next| board.empty().contains(next)).collect();
    for chain in beside(color) {
        liberties.extend(chain.each_liberty());
    }
    liberties.remove(point);
    let threatened = beside(!color).filter(|chain| chain.liberties().len() == 2);
    Contacts {
        liberties: liberties.len().min(5) as u8,
        joined: beside(color).count() as u8,
        own: fewest(color).unwrap_or(0),
        opponent: fewest(!color).unwrap_or(0),
        threatened: threatened.map(|chain| chain.len() as u16).sum(),
    }
}

fn play<const WORDS: usize>(
    size: BoardSize,
    image: &Image,
    dice: &mut Xoshiro256PlusPlus,
) -> usize {
    let rules = image.monte_carlo().expect("Monte Carlo rules");
    let values = Values::new(&rules);
    let mut board = Board::new(size);
    board.set_rules(Rules {
        ko: KoRule::Simple,
        suicide: SuicideRule::Forbidden,
    });
    let mut playout = Playout::<WORDS>::new(&board);
    let mut color = Color::Black;
    let (mut moves, mut passes) = (0, 0);
    compare(&board, &playout, &values, &rules, PointSet::EMPTY);
    while passes < 3 && moves < 3 * size.area() {
        // Now and then a side passes, or plays where the values would not.
        let any = (board.empty().iter()).filter(|&point| board.is_legal(color, point));
        let any: Vec<Point> = any.collect();
        playout.refresh(&values);
        let drawn = playout.draw(color, dice);
        let drawn = drawn.map(|cell| playout.board().point(cell));
        let choice = match dice.random_range(0..40) {
            0 => None,
            1..4 if !any.is_empty() => Some(any[dice.random_range(0..any.len())]),
            _ => drawn,
        };
        let before = board.clone();
        let touched = if let Some(point) = choice {
            board.play(color, point).expect("a legal move");
            playout.play(color, playout.board().cell(point) as u16);
            near(&before, &board, color, point)
        } else {
            board.pass(color).expect("a pass");
            playout.play(color, 0);
            PointSet::EMPTY
        };
        compare(&board, &playout, &values, &rules, touched);
        if dice.random_range(0..30) == 0 {
            let anew = Playout::<WORDS>::new(&board);
            compare(&board, &anew, &values, &rules, touched);
        }
        passes = choice.map_or(passes + 1, |_| 0);
        moves += 1;
        color = !color;
    }
    moves
}

#[test]
fn after_every_move_everything_is_as_from_scratch() {
    let games = std::env::var("KATACHI_PLAYOUTS").ok();
    let games = games.map_or(200, |text| text.parse().expect("a number"));
    let image = image();
    let mut moves = 0;
    for seed in 0..games {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        // Mostly small boards: they have many captures and short games.
        let most = if seed % 20 == 0 { 25 } else { 9 };
        let size = BoardSize::new(dice.random_range(2..=most)).expect("a size");
        moves += with_words!(size, WORDS => play::<WORDS>(size, &image, &mut dice));
    }
    assert!(moves > 50 * games as usize, "{moves} moves");
}

/// Draws many moves and compares their frequencies with their values. Returns the number of
/// different values.
fn draw_many(playout: &Playout<2>, color: Color, dice: &mut Xoshiro256PlusPlus) -> usize {
    let draws = 100_000;
    let mut counts = vec![0_u32; 64 * 2];
    for _ in 0..draws {
        counts[playout.draw(color, dice).expect("a move")] += 1;
    }
    let empty = playout.board().empty();
    let total = playout.total(color) as f64;
    let mut kinds = std::collections::BTreeSet::new();
    for cell in empty.iter() {
        let value = playout.value(color, cell);
        kinds.insert(value);
        let share = f64::from(value) / total;
        let expected = share * f64::from(draws);
        let deviation = (expected * (1.0 - share)).sqrt();
        let off = (f64::from(counts[cell]) - expected).abs();
        assert!(
            off <= 4.5 * deviation,
            "{cell}: {} for {expected}",
            counts[cell]
        );
    }
    kinds.len()
}

#[test]
fn moves_are_drawn_in_proportion_to_their_values() {
    let image = image();
    let values = Values::new(&image.monte_carlo().expect("Monte Carlo rules"));
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let size = BoardSize::new(7).expect("a size");
    // Positions with few near moves, and with mostly near moves: the code draws them differently.
    let (mut few, mut most) = (0, 0);
    while few < 20 || most < 20 {
        let mut playout = Playout::<2>::new(&Board::new(size));
        let mut color = Color::Black;
        loop {
            playout.refresh(&values);
            let Some(cell) = playout.draw(color, &mut dice) else {
                break;
            };
            let near = playout.board().near().len();
            let is_most = near * 3 > playout.board().empty().len() * 2;
            let done = if is_most { &mut most } else { &mut few };
            if *done < 20 && dice.random_range(0..20) == 0 {
                *done += usize::from(draw_many(&playout, color, &mut dice) > 2);
            }
            playout.play(color, cell as u16);
            color = !color;
        }
    }
}
