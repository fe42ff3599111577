//! The virtual machine: operators, short circuits, statements, acceptance, and bounded work. The
//! questions of functions are in `functions.rs`.

use crate::support::{Scene, Script, image};
use katachi_board::Point;
use katachi_image::bytecode::Op;
use katachi_matcher::StoneQuestions;
use proptest::prelude::*;

/// The value of an action with this script, and the questions asked.
fn act(action: &str, lines: &[&str]) -> (Option<f32>, Vec<String>) {
    let image = image("", "", action);
    let scene = Scene::plain();
    let mut host = Script::new(scene, lines);
    let value = scene.question(&image).act(&mut host);
    (value, host.asked)
}

#[test]
fn operators_have_their_values_and_precedence() {
    let cases = [
        ("1 + 2 + 3", 6.0),
        ("!0", 1.0),
        ("!3", 0.0),
        ("!!3", 1.0),
        ("! 0", 1.0),
        ("2 && 3", 1.0),
        ("2 && 0", 0.0),
        ("0 && 2", 0.0),
        ("0 && 0", 0.0),
        ("0 || 3", 1.0),
        ("3 || 0", 1.0),
        ("2 || 3", 1.0),
        ("0 || 0", 0.0),
        ("1 == 1", 1.0),
        ("1 == 2", 0.0),
        ("1 != 1", 0.0),
        ("1 != 2", 1.0),
        ("2 < 3", 1.0),
        ("3 < 3", 0.0),
        ("3 <= 3", 1.0),
        ("4 <= 3", 0.0),
        ("4 > 3", 1.0),
        ("3 > 3", 0.0),
        ("3 >= 3", 1.0),
        ("3 >= 4", 0.0),
        ("WIN", 5.0),
        ("7", 7.0),
        // A fraction is compared as it is, and every fraction but 0 is true.
        ("0.7", 0.7),
        ("0.7 < 1", 1.0),
        ("0.7 + 0.5 > 1", 1.0),
        ("0.7 == 0.7", 1.0),
        ("!0.7", 0.0),
        ("0.7 && 1", 1.0),
        ("0 || 0.1", 1.0),
        ("0.1 ? 2 : 3", 2.0),
        // From loose to tight: `? :`, `||`, `&&`, equality, comparison, `+`, `!`.
        ("0 || 1 ? 2 : 3", 2.0),
        ("1 || 0 && 0", 1.0),
        ("(1 || 0) && 0", 0.0),
        ("0 && 0 == 0", 0.0),
        ("(0 && 0) == 0", 1.0),
        ("0 == 1 < 2", 0.0),
        ("(0 == 1) < 2", 1.0),
        ("2 < 1 + 2", 1.0),
        ("(2 < 1) + 2", 2.0),
        ("1 + 1 == 2", 1.0),
        ("!0 + 1", 2.0),
        ("!(0 + 1)", 0.0),
        // Equal operators group to the left.
        ("3 > 2 > 1", 0.0),
        ("3 > (2 > 1)", 1.0),
        ("2 == 2 == 1", 1.0),
        ("1 ? 2 : 3", 2.0),
        ("0 ? 2 : 3", 3.0),
        ("0 ? 1 : 0 ? 2 : 4", 4.0),
        ("1 ? 0 ? 1 : 2 : 3", 2.0),
        ("1 < 2 ? 3 + 4 : 0", 7.0),
    ];
    for (expression, expected) in cases {
        let (value, _) = act(&format!("return {expression};"), &[]);
        assert_eq!(value, Some(expected), "{expression}");
    }
}

#[test]
fn scoring_is_asked() {
    assert_eq!(
        act("return doing_scoring;", &["is_scoring()=yes"]).0,
        Some(1.0)
    );
    assert_eq!(
        act("return doing_scoring;", &["is_scoring()=no"]).0,
        Some(0.0)
    );
    assert_eq!(act("return doing_scoring;", &[]).0, None);
}

/// The liberties of a to d in order; the questions appear as letters.
fn decides(expression: &str, liberties: [usize; 4]) -> String {
    let lines: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .zip(liberties)
        .map(|(letter, count)| format!("liberties({letter})={count}"))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (_, asked) = act(&format!("return {expression};"), &lines);
    let scene = Scene::plain();
    let letter = |call: &String| {
        let mut letters = ["a", "b", "c", "d"].into_iter();
        letters.find(|letter| scene.translate(&format!("liberties({letter})")) == *call)
    };
    asked.iter().filter_map(letter).collect()
}

