//! `katachi-reasons` and GNU Go's commands about moves: values, reasons, uncertainty.

use katachi_gtp::Client;
use katachi_testkit::gtp::{ask, fails, ok};

use crate::session::{client, file};

/// A fight, in which reading, classes and the values of patterns all speak for moves.
const FIGHT: [&str; 9] = [
    "boardsize 9",
    "play b E5",
    "play w E4",
    "play b F4",
    "play w F5",
    "play b E6",
    "play w D5",
    "play b D6",
    "play w G4",
];

/// Patterns whose reasons and values are known.
const SOURCE: &str = "\
attribute_map general


Pattern Push

OX
.*

:8,E,value(7),terri(3),maxterri(5),shape(2)


Pattern Reach

OX
..
.*

:8,e,followup(4)


Pattern Never

OX
*.

:8,T
";

fn with_source(source: &str) -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.db");
    std::fs::write(&file, source).expect("a file");
    let mut client = client(file.to_str().expect("a path"));
    for command in ["boardsize 9", "play b E5", "play w F5"] {
        ok(&mut client, command);
    }
    (client, folder)
}

/// The value in the first line, and the sum of the steps.
fn value_and_sum(text: &str) -> Option<(f32, f32)> {
    let (head, rest) = text.split_once('\n')?;
    let value = head.strip_suffix(" points")?.rsplit(' ').next()?.parse();
    let steps = rest.lines().filter(|line| line.starts_with("  "));
    let steps = steps.filter_map(|step| {
        let amount = step
            .split_whitespace()
            .find(|word| word.starts_with(['+', '-']))?;
        amount.trim_end_matches(':').parse::<f32>().ok()
    });
    Some((value.ok()?, steps.sum()))
}

#[test]
fn steps_add_up_to_the_value() {
    let mut client = client("builtin");
    for command in FIGHT {
        ok(&mut client, command);
    }
    let mut candidates = 0;
    for row in 1..=9 {
        for column in ["C", "D", "E", "F", "G", "H"] {
            let vertex = format!("{column}{row}");
            let Ok(text) = ask(&mut client, &format!("katachi-reasons b {vertex}")) else {
                continue;
            };
            if let Some((value, sum)) = value_and_sum(&text) {
                candidates += 1;
                assert!((value - sum).abs() < 0.05, "{value} {sum}:\n{text}");
            } else {
                assert!(text.contains("not a candidate: "), "{text}");
            }
        }
    }
    assert!(candidates > 5, "{candidates}");
}

#[test]
fn reasons_name_their_patterns() {
    let (mut client, _folder) = with_source(SOURCE);
    let text = ok(&mut client, "katachi-reasons w E4");
    for part in [
        "expands a moyo, by pattern Push mine.db:4",
        "at least 7.00",
        "factor 1.10",
        "pattern Push mine.db:4 class E value(7) terri(3) maxterri(5) shape(2) orientation",
    ] {
        assert!(text.contains(part), "expected {part:?} in:\n{text}");
    }
    let text = ok(&mut client, "katachi-reasons b F4");
    assert!(text.contains("F4 for black: 7."), "{text}");
    // A move that a pattern forbids says so, with its reasons.
    let text = ok(&mut client, "katachi-reasons b E4");
    assert!(
        text.starts_with("E4 for black: not a candidate: a pattern forbids it\n"),
        "{text}"
    );
    assert!(text.contains("pattern Never mine.db:"), "{text}");
    let text = ok(&mut client, "katachi-reasons b A1");
    assert_eq!(
        text,
        "A1 for black: not a candidate: no reason speaks for it"
    );
    let occupied = fails(&mut client, "katachi-matches b E5");
    assert_eq!(fails(&mut client, "katachi-reasons b E5"), occupied);
}

#[test]
fn an_edited_value_is_a_new_step() {
    let (mut client, folder) = with_source(SOURCE);
    let before = ok(&mut client, "katachi-reasons b F4");
    assert!(before.contains("at least 7.00"), "{before}");
    let edited = SOURCE.replace("value(7)", "value(12)");
    std::fs::write(folder.path().join("mine.db"), edited).expect("written");
    ok(&mut client, "katachi-reload_patterns");
    let after = ok(&mut client, "katachi-reasons b F4");
    assert!(after.contains("at least 12.00"), "{after}");
    assert!(after.starts_with("F4 for black: 12."), "{after}");
}

