//! Property tests on any input: the reader never panics, and written text reads back as an equal
//! collection.

use katachi_sgf::{
    Action, Collection, Color, Coord, Error, Node, Property, Size, Value, parse, parse_partial,
    write,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// Text that looks like a record more often than random text does.
fn nearly_sgf() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "(;",
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        ":",
        "B[aa]",
        "W[]",
        "AB[aa:cc]",
        "Black[tt]",
        "C[a\nb]",
        "SZ[19]",
        "KM[6,5]",
        "\r\n",
        "\n",
        "\r",
        " ",
        "é",
        "x",
        "ab",
        "\u{0}",
        "\u{1a}",
    ]);
    let piece = prop_oneof![
        9 => pieces.prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..60).prop_map(|pieces| [b"(;".to_vec(), pieces.concat()].concat())
}

/// Calls every query of a collection.
fn walk(collection: &Collection) -> usize {
    let mut sum = 0;
    for (depth, node) in collection.roots().flat_map(Node::subtree) {
        let info = node.game_info();
        sum += depth + info.warnings.len() + node.main_line().count();
        sum += node
            .actions(info.size)
            .map(|action| usize::from(action.is_ok()))
            .sum::<usize>();
        for value in node.properties().flat_map(Property::values) {
            sum += value.text().len() + value.simple_text().len();
            sum += usize::from(value.split().is_some());
        }
    }
    sum
}

/// One step of building a tree.
#[derive(Clone, Debug)]
enum Step {
    Game,
    Child,
    GoTo(prop::sample::Index),
    Add(&'static str, String),
    Comment(String),
    Label(Coord, String),
    Play(Option<Coord>),
    Stone(Coord),
}

fn coord() -> impl Strategy<Value = Coord> {
    (0..52u8, 0..52u8).prop_filter_map("on the board", |(column, row)| Coord::new(column, row))
}

fn step() -> impl Strategy<Value = Step> {
    // Any characters, but often those with a meaning in SGF.
    let special = prop::sample::select(vec!['\\', ']', ':', '\n', '\r', '\t', '[']);
    let chars = vec(prop_oneof![any::<char>(), special], 0..12);
    let text = chars.prop_map(String::from_iter).boxed();
    let name = prop::sample::select(vec!["GN", "PB", "X", "L1"]);
    prop_oneof![
        Just(Step::Game),
        Just(Step::Child),
        any::<prop::sample::Index>().prop_map(Step::GoTo),
        (name, text.clone()).prop_map(|(name, text)| Step::Add(name, text)),
        text.clone().prop_map(Step::Comment),
        (coord(), text).prop_map(|(at, text)| Step::Label(at, text)),
        prop::option::of(coord()).prop_map(Step::Play),
        coord().prop_map(Step::Stone),
    ]
}

fn build(steps: &[Step]) -> Result<Collection, Error> {
    let mut record = Collection::new();
    let mut ids = vec![record.new_game().id()];
    let mut here = ids[0];
    for step in steps {
        let mut editor = match step {
            Step::Game => record.new_game(),
            _ => record.edit(here).unwrap(),
        };
        _ = match step {
            Step::Game => &mut editor,
            Step::Child => editor.child(),
            Step::GoTo(index) => {
                assert!(editor.go_to(*index.get(&ids)));
                &mut editor
            }
            Step::Add(name, text) => editor.add(name, text)?,
            Step::Comment(text) => editor.comment(text),
            Step::Label(at, text) => editor.label(*at, text),
            Step::Play(at) => editor.play(Color::Black, *at),
            Step::Stone(at) => editor.stones(None, [*at]),
        };
        here = editor.id();
        ids.push(here);
    }
    Ok(record)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_read_without_panic(bytes in vec(any::<u8>(), 0..300)) {
        if let Ok(parsed) = parse(&bytes) {
            walk(&parsed.collection);
        }
    }

    #[test]
    fn bytes_of_any_character_set_read_without_panic(
        label in prop::sample::select(vec!["UTF-8", "GBK", "Big5", "Shift_JIS", "EUC-KR", "ISO-2022-JP", "UTF-16", "x", ""]),
        before in vec(any::<u8>(), 0..12),
        behind in nearly_sgf(),
        cut in 0..20_usize,
    ) {
        let mut bytes = [b"(;GN[", before.as_slice(), b"]CA[", label.as_bytes(), b"]", &behind].concat();
        bytes.truncate(bytes.len().saturating_sub(cut));
        if let Ok(partial) = parse_partial(&bytes) {
            walk(&partial.parsed.collection);
        }
        if let Ok(parsed) = parse(&bytes) {
            walk(&parsed.collection);
            let text = write(&parsed.collection);
            prop_assert!(parse(text.as_bytes()).is_ok(), "{}", text);
        }
    }

    /// A file that breaks off anywhere yields its nodes up to that place, all but the last of them
    /// complete.
    #[test]
    fn what_stands_before_a_break_is_read(steps in vec(step(), 0..30), cut: prop::sample::Index) {
        let text = write(&build(&steps).unwrap());
        let whole = parse(text.as_bytes()).unwrap().collection;
        let bytes = &text.as_bytes()[..cut.index(text.len() + 1)];
        let Ok(partial) = parse_partial(bytes) else {
            // No node is complete.
            prop_assert!(parse(bytes).is_err());
            return Ok(());
        };
        let nodes = |collection: &Collection| -> Vec<String> {
            let nodes = collection.roots().flat_map(Node::subtree);
            let property = |one: Property<'_>| {
                let values: Vec<&str> = one.values().map(Value::raw).collect();
                format!("{}{values:?}", one.identifier())
            };
            nodes.map(|(depth, node)| {
                let properties: Vec<String> = node.properties().map(property).collect();
                format!("{depth} {}", properties.join(" "))
            }).collect()
        };
        let (found, whole) = (nodes(&partial.parsed.collection), nodes(&whole));
        prop_assert!(found.len() <= whole.len());
        let sound = found.len() - 1;
        prop_assert_eq!(&found[..sound], &whole[..sound]);
        if partial.broken.is_none() {
            prop_assert_eq!(&found[..], &whole[..found.len()]);
        }
    }