#[test]
fn only_what_decides_is_asked() {
    let cases = [
        ("lib(a) && lib(b)", [0, 1, 1, 1], "a"),
        ("lib(a) && lib(b)", [2, 0, 1, 1], "ab"),
        ("lib(a) || lib(b)", [2, 0, 1, 1], "a"),
        ("lib(a) || lib(b)", [0, 0, 1, 1], "ab"),
        ("lib(a) && lib(b) && lib(c)", [1, 0, 1, 1], "ab"),
        ("lib(a) && lib(b) || lib(c)", [0, 1, 1, 1], "ac"),
        ("lib(a) && (lib(b) || lib(c))", [1, 0, 1, 1], "abc"),
        ("lib(a) || lib(b) && lib(c)", [0, 0, 1, 1], "ab"),
        ("lib(a) ? lib(b) : lib(c) + lib(d)", [1, 1, 1, 1], "ab"),
        ("lib(a) ? lib(b) : lib(c) + lib(d)", [0, 1, 1, 1], "acd"),
        ("!lib(a) && lib(b)", [1, 1, 1, 1], "a"),
        // Sums and comparisons evaluate both sides, from left to right.
        ("lib(b) + lib(a)", [0, 0, 1, 1], "ba"),
        ("lib(b) < lib(a)", [0, 0, 1, 1], "ba"),
    ];
    for (expression, liberties, expected) in cases {
        assert_eq!(decides(expression, liberties), expected, "{expression}");
    }
}

#[test]
fn statements_run_in_order_up_to_the_return() {
    let run = |action: &str, liberties: usize| {
        let liberties = format!("liberties(a)={liberties}");
        let lines = [&liberties, "forbid_move(b)=done", "replace_move(c,*)=done"];
        let (value, asked) = act(action, &lines);
        let names: Vec<&str> = asked
            .iter()
            .filter_map(|call| call.split('(').next())
            .collect();
        (value, names.join(" "))
    };
    let cases = [
        (
            "antisuji(b); replace(c,*)",
            0,
            0.0,
            "forbid_move replace_move",
        ),
        (
            "antisuji(b) replace(c,*);",
            0,
            0.0,
            "forbid_move replace_move",
        ),
        (
            "if (lib(a)) antisuji(b); else replace(c,*)",
            1,
            0.0,
            "liberties forbid_move",
        ),
        (
            "if (lib(a)) antisuji(b); else replace(c,*)",
            0,
            0.0,
            "liberties replace_move",
        ),
        (
            "if (lib(a)) antisuji(b); replace(c,*)",
            0,
            0.0,
            "liberties replace_move",
        ),
        // An `else` belongs to the nearest `if`.
        (
            "if (lib(a)) if (0) antisuji(b); else replace(c,*)",
            0,
            0.0,
            "liberties",
        ),
        (
            "if (lib(a)) if (0) antisuji(b); else replace(c,*)",
            1,
            0.0,
            "liberties replace_move",
        ),
        ("return 3; antisuji(b);", 0, 3.0, ""),
        ("if (lib(a)) return 1; else return 2;", 1, 1.0, "liberties"),
        ("if (lib(a)) return 1; else return 2;", 0, 2.0, "liberties"),
        ("if (lib(a)) return 1; antisuji(b)", 1, 1.0, "liberties"),
        (
            "if (lib(a)) return 1; antisuji(b)",
            0,
            0.0,
            "liberties forbid_move",
        ),
        ("if (lib(a)) ; else antisuji(b);", 1, 0.0, "liberties"),
        // The value of a statement is discarded; the compiler leaves out one without an effect.
        ("antisuji(b) + lib(a);", 4, 0.0, "forbid_move liberties"),
        ("lib(a);", 4, 0.0, ""),
        (";;", 0, 0.0, ""),
    ];
    for (action, liberties, value, asked) in cases {
        assert_eq!(
            run(action, liberties),
            (Some(value), asked.to_owned()),
            "{action}"
        );
    }
}

