//! The virtual machine with a scripted host: operators, short circuits, arguments, and whether the
//! table of functions tells the truth about what is answered.

mod support;

use katachi_board::{BoardSize, Color, Point, Symmetry};
use katachi_image::{Arguments, Autohelper, Image, Role};
use katachi_matcher::{Match, Outcome, Question};
use patc::{Source, compile};
use support::{Asked, Script};

/// A pattern with the labels a to d around its move, which is at E5 of a 9x9 board.
fn image(constraint: &str, action: &str) -> Image {
    let line = |sign: char, text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{sign}{text}\n")
        }
    };
    let source = format!(
        "attribute_map general\n\nPattern T\n\nXO.\n.*.\n...\n\n:8,-,value(7.5)\n\nab.\nc*.\n..d\n\n{}{}",
        line(';', constraint),
        line('>', action)
    );
    let compiled = compile(Role::Patterns, vec![Source::new("t.db", source.as_str())]);
    let messages: Vec<_> = compiled
        .diagnostics
        .iter()
        .map(|d| d.short(&compiled.sources))
        .collect();
    Image::from_vec(
        compiled
            .image
            .unwrap_or_else(|| panic!("{messages:?}\n{source}")),
    )
    .expect("valid")
}

fn size() -> BoardSize {
    BoardSize::new(9).expect("a size")
}

fn at(name: &str) -> Point {
    Point::from_vertex(name, size()).expect("a vertex")
}

/// The value of an expression, and what was asked for it.
fn value(expression: &str, host: &mut Script) -> (Option<f32>, Vec<Asked>) {
    let image = image("", &format!("return {expression}"));
    let general = image.general().expect("patterns");
    // The anchor is the X at the upper left of the move.
    let found = Match {
        anchor: at("D6"),
        pattern: 0,
        symmetry: Symmetry::IDENTITY,
    };
    let pattern = general.pattern(0).expect("one pattern");
    let question = Question::new(pattern, found, Color::White, size());
    host.asked.clear();
    (question.act(host), host.asked.clone())
}

fn plain(expression: &str) -> f32 {
    value(expression, &mut Script::default())
        .0
        .expect("a value")
}

#[test]
fn operators_have_their_values_and_precedence() {
    let cases = [
        ("1 + 2 + 3", 6.0),
        ("!0", 1.0),
        ("!3", 0.0),
        ("!!3", 1.0),
        ("2 && 3", 1.0),
        ("2 && 0", 0.0),
        ("0 || 3", 1.0),
        ("0 || 0", 0.0),
        ("1 == 1", 1.0),
        ("1 != 1", 0.0),
        ("2 < 3", 1.0),
        ("3 < 3", 0.0),
        ("3 <= 3", 1.0),
        ("4 > 3", 1.0),
        ("3 >= 4", 0.0),
        ("WIN", 5.0),
        ("0.7 < 1", 1.0),
        ("1 || 0 && 0", 1.0),
        ("(1 || 0) && 0", 0.0),
        ("0 == 1 < 2", 0.0),
        ("1 + 1 == 2", 1.0),
        ("!0 + 1", 2.0),
        ("1 ? 2 : 3", 2.0),
        ("0 ? 2 : 3", 3.0),
        ("0 ? 1 : 0 ? 2 : 4", 4.0),
        ("1 < 2 ? 3 + 4 : 0", 7.0),
        ("value()", 7.5),
        ("doing_scoring", 0.0),
    ];
    for (expression, expected) in cases {
        assert!((plain(expression) - expected).abs() < 1e-6, "{expression}");
    }
}

#[test]
fn only_what_decides_is_asked() {
    let asked = |expression: &str, answer: usize| {
        let mut host = Script {
            answer,
            ..Script::default()
        };
        value(expression, &mut host).1.len()
    };
    assert_eq!(asked("lib(a) && lib(b)", 0), 1);
    assert_eq!(asked("lib(a) && lib(b)", 2), 2);
    assert_eq!(asked("lib(a) || lib(b)", 2), 1);
    assert_eq!(asked("lib(a) || lib(b)", 0), 2);
    assert_eq!(asked("lib(a) ? lib(b) : lib(c) + lib(d)", 1), 2);
    assert_eq!(asked("lib(a) ? lib(b) : lib(c) + lib(d)", 0), 3);
}

