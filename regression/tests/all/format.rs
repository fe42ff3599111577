//! Tests of the `.tst` format: how each of GNU Go's runners reads a line and judges an answer.

use katachi_regress::suite::{Answer, Expectation};
use katachi_regress::{Dialect, Suite};

fn suite(text: &str, dialect: Dialect) -> Suite {
    Suite::parse("x", text.as_bytes(), dialect)
}

/// The expectation of the first test in a text.
fn expectation(text: &str, dialect: Dialect) -> Option<Answer> {
    let suite = suite(text, dialect);
    let (_, test) = suite.tests().next()?;
    match &test.expectation {
        Expectation::Answer(answer) => Some(answer.clone()),
        Expectation::Unjudged => None,
    }
}

/// For each dialect, (known to fail, ignored) with these marks.
fn marks(written: &str) -> [Option<(bool, bool)>; 4] {
    let text = format!("1 name\n#? [x]{written}\n");
    [Dialect::Awk, Dialect::Perl, Dialect::Pike, Dialect::Grouped]
        .map(|dialect| expectation(&text, dialect).map(|answer| (answer.fails, answer.ignored)))
}

#[test]
fn marks_by_dialect() {
    let (none, fails, ignored) = (
        Some((false, false)),
        Some((true, false)),
        Some((false, true)),
    );
    assert_eq!(marks(""), [none, none, none, none]);
    assert_eq!(marks("*"), [fails, fails, fails, fails]);
    assert_eq!(marks("&"), [ignored, ignored, none, ignored]);
    assert_eq!(marks("*&"), [ignored, ignored, none, Some((true, true))]);
    assert_eq!(marks("&*"), [fails, None, none, Some((true, true))]);
    assert_eq!(marks("* "), [none, fails, none, fails]);
    assert_eq!(marks("*\r"), [fails, fails, fails, fails]);
}

#[test]
fn anchoring_is_pasted() {
    let accepts = |expected: &str, answer: &str, dialect| {
        let text = format!("1 name\n#? [{expected}]\n");
        expectation(&text, dialect).is_some_and(|one| one.accepts(answer))
    };
    for (expected, answer, pasted, grouped) in [
        ("1|0", "1 E6", true, false),
        ("1 E6", "1 E6", true, true),
        ("1 E6", "1 E66", false, false),
        ("A1|B2", "A19", true, false),
        ("A1|B2", "XB2", true, false),
        ("!A1|B2", "A19", false, true),
        ("!A1", "B1", true, true),
        ("1 (C3|D4)", "2 D4", false, false),
        ("1 C3|D4", "2 D4", true, false),
        ("1 .*", "1 ", true, true),
        ("W\\+100.5", "W+100.5", true, true),
        ("W\\+100.5", "WW100.5", false, false),
        ("", "", true, true),
        ("", "x", false, false),
    ] {
        assert_eq!(
            accepts(expected, answer, Dialect::Awk),
            pasted,
            "[{expected}] {answer}"
        );
        assert_eq!(
            accepts(expected, answer, Dialect::Perl),
            pasted,
            "[{expected}] {answer}"
        );
        assert_eq!(
            accepts(expected, answer, Dialect::Grouped),
            grouped,
            "[{expected}] {answer}"
        );
    }
}

#[test]
fn a_line_in_between_detaches() {
    for between in ["# a comment", "", "komi 5.5"] {
        let text = format!("93 name\n{between}\n#? [1 E6]\n");
        let awk = expectation(&text, Dialect::Awk).expect("an empty answer is expected");
        assert_eq!(awk.text, "");
        for dialect in [Dialect::Perl, Dialect::Pike, Dialect::Grouped] {
            let answer = expectation(&text, dialect).expect("it belongs to the test");
            assert_eq!(answer.text, "1 E6", "{between:?} {dialect:?}");
        }
        for dialect in [Dialect::Awk, Dialect::Perl] {
            assert!(
                suite(&text, dialect)
                    .remarks
                    .iter()
                    .any(|remark| remark.line == 3)
            );
        }
    }
}

#[test]
fn brackets_inside() {
    let text = "1 name\n#? [a[1]b]\n";
    let text_of = |dialect| expectation(text, dialect).map(|answer| answer.text);
    assert_eq!(text_of(Dialect::Awk).as_deref(), Some("a[1]b"));
    assert_eq!(text_of(Dialect::Perl).as_deref(), Some("a[1]b"));
    // `a[1` is not a valid expression.
    assert_eq!(text_of(Dialect::Pike), None);
}

