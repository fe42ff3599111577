//! `start_sgftrace` and `finish_sgftrace`: the record can be read again, begins with the position,
//! and contains the line that reading found.

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

#[test]
fn weights_are_refused() {
    let mut client = client("builtin");
    let weights = |count: usize| vec!["1"; count].join(" ");
    let short = ask(&mut client, &format!("tune_move_ordering {}", weights(66)));
    let wrong = "incorrect arguments, expected 67 integers".to_owned();
    assert_eq!(short, Err(wrong.clone()));
    let long = ask(&mut client, &format!("tune_move_ordering {}", weights(68)));
    assert_eq!(long, Err(wrong));
    let refused = ask(&mut client, &format!("tune_move_ordering {}", weights(67)));
    assert!(refused.is_err_and(|why| why.contains("no weights")));
}