#[test]
fn commands_about_moves_have_the_formats_of_gnu_go() {
    let mut client = client("builtin");
    // Before any move generation they are empty.
    ok(&mut client, "boardsize 9");
    for command in ["top_moves", "all_move_values", "move_reasons a1"] {
        assert_eq!(ok(&mut client, command), "", "{command}");
    }
    assert_eq!(ok(&mut client, "move_uncertainty"), "0.0000");
    for command in FIGHT {
        ok(&mut client, command);
    }
    assert_eq!(
        fails(&mut client, "move_reasons e5"),
        "vertex must not be occupied"
    );
    assert!(fails(&mut client, "move_reasons z1").starts_with("invalid coordinate"));
    ok(&mut client, "top_moves_black");
    let values = ok(&mut client, "all_move_values");
    let mut sentences = Vec::new();
    for line in values.lines() {
        let (vertex, value) = line.split_at(3);
        assert!(value.trim().parse::<f32>().is_ok(), "{line}");
        let text = ok(&mut client, &format!("move_reasons {}", vertex.trim()));
        sentences.extend(text.lines().map(str::to_owned));
    }
    let begins = |line: &String| line.starts_with("Move at ");
    assert!(
        !sentences.is_empty() && sentences.iter().all(begins),
        "{sentences:?}"
    );
    // The entropy of the probabilities.
    let shares = ok(&mut client, "move_probabilities");
    let shares = shares
        .lines()
        .filter_map(|line| line.split_once(' ')?.1.parse::<f64>().ok());
    let bits: f64 = shares
        .filter(|share| *share > 0.0)
        .map(|share| -share * share.log2())
        .sum();
    let found: f64 = ok(&mut client, "move_uncertainty")
        .parse()
        .expect("a number");
    assert!((found - bits).abs() < 0.05, "{found} {bits}");
}

#[test]
fn sentences_of_captures_and_rescues() {
    let mut client = client("builtin");
    for command in [
        "boardsize 9",
        "play b A1",
        "play w A2",
        "play b E5",
        "play w D5",
        "play b D6",
        "play w E6",
        "play b C5",
        "play w H8",
    ] {
        ok(&mut client, command);
    }
    // D4 captures one stone; what reading finds has GNU Go's words.
    ok(&mut client, "restricted_genmove b D4");
    let text = ok(&mut client, "move_reasons D4");
    assert!(text.contains("Move at D4 attacks D5"), "{text}");
    ok(&mut client, "restricted_genmove w D4");
    let text = ok(&mut client, "move_reasons D4");
    assert!(text.contains("Move at D4 defends D5"), "{text}");
}

/// Black leads; White has just played a dead stone on B8.
const THRASHING: &str = "(;SZ[9]KM[0]\
    AB[fa][db][fb][fc][ad][bd][cd][dd][ed][fd][fe][cf][ff][fg][ch][fh][fi]\
    AW[ga][ia][gb][hb][gc][ic][gd][hd][id][ge][ie][gf][hf][gg][ig][gh][hh][gi][ii]PL[W];W[bb])";

#[test]
fn an_attack_on_dead_stones_says_why_it_counts() {
    let (_folder, database) = file("patterns.db", "Pattern Attack\n\nX*\n\n:8,a\n");
    let (_other, record) = file("game.sgf", THRASHING);
    let mut client = client(&database);
    ok(&mut client, &format!("loadsgf {record}"));
    let reasons = ok(&mut client, "katachi-reasons black C8");
    let why = "B8 is dead, but counts as unsettled: the opponent has just played with it";
    assert!(reasons.lines().any(|line| line == why), "{reasons}");
    // Without a lead nothing is answered.
    ok(&mut client, "komi 27");
    let reasons = ok(&mut client, "katachi-reasons black C8");
    assert!(!reasons.contains("unsettled"), "{reasons}");
}
