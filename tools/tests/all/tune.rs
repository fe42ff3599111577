//! Tests of `katachi-tools tune mc`: databases learned from random games have the values of their
//! models, for any number of threads; positions are those of the naive board.

use std::process::Command;

use katachi_board::naive::NaiveBoard;
use katachi_board::{Board, BoardSize, Color, Point, Rules};
use katachi_core::monte_carlo::Strengths;
use katachi_image::monte_carlo::{MonteCarlo, NEIGHBORS, Neighborhood};
use katachi_image::{Image, Role, Symbol};
use katachi_joseki::mine::Game;
use katachi_tools::tune::shape::{NEIGHBORHOODS, Shape, class, is_near, is_possible};
use katachi_tools::tune::validation::score;
use katachi_tools::tune::{Model, Positions, Settings, database, export, prior};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn settings() -> Settings {
    Settings::for_prediction(30)
}

/// Games of random moves, more often next to the last move than elsewhere.
fn games(size: usize, count: u64) -> Vec<Game> {
    let size = BoardSize::new(size).unwrap();
    let game = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Board::new(size);
        board.set_rules(Rules::SIMPLE);
        let mut moves: Vec<(Color, Option<Point>)> = Vec::new();
        let mut color = Color::Black;
        for _ in 0..2 * size.area() {
            let legal: Vec<Point> = (board.empty().iter())
                .filter(|&point| board.is_legal(color, point))
                .collect();
            let last = moves.last().and_then(|&(_, point)| point);
            let beside = |point: &Point| last.is_some_and(|last| last.neighbors().contains(point));
            let close: Vec<Point> = legal.iter().copied().filter(beside).collect();
            let from = if rng.random_range(0..2) == 0 {
                &close
            } else {
                &legal
            };
            let point = from.choose(&mut rng).copied();
            match point {
                Some(point) => board.play(color, point).unwrap(),
                None => board.pass(color).unwrap(),
            }
            moves.push((color, point));
            color = !color;
        }
        Game {
            record: String::new(),
            size,
            moves,
            winner: None,
            year: None,
        }
    };
    (0..count).map(game).collect()
}

fn all(games: &[Game]) -> Vec<usize> {
    (0..games.len()).collect()
}

/// Compiles a text, which must not cause diagnostics.
fn compiled(text: &str) -> Image {
    let source = patc::Source::new("mc_learned.db", text.as_bytes().to_vec());
    let compiled = patc::compile(Role::MonteCarlo, vec![source]);
    let report = patc::render(&compiled.diagnostics, &compiled.sources, false);
    assert!(compiled.diagnostics.is_empty(), "{report}");
    Image::from_vec(compiled.image.unwrap()).unwrap()
}

fn weight(rules: &MonteCarlo<'_>, shape: Shape) -> u32 {
    let row = rules.row(NEIGHBORHOODS.at(shape.neighborhood())).unwrap();
    rules.weights[usize::from(row[usize::from(shape.situation())].get())].get()
}

#[test]
fn databases_give_the_values_of_their_models() {
    let games = games(7, 120);
    let positions = Positions::of(&games, || {});
    for (temperature, class_power, near) in [(1.0, 1.0, 1.0), (0.5, 1.5, 3.0)] {
        let settings = Settings {
            temperature,
            class_power,
            near,
            ..settings()
        };
        let model = Model::learn(&positions, &all(&games), settings, |_| {});
        let text = database::text(&model, &["random games".to_owned()]);
        let image = compiled(&text);
        let rules = image.monte_carlo().unwrap();
        let (mut own, mut general, mut values) = (0, 0, std::collections::BTreeSet::new());
        for place in NEIGHBORHOODS.places() {
            let neighborhood = NEIGHBORHOODS.at(place);
            for situation in (0..=u8::MAX).filter(|&one| is_possible(neighborhood, one)) {
                let shape = Shape::new(place, situation);
                let value = model.value(shape);
                assert_eq!(
                    weight(&rules, shape),
                    value,
                    "{neighborhood:?} near {} class {}",
                    is_near(situation),
                    class(situation)
                );
                assert_eq!(value == 0, neighborhood.is_eye());
                let far = if is_near(situation) { 0 } else { 15 };
                let is_own = model.is_own(place, far + class(situation));
                own += usize::from(is_own);
                general += usize::from(!is_own);
                values.insert(value);
            }
        }
        assert!(
            own > 500 && general > 500 && values.len() > 100,
            "{own} {general}"
        );
        // The learned values predict better than chance.
        let [learned, chance] = [
            score(&positions, &all(&games), |shape| model.value(shape)),
            score(&positions, &all(&games), |_| 1),
        ];
        assert!(learned.loss < 0.9 * chance.loss && learned.first > 1.2 * chance.first);
    }
}

