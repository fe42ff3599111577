//! The example of this crate does what it says.

#[allow(dead_code, reason = "`main` runs as a program only")]
#[path = "../../examples/match_games.rs"]
mod match_games;

use match_games::{DATABASE, GAME, table};

#[test]
fn patterns_are_counted_over_games() {
    let games = [GAME.as_bytes().to_vec(), b"(;SZ[9];B[ee];W[])".to_vec()];
    let lines = table(DATABASE.into(), &games[..1]).expect("a table");
    assert_eq!(
        lines,
        ["Kosumi: 0 played, 6 others", "Contact: 4 played, 28 others"]
    );
    let more = table(DATABASE.into(), &games).expect("a table");
    // White looks at Black's lone stone: eight points touch it, four of them beside it.
    assert_eq!(more[0], lines[0]);
    assert_ne!(more[1], lines[1]);
    let broken = table(b"Pattern X\n\n..\n.&\n\n:8,-\n".to_vec(), &games);
    assert!(broken.is_err_and(|error| error.to_string().contains("mistakes")));
}