    #[test]
    fn what_was_read_writes_and_reads_back(bytes in nearly_sgf()) {
        if let Ok(parsed) = parse(&bytes) {
            walk(&parsed.collection);
            let text = write(&parsed.collection);
            let again = parse(text.as_bytes()).unwrap();
            prop_assert_eq!(&again.collection, &parsed.collection);
            prop_assert!(again.warnings.is_empty(), "{:?} in {}", again.warnings, text);
        }
    }

    #[test]
    fn what_was_built_writes_and_reads_back(steps in vec(step(), 0..40)) {
        let record = build(&steps).unwrap();
        let text = write(&record);
        let again = parse(text.as_bytes()).unwrap();
        prop_assert!(again.warnings.is_empty(), "{:?} in {}", again.warnings, text);
        prop_assert_eq!(again.collection, record);
    }

    #[test]
    fn text_comes_back(lines in vec("[^\\r\\n\\t\\x0b\\x0c]{0,20}", 0..4)) {
        let text = lines.join("\n");
        let mut record = Collection::new();
        record.new_game().comment(&text).set("PB", &text).unwrap().label(Coord::new(3, 4).unwrap(), &text);
        let again = parse(write(&record).as_bytes()).unwrap().collection;
        let root = again.roots().next().unwrap();
        prop_assert_eq!(root.value("C").unwrap().text(), text.clone());
        prop_assert_eq!(root.value("PB").unwrap().simple_text(), text.replace('\n', " "));
        prop_assert_eq!(root.value("LB").and_then(Value::split).unwrap().1.text(), text);
    }

    #[test]
    fn moves_come_back(moves in vec(prop::option::of((0..21u8, 0..21u8)), 0..60)) {
        let size = Size::new(21, 21).unwrap();
        let actions: Vec<_> = moves
            .into_iter()
            .map(|at| at.and_then(|(column, row)| Coord::new(column, row)))
            .map(|at| Action::Play { color: Color::White, at })
            .collect();
        let mut record = Collection::new();
        let mut game = record.new_game();
        for action in &actions {
            if let Action::Play { color, at } = *action {
                game.play(color, at);
            }
        }
        let again = parse(write(&record).as_bytes()).unwrap().collection;
        let root = again.roots().next().unwrap();
        let read: Result<Vec<_>, _> = root.main_line().flat_map(|node| node.actions(size)).collect();
        prop_assert_eq!(read, Ok(actions));
    }
}