#[test]
fn situations_of_games_are_possible() {
    let positions = Positions::of(&games(6, 200), || {});
    assert!(positions.shapes.len() > 1000, "{}", positions.shapes.len());
    for &shape in &positions.shapes {
        let neighborhood = NEIGHBORHOODS.at(shape.neighborhood());
        assert!(is_possible(neighborhood, shape.situation()), "{shape:?}");
    }
}

#[test]
fn eyes_are_those_that_the_zero_rules_show() {
    let games = games(5, 3);
    let positions = Positions::of(&games, || {});
    let model = Model::learn(&positions, &all(&games), settings(), |_| {});
    let image = compiled(&database::text(&model, &[]));
    let rules = image.monte_carlo().unwrap();
    let mut eyes = 0;
    for place in NEIGHBORHOODS.places() {
        let zero = (0..=u8::MAX).all(|situation| weight(&rules, Shape::new(place, situation)) == 0);
        assert_eq!(zero, NEIGHBORHOODS.at(place).is_eye());
        eyes += usize::from(zero);
    }
    assert_eq!(eyes, 17);
}

#[test]
fn threads_change_nothing() {
    let games = games(6, 90);
    let text = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let positions = Positions::of(&games, || {});
            database::text(
                &Model::learn(&positions, &all(&games), settings(), |_| {}),
                &[],
            )
        })
    };
    let one = text(1);
    assert!(one.lines().count() > 200);
    assert_eq!(one, text(2));
    assert_eq!(one, text(5));
}

/// Compares the candidates with those counted on the naive board.
#[test]
fn candidates_are_legal_moves_that_fill_no_eye() {
    let games = games(5, 60);
    let positions = Positions::of(&games, || {});
    let (mut kos, mut eyes, mut filled) = (0, 0, 0);
    for (game, range) in games.iter().zip(&positions.games) {
        let mut found = positions.competitions.of(range.clone());
        let mut board = NaiveBoard::new(game.size, Rules::SIMPLE);
        for &(color, point) in &game.moves {
            let is_eye = |at: Point| {
                Neighborhood::new(NEIGHBORS.map(|(rows, cols)| {
                    let there = at.offset(rows.into(), cols.into(), game.size);
                    match there.map(|there| board.at(there)) {
                        None => Symbol::Off,
                        Some(state) if state.is(color) => Symbol::Own,
                        Some(state) if state.is(!color) => Symbol::Opponent,
                        Some(_) => Symbol::Empty,
                    }
                }))
                .is_eye()
            };
            let empty = || game.size.points().filter(|&at| board.at(at).is_empty());
            let legal: Vec<Point> = empty()
                .filter(|&at| board.check(color, at).is_ok())
                .collect();
            let candidates: Vec<Point> = legal.iter().copied().filter(|&at| !is_eye(at)).collect();
            kos += usize::from(empty().count() > legal.len());
            eyes += legal.len() - candidates.len();
            match point {
                None => board.pass(color),
                Some(point) => {
                    if candidates.contains(&point) {
                        let (entries, winner) = found.next().unwrap();
                        let count: u32 = entries.iter().map(|entry| entry.count).sum();
                        assert_eq!(count as usize, candidates.len());
                        assert!(entries.iter().any(|entry| entry.team == winner));
                    } else {
                        filled += 1;
                    }
                    board.play(color, point).unwrap();
                }
            }
        }
        assert!(found.next().is_none());
    }
    assert_eq!(positions.filled, filled);
    assert!(
        kos > 100 && eyes > 100 && filled > 10,
        "{kos} {eyes} {filled}"
    );
}

/// The input of Coulom's program for a game of three moves on four points.
#[test]
fn mm_gets_heads_and_a_block_for_each_position() {
    let size = BoardSize::new(2).unwrap();
    let moves = ["A1", "B2", "A2"]
        .iter()
        .zip([Color::Black, Color::White, Color::Black]);
    let game = Game {
        record: String::new(),
        size,
        moves: moves
            .map(|(vertex, color)| (color, Some(Point::from_vertex(vertex, size).unwrap())))
            .collect(),
        winner: None,
        year: None,
    };
    let positions = Positions::of(std::slice::from_ref(&game), || {});
    let model = Model::untaught(&positions, &[0], Settings::for_prediction(1));
    let expected = include_str!("../tune.mm");
    assert_eq!(export::text(&positions, &model), expected);
}

