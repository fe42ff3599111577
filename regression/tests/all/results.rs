//! Tests of commands on results: files, totals, comparison, blessing, parts.

use katachi_regress::bless::{Blessing, bless};
use katachi_regress::compare::{Comparison, sign_test};
use katachi_regress::result::ResultsError;
use katachi_regress::schedule::{costliest_first, shard};
use katachi_regress::{Class, Cost, Dialect, Results, Suite, TestResult, Totals, Trouble};

/// A result as other programs write it.
fn result(suite: &str, id: u64, answer: &str, mark: &str, pass: bool) -> TestResult {
    let text = serde_json::json!({
        "suite": suite, "id": id, "answer": answer, "expected": "E5", "mark": mark, "pass": pass,
        "command": "genmove black",
    });
    serde_json::from_value(text).expect("a record")
}

fn results(tested: Vec<TestResult>) -> Results {
    Results {
        run: None,
        tests: tested,
    }
}

#[test]
fn files_come_back_whole() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("a.jsonl");
    let mut first = result("a", 1, "E5", "", true);
    first.trouble = Some((Trouble::Crash, "it ended\nwith words".to_owned()));
    first.cost = Cost {
        wall: 0.25,
        cpu: Some(0.125),
        reading: Some(u64::MAX),
        ..Cost::default()
    };
    let whole = Results {
        run: Some(katachi_regress::Run {
            engine: "x \"y z\"".to_owned(),
            dialect: Dialect::Grouped,
            ..katachi_regress::Run::default()
        }),
        tests: vec![first, result("a", 2, "E4", "*", false)],
    };
    let mut bytes = Vec::new();
    whole.write(&mut bytes).expect("memory");
    std::fs::write(&path, &bytes).expect("a file");
    assert_eq!(Results::read(&path).expect("results"), whole);

    bytes.extend_from_slice(b"{\"suite\":\"a\"}\n");
    std::fs::write(&path, &bytes).expect("a file");
    assert!(matches!(
        Results::read(&path),
        Err(ResultsError::Record { line: 4, .. })
    ));
}

#[test]
fn totals_are_written_as_gnu_go_writes_them() {
    let mut tested = vec![
        result("a", 1, "E5", "", true),
        result("a", 2, "E5", "*", true),
        result("a", 3, "A1", "*", false),
        result("a", 4, "A1", "", false),
        result("a", 5, "A1", "", false),
    ];
    assert_eq!(
        Totals::of(&tested).to_string(),
        "2/5 passes. 1 unexpected pass, 2 unexpected failures"
    );
    let classes: Vec<&str> = tested.iter().map(|one| one.class().name()).collect();
    assert_eq!(classes, ["passed", "PASSED", "failed", "FAILED", "FAILED"]);
    tested.remove(1);
    tested.pop();
    assert_eq!(
        Totals::of(&tested).to_string(),
        "1/3 passes. 0 unexpected passes, 1 unexpected failure"
    );
}

#[test]
fn comparison() {
    let old = results(vec![
        result("a", 1, "E5", "", true),
        result("a", 2, "A1", "", false),
        result("a", 3, "A1", "", false),
        result("a", 4, "A1", "", false),
        result("b", 1, "E5", "", true),
    ]);
    let new = results(vec![
        result("a", 1, "A1", "", false),
        result("a", 2, "E5", "", true),
        result("a", 3, "A2", "", false),
        result("a", 4, "A1", "", false),
        result("c", 1, "E5", "", true),
    ]);
    let comparison = Comparison::of(&old, &new);
    let names = |pairs: &[(&TestResult, &TestResult)]| {
        pairs.iter().map(|(_, now)| now.name()).collect::<Vec<_>>()
    };
    assert_eq!(names(&comparison.worse), ["a:1"]);
    assert_eq!(names(&comparison.better), ["a:2"]);
    assert_eq!(names(&comparison.otherwise), ["a:3"]);
    assert_eq!(comparison.same, 1);
    assert_eq!(comparison.gone[0].name(), "b:1");
    assert_eq!(comparison.new[0].name(), "c:1");
}