#[test]
fn statements_run_in_order_up_to_the_return() {
    let run = |action: &str, answer: usize| {
        let image = image("", action);
        let general = image.general().expect("patterns");
        let found = Match {
            anchor: at("D6"),
            pattern: 0,
            symmetry: Symmetry::IDENTITY,
        };
        let pattern = general.pattern(0).expect("one");
        let mut host = Script {
            answer,
            ..Script::default()
        };
        let value = Question::new(pattern, found, Color::Black, size()).act(&mut host);
        let names: Vec<_> = host.asked.iter().map(|(name, ..)| *name).collect();
        (value, names.join(" "))
    };
    let both = "antisuji(a); replace(b,*)";
    assert_eq!(
        run(both, 0),
        (Some(0.0), "forbid_move replace_move".to_owned())
    );
    let conditional = "if (lib(a)) antisuji(b); else replace(b,*)";
    assert_eq!(run(conditional, 1).1, "liberties forbid_move");
    assert_eq!(run(conditional, 0).1, "liberties replace_move");
    assert_eq!(run("return 3; antisuji(a);", 0), (Some(3.0), String::new()));
    let branch = "if (lib(a)) return 1; else return 2;";
    assert_eq!(run(branch, 1).0, Some(1.0));
    assert_eq!(run(branch, 0).0, Some(2.0));
    assert_eq!(
        run("if (lib(a)) return 1; antisuji(b)", 0).1,
        "liberties forbid_move"
    );
    assert_eq!(run(";;", 0), (Some(0.0), String::new()));
}

#[test]
fn labels_turn_with_the_match_and_colors_follow_the_side() {
    let image = image("safe_omove(d) && safe_xmove(c) && lib(a)", "");
    let general = image.general().expect("patterns");
    let pattern = general.pattern(0).expect("one");
    for own in Color::BOTH {
        for symmetry in Symmetry::all() {
            let found = Match {
                anchor: at("E5"),
                pattern: 0,
                symmetry,
            };
            let mut host = Script {
                answer: 1,
                outcome: Some(Outcome::Win),
                ..Script::default()
            };
            assert!(Question::new(pattern, found, own, size()).accepts(&mut host));
            let turned = |row, col| {
                let (row, col) = symmetry.apply(row, col);
                Some(at("E5").offset(row, col, size()).expect("on the board"))
            };
            let expected: Vec<Asked> = vec![
                ("safe_move", Some(own), vec![turned(2, 2)]),
                ("safe_move", Some(!own), vec![turned(1, 0)]),
                ("liberties", None, vec![turned(0, 0)]),
            ];
            assert_eq!(host.asked, expected);
        }
    }
}

#[test]
fn lists_keep_their_order_and_their_tenukis() {
    let mut host = Script {
        outcome: Some(Outcome::KoA),
        ..Script::default()
    };
    let (value, asked) = value("oplay_attack(*,a,?,c,d)", &mut host);
    assert_eq!(value, Some(4.0));
    let points = vec![
        Some(at("E5")),
        Some(at("D6")),
        None,
        Some(at("D5")),
        Some(at("F4")),
    ];
    assert_eq!(asked, [("attack_after", Some(Color::White), points)]);
}

/// A constraint passes unless its value, cut to an integer, is 0; helper and waiting decide too.
#[test]
fn acceptance_is_a_value_that_is_not_zero() {
    let accepts = |constraint: &str| {
        let image = image(constraint, "");
        let general = image.general().expect("patterns");
        let found = Match {
            anchor: at("D6"),
            pattern: 0,
            symmetry: Symmetry::IDENTITY,
        };
        let pattern = general.pattern(0).expect("one");
        Question::new(pattern, found, Color::White, size()).accepts(&mut Script::default())
    };
    assert!(accepts("1") && accepts("2 + 3") && !accepts("0") && !accepts("0.7"));
    assert!(accepts("!lib(a)") && !accepts("lib(a)"));
    assert!(
        !accepts("1 || alive(a)"),
        "what waits for an answer never matches"
    );
}

/// The column "answered by this engine" is what the virtual machine does.
#[test]
fn the_table_of_functions_tells_the_truth() {
    for &function in Autohelper::ALL {
        let signature = function.signature();
        let arguments = match signature.arguments {
            Arguments::Points(n) => ["a", "b", "c", "d"][..usize::from(n)].join(","),
            Arguments::List => "a,b".to_owned(),
            Arguments::Moves(targets) => ["*", "a", "b", "c"][..=usize::from(targets)].join(","),
        };
        let (value, _) = value(
            &format!("{}({arguments})", signature.name),
            &mut Script::default(),
        );
        assert_eq!(value.is_some(), signature.answered, "{}", signature.name);
    }
}
