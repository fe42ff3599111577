//! `start_sgftrace` and `finish_sgftrace`: the record can be read again, begins with the position,
//! and contains the line that reading found.

use std::sync::LazyLock;

use katachi_gtp::Client;
use katachi_sgf::{Node, parse};
use katachi_testkit::gtp::ask;
use regex::Regex;

use crate::session::client;

/// The move of a node, as SGF writes it.
fn moved(node: Node<'_>) -> Option<String> {
    ["B", "W"].iter().find_map(|name| {
        node.value(name)
            .map(|value| format!("{name}[{}]", value.raw()))
    })
}

#[test]
fn a_trace_holds_the_line_that_captures() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a trace.sgf");
    let file = file.to_str().expect("a path");
    let mut client = client("builtin");
    for command in [
        "boardsize 9",
        "play b E5",
        "play w E6",
        "play w D6",
        "play w D5",
        "play w F4",
        "play b A1",
    ] {
        assert_eq!(ask(&mut client, command), Ok(String::new()), "{command}");
    }
    let nothing = ask(&mut client, &format!("finish_sgftrace {file}")).expect_err("no trace");
    assert!(nothing.contains("start_sgftrace"), "{nothing}");
    // A remembered answer is read again.
    let found = ask(&mut client, "attack E5").expect("a code");
    assert!(found.starts_with("1 "), "{found}");
    assert_eq!(ask(&mut client, "start_sgftrace"), Ok(String::new()));
    assert_eq!(ask(&mut client, "attack E5"), Ok(found.clone()));
    assert_eq!(
        ask(&mut client, "finish_sgftrace"),
        Err("missing filename".to_owned())
    );
    // A file that cannot be written does not lose the trace.
    let nowhere = folder.path().join("nowhere").join("x.sgf");
    let error = ask(
        &mut client,
        &format!("finish_sgftrace {}", nowhere.display()),
    );
    let error = error.expect_err("no folder");
    assert!(error.contains(&nowhere.display().to_string()), "{error}");
    assert_eq!(
        ask(&mut client, &format!("finish_sgftrace {file}")),
        Ok(String::new())
    );

    let parsed = parse(&std::fs::read(file).expect("a file")).expect("a record");
    assert!(parsed.warnings.is_empty(), "{:?}", parsed.warnings);
    let root = parsed.collection.roots().next().expect("a game");
    let info = root.game_info();
    assert_eq!(info.size.columns(), 9);
    assert_eq!(root.values("AB").count() + root.values("AW").count(), 6);
    // The answer is among the first moves, and the string is captured below it.
    let (_, vertex) = found.split_once(' ').expect("a move");
    let size = katachi_board::BoardSize::new(9).expect("a size");
    let point = katachi_board::Point::from_vertex(vertex, size).expect("a vertex");
    let wanted = format!("W[{}]", katachi_sgf::Coord::from(point));
    let mut first = root
        .children()
        .filter(|&node| moved(node).as_ref() == Some(&wanted));
    let first = first.next().expect("the winning move");
    assert!(
        first
            .value("C")
            .expect("a comment")
            .text()
            .contains("visits")
    );
    let replies: Vec<String> = first.children().filter_map(moved).collect();
    assert!(
        replies.iter().all(|reply| reply.starts_with('B')),
        "{replies:?}"
    );
    // Colours alternate on every way down.
    for (_, node) in root.subtree() {
        let (above, here) = (node.parent().and_then(moved), moved(node));
        if let (Some(above), Some(here)) = (above, here) {
            assert_ne!(above.get(..1), here.get(..1));
        }
    }
}

/// The comment of a move in a trace.
static COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    let grammar = "^move ([0-9]+), ([0-9]+) visits(?:, hash ([0-9a-f]{16}))?";
    Regex::new(grammar).expect("an expression")
});

/// A move of a trace: its number, and the hash of the position behind it if a search played it.
fn about(node: Node<'_>) -> (u32, Option<String>) {
    let comment = node.value("C").expect("a comment").text();
    let found = COMMENT.captures(&comment);
    let found = found.unwrap_or_else(|| panic!("no number, visits and hash: {comment}"));
    let hash = found.get(3).map(|hash| hash.as_str().to_owned());
    assert_eq!(hash.is_none(), &found[2] == "0", "{comment}");
    (found[1].parse().expect("a number"), hash)
}

