//! Trees to images in one step: what the pattern compiler finds is told in places of the tree.

use std::path::Path;
use std::process::{Command, Output};

use katachi_image::{Image, Role};

const GOOD: &str = "(;SZ[19];B[pd]
;W[qf]MA[nh]C[J
;oplay_attack(*,A)]LB[pd:A]
;B[nc]MA[mf]C[j])
";

fn run(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_joseki"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_ending_of_the_output_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.sgf"), GOOD).expect("written");
    for name in ["t.db", "t.kpat", "again.kpat"] {
        let output = run(&["compile", "t.sgf", "-o", name], folder.path());
        assert!(output.status.success(), "{}", errors(&output));
    }
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    let source = patc::Source::new("t.db", read("t.db"));
    let compiled = patc::compile(Role::Joseki, vec![source]);
    assert_eq!(compiled.image, Some(read("t.kpat")));
    let image = Image::from_vec(read("t.kpat")).expect("an image");
    assert_eq!(image.role(), Role::Joseki);
    assert_eq!(image.general().expect("patterns").patterns.len(), 2);
    let output = run(&["compile", "t.sgf", "-o", "t.txt"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("found t.txt"),
        "{}",
        errors(&output)
    );
}

#[test]
fn mistakes_in_constraints_are_told_at_their_nodes() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = GOOD.replace("oplay_attack", "oplay_atack");
    std::fs::write(folder.path().join("t.sgf"), bad).expect("written");
    for name in ["t.db", "t.kpat"] {
        let output = run(&["compile", "t.sgf", "-o", name], folder.path());
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            errors.starts_with(
                "t.sgf:2:1: error: P0602: expected a known function, found `oplay_atack`; did you \
                 mean `oplay_attack`? (node of pattern t2cf"
            ),
            "{errors}"
        );
        assert!(!folder.path().join(name).exists());
    }
    let output = run(
        &["compile", "--salvage", "t.sgf", "-o", "t.kpat"],
        folder.path(),
    );
    assert!(output.status.success() && errors(&output).contains("t.sgf:2:1: warning: P0602"));
    let image = Image::read(&folder.path().join("t.kpat")).expect("an image");
    assert_eq!(image.general().expect("patterns").patterns.len(), 1);
}
