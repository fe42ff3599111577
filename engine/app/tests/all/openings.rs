//! Knowledge of the opening over GTP: corner patterns from a tree that is edited while the engine
//! runs, books whose moves are drawn, and the switches that turn them off.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use katachi_board::{BoardSize, Point};
use katachi_core::{Decision, Engine, Game, Reason, Wish};
use katachi_gtp::Client;
use katachi_image::Role;
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::gtp::ok;
use tempfile::TempDir;

use crate::program;

fn engine(arguments: &[&str], folder: &Path) -> Client {
    let mut command = program::katachi(folder);
    command.arg("gtp").args(arguments);
    Client::start(&mut command).expect("the engine starts")
}

/// Black on a 4-4 point, White approaches, and Black's answer, with its comment.
fn tree(answer: &str, comment: &str) -> String {
    format!("(;SZ[19];B[pd];W[qf]\n;B[{answer}]MA[lh]LB[pd:A]C[{comment}])\n")
}

const EXTENSION: &str = "mc";
const KEIMA: &str = "nc";

fn position(client: &mut Client) {
    for command in [
        "boardsize 19",
        "play b q16",
        "play w r14",
        "play b d4",
        "play w d16",
    ] {
        ok(client, command);
    }
    // It is Black's turn where the tree goes on.
}

#[test]
fn an_edited_tree_changes_the_answer_of_the_running_engine() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("hoshi.sgf");
    std::fs::write(&path, tree(EXTENSION, "J")).expect("written");
    let patterns = path.to_str().expect("text");
    let mut client = engine(
        &["--seed", "1", "--watch", "--patterns", patterns],
        folder.path(),
    );
    position(&mut client);
    assert_eq!(ok(&mut client, "reg_genmove b"), "N17");
    let proposed = ok(&mut client, "katachi-joseki_moves b");
    let (line, place) = proposed.split_once(" hoshi3").expect("its name");
    assert_eq!(line, "upper-right N17 sJF");
    assert!(place.ends_with(" hoshi.sgf:2"), "{proposed}");

    std::fs::write(&path, tree(KEIMA, "J")).expect("an edit");
    let begin = Instant::now();
    while ok(&mut client, "reg_genmove b") != "O17" {
        assert!(
            begin.elapsed() < Duration::from_secs(20),
            "the edit is not seen"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
    // The same in another corner, mirrored, for the other side.
    for command in ["clear_board", "play w d4", "play b f3"] {
        ok(&mut client, command);
    }
    assert_eq!(ok(&mut client, "reg_genmove w"), "C6");
}

#[test]
fn what_is_wrong_or_fails_its_constraint_is_not_played() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("hoshi.sgf");
    let patterns = path.to_str().expect("text").to_owned();
    for (comment, suffix) in [
        ("0 antisuji", "upper-right N17 sFN "),
        ("T trick", "upper-right N17 sTF "),
        ("J\n;lib(A)<2", "does not fire"),
    ] {
        std::fs::write(&path, tree(EXTENSION, comment)).expect("written");
        let mut client = engine(&["--seed", "1", "--patterns", &patterns], folder.path());
        position(&mut client);
        assert_ne!(ok(&mut client, "reg_genmove b"), "N17", "{comment}");
        let proposed = ok(&mut client, "katachi-joseki_moves b");
        assert!(proposed.contains(suffix), "{proposed}");
    }
    let mut client = engine(&["--nojosekidb", "--patterns", &patterns], folder.path());
    position(&mut client);
    assert_ne!(ok(&mut client, "reg_genmove b"), "N17");
}

/// The first moves on an empty board; one in three is the side star point.
const BOOK: &str = "F-H0-1 20 pd\nF-H0-2 10 pj\nF-H0-3 1 jjpddddp\n";

#[test]
fn book_moves_are_drawn_by_weight_and_seed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("fuseki19.dbz");
    std::fs::write(&path, BOOK).expect("written");
    let patterns = path.to_str().expect("text");
    let first = |arguments: &[&str]| {
        let arguments = [&["--patterns", patterns], arguments].concat();
        let mut client = engine(&arguments, folder.path());
        ok(&mut client, "boardsize 19");
        ok(&mut client, "genmove b")
    };
    let mut drawn = Vec::new();
    for seed in 0..24 {
        let seed = seed.to_string();
        let mv = first(&["--seed", &seed]);
        assert_eq!(mv, first(&["--seed", &seed]), "the seed decides");
        drawn.push(mv);
    }
    // Symmetric moves count as one: the upper right one.
    let moves: BTreeSet<&str> = drawn.iter().map(String::as_str).collect();
    assert_eq!(moves, BTreeSet::from(["Q10", "Q16"]));
    let corner = drawn.iter().filter(|mv| *mv == "Q16").count();
    assert!((10..=22).contains(&corner), "{corner} of 24");
    for switch in ["--nofusekidb", "--nofuseki"] {
        let mv = first(&["--seed", "1", switch]);
        assert!(!moves.contains(mv.as_str()), "{mv}");
    }
}

#[test]
fn a_book_move_tells_where_it_comes_from() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("fuseki19.dbz");
    std::fs::write(&path, BOOK).expect("written");
    let mut client = engine(&["--patterns", path.to_str().expect("text")], folder.path());
    // O is to move: X on Q16, O on D16, X on D4.
    for command in ["boardsize 19", "play b q16", "play w d16", "play b d4"] {
        ok(&mut client, command);
    }
    let text = ok(&mut client, "katachi-matches w k10");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("K10 for white: 75."), "{text}");
    assert_eq!(lines[1], "book F-H0-3 fuseki19.dbz:3 weight 1");
}

