//! Tests of what the reader accepts, its warnings, and their locations.

use katachi_sgf::{Error, Location, Node, Parsed, Value, parse, parse_partial, write};

fn read(record: &str) -> Parsed {
    parse(record.as_bytes()).unwrap()
}

/// The record as the writer writes it, in one line, and the warnings.
fn seen(record: &str) -> (String, Vec<String>) {
    let parsed = read(record);
    let warnings = parsed.warnings.iter().map(ToString::to_string).collect();
    (write(&parsed.collection).replace('\n', ""), warnings)
}

#[track_caller]
fn tolerates(record: &str, meaning: &str, warnings: &[&str]) {
    let (text, found) = seen(record);
    assert_eq!(text, meaning);
    assert_eq!(found, warnings);
}

#[test]
fn text_before_the_first_tree() {
    tolerates(
        "Copyright (C) me (all; of it)\n\n( \n;B[aa])\x1a\n",
        "(;B[aa])",
        &["1:1: text outside of game trees is skipped"],
    );
    tolerates(
        "\u{feff}\r\n(;)\n(;)junk",
        "(;)(;)",
        &["3:4: text outside of game trees is skipped"],
    );
}

#[test]
fn long_names_of_ff3() {
    let (text, warnings) = seen("(;GaMe[1]AddBlack[aa];Black[dd];white[ee])");
    assert_eq!(text, "(;GM[1]AB[aa];B[dd];WHITE[ee])");
    assert_eq!(warnings[1], "1:10: `AddBlack` is read as AB");
    // FF1 and FF2 spell every name in full, and some programs mix the cases.
    let (text, _) = seen("(;GaMe[1]SiZe[9]Comment[x];Black[pd]c[y]\n;White[tt]Letter[aa:A])");
    assert_eq!(text, "(;GM[1]SZ[9]C[x];B[pd]C[y];W[tt]L[aa:A])");
    let parsed = read("(;AddBlack[aa])");
    let root = parsed.collection.roots().next().unwrap();
    assert_eq!(root.property("AB").unwrap().original(), "AddBlack");
}

#[test]
fn duplicates_are_joined() {
    tolerates(
        "(;AB[aa]C[x]AB[bb]\n[cc];AB[dd])",
        "(;AB[aa][bb][cc]C[x];AB[dd])",
        &["1:13: AB again in this node; the values are joined"],
    );
}

#[test]
fn broken_trees() {
    tolerates(
        "(;B[aa](;W[bb]",
        "(;B[aa];W[bb])",
        &["1:15: expected `)`, found the end of the file; 2 missing"],
    );
    tolerates(
        "(;B[aa](W[bb])(;W[cc]);W[dd](()(;)))",
        "(;B[aa](;W[bb])(;W[cc])(;W[dd];))",
        &[
            "1:9: expected `;` before W; a node is opened",
            "1:23: a node after a variation; read as one more variation",
        ],
    );
    tolerates(
        "(;B[aa] , [bb]; [cc] 5x W[dd])",
        "(;B[aa][bb];W[dd])",
        &[
            "1:9: expected a node or property, found \",\"; it is skipped",
            "1:11: a value alone; added to the property before it",
            "1:17: expected a property name before `[`; value skipped",
            "1:22: expected a node or property, found \"5\"; it is skipped",
            "1:23: expected `[` after the name `x`; it is skipped",
        ],
    );
}

#[test]
fn locations_survive_every_line_end() {
    for end in ["\n", "\r", "\r\n", "\n\r"] {
        let parsed = read(&format!("é{end}{end}(;C[é{end}]{end} B [aa]{end}\t[bb])"));
        let root = parsed.collection.roots().next().unwrap();
        let at = |line, column| Location { line, column };
        assert_eq!(root.location(), at(3, 2));
        let property = root.property("B").unwrap();
        assert_eq!(property.location(), at(5, 2));
        let values: Vec<_> = property.values().map(Value::location).collect();
        assert_eq!(values, [at(5, 4), at(6, 2)]);
        assert_eq!(root.value("C").unwrap().text(), "é\n");
    }
}

