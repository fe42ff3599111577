//! Tests of compiling trees to images in one step: diagnostics of the pattern compiler have
//! locations in the tree.

use std::process::Output;

use crate::program::run;
use katachi_image::{Image, Role};

const GOOD: &str = "(;SZ[19];B[pd]
;W[qf]MA[nh]C[J
;oplay_attack(*,A)]LB[pd:A]
;B[nc]MA[mf]C[j])
";

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_ending_of_the_output_decides() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("t.sgf"), GOOD).expect("written");
    for name in ["t.db", "t.kpat", "again.kpat"] {
        let output = run(folder.path(), &["compile", "t.sgf", "-o", name]);
        assert!(output.status.success(), "{}", errors(&output));
    }
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(read("t.kpat"), read("again.kpat"));
    let source = patc::Source::new("t.db", read("t.db"));
    let compiled = patc::compile(Role::Joseki, vec![source]);
    let from_text = Image::from_vec(compiled.image.expect("no errors")).expect("an image");
    let image = Image::from_vec(read("t.kpat")).expect("an image");
    assert_eq!(image.role(), Role::Joseki);
    let [one, other] = [&image, &from_text].map(|image| image.general().expect("patterns"));
    assert_eq!((one.patterns.len(), other.patterns.len()), (2, 2));
    assert!(
        one.iter()
            .zip(other.iter())
            .all(|(one, other)| one.name() == other.name())
    );
    // The image names the tree, not the intermediate text.
    let places: Vec<_> = one.iter().map(|one| (one.file(), one.line())).collect();
    assert_eq!(places, [("t.sgf", 2), ("t.sgf", 4)]);
    let output = run(folder.path(), &["compile", "t.sgf", "-o", "t.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("found t.txt"),
        "{}",
        errors(&output)
    );
}

#[test]
fn mistakes_in_constraints_are_reported_in_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = GOOD.replace("oplay_attack", "oplay_atack");
    std::fs::write(folder.path().join("t.sgf"), bad).expect("written");
    for name in ["t.db", "t.kpat"] {
        let output = run(folder.path(), &["compile", "t.sgf", "-o", name]);
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            errors.starts_with(
                "t.sgf:3:2: error: P0602: expected a known function, found `oplay_atack`; did you \
                 mean `oplay_attack`? (node of pattern t2cf"
            ),
            "{errors}"
        );
        assert!(!folder.path().join(name).exists());
    }
    let output = run(
        folder.path(),
        &["compile", "--salvage", "t.sgf", "-o", "t.kpat"],
    );
    assert!(output.status.success() && errors(&output).contains("t.sgf:3:2: warning: P0602"));
    let image = Image::read(&folder.path().join("t.kpat")).expect("an image");
    assert_eq!(image.general().expect("patterns").patterns.len(), 1);
}