#[test]
fn the_program_learns_measures_and_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(5, 40);
    for (number, game) in games.iter().enumerate() {
        let letter = |index: usize| char::from(b'a' + index as u8);
        let mut text = "(;SZ[5]".to_owned();
        for &(color, point) in &game.moves {
            let side = if color == Color::Black { "B" } else { "W" };
            let at = point.map_or(String::new(), |at| {
                [letter(at.col()), letter(at.row())].iter().collect()
            });
            text.extend([";", side, "[", &at, "]"]);
        }
        std::fs::write(folder.path().join(format!("{number:02}.sgf")), text + ")").unwrap();
    }
    let run = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_katachi-tools");
        let output = (Command::new(program).current_dir(&folder))
            .args(["tune", "mc"])
            .args(arguments)
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.success(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (good, _, errors) = run(&[".", "--size", "5", "--out", "mc_a.db"]);
    assert!(good, "{errors}");
    let first = std::fs::read_to_string(folder.path().join("mc_a.db")).unwrap();
    assert!(
        first.contains("katachi-tools tune mc . --size 5 --out mc_a.db"),
        "{first}"
    );
    assert!(first.contains("of 40 games."));
    compiled(&first);

    let (good, table, errors) = run(&[".", "--folds", "4", "--against", "mc_a.db"]);
    assert!(good, "{errors}");
    let rows: Vec<&str> = table
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(rows, ["values", "learned", "uniform", "mc_a.db"]);
    let loss = |row: usize| -> f64 {
        let mut words = table.lines().nth(row).unwrap().split_whitespace();
        words.nth(2).unwrap().parse().unwrap()
    };
    assert!(loss(1) < loss(2) && loss(3) < loss(1), "{table}");

    let (good, _, errors) = run(&[".", "--size", "9", "--out", "b.db"]);
    assert!(
        !good && errors.contains("expected games") && errors.contains("00.sgf"),
        "{errors}"
    );
    let (good, _, errors) = run(&["none.tgz", "--out", "b.db"]);
    assert!(!good && errors.contains("none.tgz"), "{errors}");
    std::fs::write(folder.path().join("bad.db"), "ooo\no*o\n").unwrap();
    let (good, _, errors) = run(&[".", "--folds", "2", "--against", "bad.db"]);
    assert!(!good && errors.contains("bad.db:1"), "{errors}");
    assert!(!folder.path().join("b.db").exists());
}

#[test]
fn strengths_predict_games_that_they_were_not_learned_from() {
    let games = games(7, 120);
    let (taught, held): (Vec<&Game>, Vec<&Game>) =
        (games[..100].iter().collect(), games[100..].iter().collect());
    let settings = prior::Settings {
        min_played: 5,
        rounds: 2,
        seed: 1,
    };
    let entries = prior::learn(&taught, settings, || {});
    let [learned, chance] = [Strengths::of_entries(&entries), Strengths::default()]
        .map(|strengths| prior::predict(&held, &strengths));
    assert!(learned.loss < 0.9 * chance.loss, "{learned:?} {chance:?}");
    assert!(learned.first > 1.5 * chance.first, "{learned:?} {chance:?}");
    // Half of the moves are beside the last one, so these are stronger than those far away.
    let strength = |line: &str| {
        let of = |entry: &str| entry.strip_prefix(line).map(|rest| rest.trim().to_owned());
        let found = entries.iter().find_map(|entry| of(&entry.to_string()));
        found.unwrap_or_default().parse::<f32>().unwrap_or(0.0)
    };
    assert!(strength("last 2 ") > strength("last 10 ") + 1.0);
    // The same games and settings give the same strengths, and the text keeps them.
    assert_eq!(prior::learn(&taught, settings, || {}), entries);
    let lines: Vec<String> = entries.iter().map(ToString::to_string).collect();
    let text = lines.join("\n");
    let read = prior::predict(&held, &Strengths::parse(&text).expect("no errors"));
    assert!((read.loss - learned.loss).abs() < 0.01 * learned.loss);
}
