//! `--metamachine`: it changes moves, says why, is deterministic, and plays legal moves.

use std::collections::BTreeSet;

use katachi_gtp::Client;
use katachi_testkit::gtp::{ask, ok};

/// The first moves of a game on 9x9.
const MOVES: &str = "b E6 w D4 b G4 w F7 b C6 w D7";

fn client(more: &[&str]) -> Client {
    let ours = env!("CARGO_BIN_EXE_katachi");
    let options = [
        "gtp",
        "--patterns",
        "builtin",
        "--seed",
        "0",
        "--boardsize",
        "9",
    ];
    Client::spawn(ours, options.iter().chain(more)).expect("a client")
}

fn after_six_moves(more: &[&str]) -> Client {
    let mut client = client(more);
    ok(&mut client, &format!("gogui-play_sequence {MOVES}"));
    client
}

#[test]
fn other_moves_are_chosen_and_the_oracle_still_answers() {
    let others = [6, 4, 5, 3, 2]
        .into_iter()
        .filter(|&count| chooses_another(count));
    assert!(others.take(1).count() > 0, "always the usual move");
}

/// Whether the metamachine chooses another move than usual after this many of the moves.
fn chooses_another(count: usize) -> bool {
    let words: Vec<&str> = MOVES.split(' ').take(2 * count).collect();
    let color = ["black", "white"][count % 2];
    let after = |more: &[&str]| {
        let mut client = client(more);
        ok(
            &mut client,
            &format!("gogui-play_sequence {}", words.join(" ")),
        );
        client
    };
    let [genmove, question, top_moves] = [
        format!("gg_genmove {color} 0"),
        format!("reg_genmove {color}"),
        format!("top_moves_{color}"),
    ];
    let mut plain = after(&[]);
    let [usual, answer] = [&genmove, &question].map(|command| ok(&mut plain, command));
    let mut client = after(&["--metamachine"]);
    assert_eq!(ok(&mut client, &question), answer);
    let top = ok(&mut client, &top_moves);
    assert!(top.starts_with(&usual), "{top}");
    let chosen = ok(&mut client, &genmove);
    assert!(top.contains(&chosen), "{chosen}: {top}");
    assert_eq!(ok(&mut client, &format!("genmove {color}")), chosen);
    chosen != usual
}

#[test]
fn a_restriction_holds() {
    let mut client = after_six_moves(&["--metamachine"]);
    let top = ok(&mut client, "top_moves_black");
    let others: Vec<&str> = top.split(' ').step_by(2).skip(1).take(2).collect();
    let found = ok(
        &mut client,
        &format!("restricted_genmove black {}", others.join(" ")),
    );
    assert!(others.contains(&found.as_str()), "{found} of {others:?}");
}

/// Plays a game against itself: the moves.
fn game(level: &str) -> Vec<String> {
    let mut client = client(&["--metamachine", "--level", level]);
    let mut moves = Vec::new();
    for color in ["black", "white"].into_iter().cycle().take(24) {
        let legal = ok(&mut client, &format!("all_legal {color}"));
        let found = ok(&mut client, &format!("genmove {color}"));
        let legal: BTreeSet<&str> = legal.split(' ').collect();
        let is_legal = legal.contains(found.as_str()) || ["PASS", "resign"].contains(&&*found);
        assert!(is_legal, "{found} after {moves:?}");
        moves.push(found);
    }
    moves
}

#[test]
fn the_same_seed_gives_the_same_legal_moves() {
    assert_eq!(game("5"), game("5"));
}

#[test]
fn a_short_clock_leaves_the_usual_move() {
    let mut client = after_six_moves(&["--metamachine"]);
    for command in ["time_settings 1 0 0", "time_left black 0 0"] {
        assert_eq!(ask(&mut client, command), Ok(String::new()));
    }
    let found = ok(&mut client, "genmove black");
    assert!(ok(&mut client, "move_history").contains(&found));
}
