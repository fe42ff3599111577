//! The transcripts of the documentation in which this package's programs are run. `UPDATE_DOCS=1`
//! rewrites them.

use katachi_testkit::docs::read_file;
use katachi_testkit::{Trial, transcripts};
use libtest_mimic::Failed;

pub fn trials() -> Result<Vec<Trial>, Failed> {
    let mut trials = transcripts::trials(&[("katachi", env!("CARGO_BIN_EXE_katachi"))])?;
    trials.push(Trial::test("the_tutorial_ends_with_its_move", tutorial));
    Ok(trials)
}

/// The tutorial of the pattern language promises that the engine plays the pattern's move, which
/// renewing the transcripts does not see.
fn tutorial() -> Result<(), Failed> {
    let text = read_file("docs/pattern-language.md")?;
    let (tutorial, _) = text.split_once("## Reference").ok_or("no reference")?;
    let (_, last) = tutorial.rsplit_once("genmove black\n").ok_or("no move")?;
    assert!(
        last.starts_with("= E3\n"),
        "the move of the pattern: {last}"
    );
    Ok(())
}