/// A constraint holds unless its value, truncated to an integer, is 0.
#[test]
fn a_constraint_holds_unless_its_value_is_zero() {
    let holds = |constraint: &str, lines: &[&str]| {
        let image = image("", constraint, "");
        let scene = Scene::plain();
        let question = scene.question(&image);
        let accepts = question.accepts(&mut Script::new(scene, lines));
        let holds = question.constraint_holds(&mut Script::new(scene, lines));
        assert_eq!(accepts, holds == Some(true), "{constraint}");
        holds
    };
    for (constraint, expected) in [
        ("1", true),
        ("2 + 3", true),
        ("0", false),
        ("0.7", false),
        ("1.2", true),
    ] {
        assert_eq!(holds(constraint, &[]), Some(expected), "{constraint}");
    }
    assert_eq!(holds("lib(a)", &["liberties(a)=1"]), Some(true));
    assert_eq!(holds("!lib(a)", &["liberties(a)=1"]), Some(false));
    assert_eq!(
        holds("lib(a)", &[]),
        None,
        "without an answer there is no value"
    );
    assert_eq!(
        holds("1 || lib(a)", &[]),
        Some(true),
        "what is not asked needs no answer"
    );
}

/// A pattern that this engine cannot answer yet never matches, whatever a host knows.
#[test]
fn what_waits_for_an_answer_never_matches() {
    let scene = Scene::plain();
    for (constraint, action) in [
        ("1 || has_aji(a)", ""),
        ("1", "return oracle_threatens(a,b);"),
    ] {
        let image = image("", constraint, action);
        let mut host = Script::new(scene, &["has_aji(a)=true"]);
        let question = scene.question(&image);
        assert_eq!(question.constraint_holds(&mut host), Some(true));
        assert!(!question.accepts(&mut host));
    }
}

/// Answers questions about liberties with these counts in turn, and counts the questions.
struct Counter {
    answers: Vec<usize>,
    asked: usize,
}

crate::answers_nothing!(
    Counter: TacticalQuestions, WormQuestions, DragonQuestions, EyeQuestions, InfluenceQuestions, GoalQuestions, GameQuestions, Actions
);

impl StoneQuestions for Counter {
    fn liberties(&mut self, _: Point) -> Option<usize> {
        let answer = self.answers.get(self.asked % self.answers.len()).copied();
        self.asked += 1;
        answer
    }
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0u8..6).prop_map(|number| number.to_string()),
        prop_oneof![Just('a'), Just('b'), Just('*')].prop_map(|label| format!("lib({label})")),
    ];
    leaf.prop_recursive(6, 60, 3, |inner| {
        let operator = prop_oneof![
            Just("&&"),
            Just("||"),
            Just("=="),
            Just("!="),
            Just("<"),
            Just(">="),
            Just("+"),
        ];
        prop_oneof![
            inner.clone().prop_map(|one| format!("!{one}")),
            (inner.clone(), operator, inner.clone())
                .prop_map(|(left, operator, right)| format!("({left} {operator} {right})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
        ]
    })
}

fn action() -> impl Strategy<Value = String> {
    let statement = expression().prop_map(|one| format!("{one};"));
    let statement = statement.prop_recursive(3, 20, 2, |inner| {
        prop_oneof![
            expression().prop_map(|one| format!("return {one};")),
            (expression(), inner.clone()).prop_map(|(a, b)| format!("if ({a}) {b}")),
            (expression(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("if ({a}) {b} else {c}")),
        ]
    });
    prop::collection::vec(statement, 1..6).prop_map(|statements| statements.join(" "))
}

proptest! {
    /// However the host answers, a run ends and makes no call twice: it takes at most one step for
    /// each instruction.
    #[test]
    fn no_step_is_taken_twice(action in action(), answers in prop::collection::vec(0usize..3, 1..9)) {
        let image = image("", "", &action);
        let program = image.general().expect("patterns").pattern(0).expect("one").action();
        let calls = program.iter().filter(|one| one.op() == Some(Op::Call)).count();
        let mut host = Counter { answers, asked: 0 };
        let value = Scene::plain().question(&image).act(&mut host);
        prop_assert!(value.is_some());
        prop_assert!(host.asked <= calls, "{} questions for {calls} calls", host.asked);
    }
}
