//! `katachi-matches` for the whole board, and what forbids and replaces moves: by action, by class,
//! in all orientations.

use std::collections::BTreeSet;

use katachi_board::{BoardSize, Point, Symmetry};
use katachi_gtp::Client;
use katachi_testkit::gtp::{fails, ok};
use serde_json::Value;

use crate::session::{client, file};

/// Patterns that propose, forbid and replace moves. Black has a stone at E5, White at F5.
const SOURCE: &str = "\
attribute_map general


Pattern Push

OX
.*

:8,-,value(7)


Pattern Never

OX
*.

:8,-

OX
*a

>antisuji(a);


Pattern Trick

OX.
..*

:8,T


Pattern Swap

.OX
*..

:8,-,value(9)

.OX
*a.

;lib(a)==0
>replace(*,a);


Pattern Backfill

?X?
.OX
?*?

:8,-,value(4)

?X?
.bX
?*?

>backfill_replace(*,b);
";

fn with_source() -> (Client, tempfile::TempDir) {
    let (folder, file) = file("mine.db", SOURCE);
    let mut client = client(&file);
    for command in ["boardsize 9", "play b E5", "play w F5"] {
        ok(&mut client, command);
    }
    (client, folder)
}

/// The point of a vertex of a 9x9 board after an orientation.
fn turned(vertex: &str, symmetry: Symmetry) -> String {
    let size = BoardSize::new(9).expect("a size");
    let mut letters = vertex.chars();
    let letter = letters.next().expect("a letter");
    let row = letters.as_str().parse().expect("a row");
    let point = Point::from_column_and_row(letter, row, size).expect("a point");
    symmetry
        .apply_to_point(point, size)
        .vertex(size)
        .to_string()
}

#[test]
fn the_whole_board_has_a_line_for_each_pattern_and_move() {
    let (mut client, _folder) = with_source();
    let text = ok(&mut client, "katachi-matches b");
    let facts: BTreeSet<String> = (text.lines())
        .map(|line| {
            let (vertex, rest) = line.split_once(' ').expect("a vertex");
            let (value, rest) = rest.split_once(' ').expect("a value");
            assert!(value == "-" || value.parse::<f32>().is_ok(), "{line}");
            let rest = rest.split(" orientation").next().expect("a text");
            format!("{vertex} {rest}")
        })
        .collect();
    let expected = [
        "D4 pattern Swap mine.db:33 class - value(9)",
        "D4 value goes to E4 by Swap mine.db:33 replace(*,a)",
        "D6 pattern Swap mine.db:33 class - value(9)",
        "D6 value goes to E6 by Swap mine.db:33 replace(*,a)",
        "E4 pattern Never mine.db:12 class -",
        "E6 pattern Never mine.db:12 class -",
        "F4 forbidden by Never mine.db:12 antisuji(a)",
        "F4 pattern Push mine.db:4 class - value(7)",
        "F6 forbidden by Never mine.db:12 antisuji(a)",
        "F6 pattern Push mine.db:4 class - value(7)",
        "G4 forbidden by Trick mine.db:25 class T",
        "G4 pattern Trick mine.db:25 class T",
        "G6 forbidden by Trick mine.db:25 class T",
        "G6 pattern Trick mine.db:25 class T",
    ];
    assert_eq!(facts, expected.map(str::to_owned).into(), "{text}");
    // The value of a replaced move is that of the other one.
    assert!(
        text.lines().any(|line| line.starts_with("E4 9.0")),
        "{text}"
    );
    assert!(text.lines().any(|line| line.starts_with("F4 - ")), "{text}");
    assert_eq!(
        ok(&mut client, "katachi-matches"),
        text,
        "it is the turn of Black"
    );
}

#[test]
fn a_forbidden_move_says_what_forbids_it() {
    let (mut client, _folder) = with_source();
    let text = ok(&mut client, "katachi-matches b F4");
    assert!(
        text.starts_with("F4 for black: not a candidate\n"),
        "{text}"
    );
    assert!(
        text.ends_with("\nforbidden by Never mine.db:12 antisuji(a)"),
        "{text}"
    );
    let text = ok(&mut client, "katachi-reasons b F4");
    assert!(
        text.contains("\nforbidden by Never mine.db:12 antisuji(a)"),
        "{text}"
    );
    let text = ok(&mut client, "katachi-explain Never b E4");
    assert!(text.ends_with("\nfires\nantisuji(a) forbids F4"), "{text}");
    let text = ok(&mut client, "katachi-explain Trick b G4");
    assert!(text.ends_with("\nfires\nclass T forbids G4"), "{text}");
    let text = ok(&mut client, "katachi-explain Swap b D4");
    assert!(
        text.ends_with("\nfires\nreplace(*,a) gives the value of D4 to E4"),
        "{text}"
    );
}

/// A value does not make a forbidden or occupied point a candidate.
#[test]
fn a_value_given_to_a_forbidden_move_is_lost() {
    let source = SOURCE.replace("OX\n*a\n\n>antisuji(a);", "OX\n*a\n\n>antisuji(*);");
    let (_folder, path) = file("mine.db", &source);
    let mut forbids = client(&path);
    let source = SOURCE.replace(".OX\n*a.\n\n;lib(a)==0", ".aX\n*..\n\n;lib(a)>0");
    let (_other, path) = file("mine.db", &source);
    let mut occupied = client(&path);
    for client in [&mut forbids, &mut occupied] {
        for command in ["boardsize 9", "play b E5", "play w F5"] {
            ok(client, command);
        }
        let listed = ok(client, "katachi-values b");
        assert!(!listed.contains("E4 9."), "{listed}");
        assert!(!listed.contains("E5"), "{listed}");
        let text = ok(client, "katachi-matches b");
        assert!(text.contains(" by Swap mine.db:33 replace(*,a)"), "{text}");
    }
}

