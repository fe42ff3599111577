//! The shipped databases are sound: every pattern has a name of its own and a comment, and its
//! constraint can be answered. Without patterns there is no shape move. `tests/trials/patterns` has
//! examples of each pattern.

use std::collections::BTreeSet;
use std::path::PathBuf;

use katachi_board::{Board, BoardSize, Color, Point, Scoring};
use katachi_core::{Decision, Engine, Game, Reason, Thoughts};
use katachi_image::{Kind, Role};
use katachi_strategy::Knowledge;
use katachi_testkit::workspace_root;
use patc::{Severity, Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

const SEED: u64 = 20_261_121;

fn folder() -> PathBuf {
    workspace_root().join("patterns")
}

/// The shipped sources that were written by hand: name, role, text.
fn sources() -> Vec<(String, Role, String)> {
    let list = std::fs::read_to_string(folder().join("databases.toml")).expect("a list");
    let entries = katachi_databases::manifest::parse("databases.toml", &list).expect("a good list");
    let entries = entries.databases.into_iter().filter_map(|entry| {
        let [file] = entry.sources.as_slice() else {
            return None;
        };
        let text = || std::fs::read_to_string(folder().join(file)).expect("a source");
        (entry.role.profile().kind == Kind::General).then(|| (entry.name, entry.role, text()))
    });
    entries.collect()
}

fn engine(knowledge: Knowledge) -> Engine {
    let mut engine = Engine::new(knowledge);
    engine.analyst.set_level(6);
    engine
}

fn think(engine: &mut Engine, board: &Board, color: Color) -> Thoughts {
    let mut game = Game::new(board.size());
    game.set_board(board.clone());
    game.scoring = Scoring::Territory;
    engine.think_for(&game, color)
}

#[test]
fn there_are_enough_patterns_and_all_can_match() {
    let mut names = BTreeSet::new();
    let mut count = 0;
    for (name, role, text) in sources() {
        let compiled = compile(role, vec![Source::new(format!("{name}.db"), text.as_str())]);
        let messages: Vec<_> = compiled
            .diagnostics
            .iter()
            .map(|d| d.short(&compiled.sources))
            .collect();
        assert!(messages.is_empty(), "{messages:?}");
        assert_eq!(compiled.count(Severity::Error), 0);
        for pattern in &compiled.model.general().expect("patterns").patterns {
            assert!(names.insert(pattern.name.clone()), "{} twice", pattern.name);
            assert!(pattern.waits_for.is_empty());
            count += 1;
            // Each is commented where it stands.
            let block = text
                .split(&format!("Pattern {}\n", pattern.name))
                .nth(1)
                .expect("its text");
            assert!(
                block.trim_start().starts_with('#'),
                "{} has no comment",
                pattern.name
            );
        }
    }
    assert!(count >= 400, "{count} patterns");
}

#[test]
fn without_patterns_there_is_no_shape_move() {
    let mut empty = engine(Knowledge::default());
    let mut rng = Rng::seed_from_u64(SEED);
    for _ in 0..60 {
        let size = BoardSize::new(rng.random_range(5..=19)).expect("a size");
        let points: Vec<Point> = size.points().collect();
        let mut board = Board::new(size);
        for number in 0..rng.random_range(0..size.area() / 2) {
            let _ = board.play(
                Color::BOTH[number % 2],
                points[rng.random_range(0..points.len())],
            );
        }
        let stones: Vec<_> = board.all_stones().collect();
        let board = Board::with_stones(size, stones).expect("a position");
        let thoughts = think(&mut empty, &board, Color::Black);
        assert!(thoughts.fired.is_empty());
        for candidate in thoughts.candidates {
            assert!(!candidate.reasons.is_empty());
            for reason in candidate.reasons {
                assert!(!matches!(reason, Reason::Pattern { .. }));
            }
        }
    }
    let board = Board::new(BoardSize::NINETEEN);
    assert_eq!(
        think(&mut empty, &board, Color::Black).decision,
        Decision::Pass
    );
}