/// Everything before the break is read, each node complete.
#[test]
fn broken_files_are_read_up_to_the_break() {
    let partial = |record: &str| {
        let partial = parse_partial(record.as_bytes()).unwrap();
        let text = write(&partial.parsed.collection).replace('\n', "");
        (text, partial.broken.map(|error| error.to_string()))
    };
    for (record, read, broken) in [
        ("(;B[aa];W[bb])", "(;B[aa];W[bb])", None),
        (
            "(;B[aa](;W[bb];B[cc])(;W[dd]C[x",
            "(;B[aa];W[bb];B[cc])",
            Some("1:30: expected `]` after the value of C"),
        ),
        (
            "(;B[aa](;W[bb])(;W[dd];B[ee]C[x\\]",
            "(;B[aa](;W[bb])(;W[dd]))",
            Some("1:30: expected `]`"),
        ),
        ("(;B[aa])(;C[x", "(;B[aa])", Some("1:12: expected `]`")),
        ("(;B[aa](C[x", "(;B[aa])", Some("1:10: expected `]`")),
        (
            "(;B[aa]\n(;W[bb]",
            "(;B[aa];W[bb])",
            Some(
                "2:8: expected `)` at the end of the game tree, found the end of the file (2 missing)",
            ),
        ),
    ] {
        let (text, error) = partial(record);
        assert_eq!(text, read, "{record}");
        let error = error.unwrap_or_default();
        assert!(error.starts_with(broken.unwrap_or_default()), "{error}");
        assert_eq!(error.is_empty(), broken.is_none(), "{error}");
    }
    let nothing = parse_partial(b"(;C[x").unwrap_err();
    assert!(matches!(nothing, Error::UnterminatedValue { .. }));
}

#[test]
fn errors_say_what_to_do() {
    let error = |bytes: &[u8]| parse(bytes).unwrap_err().to_string();
    assert_eq!(
        error(b"hello\n(C) me"),
        "2:7: expected a game tree, which starts with `(;`, found the end of the file; check that this is an SGF file"
    );
    assert_eq!(
        error(b"(;B[aa]\n C[a\\]"),
        "2:3: expected `]` after the value of C, found the end of the file; close the value, or write `\\]` for a bracket that belongs to it"
    );
    assert!(matches!(parse(b""), Err(Error::NoGameTree { .. })));
    let utf16 = "(;B[aa])".encode_utf16().flat_map(u16::to_le_bytes);
    let utf16: Vec<u8> = utf16.collect();
    assert!(matches!(parse(&utf16), Err(Error::Binary { .. })));
    assert!(matches!(
        parse(b"\x89PNG\r\n\0\0(;"),
        Err(Error::Binary { .. })
    ));
}

#[test]
fn composed_values_split_at_the_first_colon() {
    let parsed = read("(;LB[aa:x\\:y:z]AP[Go\\:X:1])");
    let root = parsed.collection.roots().next().unwrap();
    let parts = |name| {
        let (first, second) = root.value(name).and_then(Value::split).unwrap();
        (first.simple_text(), second.simple_text())
    };
    assert_eq!(parts("LB"), ("aa".to_owned(), "x:y:z".to_owned()));
    assert_eq!(parts("AP"), ("Go:X".to_owned(), "1".to_owned()));
}

#[test]
fn lines_break_between_nodes_and_values() {
    let moves = ";B[aa];W[bb]".repeat(40);
    let stones = "[aa]".repeat(60);
    let comment = format!("C[{}]", "long ".repeat(30));
    let parsed = read(&format!("(;SZ[19]AB{stones}{comment}{moves})"));
    let text = write(&parsed.collection);
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines
            .iter()
            .filter(|line| line.chars().count() > 80)
            .count()
            == 1,
        "{text}"
    );
    assert!(lines.iter().all(|line| !line.is_empty()), "{text}");
    assert_eq!(lines[0], format!("(;SZ[19]AB{}", "[aa]".repeat(17)));
    assert_eq!(
        parse(text.as_bytes()).unwrap().collection,
        parsed.collection
    );
}

/// Nothing recurses: neither reading, comparing, walking, writing nor dropping.
#[test]
fn a_hundred_thousand_nested_variations() {
    let depth = 100_000;
    let record = "(;B[aa](;W[bb])".repeat(depth) + &")".repeat(depth);
    let parsed = read(&record);
    assert!(parsed.warnings.is_empty());
    let root = parsed.collection.roots().next().unwrap();
    assert_eq!(root.subtree().map(|(depth, _)| depth).max(), Some(depth));
    assert_eq!(root.subtree().count(), 2 * depth);
    assert_eq!(root.main_line().count(), 2);
    let last = root.children().last().and_then(Node::first_child).unwrap();
    assert_eq!(last.location().line, 1);
    assert_eq!(
        read(&write(&parsed.collection)).collection,
        parsed.collection
    );
    // Unclosed, and as a plain line.
    assert_eq!(read(&"(;".repeat(depth)).collection.node_count(), depth);
    assert_eq!(
        read(&format!("({}", ";".repeat(depth)))
            .collection
            .node_count(),
        depth
    );
}

/// Many names in one node must not take quadratic time, nor junk fill the memory with warnings.
#[test]
fn hostile_files_stay_cheap() {
    let names: Vec<_> = (0..200_000).map(|number| format!("A{number}[]")).collect();
    let names = names.concat();
    let parsed = read(&format!("(;{names}{names})"));
    assert_eq!(
        parsed
            .collection
            .roots()
            .next()
            .unwrap()
            .properties()
            .count(),
        200_000
    );
    assert_eq!(parsed.warnings.len(), 1001);
    let rest = parsed.warnings.last().unwrap();
    assert_eq!(rest.message, "too many warnings; the rest is left out");
}
