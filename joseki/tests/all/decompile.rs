//! Tests of decompiling: the tree compiles to the same patterns, with the same names and in the
//! same order.

use std::path::Path;

use katachi_image::Role;
use katachi_joseki::decompile::{Decompiled, decompile};
use katachi_joseki::{Entry, Naming, Options, compile, text};
use katachi_sgf::{Collection, Color, Coord, Size, write};
use patc::model::Database;
use patc::{Severity, Source};
use proptest::collection::vec;
use proptest::prelude::*;

fn entries_of(sgf: &str) -> Vec<Entry> {
    let options = Options {
        prefix: "T".to_owned(),
        naming: Naming::Path,
    };
    compile(sgf.as_bytes(), &options).entries
}

fn analyze(db: &str) -> patc::Compiled {
    let database = patc::analyze(
        Role::Patterns,
        vec![Source::new("t.db", db.as_bytes().to_vec())],
    );
    let errors: Vec<_> = (database.diagnostics.iter())
        .filter(|one| one.severity() == Severity::Error)
        .map(|one| one.short(&database.sources))
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{db}");
    database
}

fn model(database: &patc::Compiled) -> &Database {
    database.model.general().expect("the general dialect")
}

/// Compiles a tree, decompiles and compiles again: the databases have the same meaning.
fn comes_back(sgf: &str) -> Decompiled {
    let first = analyze(&text::database(&entries_of(sgf), &[]).to_string());
    let decompiled = decompile(&first);
    assert_eq!(decompiled.problems, []);
    let second = analyze(&text::database(&entries_of(&decompiled.sgf), &[]).to_string());
    assert!(
        model(&first).means(model(&second)),
        "{sgf}\n{}",
        decompiled.sgf
    );
    // Our own trees survive unchanged.
    let again = decompile(&second);
    assert_eq!(again.sgf, decompiled.sgf);
    decompiled
}

#[test]
fn a_tree_comes_back() {
    let decompiled = comes_back(
        "(;SZ[19]
        ;W[dp]SQ[gm]C[U\n# the star point]
        (;B[fq]SQ[in]LB[fo:A][dp:b]C[J\n:C,shape(3)\n;!oplay_attack(*,A) && (1 || oplay_attack(*,b))\n>antisuji(b);];W[cn]SQ[hj]C[0 wrong];B[tt];W[ck]SQ[hh]C[t])
        (;B[cn]SQ[gk]N[Kakari]C[s]))",
    );
    let names: Vec<_> = decompiled.entries.iter().map(|one| &one.name).collect();
    assert_eq!(names[4], "Kakari");
    // One line of play with a pass, one variation, no set-up stones.
    assert_eq!(
        decompiled.sgf,
        "(;GM[1]FF[4]CA[UTF-8]SZ[19]
;B[pd]N[NAME0]SQ[mg]C[U
# the star point]
(;W[nc]N[NAME1]SQ[kf]LB[pd:b][ne:A]C[J
:C,shape(3)
;!oplay_attack(*,A) && (1 || oplay_attack(*,b))
>antisuji(b);];B[qf]N[NAME2]SQ[lj]C[0];W[];B[qi]N[NAME3]SQ[ll]C[t]
)
(;W[qf]N[Kakari]SQ[mi]C[j]))
"
        .replace("NAME0", names[0])
        .replace("NAME1", names[1])
        .replace("NAME2", names[2])
        .replace("NAME3", names[3])
    );
}

const BY_HAND: &str = "attribute_map general

Pattern LowerLeft
# a comment

|...
|.X*
|...
+---

:8,sFT,shape(2)

Pattern Same

...|
.*.|
...|
---+

:/,sFj-
";

#[test]
fn patterns_by_hand_come_back() {
    let decompiled = decompile(&analyze(BY_HAND));
    assert_eq!(decompiled.problems, []);
    let entries = entries_of(&decompiled.sgf);
    assert_eq!(entries.len(), 2);
    assert_eq!(
        text::pattern(&entries[0]).to_string(),
        "Pattern LowerLeft\n# a comment\n\n---+\n...|\n*X.|\n...|\n\n:8,sFT,shape(2)\n"
    );
    assert_eq!(
        text::pattern(&entries[1]).to_string(),
        "Pattern Same\n\n---+\n...|\n.*.|\n...|\n\n:/,sFj\n"
    );
}

