//! Tests of the commands that choose automata and look into them, as programs.

use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A pattern whose automaton fits on a page.
const BETWEEN: &str = "attribute_map general


Pattern Between

X*X

:+,-
";

const TOUCH: &str = "

Pattern Touch

O*.

:8,-
";

fn patc(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patc"));
    let command = command.current_dir(folder).args(arguments);
    command.output().expect("the program runs")
}

/// What a command prints that succeeds.
fn prints(folder: &TempDir, arguments: &[&str]) -> String {
    let output = patc(folder.path(), arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command says that cannot do what was asked.
fn refuses(folder: &TempDir, arguments: &[&str]) -> String {
    let output = patc(folder.path(), arguments);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// A folder with a source and its images: one with automata, one with masks.
fn images(text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine.db"), text).expect("written");
    for matcher in ["automaton", "masks"] {
        let image = format!("{matcher}.kpat");
        let build = ["build", "--matcher", matcher, "-o", &image, "mine.db"];
        prints(&folder, &build);
    }
    folder
}

#[test]
fn an_author_chooses_the_matcher() {
    let folder = images(BETWEEN);
    let header = |image: &str| prints(&folder, &["dump", "--header", image]);
    let matched = |image: &str| {
        let header = header(image);
        header.lines().last().expect("a line").to_owned()
    };
    let automaton = "# matched by 1 automaton of 8 states over 8 points";
    assert_eq!(matched("automaton.kpat"), automaton);
    assert_eq!(matched("masks.kpat"), "# matched by 1 slate over 8 points");
    prints(&folder, &["build", "mine.db"]);
    let of = |image: &str| std::fs::read(folder.path().join(image)).expect("read");
    prints(
        &folder,
        &["build", "--matcher", "auto", "-o", "auto.kpat", "mine.db"],
    );
    assert_eq!(of("mine.kpat"), of("auto.kpat"));
    // The same patterns, whatever matches them.
    let same = "0 added, 0 removed, 0 changed, 1 the same\n";
    let difference = ["diff", "masks.kpat", "automaton.kpat"];
    assert_eq!(prints(&folder, &difference), same);
    assert_eq!(
        prints(&folder, &["verify", "masks.kpat", "automaton.kpat"]),
        "masks.kpat: ok\nautomaton.kpat: ok\n"
    );
    let unknown = refuses(&folder, &["build", "--matcher", "dfa", "mine.db"]);
    assert!(unknown.contains("auto, automaton, masks"), "{unknown}");
}

#[test]
fn some_databases_have_no_choice() {
    let folder = images(BETWEEN);
    std::fs::create_dir(folder.path().join("some")).expect("a folder");
    for name in ["attack.db", "joseki.db"] {
        let path = folder.path().join("some").join(name);
        std::fs::write(path, BETWEEN).expect("written");
    }
    let refused = refuses(&folder, &["build", "--matcher", "masks", "some"]);
    let expected = "patc: expected no matcher for the role joseki, which has only one\n";
    assert_eq!(refused, expected);
    assert!(!folder.path().join("some/attack.kpat").exists());
    for role in ["joseki", "eyes", "book", "monte_carlo"] {
        let command = ["stats", "--matcher", "auto", "--role", role, "mine.db"];
        let refused = refuses(&folder, &command);
        assert_eq!(refused, expected.replace("joseki", role));
    }
}

#[test]
fn stats_say_what_was_chosen_and_why() {
    let folder = images(BETWEEN);
    let automaton = prints(&folder, &["stats", "automaton.kpat"]);
    let expected = "\
patterns            1
  with constraint   0
  with action       0
  can never match   0
orientations        2
matcher             automata (the author chose them; auto means masks, docs/matching.md)
  automata          1
  states            8
  points            8
  bytes             140
  mean scan         2.21 states
";
    assert!(automaton.starts_with(expected), "{automaton}");
    let of_source = prints(&folder, &["stats", "--matcher", "automaton", "mine.db"]);
    assert_eq!(automaton, of_source);
    let masks = prints(&folder, &["stats", "masks.kpat"]);
    let expected = "
orientations        2
matcher             masks (auto means masks: as fast as automata or faster in every database \
                    measured, docs/matching.md)
  slates            1
  points            8
  groups of points  2
  bytes             256
";
    assert!(masks.contains(expected), "{masks}");
    assert_eq!(masks, prints(&folder, &["stats", "mine.db"]));
    let refused = refuses(&folder, &["stats", "--matcher", "masks", "masks.kpat"]);
    assert!(
        refused.contains("expected sources for --matcher"),
        "{refused}"
    );
    let corner = "attribute_map general\n\nPattern A\n\n|.*\n|.X\n+--\n\n:8,-\n";
    std::fs::write(folder.path().join("joseki.db"), corner).expect("written");
    let corner = prints(&folder, &["stats", "joseki.db"]);
    assert!(
        corner.contains("\nmatcher             corner tree "),
        "{corner}"
    );
}

#[test]
fn dump_draws_automata() {
    let folder = images(BETWEEN);
    let drawn = prints(&folder, &["dump", "--dot", "automaton.kpat"]);
    let expected = r#"digraph automata {
  rankdir=LR;
  node [shape=box];
  a0 [shape=plaintext, label="anchor X"];
  a0 -> s0;
  s0 [label="(0, 2)"];
  s0 -> s1 [label=". O #"];
  s0 -> s2 [label="X"];
  s1 [label="Between 1, 2 points left", peripheries=2];
  s2 [label="(2, 0)"];
  s2 -> s3 [label=". O #"];
  s2 -> s4 [label="X"];
  s3 [label="Between 0, 1 point left", peripheries=2];
  s4 [label="(0, 1)"];
  s4 -> s5 [label="."];
  s4 -> s6 [label="O X #"];
  s5 [label="(1, 0)\nBetween 0", peripheries=2];
  s5 -> s7 [label="."];
  s6 [label="Between 1, 1 point left", peripheries=2];
  s7 [label="Between 1", peripheries=2];
}
"#;
    assert_eq!(drawn, expected);
}

#[test]
fn dump_draws_the_paths_of_one_pattern() {
    let folder = images(&format!("{BETWEEN}{TOUCH}"));
    let all = prints(&folder, &["dump", "--dot", "automaton.kpat"]);
    assert!(all.contains("Touch") && all.contains("Between"), "{all}");
    let dot =
        |names: &str| ["dump", "--dot", "--pattern", names, "automaton.kpat"].map(str::to_owned);
    let one = dot("B*");
    let one = prints(&folder, &one.each_ref().map(String::as_str));
    assert!(one.contains("Between") && !one.contains("Touch"), "{one}");
    assert!(!one.contains("anchor O"), "{one}");
    let states = |text: &str| {
        text.lines()
            .filter(|line| line.contains(" [label=\""))
            .count()
    };
    assert!(states(&one) < states(&all), "{one}");
    let wrong = dot("Tuch");
    let wrong = refuses(&folder, &wrong.each_ref().map(String::as_str));
    assert!(wrong.contains("did you mean 'Touch'?"), "{wrong}");
}

#[test]
fn dump_says_what_it_cannot_draw() {
    let folder = images(BETWEEN);
    let masks = refuses(&folder, &["dump", "--dot", "masks.kpat"]);
    assert_eq!(
        masks,
        "patc: masks.kpat: expected automata for --dot, found masks; build the image with `patc \
         build --matcher automaton`\n"
    );
    std::fs::write(
        folder.path().join("eyes.db"),
        "Pattern 100\n\n!.!\n\n:1111\n",
    )
    .expect("written");
    prints(&folder, &["build", "eyes.db"]);
    let eyes = refuses(&folder, &["dump", "--dot", "eyes.kpat"]);
    assert!(
        eyes.contains("expected patterns for --dot, found eye shapes"),
        "{eyes}"
    );
    // A state for almost every content of the many points: too many to draw.
    let mut rows = ["X?.?O?X", "?O?.?.?", ".?.*.?X"];
    let mut text = BETWEEN.to_owned();
    for turn in ["0", "1", "2"] {
        rows.rotate_left(1);
        let rows = rows.join("\n");
        text.extend(["\n\nPattern P", turn, "\n\n", &rows, "\n\n:8,-\n"]);
    }
    std::fs::write(folder.path().join("large.db"), text).expect("written");
    prints(
        &folder,
        &["build", "--quiet", "--matcher", "automaton", "large.db"],
    );
    let large = refuses(&folder, &["dump", "--dot", "large.kpat"]);
    assert!(
        large.contains("--pattern NAME draws only the paths of one pattern"),
        "{large}"
    );
    assert!(
        large.contains("expected at most 2000 states to draw, found "),
        "{large}"
    );
    let one = prints(
        &folder,
        &["dump", "--dot", "--pattern", "Between", "large.kpat"],
    );
    assert!(one.ends_with("}\n"), "{one}");
}

#[test]
fn show_follows_a_pattern_through_the_automata() {
    let folder = images(BETWEEN);
    let shown = prints(&folder, &["show", "--automaton", "Between", "mine.db"]);
    let expected = "\
Between (mine.db:4)

0 (as written), anchor X, automaton 1, from state 0
      0      2 lanes  reads (0, 2): X to 2
      2      2 lanes  reads (2, 0): . O # to 3, X to 4
      4      2 lanes  reads (0, 1): . to 5
      5      2 lanes  reports it
      3       1 lane  reports it, with 1 point left to test

1 (turned clockwise), anchor X, automaton 1, from state 0
      0      2 lanes  reads (0, 2): . O # to 1, X to 2
      2      2 lanes  reads (2, 0): X to 4
      4      2 lanes  reads (0, 1): . to 5, O X # to 6
      5      2 lanes  reads (1, 0): . to 7
      1       1 lane  reports it, with 2 points left to test
      6       1 lane  reports it, with 1 point left to test
      7       1 lane  reports it
";
    assert_eq!(shown, expected);
    std::fs::write(folder.path().join("joseki.db"), BETWEEN).expect("written");
    let corner = refuses(&folder, &["show", "--automaton", "Between", "joseki.db"]);
    assert!(
        corner.contains("expected no matcher for the role joseki"),
        "{corner}"
    );
}
