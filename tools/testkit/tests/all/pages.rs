//! Tests that every transcript of the documentation is run by a test.

use katachi_testkit::docs::read_file;
use katachi_testkit::transcripts::{check_page, pages, test_files};
use libtest_mimic::Failed;

#[test]
fn every_transcript_is_run() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for page in pages()? {
        wrong.extend(check_page(&page, &read_file(&page)?));
    }
    for (program, file) in test_files() {
        // The test must pass this program to the transcripts that run it.
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if !text.contains(&format!("CARGO_BIN_EXE_{program}\"")) {
            wrong.push(format!("{}: does not run {program}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}
