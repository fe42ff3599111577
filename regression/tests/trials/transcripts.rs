//! The transcripts of the documentation in which this package's programs are run. `UPDATE_DOCS=1`
//! rewrites them.

use katachi_testkit::{Trial, transcripts};
use libtest_mimic::Failed;

pub fn trials() -> Result<Vec<Trial>, Failed> {
    transcripts::trials(&[("regress", env!("CARGO_BIN_EXE_regress"))])
}
