//! Tests of the weights that the shipped Monte Carlo databases give to moves.

use katachi_board::{Board, Color, Point};
use katachi_databases::{Cache, Loaded, Place, load};
use katachi_image::monte_carlo::{NEIGHBORS, Neighborhood};
use katachi_image::{Role, Symbol};
use katachi_matcher::patterns3x3::{neighborhood, situation};

fn built_in() -> Vec<Loaded> {
    let folder = tempfile::TempDir::new().expect("a folder");
    let set = load(&[Place::BuiltIn], &Cache::at(folder.path())).expect("built in");
    let mut databases = set.databases;
    databases.retain(|loaded| loaded.role == Role::MonteCarlo);
    databases
}

fn database(name: &str) -> Loaded {
    let found = built_in().into_iter().find(|loaded| loaded.name == name);
    found.expect("it is built in")
}

/// Whether this point is a one-point eye of the side to move.
fn is_eye(neighborhood: Neighborhood) -> bool {
    let symbols = (0..8).map(|place| neighborhood.symbol(place));
    let is_off = |symbol| symbol == Symbol::Off as u8;
    let in_the_open = !symbols.clone().any(is_off);
    let (beside, diagonal): (Vec<_>, Vec<_>) = NEIGHBORS
        .iter()
        .zip(symbols)
        .partition(|((row, col), _)| *row == 0 || *col == 0);
    let against = |(_, symbol): &&(_, u8)| *symbol == Symbol::Opponent as u8;
    let own = |(_, symbol): &(_, u8)| *symbol == Symbol::Own as u8 || is_off(*symbol);
    beside.iter().all(own) && diagonal.iter().filter(against).count() <= usize::from(in_the_open)
}

/// The weights of a neighbourhood in all situations.
fn weights(loaded: &Loaded, neighborhood: Neighborhood) -> Vec<u32> {
    let table = loaded.image.monte_carlo().expect("weights");
    let row = table.row(neighborhood).expect("a board has it");
    (row.iter()
        .map(|place| table.weights[usize::from(place.get())].get()))
    .collect()
}

#[test]
fn eyes_are_all_that_no_playout_fills() {
    for loaded in built_in() {
        for neighborhood in Neighborhood::all() {
            for weight in weights(&loaded, neighborhood) {
                assert_eq!(
                    weight == 0,
                    is_eye(neighborhood),
                    "{} {neighborhood:?}",
                    loaded.name
                );
            }
        }
    }
}

#[test]
fn even_playouts_have_one_weight() {
    let uniform = database("mc_uniform");
    for neighborhood in Neighborhood::all() {
        assert!(
            weights(&uniform, neighborhood)
                .iter()
                .all(|&weight| weight < 2)
        );
    }
}

const SAVE: u32 = 10_000_000;
const ANSWER: u32 = 100_000;
const CAPTURE: u32 = 1000;

/// A position, the previous move if it matters, and the weights of Black's moves.
struct Case {
    board: &'static str,
    near: bool,
    weights: &'static [(&'static str, u32)],
}

#[test]
fn the_policy_asks_its_questions_in_their_order() {
    let mogo = database("mc_mogo_classic");
    let table = mogo.image.monte_carlo().expect("weights");
    let cases = [
        // The black stone is in atari; C4 extends. A5 connects nothing and fills no eye.
        Case {
            board: ". . . . .\n. . . . .\n. O X O .\n. . O . .\n. . . . .",
            near: true,
            weights: &[("C4", SAVE), ("A5", 1)],
        },
        // The same, far from the last move.
        Case {
            board: ". . . . .\n. . . . .\n. O X O .\n. . O . .\n. . . . .",
            near: false,
            weights: &[("C4", 1)],
        },
        // At the edge, extending leaves one liberty, so it saves nothing.
        Case {
            board: ". . . . .\n. . . . .\n. . . . .\n. O O . .\n. X X O .",
            near: true,
            weights: &[("A1", 1)],
        },
        // A capture near the last move, and one far from it.
        Case {
            board: ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .",
            near: true,
            weights: &[("C3", SAVE)],
        },
        Case {
            board: ". . . . .\n. X . . .\nX O . . .\n. X . . .\n. . . . .",
            near: false,
            weights: &[("C3", CAPTURE)],
        },
        // Retaking a single stone by a self-atari has no weight; taking two is a capture.
        Case {
            board: ". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .",
            near: false,
            weights: &[("C4", 1)],
        },
        Case {
            board: ". X O . .\nX O . O .\nX O X . .\n. X . . .\n. . . . .",
            near: false,
            weights: &[("C4", CAPTURE)],
        },
        // A hane and a cut near the last move; elsewhere they are ordinary moves.
        Case {
            board: ". . . . .\n. X O X .\n. . . . .\n. . . . .\n. . . . .",
            near: true,
            weights: &[("C3", ANSWER), ("E1", 1)],
        },
        Case {
            board: ". . . . .\n. O X . .\n. X . . .\n. . . . .\n. . . . .",
            near: true,
            weights: &[("C3", ANSWER)],
        },
        Case {
            board: ". . . . .\n. O X . .\n. X . . .\n. . . . .\n. . . . .",
            near: false,
            weights: &[("C3", 1)],
        },
        // With an opponent stone next to it, the cutting stone would be captured.
        Case {
            board: ". . . . .\n. X O . .\n. O . O .\n. . . . .\n. . . . .",
            near: true,
            weights: &[("C3", 1)],
        },
        // An eye, in atari or not.
        Case {
            board: ". X O . .\nX X O . .\nO O . . .\n. . . . .\n. . . . .",
            near: true,
            weights: &[("A5", 0)],
        },
    ];
    for (number, case) in cases.iter().enumerate() {
        let board: Board = case.board.parse().expect("a board");
        for &(name, expected) in case.weights {
            let at = Point::from_vertex(name, board.size()).expect("a vertex");
            let found = table.weight(
                neighborhood(&board, at, Color::Black),
                situation(&board, at, Color::Black, case.near),
            );
            assert_eq!(found, expected, "case {number}, {name}\n{board}");
        }
    }
}