/// Black is nearly captured at E5: after White at one of its liberties, Black needs the other one.
#[test]
fn a_backfill_gives_its_value_to_the_defence() {
    let (mut client, _folder) = with_source();
    ok(&mut client, "play w E6");
    let text = ok(&mut client, "katachi-explain Backfill b E4");
    assert!(
        text.ends_with("\nbackfill_replace(*,b) gives the value of E4 to D5"),
        "{text}"
    );
    let text = ok(&mut client, "katachi-matches b");
    assert!(
        text.lines()
            .any(|line| line
                .ends_with(" value goes to D5 by Backfill mine.db:47 backfill_replace(*,b)")),
        "{text}"
    );
}

/// The same facts in all orientations of the position, and with the board turned for the client.
#[test]
fn vetoes_turn_with_the_board() {
    let (mut client, _folder) = with_source();
    let vetoes = |text: &str| -> BTreeSet<(String, String)> {
        let lines = text.lines().filter(|line| line.contains(" by "));
        lines
            .map(|line| {
                let (vertex, rest) = line.split_once(' ').expect("a vertex");
                let (_, rest) = rest.split_once(' ').expect("a value");
                (vertex.to_owned(), rest.to_owned())
            })
            .collect()
    };
    let straight = vetoes(&ok(&mut client, "katachi-matches b"));
    assert_eq!(straight.len(), 6);
    for symmetry in Symmetry::all() {
        ok(&mut client, "clear_board");
        let (black, white) = (turned("E5", symmetry), turned("F5", symmetry));
        ok(&mut client, &format!("play b {black}"));
        ok(&mut client, &format!("play w {white}"));
        let found = vetoes(&ok(&mut client, "katachi-matches b"));
        let expected = straight.iter().map(|(vertex, rest)| {
            let rest = match rest.strip_prefix("value goes to ") {
                Some(more) => {
                    let (to, by) = more.split_once(' ').expect("a vertex");
                    format!("value goes to {} {by}", turned(to, symmetry))
                }
                None => rest.clone(),
            };
            (turned(vertex, symmetry), rest)
        });
        assert_eq!(found, expected.collect(), "{symmetry:?}");
    }
    for number in 0..8 {
        ok(&mut client, &format!("orientation {number}"));
        ok(&mut client, "clear_board");
        ok(&mut client, "play b E5");
        ok(&mut client, "play w F5");
        let found = vetoes(&ok(&mut client, "katachi-matches b"));
        assert_eq!(found, straight, "orientation {number}");
    }
}

#[test]
fn json_has_the_same_facts() {
    let (mut client, _folder) = with_source();
    let text = ok(&mut client, "katachi-matches --json b");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let all = all.as_array().expect("a list");
    let find = |vertex: &str| {
        let mut all = all.iter();
        all.find(|one| one["vertex"] == vertex).expect("the move")
    };
    let forbidden = find("F4");
    assert_eq!(forbidden["value"], Value::Null);
    assert_eq!(forbidden["obstacle"], "a pattern forbids it");
    assert_eq!(forbidden["patterns"][0]["pattern"], "Push");
    assert_eq!(forbidden["vetoes"][0]["by"], "antisuji(a)");
    assert_eq!(find("D4")["vetoes"][0]["to"], "E4");
    let lines = ok(&mut client, "katachi-matches b").lines().count();
    let count = |key: &str| -> usize {
        let lists = all.iter().filter_map(|one| one[key].as_array());
        lists.map(Vec::len).sum()
    };
    assert_eq!(count("patterns") + count("vetoes"), lines);
    let one = ok(&mut client, "katachi-matches --json b F4");
    let one: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(one["vetoes"], forbidden["vetoes"]);
    assert!(fails(&mut client, "katachi-matches --jsn b").starts_with("invalid coordinate"));
}

/// With the built-in databases, the whole board says what each move says by itself.
#[test]
fn the_whole_board_agrees_with_single_moves() {
    let mut client = client("builtin");
    for command in ["boardsize 9", "play b E5", "play w E4", "play b F4"] {
        ok(&mut client, command);
    }
    let text = ok(&mut client, "katachi-matches w");
    let mut compared = 0;
    for vertex in ["G4", "F3", "E3", "D5", "F5", "C4", "D4"] {
        let of_vertex = |line: &str| {
            let (at, rest) = line.split_once(' ')?;
            (at == vertex).then(|| rest.split_once(' ').map(|(_, rest)| rest.to_owned()))?
        };
        let listed: BTreeSet<String> = text.lines().filter_map(of_vertex).collect();
        let alone = ok(&mut client, &format!("katachi-matches w {vertex}"));
        let alone: BTreeSet<String> = (alone.lines())
            .filter(|line| line.starts_with("pattern ") || line.contains(" by "))
            .map(str::to_owned)
            .collect();
        assert_eq!(listed, alone, "{vertex}");
        compared += listed.len();
    }
    assert!(compared > 5, "{compared}");
}
