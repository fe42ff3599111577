//! A ko that decides about stones is not given away by a pass.

use katachi_testkit::gtp::ok;

use crate::session::client;

/// The moves of a game on 9x9, Black first. The last one takes a ko about eight black and eighteen
/// white stones, and no black move elsewhere captures or kills.
const MOVES: &str = "F5 D5 E7 C7 C3 D3 D2 G7 F6 F7 D6 C6 E8 E5 E6 E3 G3 E2 B2 B4 C4 C5 B3 G4 F4 F3 \
    H4 D1 B5 A4 A5 B1 G2 B8 C2 G5 G6 H5 C8 H6 D8 H3 H2 J4 J2 H1 J3 H7 H4 J5 F2 F1 \
    G8 H8 C1 E1 B7 B6 B9 A8 F8 H9 A3 A6 D7 D4 G1 A7 J1 H3";

#[test]
fn who_may_not_retake_a_ko_plays_elsewhere_rather_than_pass() {
    let mut client = client("builtin");
    ok(&mut client, "boardsize 9");
    ok(&mut client, "komi 6.5");
    for (vertex, color) in MOVES.split(' ').zip(["black", "white"].into_iter().cycle()) {
        ok(&mut client, &format!("play {color} {vertex}"));
    }
    let vertex = ok(&mut client, "genmove black");
    assert_ne!(vertex, "PASS");
}