/// Each kind of reading is traced: the first visits are in order, each line is legal from the
/// position, and the hash of each move is that of the board behind it.
#[test]
fn traces_have_order_and_hashes() {
    let folder = tempfile::tempdir().expect("a folder");
    let race = "c2 d2 e2 b1 b3 c4 d4 e4 f3 g2";
    let other = "c1 d1 e1 f1 f2 c3 d3 b2";
    let fight = [("b", "d4 e6 f5"), ("w", "e4 d6 c5")];
    let race = [("b", race), ("w", other)];
    for (stones, question) in [
        (fight, "attack d4"),
        (fight, "connect d4 f5"),
        (fight, "disconnect d4 f5"),
        (fight, "break_in d4 f4 g4 f3"),
        (fight, "block_off d4 f4 g4 f3"),
        (fight, "owl_attack d4"),
        (fight, "owl_defend e4"),
        (race, "analyze_semeai c2 c1"),
        (race, "tactical_analyze_semeai c2 c1"),
    ] {
        let mut client = client("builtin");
        ask(&mut client, "boardsize 9").expect("a board");
        for (color, points) in stones {
            for point in points.split(' ') {
                ask(&mut client, &format!("play {color} {point}")).expect("a move");
            }
        }
        ask(&mut client, "start_sgftrace").expect("it starts");
        ask(&mut client, question).expect("it is read");
        let file = folder.path().join("trace.sgf");
        ask(&mut client, &format!("finish_sgftrace {}", file.display())).expect("it is written");
        let parsed = parse(&std::fs::read(&file).expect("a file")).expect("a record");
        let root = parsed.collection.roots().next().expect("a game");
        let mut numbers = Vec::new();
        for node in root.subtree().map(|(_, node)| node).skip(1) {
            let (number, _) = about(node);
            numbers.push(number);
            let replies: Vec<u32> = node.children().map(|reply| about(reply).0).collect();
            assert!(replies.is_sorted(), "{question}: {replies:?}");
            assert!(replies.iter().all(|reply| *reply > number), "{question}");
        }
        numbers.sort_unstable();
        let before = numbers.len();
        numbers.dedup();
        assert!(
            before > 0 && numbers.len() == before,
            "{question}: {numbers:?}"
        );
        assert_eq!(numbers[0], 1, "{question}: the first move is the first");
        let mut checked = 0;
        for child in root.children() {
            check_line(&mut client, child, &mut checked, question);
        }
        assert!(checked > 0, "{question}");
    }
}

/// Plays a line of a trace as trial moves, at most some moves of each trace, and compares hashes.
fn check_line(client: &mut Client, node: Node<'_>, checked: &mut u32, question: &str) {
    const MOST: u32 = 60;
    if *checked >= MOST {
        return;
    }
    *checked += 1;
    let text = moved(node).expect("a move");
    let color = text[..1].to_owned();
    let size = katachi_board::BoardSize::new(9).expect("a size");
    let coord = node.value(&color).expect("a move").text();
    let vertex = match coord.as_bytes() {
        [column, row] => {
            let (column, row) = (usize::from(column - b'a'), usize::from(row - b'a'));
            let point = katachi_board::Point::new(row, column).expect("a point");
            point.vertex(size).to_string()
        }
        _ => "pass".to_owned(),
    };
    // Reading may take a forbidden ko as if a threat had been answered.
    let command = if vertex == "pass" { "trymove" } else { "tryko" };
    ask(client, &format!("{command} {color} {vertex}"))
        .unwrap_or_else(|text| panic!("{question}: {color} {vertex}: {text}"));
    if let (_, Some(hash)) = about(node) {
        let found = ask(client, "invariant_hash").expect("a hash");
        assert_eq!(found, hash, "{question}: {color} {vertex}");
    }
    for child in node.children() {
        check_line(client, child, checked, question);
    }
    ask(client, "popgo").expect("it is taken back");
}

/// Nothing is recorded of a question that is not asked.
#[test]
fn a_trace_of_nothing_is_empty() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.sgf");
    let mut client = client("builtin");
    for command in [
        "start_sgftrace".to_owned(),
        format!("finish_sgftrace {}", file.display()),
    ] {
        ask(&mut client, &command).expect("it works");
    }
    let text = std::fs::read_to_string(&file).expect("a record");
    assert!(text.contains("C[0 moves read]"), "{text}");
}
