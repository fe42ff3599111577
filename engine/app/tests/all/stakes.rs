//! A move that is asked for in one place decides what is at stake there.

use katachi_testkit::gtp::ok;

use crate::session::client;

/// Whoever plays B10 first wins the race of A11; E11 saves or captures fewer stones.
const BLACK: &str = "A12 B12 C12 C11 D11 E10 F10 K8";
const WHITE: &str = "A11 B11 F12 C10 D10 E9 D8";

#[test]
fn a_move_in_one_place_decides_the_greatest_stake() {
    let mut client = client("builtin");
    ok(&mut client, "boardsize 13");
    for (color, stones) in [("black", BLACK), ("white", WHITE)] {
        for stone in stones.split(' ') {
            ok(&mut client, &format!("play {color} {stone}"));
        }
    }
    let statuses = ok(&mut client, "dragon_status");
    assert!(statuses.contains("A11: critical B10 B10"), "{statuses}");
    let corner: Vec<String> = (["A", "B", "C", "D", "E", "F", "G"].into_iter())
        .flat_map(|column| (8..=13).map(move |row| format!("{column}{row}")))
        .filter(|vertex| {
            [BLACK, WHITE]
                .iter()
                .all(|stones| stones.split(' ').all(|v| v != vertex))
        })
        .collect();
    for color in ["black", "white"] {
        let asked = format!("restricted_genmove {color} {}", corner.join(" "));
        assert_eq!(ok(&mut client, &asked), "B10");
    }
}
