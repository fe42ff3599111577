//! Property tests of printing, formatting and turning, over random models.

use katachi_image::bytecode::Argument;
use katachi_image::{
    Arguments, Attribute, AttributeArgument, AttributeMap, Autohelper, CLASS_LETTERS, Cell,
    Classes, HELPERS, Role, SYMMETRY_CODES,
};
use patc::format::format;
use patc::model::{Database, Diagram, Expr, Label, Pattern, Statement, Value};
use patc::syntax::expression::Operator;
use patc::{Source, SourceId, Span, compile, print};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Numbers that the language can write: no sign, no exponent.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        (0u32..40).prop_map(|n| n as f32),
        (0u32..100_000).prop_map(|n| n as f32 / 64.0),
        (0u32..1_000).prop_map(|n| n as f32 / 100.0),
    ]
}

fn argument(labels: usize) -> impl Strategy<Value = Argument> {
    (0..=labels).prop_map(move |at| {
        if at < labels {
            Argument::Label(at as u8)
        } else {
            Argument::Move
        }
    })
}

fn call(labels: usize) -> impl Strategy<Value = Expr> {
    let function = select(Autohelper::ALL);
    (function, 0usize..=Arguments::MAX).prop_flat_map(move |(function, count)| {
        let takes = function.signature().arguments;
        let count = count.clamp(takes.min(), takes.max());
        let one = (argument(labels), prop::bool::weighted(0.2));
        prop::collection::vec(one, count).prop_map(move |arguments| {
            let arguments = arguments.into_iter().enumerate();
            let arguments = arguments.map(|(at, (argument, tenuki))| {
                if tenuki && takes.may_be_tenuki(at, count) {
                    Argument::Tenuki
                } else {
                    argument
                }
            });
            Expr::Call(function, arguments.collect())
        })
    })
}

fn expr(labels: usize) -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        1 => number().prop_map(Expr::Number),
        1 => Just(Expr::Scoring),
        4 => call(labels),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed().prop_map(Expr::Not),
            (select(&Operator::ALL[..]), boxed(), boxed())
                .prop_map(|(operator, left, right)| Expr::Binary(operator, left, right)),
            (boxed(), boxed(), boxed())
                .prop_map(|(condition, then, other)| Expr::If(condition, then, other)),
        ]
    })
}

fn statement(labels: usize) -> impl Strategy<Value = Statement> {
    let leaf = prop_oneof![
        4 => expr(labels).prop_map(Statement::Plain),
        1 => expr(labels).prop_map(Statement::Return),
        1 => Just(Statement::Empty),
    ];
    leaf.prop_recursive(3, 6, 2, move |inner| {
        let then = inner.clone().prop_map(Box::new);
        let other = prop::option::of(inner.prop_map(Box::new));
        (expr(labels), then, other)
            .prop_map(|(condition, then, other)| Statement::If(condition, then, other))
    })
}

/// Whether text can express this statement: an `else` belongs to the last `if`, and there are no
/// braces.
fn is_sayable(statement: &Statement) -> bool {
    fn is_open(statement: &Statement) -> bool {
        match statement {
            Statement::If(_, _, None) => true,
            Statement::If(_, _, Some(other)) => is_open(other),
            _ => false,
        }
    }
    match statement {
        Statement::If(_, then, None) => is_sayable(then),
        Statement::If(_, then, Some(other)) => {
            !is_open(then) && is_sayable(then) && is_sayable(other)
        }
        _ => true,
    }
}

fn cells(rows: usize, cols: usize) -> impl Strategy<Value = Vec<Cell>> {
    let all: Vec<Cell> = (Cell::CHARACTERS.iter().map(|&(_, cell)| cell))
        .filter(|cell| !matches!(cell, Cell::Move | Cell::OwnAnchor | Cell::OpponentAnchor))
        .collect();
    let cells = prop::collection::vec(select(all), rows * cols);
    (
        cells,
        0..rows * cols,
        select(vec![Cell::Own, Cell::Opponent, Cell::OwnAnchor]),
        1..rows * cols,
    )
        .prop_map(|(mut cells, place, stone, apart)| {
            let count = cells.len();
            cells[place] = Cell::Move;
            cells[(place + apart) % count] = stone;
            cells
        })
}

fn value(attribute: Attribute) -> impl Strategy<Value = (Attribute, Value)> {
    let range = attribute.range();
    let steps = |end: f32| (end * 32.0) as i32;
    (steps(*range.start())..=steps(*range.end()))
        .prop_map(move |n| (attribute, Value::Number(n as f32 / 32.0)))
}

