use katachi_board::{Color, Point};
use katachi_image::{Image, Role};

use super::{Position, Wanted, probes};
use crate::{Compiled, Source, compile};

const PATTERN: &str = "\
attribute_map general

Pattern Hane

?X?
.O*
...

:8,-,shape(1)

?X?
.a*
...

;lib(a)>1

";

fn compiled(tests: &str) -> Compiled {
    let text = format!("{PATTERN}{tests}");
    compile(Role::Patterns, vec![Source::new("mine.db", text)])
}

/// The only test in these comments.
fn test(tests: &str) -> super::Test {
    let mut compiled = compiled(tests);
    assert_eq!(compiled.diagnostics, [], "{tests}");
    assert_eq!(compiled.tests.len(), 1, "{tests}");
    compiled.tests.remove(0)
}

/// The point of a drawn test as a vertex, with the size of its board.
fn place(tests: &str) -> String {
    let Position::Drawn(drawing) = test(tests).position else {
        panic!("no drawing");
    };
    let vertex = drawing.point.vertex(drawing.size);
    format!("{vertex} {}", drawing.size.get())
}

#[test]
fn borders_place_a_drawing() {
    let whole = "# patc: test fires\n# +---+\n# |.X.|\n# |.O*|\n# |...|\n# +---+\n";
    assert_eq!(place(whole), "C2 3");
    assert_eq!(
        place("# patc: test fires\n# .X.|\n# .O*|\n# ---+\n"),
        "T1 19"
    );
    assert_eq!(
        place("# patc: test board 9, fires\n# ---\n# .X.\n# .O*\n"),
        "F8 9"
    );
    assert_eq!(place("# patc: test fires\n# .X.\n# .O*\n# ...\n"), "L10 19");
    // One pair of opposite borders is enough.
    assert_eq!(
        place("# patc: test fires\n# |.X.|\n# |.O*|\n# ----\n"),
        "C1 3"
    );
}

#[test]
fn a_line_has_settings_and_expectations() {
    let header = "O is white, fires, lib(a) is 2, oplay_attack(*,a) is -1, plays, avoids c1";
    let all = test(&format!("# patc: test {header}\n# .X.\n# .O*\n# ...\n"));
    assert_eq!(all.own, Some(Color::White));
    let texts: Vec<&str> = (all.expectations.iter())
        .map(|one| one.text.as_str())
        .collect();
    let expected = [
        "fires",
        "lib(a) is 2",
        "oplay_attack(*,a) is -1",
        "plays",
        "avoids c1",
    ];
    assert_eq!(texts, expected);
    assert!(matches!(&all.expectations[2].wanted, Wanted::Value(_, value) if *value < 0.0));
    let vertex = Some("c1".to_owned());
    assert_eq!(all.expectations[4].wanted, Wanted::Avoids(vertex));
}

#[test]
fn a_game_needs_no_drawing() {
    for line in [
        "game \"my games/lost one.sgf\" move 42 at D5 fires",
        "game \"my games/lost one.sgf\" move 42 at D5, fires",
    ] {
        let found = test(&format!("# patc: test {line}\n"));
        let expected = Position::Game {
            file: "my games/lost one.sgf".to_owned(),
            number: 42,
            vertex: "D5".to_owned(),
        };
        assert_eq!(found.position, expected);
        assert_eq!(found.expectations[0].wanted, Wanted::Fires);
    }
}

#[test]
fn a_test_belongs_to_the_pattern_above() {
    let two = "Pattern Second\n\n?X?\n.O*\n\n:8,-,shape(2)\n\n\
               # patc: test silent\n# .X.\n# .O*\n# ...\n#\n# not part of the test\n";
    let first = "# patc: test fires\n# .X.\n# .O*\n# ...\n\n";
    let found = compiled(&format!("{first}{two}")).tests;
    let patterns: Vec<usize> = found.iter().map(|test| test.pattern).collect();
    assert_eq!(patterns, [0, 1]);
}

#[test]
fn stones_are_of_the_side_that_is_o() {
    let Position::Drawn(drawing) = test("# patc: test fires\n# |X.|\n# |O*|\n").position else {
        panic!("no drawing");
    };
    let stones: Vec<_> = drawing.stones(Color::White).collect();
    let at = |row| Point::new(row, 0).unwrap();
    assert_eq!(stones, [(Color::White, at(1)), (Color::Black, at(0))]);
}

#[test]
fn each_asked_value_is_a_pattern_of_the_probes() {
    let compiled =
        compiled("# patc: test lib(a) is 2, fires, lib(a)+1 is 3\n# .X.\n# .O*\n# ...\n");
    let database = compiled.model.general().unwrap();
    let bytes = probes(database, &compiled.tests, &compiled.sources).unwrap();
    let image = Image::from_vec(bytes).unwrap();
    let general = image.general().unwrap();
    assert_eq!(general.patterns.len(), 2);
    assert!(general.iter().all(|pattern| pattern.name() == "Hane"));
}
