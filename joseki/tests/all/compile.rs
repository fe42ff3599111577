//! Tests of the annotation rules, one by one, and of mistakes, each with its location.

use katachi_joseki::{Cell, Class, Compiled, Entry, Naming, Options, Severity, compile, text};

fn run(sgf: &str) -> Compiled {
    compile(
        sgf.as_bytes(),
        &Options {
            prefix: "T".to_owned(),
            naming: Naming::Path,
        },
    )
}

fn entries(sgf: &str) -> Vec<Entry> {
    let compiled = run(sgf);
    // Text before the tree, such as a licence, causes a warning; ignore it here.
    let problems: Vec<_> = (compiled.problems.iter())
        .filter(|one| !one.message.contains("text outside of game trees"))
        .collect();
    assert!(problems.is_empty(), "{sgf}: {problems:?}");
    compiled.entries
}

fn text_of(sgf: &str) -> String {
    let entries = entries(sgf);
    let [entry] = entries.as_slice() else {
        panic!("one pattern: {sgf}");
    };
    text::pattern(entry).to_string()
}

#[test]
fn a_pattern_as_text() {
    let sgf = "licence (c) text (;GM[1]SZ[19];B[pd];W[qf]MA[nh]LB[pf:A][nd:b]C[s lesser\n# why\n:-,shape(3)\n;oplay_attack(*,A)\n>antisuji(b);\nprose])";
    let text = text_of(sgf);
    let (first, rest) = text.split_once('\n').expect("lines");
    assert!(
        first.starts_with("Pattern T2cf") && first.len() == "Pattern T2cf".len() + 8,
        "{first}"
    );
    assert_eq!(
        rest,
        "\
# why

------+
......|
......|
......|
..X...|
......|
...*..|
......|
......|

:8,sFj-,shape(3)

------+
......|
......|
......|
b.X...|
......|
..A*..|
......|
......|

;oplay_attack(*,A)
>antisuji(b);
"
    );
}

#[test]
fn classes_by_first_character() {
    for (comment, class) in [
        ("U", Class::Urgent),
        ("urgent", Class::Urgent),
        ("J", Class::Standard),
        ("S", Class::Standard),
        ("j", Class::Lesser),
        ("s", Class::Lesser),
        ("T", Class::Trick),
        ("t", Class::Minor),
        ("0", Class::Antisuji),
        ("a", Class::Antisuji),
        ("A", Class::Antisuji),
        ("", Class::Standard),
        ("#x", Class::Standard),
        ("x", Class::Standard),
    ] {
        let sgf = format!("(;SZ[19];B[pd]SQ[mg]C[{comment}])");
        assert_eq!(entries(&sgf)[0].class, class, "{comment}");
    }
}

#[test]
fn more_of_the_colon_line() {
    for (extra, expected) in [
        (":-,shape(6)", ":/,sFJ-,shape(6)\n"),
        (":shape(6)", ":/,sFJ,shape(6)\n"),
        (":shape(6),value(3)", ":/,sFJ,shape(6),value(3)\n"),
        (":C", ":/,sFJC\n"),
        (":C\n:shape(1)", ":/,sFJC,shape(1)\n"),
    ] {
        let text = text_of(&format!("(;SZ[19];B[pd]SQ[mg]C[J\n{extra}])"));
        assert!(text.contains(expected), "{extra}: {text}");
    }
}

/// All four corners and both colours give one pattern.
#[test]
fn any_corner_and_colour() {
    let upper_right = entries("(;SZ[19];B[pd];W[qf]MA[nh])");
    for other in [
        "(;SZ[19];B[dd];W[cf]MA[fh])",
        "(;SZ[19];B[pp];W[qn]MA[nl])",
        "(;SZ[19];B[dp];W[cn]MA[fl])",
        "(;SZ[19];W[pd];B[qf]SQ[nh])",
        "(;SZ[13];B[jd];W[kf]SQ[hh])",
    ] {
        let found = entries(other);
        let bare = |entry: &Entry| Entry {
            location: upper_right[0].location,
            ..entry.clone()
        };
        assert_eq!(bare(&found[0]), upper_right[0], "{other}");
    }
}

#[test]
fn symmetry_is_seen() {
    let symmetric = |sgf: &str| entries(sgf).last().expect("a pattern").is_symmetric();
    assert!(symmetric("(;SZ[19];B[pd]MA[mg])"));
    // One asymmetry each: the region, the move, a stone, a label.
    assert!(!symmetric("(;SZ[19];B[pd]MA[mh])"));
    assert!(!symmetric("(;SZ[19];B[qd]MA[mg])"));
    assert!(!symmetric("(;SZ[19];B[qf];W[pd]MA[mg])"));
    assert!(!symmetric("(;SZ[19];B[pd]MA[mg]LB[qf:A])"));
}

