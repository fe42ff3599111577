//! Free handicap by our own database.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_core::{Engine, Game, Placement, PlacementSource};
use katachi_image::{Image, Role};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::workspace_root;
use patc::{Source, compile};

/// An engine with one database of handicap patterns.
fn engine(text: Vec<u8>) -> Engine {
    let compiled = compile(Role::Handicap, vec![Source::new("handicap.db", text)]);
    assert!(
        compiled.diagnostics.is_empty(),
        "{:?}",
        compiled.diagnostics
    );
    let image = Image::from_vec(compiled.image.expect("no errors")).expect("valid");
    let database = Database {
        name: "handicap".to_owned(),
        image: Arc::new(image),
    };
    Engine::new(Knowledge::new(vec![database]))
}

fn ours() -> Engine {
    let path = workspace_root().join("patterns/handicap.db");
    engine(std::fs::read(path).expect("our own database"))
}

fn game(lines: usize) -> Game {
    Game::new(BoardSize::new(lines).expect("a size"))
}

/// The name of the pattern that placed stones.
fn name(engine: &Engine, placement: &Placement) -> Option<String> {
    let PlacementSource::Pattern { database, pattern } = placement.source else {
        return None;
    };
    let general = engine.analyst.knowledge().general(database)?;
    Some(general.pattern(pattern as usize)?.name().to_owned())
}

#[test]
fn every_board_takes_every_number_and_the_seed_decides() {
    let mut engine = ours();
    for lines in [5, 6, 7, 8, 9, 10, 12, 13, 15, 19, 25] {
        let game = game(lines);
        for stones in [2, 3, 5, 8, 9, 12] {
            let placements = engine.free_handicap(&game, stones, 7);
            let again = engine.free_handicap(&game, stones, 7);
            assert_eq!(placements, again, "{lines} lines, {stones} stones");
            let points: Vec<Point> = placements
                .iter()
                .flat_map(|one| one.points.clone())
                .collect();
            let distinct: BTreeSet<Point> = points.iter().copied().collect();
            assert_eq!(distinct.len(), stones, "{lines} lines: {placements:?}");
            let stones = points.iter().map(|&point| (Color::Black, point));
            Board::with_stones(game.board().size(), stones).expect("every string has a liberty");
        }
    }
}

#[test]
fn each_pattern_is_drawn_and_constraints_hold() {
    let mut engine = ours();
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    for (lines, stones, games) in [
        (5, 2, 1),
        (6, 2, 1),
        (9, 5, 20),
        (13, 9, 30),
        (19, 9, 50),
        (19, 20, 30),
        (19, 60, 5),
    ] {
        for seed in 0..games {
            let mut placed = 0;
            for placement in engine.free_handicap(&game(lines), stones, seed) {
                let remaining = stones - placed;
                placed += placement.points.len();
                let Some(name) = name(&engine, &placement) else {
                    continue;
                };
                match name.as_str() {
                    "CentreDiamond" => assert!(remaining > 12),
                    "ManyPair" => assert!(remaining > 6),
                    "CentreNine" => assert!(stones - remaining > 1),
                    _ => {}
                }
                *drawn.entry(name).or_default() += 1;
            }
        }
    }
    let general = engine.analyst.knowledge().general(0).expect("general");
    let missing: Vec<_> = general
        .iter()
        .map(|pattern| pattern.name().to_owned())
        .collect();
    let missing: Vec<_> = (missing.into_iter())
        .filter(|name| !drawn.contains_key(name))
        .collect();
    assert!(missing.is_empty(), "never drawn: {missing:?}; {drawn:?}");
}

#[test]
fn values_are_exponents_of_chance() {
    // Two patterns of an empty corner, one twice as likely as the other, and one that is too bad.
    let text = "attribute_map value_only\n\n\
        Pattern Often\n\n|....\n|..*.\n|....\n|O...\n+----\n\n:/,-,value(14)\n\n\
        Pattern Seldom\n\n|.....\n|...*.\n|.....\n|.....\n|O....\n+-----\n\n:/,-,value(13)\n\n\
        Pattern Never\n\n|.....\n|.....\n|.....\n|.*...\n|O....\n+-----\n\n:/,-,value(3.9)\n";
    let mut engine = engine(text.replace("        ", "").into());
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..600 {
        let placements = engine.free_handicap(&game(19), 2, seed);
        let name = name(&engine, &placements[0]).expect("a pattern");
        *drawn.entry(name).or_default() += 1;
    }
    assert_eq!(drawn.len(), 2, "{drawn:?}");
    assert!((350..450).contains(&drawn["Often"]), "{drawn:?}");
}

#[test]
fn without_a_database_the_usual_points_come_first() {
    let mut engine = Engine::new(Knowledge::default());
    for (lines, stones) in [(19, 4), (13, 9), (9, 5), (5, 2)] {
        let placements = engine.free_handicap(&game(lines), stones, 1);
        assert!(
            (placements.iter()).all(|one| one.source == PlacementSource::UsualPoint),
            "{lines} lines: {placements:?}"
        );
    }
    // There are no more of them on 5x5, where a last liberty is kept for all others.
    let all = engine.free_handicap(&game(5), 24, 1);
    assert_eq!(all.len(), 24);
    assert_eq!(all[23].source, PlacementSource::Room);
    assert_eq!(engine.free_handicap(&game(5), 25, 1).len(), 24);
}
