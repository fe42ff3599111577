//! Dragons: groups of small positions, and random positions of all sizes.

use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, Point, Scoring};
use katachi_image::{Image, Role};
use katachi_matcher::{DragonStatus, Surround};
use katachi_strategy::dragons::surround::Ring;
use katachi_strategy::dragons::{Dragons, Safety};
use katachi_strategy::{Analyst, Database, Knowledge};
use katachi_testkit::workspace_root;
use patc::{Source, compile};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Our own connection patterns.
fn knowledge() -> Knowledge {
    let path = workspace_root().join("patterns/conn.db");
    let text = std::fs::read_to_string(path).expect("our own database");
    let image = compile(Role::Conn, vec![Source::new("conn.db", text)]).image;
    let image = Image::from_vec(image.expect("no errors")).expect("valid");
    Knowledge::new(vec![Database {
        name: "conn".to_owned(),
        image: Arc::new(image),
    }])
}

fn dragons(text: &str) -> (Arc<Dragons>, impl Fn(&str) -> Point) {
    let board: Board = text.parse().expect("a board");
    let size = board.size();
    let mut analyst = Analyst::new(knowledge(), 10);
    let dragons = analyst.position(&board, 0.0, Scoring::Territory).dragons();
    let at = move |name: &str| Point::from_vertex(name, size).expect("a vertex");
    (dragons, at)
}

#[test]
fn a_diagonal_is_one_dragon_until_it_is_cut() {
    let (whole, at) = dragons(
        ". . . . . . .
         . . . . . . .
         . . X . . . .
         . . . X . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    assert!(whole.are_joined(at("C5"), at("D4")));
    let (cut, at) = dragons(
        ". . . . . . .
         . . . . O . .
         . . X O O . .
         . O O X . . .
         . O . X . . .
         . . . . . . .
         . . . . . . .",
    );
    assert!(!cut.are_joined(at("C5"), at("D4")));
    assert_eq!(
        cut.iter()
            .filter(|dragon| dragon.color == Color::Black)
            .count(),
        2
    );
}

#[test]
fn two_eyes_make_a_dragon_alive() {
    let (dragons, at) = dragons(
        ". X . X O . .
         X X X X O . .
         O O O O O . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    let dragon = dragons.at(at("A6")).expect("a dragon");
    assert_eq!(dragon.genus.0, [2, 2, 2, 2]);
    assert_eq!(dragon.status(), DragonStatus::Alive);
    assert!(dragon.weakness < 0.3, "{}", dragon.weakness);
    assert_eq!(dragon.size(), 6);
}

#[test]
fn an_enclosed_dragon_without_eyes_is_dead() {
    let (dragons, at) = dragons(
        ". X X X X O .
         O O O O O O .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    let dragon = dragons.at(at("B7")).expect("a dragon");
    assert_eq!(dragon.status(), DragonStatus::Dead);
    assert_eq!(dragon.escape_route, 0);
    assert!((dragon.weakness - 1.0).abs() < 1e-6);
}

/// Nobody needs the stone, but nothing saves it: it is dead, so that nobody gains by taking it.
#[test]
fn a_lost_stone_in_a_cage_is_dead() {
    let (caged, at) = dragons(crate::worms::CAGE);
    let stone = caged.at(at("C5")).expect("a dragon");
    assert_eq!(stone.safety, Safety::TacticallyDead);
    assert_eq!(stone.status(), DragonStatus::Dead);
}

#[test]
fn a_ring_of_stones_surrounds() {
    let size = BoardSize::NINETEEN;
    let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
    let white = ["K10", "K11"].map(|name| (Color::White, at(name)));
    let black = ["G7", "K6", "N7", "O10", "N13", "K14", "G13", "F10"];
    let black = black.map(|name| (Color::Black, at(name)));
    let board = Board::with_stones(size, white.into_iter().chain(black)).expect("a position");
    let mut analyst = Analyst::new(knowledge(), 10);
    let dragons = analyst.position(&board, 0.0, Scoring::Territory).dragons();
    let dragon = dragons.at(at("K10")).expect("a dragon");
    assert_eq!(dragon.surround(), Surround::Fully);
    assert_eq!(dragon.ring.as_ref().map(Ring::size), Some(53));
    assert_eq!(dragon.escape_route, 0);
}

/// Random positions of all sizes have dragons: each stone belongs to one, all fields are in range.
/// `KATACHI_DRAGON_BOARDS` asks for more positions.
#[test]
fn every_stone_belongs_to_a_dragon() {
    let asked = std::env::var("KATACHI_DRAGON_BOARDS").ok();
    let count: u64 = asked.map_or(60, |text| text.parse().expect("a number"));
    for seed in 0..count {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let size = BoardSize::new(rng.random_range(2..=25)).expect("a size");
        let mut board = Board::new(size);
        let points: Vec<Point> = size.points().collect();
        for _ in 0..rng.random_range(0..=size.area().min(120)) {
            let color = if rng.random() {
                Color::Black
            } else {
                Color::White
            };
            let point = *points.choose(&mut rng).expect("points");
            // Illegal moves are left out.
            let _ = board.play(color, point);
        }
        let mut analyst = Analyst::new(knowledge(), 1);
        let dragons = analyst.position(&board, 6.5, Scoring::Area).dragons();
        let mut stones = 0;
        for dragon in dragons.iter() {
            stones += dragon.size();
            assert!((0.0..=1.0).contains(&dragon.weakness), "{dragon:?}");
            assert!(dragon.genus.0.is_sorted(), "{dragon:?}");
            assert!(dragon.strategic_size >= dragon.effective_size, "{dragon:?}");
            assert!(
                dragon
                    .stones
                    .iter()
                    .all(|stone| board.at(stone).is(dragon.color))
            );
        }
        assert_eq!(stones, board.all_stones().count(), "seed {seed}");
    }
}