#[test]
fn captures_passes_and_setup() {
    // White captures a stone. The pass gives no pattern, the move after it does.
    let sgf = "(;SZ[19]AB[sb]AW[rb][sc];W[sa];B[tt];W[rc]MA[og])";
    let entries = entries(sgf);
    assert_eq!(entries.len(), 1);
    let entry = &entries[0];
    assert_eq!(entry.cell((1, 0)), Cell::Empty);
    assert_eq!(entry.cell((0, 0)), Cell::Own);
    assert_eq!(entry.mv, (2, 1));
}

#[test]
fn names_stay_when_the_tree_grows() {
    let small = "(;SZ[19];B[pd](;W[qf]MA[nh])(;W[nc]MA[kg]))";
    let large = "(;SZ[19];B[pd]MA[mg](;W[qc]MA[mg];B[qd]MA[mg])(;W[qf]MA[nh])(;W[nc]MA[kg]))";
    let names = |sgf: &str| {
        entries(sgf)
            .into_iter()
            .map(|one| one.name)
            .collect::<Vec<_>>()
    };
    let (small, large) = (names(small), names(large));
    assert_eq!(small[..], large[3..]);
    let numbered = compile(
        b"(;SZ[19];B[pd](;W[qf]MA[nh])(;W[nc]MA[kg]))",
        &Options {
            prefix: "JK".to_owned(),
            naming: Naming::Numbered,
        },
    );
    let numbered: Vec<_> = numbered.entries.into_iter().map(|one| one.name).collect();
    assert_eq!(numbered, ["JK1", "JK2"]);
}

/// Mistakes are reported with their locations; the rest of the tree is compiled.
#[test]
fn mistakes() {
    for (sgf, place, words, left) in [
        (
            "(;SZ[19];B[pd]MA[mg];W[pd]MA[mg];B[qd]MA[mg])",
            (1, 21),
            "a legal move, found Q16 where the point is occupied",
            1,
        ),
        (
            "(;SZ[19];B[pd]MA[mg]LB[qd:AB];W[qc]MA[mg])",
            (1, 23),
            "a label of one character, found `AB` at R16",
            1,
        ),
        (
            "(;SZ[19];B[pd]MA[mg]LB[dd:A];W[qc]MA[mg])",
            (1, 23),
            "labels inside the region",
            1,
        ),
        (
            "(;SZ[19];B[pd]MA[mg]LB[qd];W[qc]MA[mg])",
            (1, 23),
            "a label such as",
            1,
        ),
        (
            "(;SZ[19];B[jj]MA[jj];W[qc]MA[mg])",
            (1, 17),
            "in the middle of the board",
            1,
        ),
        (
            "(;SZ[19];B[pd]MA[ab];W[qc]MA[mg])",
            (1, 17),
            "found 18 rows and 19 columns",
            1,
        ),
        (
            "(;SZ[19];B[pd]MA[zz];W[qc]MA[mg])",
            (1, 17),
            "a point of the 19x19 board",
            1,
        ),
        (
            "(;SZ[19];B[pd]W[qc]MA[mg])",
            (1, 9),
            "one move in a node, found 2",
            0,
        ),
        (
            "(;SZ[19](;B[pd]MA[mg])(;B[pd]MA[mg]))",
            (1, 24),
            "found this one again (it is also at 1:10)",
            1,
        ),
        ("(;SZ[19];B[pd])", (1, 2), "the tree gives no pattern", 0),
        (
            "(;SZ[30];B[pd]MA[mg])",
            (1, 2),
            "a square board of 2 to 25 lines, found 30",
            0,
        ),
        ("(;SZ[19:13];B[pd]MA[mg])", (1, 2), "a square board", 0),
        ("(;SZ[19]C[x", (1, 10), "the end of the file", 0),
        ("nothing", (1, 8), "a game tree", 0),
        ("", (1, 1), "a game tree", 0),
    ] {
        let compiled = run(sgf);
        let found = (compiled.problems.iter())
            .find(|one| one.severity == Severity::Error && one.message.contains(words));
        let Some(found) = found else {
            panic!("{sgf}: {:?}", compiled.problems);
        };
        assert_eq!(
            (found.location.line, found.location.column),
            place,
            "{sgf}: {found}"
        );
        assert_eq!(
            compiled.entries.len(),
            left,
            "{sgf}: {:?}",
            compiled.problems
        );
    }
}

#[test]
fn warnings() {
    for (sgf, words) in [
        ("(;SZ[19];B[pd]MA[mg]SQ[lh])", "the first, at N13"),
        ("(;B[pd]MA[mg])", "19x19 is assumed"),
        ("(;SZ[19];B[pd]MA[mg];W[tt]MA[mg])", "at a pass"),
    ] {
        let compiled = run(sgf);
        assert_eq!(compiled.entries.len(), 1, "{sgf}");
        let [problem] = compiled.problems.as_slice() else {
            panic!("{sgf}: {:?}", compiled.problems);
        };
        let is_warning = problem.severity == Severity::Warning;
        assert!(
            is_warning && problem.message.contains(words),
            "{sgf}: {problem}"
        );
    }
}
