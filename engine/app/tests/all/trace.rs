//! `start_sgftrace` and `finish_sgftrace`: the record can be read again, begins with the position,
//! and contains the line that reading found.

use katachi_gtp::Client;
use katachi_sgf::{Node, parse};
use katachi_testkit::gtp::ask;

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

/// A trace has the moves of connections and of lives, too.
#[test]
fn all_kinds_of_reading_are_traced() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut client = client("builtin");
    let moves = |client: &mut Client, question: &str| {
        ask(client, "start_sgftrace").expect("it starts");
        ask(client, question).expect("it is read");
        let file = folder.path().join("trace.sgf");
        ask(client, &format!("finish_sgftrace {}", file.display())).expect("it is written");
        let text = std::fs::read_to_string(&file).expect("a record");
        text.matches(" visits").count()
    };
    ask(&mut client, "boardsize 9").expect("a board");
    for stone in ["b d4", "w e4", "b e6", "w d6", "b f5", "w c5"] {
        ask(&mut client, &format!("play {stone}")).expect("a move");
    }
    for question in [
        "connect d4 f5",
        "disconnect d4 f5",
        "owl_attack d4",
        "attack d4",
    ] {
        assert!(moves(&mut client, question) > 0, "{question}");
    }
    // Nothing is recorded of a question that is not asked.
    assert_eq!(moves(&mut client, "name"), 0);
}