/// On a symmetric board an entry fits in several orientations, and is still one entry.
#[test]
fn a_book_move_is_listed_once() {
    let folder = TempDir::new().expect("a folder");
    let mut client = engine(&["--patterns", "builtin"], folder.path());
    for (size, vertex) in [(9, "e5"), (9, "d5"), (19, "q16")] {
        ok(&mut client, &format!("boardsize {size}"));
        let text = ok(&mut client, &format!("katachi-matches b {vertex}"));
        let books = text.lines().filter(|line| line.starts_with("book "));
        assert_eq!(books.count(), 1, "{text}");
    }
}

/// The number of games; `KATACHI_OPENING_GAMES=50` plays those of `docs/openings.svg`.
const GAMES: u64 = 6;

/// Openings of the engine against itself, each with its own seed. Before move 15 at most one move
/// is on the second line or lower, unless a joseki or a book proposes it; and the games differ.
#[test]
fn openings_are_played_above_the_second_line() {
    let wanted = std::env::var("KATACHI_OPENING_GAMES").ok();
    let games = wanted.map_or(GAMES, |games| games.parse().expect("a number"));
    let cache = TempDir::new().expect("a folder");
    let set = katachi_databases::load(
        &[katachi_databases::Place::BuiltIn],
        &katachi_databases::Cache::at(cache.path()),
    );
    let databases = set.expect("the built-in set").databases;
    let knowledge = Knowledge::new(
        (databases.iter())
            .map(|loaded| Database {
                name: loaded.name.clone(),
                image: Arc::clone(&loaded.image),
            })
            .collect(),
    );
    let mut openings = BTreeSet::new();
    for seed in 0..games {
        let mut engine = Engine::new(knowledge.clone());
        engine.analyst.set_level(1);
        let mut game = Game::new(BoardSize::NINETEEN);
        let mut low = Vec::new();
        for number in 1..=20 {
            let color = game.to_move();
            // As in a session, each move has a seed of its own.
            let wish = Wish {
                seed,
                ..Wish::of(color)
            };
            let thoughts = engine.think(&game, &wish);
            let Decision::Play(point) = thoughts.decision else {
                panic!("seed {seed}: no move at {number}");
            };
            let known = thoughts.candidates[0]
                .reasons
                .iter()
                .any(|reason| match reason {
                    Reason::Pattern { database, .. } => databases[*database].role == Role::Joseki,
                    Reason::Book { .. } => true,
                    _ => false,
                });
            if number < 15 && BoardSize::NINETEEN.edge_distance(point) <= 1 && !known {
                low.push(number);
            }
            game.play(color, Some(point)).expect("a legal move");
        }
        assert!(
            low.len() <= 1,
            "seed {seed}: low moves {low:?}\n{}",
            game.board()
        );
        openings.insert(game.board().to_string());
    }
    assert!(
        openings.len() as u64 > games * 2 / 3,
        "{} of {games} differ",
        openings.len()
    );
}

/// After six moves nothing is settled, and no shipped pattern need have a move.
#[test]
fn nobody_passes_in_the_opening() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("game.sgf");
    let record = "(;SZ[9]KM[6.5];B[ee];W[gg];B[fc];W[eg];B[cg];W[gd])";
    std::fs::write(&path, record).expect("written");
    // The shipped databases, and one that fires nowhere.
    let shapes = "attribute_map general\n\nPattern A\n\nOOOO\nO*OO\n\n:8,-,value(50)\n";
    let silent = folder.path().join("silent.db");
    std::fs::write(&silent, shapes).expect("written");
    for patterns in ["builtin", silent.to_str().expect("text")] {
        for level in ["1", "5", "10"] {
            let arguments = ["--level", level, "--patterns", patterns];
            let mut client = engine(&arguments, folder.path());
            let load = format!("loadsgf {}", path.display());
            assert_eq!(ok(&mut client, &load), "black");
            for color in ["black", "white"] {
                for seed in 1..=3 {
                    let answer = ok(&mut client, &format!("gg_genmove {color} {seed}"));
                    assert_ne!(answer, "PASS", "{color}, level {level}, seed {seed}");
                }
            }
            if patterns != "builtin" {
                let text = ok(&mut client, "katachi-matches black a1");
                assert!(text.contains("so a search of"), "{text}");
            }
        }
    }
}

/// The first moves on small boards are not on the two lines at the edge.
#[test]
fn small_boards_open_like_go() {
    let folder = TempDir::new().expect("a folder");
    for (size, first) in [(9, 4), (13, 6)] {
        for arguments in [&["--seed", "1"][..], &["--seed", "2", "--nofusekidb"]] {
            let mut client = engine(arguments, folder.path());
            ok(&mut client, &format!("boardsize {size}"));
            let size = BoardSize::new(size).expect("a size");
            for color in ["b", "w"].into_iter().cycle().take(first) {
                let vertex = ok(&mut client, &format!("genmove {color}"));
                let point = Point::from_vertex(&vertex, size).expect("a move");
                assert!(size.edge_distance(point) >= 2, "{size:?}: {vertex}");
            }
        }
    }
}