#[test]
fn steps_notes_and_lines() {
    let text = "\
# a comment\r
loadsgf games/a.sgf 34\r
\t 10 reg_genmove black # with a comment\r
#? [M18]*\r
#CATEGORY=OWL_TUNING\r
#SEVERITY=7\r
#DESCRIPTION=black = lost\r
20 attack A1\r
#? [0]\r
#not a note=1\r
";
    let suite = suite(text, Dialect::Awk);
    assert_eq!(suite.remarks, []);
    let steps: Vec<_> = (suite.steps.iter())
        .map(|step| {
            (
                step.line,
                step.command.as_str(),
                step.test.as_ref().map(|test| test.id),
            )
        })
        .collect();
    assert_eq!(
        steps,
        [
            (2, "loadsgf games/a.sgf 34", None),
            (3, "reg_genmove black", Some(10)),
            (8, "attack A1", Some(20)),
        ]
    );
    let notes = &suite.steps[1].test.as_ref().expect("a test").notes;
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(
        *notes,
        [
            pair("CATEGORY", "OWL_TUNING"),
            pair("SEVERITY", "7"),
            pair("DESCRIPTION", "black = lost"),
        ]
    );
    assert_eq!(suite.tests().nth(1).expect("a test").1.notes, []);
}

/// Every mistake is reported with its line and its severity; the rest is read.
#[test]
fn mistakes() {
    for (text, line, serious, words) in [
        ("#? [0]\n", 1, true, "a numbered command above"),
        ("1 name\n#? [undecided\n", 2, true, "found no `]`"),
        ("1 name\n#? 0\n", 2, true, "found no `[`"),
        ("1 name\n#? ]0[\n", 2, true, "`]` before `[`"),
        ("1 name\n#? [(]\n", 2, true, "a regular expression"),
        ("1 name\n#? [0]+\n", 2, false, "found `+`"),
        ("1 name\n #? [0]\n", 2, true, "remove them"),
        (
            "1 name\n#? [0]\n#? [1]\n",
            3,
            true,
            "the first is at line 2",
        ),
        (
            "1 name\n#? [0]\n1 version\n#? [0]\n",
            3,
            true,
            "also at line 1",
        ),
        ("1\n", 1, true, "a command behind the number 1"),
        ("1 # name\n", 1, true, "a command behind the number 1"),
        ("99999999999999999999 name\n#? [0]\n", 1, true, "below 2^64"),
        ("1 name\n", 1, false, "only an empty answer passes"),
        ("1 name\n#? [0]*&\n", 2, false, "in different ways"),
        (
            "1 name\n#? [0]* \n",
            2,
            false,
            "blanks stand behind the mark",
        ),
    ] {
        let text = format!("{text}7 version\n#? [3.8]\n");
        let suite = suite(&text, Dialect::Awk);
        let found: Vec<String> = suite.remarks.iter().map(ToString::to_string).collect();
        assert!(
            (suite.remarks.iter()).any(|remark| remark.line == line
                && remark.serious == serious
                && remark.text.contains(words)),
            "{text}: {found:?}"
        );
        let (_, last) = suite.tests().last().expect("the last test");
        assert!(last.id == 7 && matches!(last.expectation, Expectation::Answer(_)));
    }
    assert!(
        suite("7 version\n#? [3.8]\n", Dialect::Awk)
            .remarks
            .is_empty()
    );
}

#[test]
fn latin_1_and_empty_files() {
    let suite = Suite::parse("x", b"# \xe9\n1 name\n#? [caf\xe9]\n", Dialect::Awk);
    let (_, test) = suite.tests().next().expect("a test");
    assert!(
        matches!(&test.expectation, Expectation::Answer(answer) if answer.accepts("caf\u{e9}"))
    );
    assert!(Suite::parse("x", b"", Dialect::Awk).steps.is_empty());
}

proptest::proptest! {
    /// For any bytes, every step has its line, and numbers are unique or there is a remark.
    #[test]
    fn total(bytes in proptest::collection::vec(
        proptest::prop_oneof![
            proptest::strategy::Just(b'\n'), proptest::strategy::Just(b'#'),
            proptest::strategy::Just(b'?'), proptest::strategy::Just(b'['),
            proptest::strategy::Just(b']'), proptest::strategy::Just(b'1'),
            proptest::strategy::Just(b' '), proptest::strategy::Just(b'*'), proptest::num::u8::ANY,
        ],
        0..200,
    )) {
        for dialect in [Dialect::Awk, Dialect::Perl, Dialect::Pike, Dialect::Grouped] {
            let suite = Suite::parse("x", &bytes, dialect);
            let lines = bytes.split(|&byte| byte == b'\n').count();
            proptest::prop_assert!(suite.steps.iter().all(|step| (1..=lines).contains(&step.line)));
            proptest::prop_assert!(suite.steps.is_sorted_by_key(|step| step.line));
            proptest::prop_assert!(suite.steps.iter().all(|step| !step.command.is_empty()));
        }
    }
}
