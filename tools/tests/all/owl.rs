//! Mining patterns of life and death: proofs, what is counted, and the database.

use katachi_board::{Board, Color, Point};
use katachi_image::Role;
use katachi_strategy::Knowledge;
use katachi_tools::owl::around::{Around, RINGS};
use katachi_tools::owl::{Aim, Counts, Example, Figures, Selection, Source, Worker, database};
use katachi_tools::problems::Problem;

/// Three points in a row: the middle kills, and lives.
const THREE: &str = r#""size":9,"black":["da","ab","bb","cb","db"],"white":["ea","eb","ac","bc","cc","dc","ec"],"first":["ba"]"#;

fn examples(to_move: &str) -> Vec<Example> {
    let line = format!(r#"{{"id":"three","set":"Tsumego",{THREE},"to_move":"{to_move}"}}"#);
    let (problems, errors) = Problem::parse(&line);
    assert!(errors.is_empty());
    let source = Source::Problem(problems[0].clone());
    Worker::new(Knowledge::default()).examples(&source)
}

#[test]
fn surroundings_do_not_depend_on_the_orientation() {
    let board: Board = "
        . X . . .
        O . . X .
        . . . . .
        . . . . .
        . . . . ."
        .parse()
        .expect("a board");
    // A quarter turn.
    let turned: Board = "
        . . . O .
        . . . . X
        . . . . .
        . . . X .
        . . . . ."
        .parse()
        .expect("a board");
    let [one, other] = [(&board, 1), (&turned, 3)].map(|(board, col)| {
        let point = Point::new(1, col).expect("a point");
        Around::of(board, point, Color::Black)
    });
    for ring in 0..RINGS.len() {
        assert_eq!(one.within(ring), other.within(ring), "ring {ring}");
    }
    assert_eq!(one.symmetry(0), '8');
}

#[test]
fn what_kills_and_what_lives_is_proven() {
    for (to_move, aim) in [("white", Aim::Attack), ("black", Aim::Defense)] {
        let found = examples(to_move);
        let first = &found[0];
        assert_eq!((first.aim, first.proven), (aim, true));
        assert_eq!(first.moves.iter().filter(|one| one.right).count(), 1);
        assert!(first.moves.len() > 1);
    }
}

#[test]
fn the_database_compiles_and_finds_the_move() {
    let found = examples("white");
    let mut counts = Counts::default();
    for source in 1..=3 {
        for example in &found {
            counts.add(source, example);
        }
    }
    let selection = Selection {
        sources: 3,
        most: 10,
        gain: 0.4,
    };
    let chosen = selection.choose(&counts);
    let figures = Figures::of(&chosen, Aim::Attack, found.iter());
    assert_eq!(figures.first, figures.examples);
    let text = database::text(Aim::Attack, &chosen, &[], |source| source.to_string());
    let source = patc::Source::new("owl_attack.db".to_owned(), text.clone().into_bytes());
    let compiled = patc::compile(Role::OwlAttackPats, vec![source]);
    let report = patc::render(&compiled.diagnostics, &compiled.sources, false);
    assert_eq!(compiled.count(patc::Severity::Error), 0, "{report}\n{text}");
    // The middle of three points at the edge.
    assert!(text.contains("\n.*.\nXXX\n"), "{text}");
}
