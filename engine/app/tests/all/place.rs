//! A move that is asked for in one place is the best one of the fight there.

use katachi_testkit::gtp::ok;

use crate::session::client;

/// White has an eye space of three points in the corner, and a lone stone may be captured at H3.
const BLACK: &str = "A3 B3 C3 D3 E2 E1 F2 G3 G2";
const WHITE: &str = "A2 B2 C2 D2 D1 H2";

#[test]
fn a_move_in_one_place_wins_the_greatest_fight() {
    let mut client = client("builtin");
    ok(&mut client, "boardsize 13");
    for (color, stones) in [("black", BLACK), ("white", WHITE)] {
        for stone in stones.split(' ') {
            ok(&mut client, &format!("play {color} {stone}"));
        }
    }
    let corner: Vec<String> = (["A", "B", "C", "D", "E", "F", "G", "H", "J"].into_iter())
        .flat_map(|column| (1..=4).map(move |row| format!("{column}{row}")))
        .filter(|vertex| {
            [BLACK, WHITE]
                .iter()
                .all(|stones| stones.split(' ').all(|v| v != vertex))
        })
        .collect();
    for color in ["black", "white"] {
        let asked = format!("restricted_genmove {color} {}", corner.join(" "));
        assert_eq!(ok(&mut client, &asked), "B1");
    }
}