/// Each pattern that a tree cannot express is reported with its location, and nothing is written.
#[test]
fn what_no_tree_says() {
    for (pattern, words) in [
        (
            "\n...|\n.X*|\n...|\n\n:8,sFJ\n",
            "two borders that meet in a corner, found 1",
        ),
        (
            "\n+---+\n|.X*|\n|...|\n\n:8,sFJ\n",
            "two borders that meet in a corner, found 3",
        ),
        (
            "\n---+\n.X*|\n.?.|\n\n:8,sFJ\n",
            "cells out of `.XO*`, found `?`",
        ),
        (
            "\n---+\n.X*|\n.x.|\n\n:8,sFJ\n",
            "cells out of `.XO*`, found `x`",
        ),
        (
            "\n---+\n.X*|\n...|\n\n:8,sFJ,throw_in_atari_helper\n",
            "no helper, found throw_in_atari_helper",
        ),
        (
            "\n---+\n.X*|\n...|\n\n:8,sJ\n",
            "the classes `s` and `F`, which every pattern of a tree has, found `sJ`",
        ),
        (
            "\n---+\n.X*|\n...|\n\n:8,sF\n",
            "a class out of `UJjTtN`, found `sF`",
        ),
        ("\n---+\n.X*|\n...|\n...|\n\n:/,sFJ\n", "symmetry code"),
        ("\n---+\n.X*|\n..X|\n\n:8,sFJ\n", "a legal move"),
    ] {
        let db = format!("{BY_HAND}\n\nPattern Unfit\n{pattern}");
        let database = patc::analyze(Role::Patterns, vec![Source::new("t.db", db.into_bytes())]);
        let refused = |one: &&patc::Diagnostic| one.severity() == Severity::Error;
        if database.diagnostics.iter().any(|one| refused(&one)) {
            // The compiler itself rejects the symmetry code.
            assert!(words.contains("symmetry"), "{pattern}");
            continue;
        }
        let decompiled = decompile(&database);
        let [problem] = decompiled.problems.as_slice() else {
            panic!("{pattern}: {:?}", decompiled.problems);
        };
        assert!(
            problem.message.contains(words),
            "{pattern}: {}",
            problem.message
        );
        assert_eq!(problem.name, "Unfit");
        assert_eq!(
            database.sources[0].location(problem.at).line,
            BY_HAND.lines().count() + 3
        );
        assert_eq!(decompiled.entries.len(), 2);
    }
}

#[test]
fn the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let joseki = |arguments: &[&str]| crate::program::said(folder.path(), arguments);
    let file = |name: &str| folder.path().join(name);
    let read = |path: &Path| std::fs::read_to_string(path).expect("a file");
    std::fs::write(file("a.db"), BY_HAND).expect("a file");
    let (status, sgf, errors) = joseki(&["decompile", "a.db"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    let (status, said, _) = joseki(&["decompile", "a.db", "-o", "a.sgf"]);
    assert_eq!((status, said.as_str()), (Some(0), "a.sgf: 2 patterns\n"));
    assert_eq!(read(&file("a.sgf")), sgf);
    assert_eq!(joseki(&["compile", "a.sgf", "-o", "b.db"]).0, Some(0));
    let (_, again, _) = joseki(&["decompile", "b.db"]);
    assert_eq!(again, sgf);

    let unfit = BY_HAND.replace("---+", "----");
    std::fs::write(file("bad.db"), unfit).expect("a file");
    let (status, _, errors) = joseki(&["decompile", "bad.db", "none.db", "-o", "a.sgf"]);
    assert_eq!(status, Some(1));
    assert!(errors.contains("bad.db:"), "{errors}");
    assert!(
        errors.contains("none.db: error: expected a database that can be read"),
        "{errors}"
    );
    assert_eq!(read(&file("a.sgf")), sgf);
    assert_eq!(joseki(&["decompile", "a.db", "-o", "a.db"]).0, Some(2));
    // `decompile` does not read images, but its message names the command that does.
    assert_eq!(joseki(&["compile", "a.sgf", "-o", "a.kpat"]).0, Some(0));
    let (status, _, errors) = joseki(&["decompile", "a.kpat"]);
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("`patc dump a.kpat` writes it as text"),
        "{errors}"
    );
}

/// A step of a generated tree: go up this many nodes, then play a move with or without a mark.
#[derive(Clone, Debug)]
struct Step {
    up: usize,
    pass: bool,
    at: (u8, u8),
    region: Option<(u8, u8)>,
    class: &'static str,
    label: bool,
}

fn step() -> impl Strategy<Value = Step> {
    (
        prop_oneof![6 => Just(0_usize), 2 => 1..3_usize, 1 => 3..9_usize],
        prop::bool::weighted(0.05),
        (0..6_u8, 0..6_u8),
        prop::option::weighted(0.8, (5..11_u8, 5..11_u8)),
        prop::sample::select(vec![
            "U",
            "J",
            "j",
            "T",
            "t",
            "0",
            "",
            "J\n:C",
            "t\n:shape(3)",
        ]),
        prop::bool::weighted(0.3),
    )
        .prop_map(|(up, pass, at, region, class, label)| Step {
            up,
            pass,
            at,
            region,
            class,
            label,
        })
}

/// A tree of these steps, in the lower left corner. Some moves may be illegal; they end their
/// variation.
fn grown(steps: &[Step]) -> String {
    let mut record = Collection::new();
    let mut root = record.new_game();
    root.size(Size::default());
    let mut line = vec![root.id()];
    for step in steps {
        line.truncate((line.len() - step.up.min(line.len() - 1)).max(1));
        let mut editor = record.edit(line[line.len() - 1]).expect("a node");
        let side = if line.len() % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        let coord = |(col, row): (u8, u8)| Coord::new(col, 18 - row);
        if step.pass {
            editor.play(side, None);
        } else {
            editor.play(side, coord(step.at));
            if let Some(region) = step.region {
                editor.points("SQ", coord(region)).expect("a name");
            }
            if step.label && step.at != (1, 2) {
                editor.label(coord((1, 2)).expect("a point"), "A");
                editor.comment(&format!("{}\n;oplay_attack(*,A)", step.class));
            } else {
                editor.comment(step.class);
            }
        }
        line.push(editor.id());
    }
    write(&record)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_trees_come_back(steps in vec(step(), 1..40)) {
        comes_back(&grown(&steps));
    }
}