/// A pattern without place, anchor and unanswerable questions, which follow from the rest.
fn pattern(name: usize) -> impl Strategy<Value = Pattern> {
    let size = (1usize..7, 2usize..7);
    let shape = (size, 0u8..16).prop_flat_map(|((rows, cols), borders)| {
        let places: Vec<usize> = (0..rows * cols).collect();
        let most = places.len().min(9);
        (cells(rows, cols), subsequence(places, 0..=most)).prop_map(move |(cells, labels)| {
            let letters = "abcdABCzR".chars();
            let labels = labels
                .into_iter()
                .zip(letters)
                .map(|(place, letter)| Label {
                    letter,
                    row: place / cols,
                    col: place % cols,
                });
            let labels: Vec<Label> = labels.collect();
            let diagram = Diagram {
                rows,
                cols,
                cells,
                borders,
            };
            (diagram, labels)
        })
    });
    let attributes: Vec<Attribute> = (Attribute::ALL.iter().copied())
        .filter(|attribute| {
            let keywords = AttributeMap::General.keywords().iter();
            let mut numbers = keywords.filter(|k| k.argument == AttributeArgument::Number);
            numbers.any(|keyword| keyword.attribute == *attribute)
        })
        .collect();
    let most = attributes.len();
    let values = subsequence(attributes, 0..=most)
        .prop_flat_map(|attributes| attributes.into_iter().map(value).collect::<Vec<_>>());
    let letters: Vec<char> = CLASS_LETTERS.chars().collect();
    let classes = subsequence(letters, 0..6).prop_map(|letters| {
        let classes = letters.into_iter().filter_map(Classes::from_letter);
        classes.fold(Classes::default(), Classes::with)
    });
    let helper = prop::option::of(0..HELPERS.len());
    (shape, select(SYMMETRY_CODES), classes, values, helper).prop_flat_map(
        move |((diagram, labels), (symmetry, orientations), classes, values, helper)| {
            let constraint = prop::option::of(expr(labels.len()));
            let action = prop::collection::vec(statement(labels.len()), 0..3)
                .prop_filter("an else without its if", |action| {
                    action.iter().all(is_sayable)
                });
            (constraint, action).prop_map(move |(constraint, action)| Pattern {
                name: format!("Random{name}"),
                source: SourceId(0),
                span: Span::default(),
                diagram: diagram.clone(),
                anchor: (0, 0),
                symmetry,
                orientations,
                classes,
                values: values.clone(),
                helper,
                labels: labels.clone(),
                constraint,
                action,
                waits_for: Vec::new(),
            })
        },
    )
}

fn database() -> impl Strategy<Value = Database> {
    [pattern(1), pattern(2)].prop_map(|patterns| Database {
        role: Role::Patterns,
        map: AttributeMap::General,
        patterns: patterns.into(),
    })
}

fn read(text: &[u8]) -> Database {
    let compiled = compile(Role::Patterns, vec![Source::new("x.db", text)]);
    let text = String::from_utf8_lossy(text);
    assert!(!compiled.has_errors(), "{text}\n{:?}", compiled.diagnostics);
    compiled
        .model
        .general()
        .expect("the general dialect")
        .clone()
}

/// Copies from the other database everything that follows from the rest.
fn completed(database: &Database, from: &Database) -> Database {
    let mut database = database.clone();
    for (pattern, from) in database.patterns.iter_mut().zip(&from.patterns) {
        pattern.anchor = from.anchor;
        pattern.waits_for.clone_from(&from.waits_for);
    }
    database
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_printed_is_read_again(model in database()) {
        let text = print::database(&model).to_string();
        let found = read(text.as_bytes());
        let expected = completed(&model, &found);
        for (one, two) in expected.patterns.iter().zip(&found.patterns) {
            prop_assert!(one.means(two), "{}\n{:#?}\n{:#?}", text, one, two);
        }
        prop_assert!(expected.means(&found));
        prop_assert_eq!(print::database(&found).to_string(), text);
    }

    #[test]
    fn formatting_keeps_the_meaning_and_is_done_once(
        model in database(),
        noise in prop::collection::vec((0usize..60, select(&["", "# note", "\n\n\n", "#\n\n# x", "\r"][..])), 0..6),
        wide in any::<bool>(),
    ) {
        let printed = print::database(&model).to_string();
        let mut text = String::new();
        for (at, line) in printed.lines().enumerate() {
            let row = line.starts_with(|c: char| c.is_ascii_alphabetic() || "|.,!*?+-".contains(c));
            let code = line.starts_with([';', '>']);
            // Nothing may be inserted between two rows.
            for (place, extra) in noise.iter().filter(|_| !row) {
                if *place == at {
                    text.push_str(extra);
                    text.push('\n');
                }
            }
            match (wide && code, line.split_once(' ')) {
                // Lines may break between any two words of an expression.
                (true, Some((one, two))) => {
                    text.extend([one, "  \n", &line[..1], " \t ", two]);
                }
                _ => text.push_str(line),
            }
            text.push_str("  \n");
        }
        let before = read(text.as_bytes());
        let once = format(&Source::new("x.db", text.clone())).expect("it can be read");
        prop_assert!(before.means(&read(&once)), "{}", text);
        let twice = format(&Source::new("x.db", once.clone())).expect("it can be read");
        prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
        let notes = |text: &[u8]| String::from_utf8_lossy(text).lines().filter(|l| l.starts_with('#')).count();
        prop_assert_eq!(notes(text.as_bytes()), notes(&once));
    }
}