/// Values of the binomial distribution with p = 1/2, as in tables of the sign test.
#[test]
fn sign_tests() {
    for (better, worse, expected) in [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (5, 0, 0.0625),
        (6, 0, 0.03125),
        (8, 2, 0.109_375),
        (9, 1, 0.021_484_375),
        (2, 8, 0.109_375),
        (5, 5, 1.0),
        (15, 5, 0.041_389),
    ] {
        let p = sign_test(better, worse);
        assert!((p - expected).abs() < 1e-6, "{better} {worse}: {p}");
    }
    let large = sign_test(5_200, 4_800);
    assert!((6.0e-5..6.8e-5).contains(&large), "{large}");
}

const SUITE: &str = "\
# marks
loadsgf a.sgf\r
10 genmove black
#? [E5]
20 genmove black
#? [!E5]*
30 genmove black
#? [E5]*&
40 genmove black\r
#? [E5]   \r
";

#[test]
fn blessing() {
    let suite = Suite::parse("a", SUITE.as_bytes(), Dialect::Awk);
    let tested = [
        result("a", 10, "A1", "", false),
        result("a", 20, "A1", "*", true),
        result("a", 30, "A1", "&", false),
        result("a", 40, "A+1", "", false),
    ];
    let tested: Vec<&TestResult> = tested.iter().collect();
    let marks = bless(&suite, SUITE.as_bytes(), &tested, Blessing::Marks);
    let expected = SUITE
        .replacen("#? [E5]\n", "#? [E5]*\n", 1)
        .replace("#? [!E5]*", "#? [!E5]")
        .replace("#? [E5]   \r", "#? [E5]*\r");
    assert_eq!(String::from_utf8_lossy(&marks.bytes), expected);
    assert_eq!(marks.changed, [10, 20, 40]);
    let answers = bless(&suite, SUITE.as_bytes(), &tested, Blessing::Answers);
    let expected = SUITE
        .replacen("#? [E5]\n", "#? [A1]\n", 1)
        .replace("#? [!E5]*", "#? [!E5]")
        .replace("#? [E5]   \r", "#? [A\\+1]\r");
    assert_eq!(String::from_utf8_lossy(&answers.bytes), expected);

    // After one blessing, the next run has no surprise; unanswered tests stay.
    let mut dead = result("a", 10, "", "", false);
    dead.trouble = Some((Trouble::Timeout, String::new()));
    let same = bless(&suite, SUITE.as_bytes(), &[&dead], Blessing::Marks);
    assert_eq!(same.bytes, SUITE.as_bytes());
}

#[test]
fn parts_cover_the_whole() {
    let costs = [5.0, 1.0, 9.0, 9.0, 2.0, 2.0, 7.0];
    for parts in 1..=9 {
        let mut times = vec![0; costs.len()];
        let mut loads = Vec::new();
        for number in 1..=parts {
            let mine = shard(&costs, number, parts);
            let load = mine
                .iter()
                .zip(costs)
                .map(|(mine, cost)| if *mine { cost } else { 0.0 });
            loads.push(load.sum::<f64>());
            for (times, mine) in times.iter_mut().zip(mine) {
                *times += usize::from(mine);
            }
        }
        assert_eq!(times, [1; 7], "{parts} parts");
        // At most the fair share and one more suite.
        let fair = 35.0 / parts as f64;
        assert!(loads.iter().all(|load| *load <= fair + 9.0), "{loads:?}");
    }
    assert_eq!(costliest_first(&costs), [2, 3, 6, 0, 4, 5, 1]);
}

#[test]
fn classes() {
    for class in Class::ALL {
        assert_eq!(
            class.pass(),
            match class.name() {
                "passed" | "PASSED" => Some(true),
                "failed" | "FAILED" => Some(false),
                _ => None,
            }
        );
    }
}
