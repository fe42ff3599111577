//! Tests that GNU Go's suites, run with GNU Go, come out as they say.

use std::path::{Path, PathBuf};
use std::process::Command;

use katachi_regress::{Class, Dialect, Results, Suite, TestResult};
use katachi_testkit::{Need, Trial, program, shared, trial};
use libtest_mimic::Failed;

/// Suites that take little time.
const QUICK: [&str; 5] = [
    "reading",
    "connection",
    "break_in",
    "unconditional",
    "optics",
];

pub fn trials() -> Vec<Trial> {
    let data = || shared("peer/gnugo-3.8");
    let both = || -> Need<(PathBuf, PathBuf)> { Ok((program("gnugo")?, data()?)) };
    let mut trials = vec![
        trial("every_suite_is_read", data(), |peer| {
            every_suite_is_read(&peer)
        }),
        trial(
            "its_answers_are_reproduced",
            both(),
            its_answers_are_reproduced,
        ),
        trial("its_judgement_is_ours", program("gnugo"), |gnugo| {
            its_judgement_is_ours(&gnugo)
        }),
    ];
    trials.push(trial(
        "what_ends_it_does_not_end_a_run",
        program("gnugo"),
        |gnugo| what_ends_it_does_not_end_a_run(&gnugo),
    ));
    trials
}

fn every_suite_is_read(peer: &Path) -> Result<(), Failed> {
    let known = Results::read(&peer.join("results.jsonl"))?;
    let mut tests = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(peer.join("regression"))? {
        let path = entry?.path();
        if path.extension().is_none_or(|ending| ending != "tst") {
            continue;
        }
        let suite = Suite::read(&path, Dialect::Grouped)?;
        for (step, test) in suite.tests() {
            tests.insert((suite.name.clone(), test.id), (step.clone(), test.clone()));
        }
        let serious = suite.remarks.iter().filter(|remark| remark.serious).count();
        // In `unconditional`, six expectations have no closing bracket.
        let expected = if suite.name == "unconditional" { 6 } else { 0 };
        if serious != expected {
            return Err(format!("{}: {:?}", suite.name, suite.remarks).into());
        }
    }
    if (tests.len(), known.tests.len()) != (2903, 2897) {
        return Err(format!("{} tests, {} results", tests.len(), known.tests.len()).into());
    }
    for one in &known.tests {
        let (_, test) = (tests.get(&(one.suite.clone(), one.id)))
            .ok_or_else(|| format!("{} is missing", one.name()))?;
        let katachi_regress::suite::Expectation::Answer(answer) = &test.expectation else {
            return Err(format!("{} has no expectation", one.name()).into());
        };
        if (
            &answer.text,
            answer.marks(),
            Some(answer.accepts(&one.answer)),
        ) != (&one.expected, one.mark.as_str(), one.pass)
        {
            return Err(format!("{}: {answer:?} against {one:?}", one.name()).into());
        }
    }
    Ok(())
}

/// Runs `regress` over suites with GNU Go.
fn regress(gnugo: &Path, folder: &Path, more: &[&str]) -> Result<(Results, String), Failed> {
    let dir = tempfile::tempdir()?;
    let json = dir.path().join("results.jsonl");
    let output = Command::new(env!("CARGO_BIN_EXE_regress"))
        .arg("--engine")
        .arg(format!("'{}' --mode gtp --quiet", gnugo.display()))
        .args(["--jobs", "2", "--folder"])
        .arg(folder)
        .arg("--json")
        .arg(&json)
        .args(more)
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let results = Results::read(&json)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)))?;
    Ok((results, said))
}

fn its_answers_are_reproduced((gnugo, peer): (PathBuf, PathBuf)) -> Result<(), Failed> {
    let known = Results::read(&peer.join("results.jsonl"))?;
    let mut more = vec!["--dialect", "grouped"];
    more.extend(QUICK);
    let (results, _) = regress(&gnugo, &peer.join("regression"), &more)?;
    let mut count = 0;
    for one in &known.tests {
        if !QUICK.contains(&one.suite.as_str()) {
            continue;
        }
        count += 1;
        let found = (results.tests.iter())
            .find(|found| (&found.suite, found.id) == (&one.suite, one.id))
            .ok_or_else(|| format!("{} is missing", one.name()))?;
        if (&found.answer, found.pass) != (&one.answer, one.pass) {
            return Err(format!("{}: {found:?} against {one:?}", one.name()).into());
        }
        if found.cost.cpu.is_none() || found.cost.reading.is_none() {
            return Err(format!("{}: {:?}", one.name(), found.cost).into());
        }
    }
    let unjudged = results
        .tests
        .iter()
        .filter(|one| one.class() == Class::Unjudged)
        .count();
    if (count, unjudged) != (695, 6) {
        return Err(format!("{count} compared, {unjudged} not judged").into());
    }
    Ok(())
}

/// A suite with every corner of the format. The expected results are those of GNU Go 3.8's shell
/// runner.
const CORNERS: &str = "\
boardsize 9
clear_board
play black E5
play white E4
play white D5
play white F5
reset_reading_node_counter

10 attack E5
#? [1 E6]
20 defend E5
#? [0]*
30 attack E5
#? [1 E6|1 D6]
40 attack E5
#? [1 E6]*
50 attack E5
#? [0]
60 attack E5
#? [!0]
70 attack E5
#? [!1 D6]*
80 attack A1
#? [vertex must not be empty]
10000 get_reading_node_counter
#? [0]&
90 attack E5
#? [0]*&
91 attack E5
#? [0]&*
92 attack E5
#? [1|0]
93 attack E5
# in between
#? [1 E6]
";

fn its_judgement_is_ours(gnugo: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    std::fs::write(dir.path().join("corners.tst"), CORNERS)?;
    let (results, said) = regress(gnugo, dir.path(), &["--verbose", "corners"])?;
    for line in [
        "corners:10 passed",
        "corners:20 failed: Correct '0', got '1 E6'",
        "corners:30 passed",
        "corners:40 PASSED",
        "corners:50 FAILED: Correct '0', got '1 E6'",
        "corners:60 passed",
        "corners:70 PASSED",
        "corners:80 passed",
        "corners:90 ignored: 1 E6",
        "corners:91 failed: Correct '0', got '1 E6'",
        "corners:92 passed",
        "corners:93 FAILED: Correct '', got '1 E6'",
    ] {
        if !said.lines().any(|found| found == line) {
            return Err(format!("expected {line}, found\n{said}").into());
        }
    }
    let counted = results
        .tests
        .iter()
        .find(|one| one.id == 10_000)
        .map(TestResult::shown);
    if counted.is_none_or(|nodes| nodes.parse::<u64>().is_err()) {
        return Err("expected a count of nodes".into());
    }
    Ok(())
}

/// Our suite of commands that abort GNU Go 3.8 or leave its client waiting.
fn what_ends_it_does_not_end_a_run(gnugo: &Path) -> Result<(), Failed> {
    let suites = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let (results, said) = regress(gnugo, &suites, &["--timeout", "5", "abort"])?;
    let troubled = |one: &&TestResult| one.trouble.is_some();
    let troubles = results.tests.iter().filter(troubled).count();
    let last = results.tests.last().map(|one| (one.id, one.class()));
    if results.tests.len() != 17 || troubles < 3 || last != Some((17, Class::Passed)) {
        return Err(format!("{troubles} troubles, the last {last:?}\n{said}").into());
    }
    Ok(())
}