/// Lines that may stand between the parts of a pattern.
const BETWEEN: &[&str] = &[
    "",
    "",
    "\n",
    "\n\n\n\n",
    "# note  \n",
    "\n#\n\n# \u{e9}\n\n",
    "#\n\n",
];
const HEADS: &[&str] = &[
    "attribute_map general  side\n",
    "goal_elements none\n",
    "Pattern A\n",
    "Pattern  B\tside \u{e9}\n",
];
const DIAGRAMS: &[&str] = &[
    "|X*\t side\n|OX        further \n",
    "?X.  \nO*?\n---   edge\n",
    "+--\n|O*\n",
];
const COLONS: &[&str] = &[
    ": 8 , O X ,shape ( 2 ),, NULL\n",
    ":8,-\n",
    ":|,e,value(1),\n",
];
const CONSTRAINTS: &[&str] = &[
    "",
    ";lib( * )>1;\n",
    ";\n;oplay_attack(*,?,*) &&\n;!ko( * )\n",
    ";ko(*)&&(ko(*)\n# why\n\n;||ko(*) ? lib(*):0)\n",
    ";ko(*) || ko(*) || ko(*) || ko(*) || ko(*) || (ko(*) && ko(*) && ko(*) && ko(*) && ko(*) && ko(*))\n",
];
const ACTIONS: &[&str] = &[
    "",
    ">antisuji(*);;antisuji( * )\n",
    ">if(lib(*)==1)return 1;else\n\n>ko(*)\n",
    ">antisuji(*); antisuji(*); antisuji(*); antisuji(*); antisuji(*); antisuji(*); antisuji(*)\n>ko(*)\n",
];
/// Misplaced lines.
const STRAY: &[&str] = &["$\n", " x\n", ";(\n", "Pattern\n", ":8,-\n", "O*\n", ">\n"];

fn written_pattern() -> impl Strategy<Value = String> {
    let between = || select(BETWEEN);
    let code = (select(CONSTRAINTS), between(), select(ACTIONS));
    let parts = (
        (select(HEADS), between(), select(&HEADS[2..]), between()),
        (select(DIAGRAMS), between(), select(COLONS), between()),
        (code, between()),
        prop::option::weighted(0.05, select(STRAY)),
    );
    parts.prop_map(
        |((head, one, name, two), (diagram, three, colon, four), (code, end), stray)| {
            let (constraint, five, action) = code;
            // The constraint diagram repeats the main diagram, without its side comments.
            let again: String = (diagram.lines())
                .filter_map(|line| line.split_whitespace().next())
                .flat_map(|row| [row, "\n"])
                .collect();
            let again = if constraint.is_empty() { "" } else { &again };
            let six = if again.is_empty() { "" } else { five };
            [
                head,
                one,
                name,
                two,
                diagram,
                three,
                colon,
                four,
                again,
                six,
                constraint,
                five,
                action,
                end,
                stray.unwrap_or(""),
            ]
            .concat()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn files_are_formatted_once_or_left_alone(
        patterns in prop::collection::vec(written_pattern(), 1..5),
        cr in any::<bool>(),
    ) {
        // Bytes that are not UTF-8 must survive.
        let text = patterns.concat();
        let text = if cr { text.replace('\n', "\r\n") } else { text };
        let text: Vec<u8> = text.chars().map(|c| c as u8).collect();
        let Ok(once) = format(&Source::new("x.db", &*text)) else {
            let strayed = STRAY.iter().any(|stray| patterns.iter().any(|p| p.ends_with(stray)));
            prop_assert!(strayed, "{}", String::from_utf8_lossy(&text));
            return Ok(());
        };
        let twice = format(&Source::new("x.db", &*once)).expect("it could be read before");
        prop_assert_eq!(String::from_utf8_lossy(&once), String::from_utf8_lossy(&twice));
        // Only blanks, empty fields and line signs are lost or added.
        let solid = |text: &[u8]| {
            let solid = |byte: &&u8| !byte.is_ascii_whitespace() && !b",;>".contains(byte);
            text.iter().filter(solid).copied().collect::<Vec<u8>>()
        };
        prop_assert_eq!(solid(&text), solid(&once));
        let read = |text: &[u8]| compile(Role::Patterns, vec![Source::new("x.db", text)]);
        let (before, after) = (read(&text), read(&once));
        prop_assert_eq!(before.has_errors(), after.has_errors());
        let general = |compiled: &patc::Compiled| compiled.model.general().cloned();
        let (before, after) = (general(&before), general(&after));
        prop_assert!(before.zip(after).is_some_and(|(one, two)| one.means(&two)));
    }
}
