//! Checks the transcripts in the documentation that run this package's programs. `UPDATE_DOCS=1`
//! rewrites them.

use katachi_testkit::{Trial, transcripts};
use libtest_mimic::Failed;

pub fn trials() -> Result<Vec<Trial>, Failed> {
    transcripts::trials(&[
        ("twogtp", env!("CARGO_BIN_EXE_twogtp")),
        ("gtpstat", env!("CARGO_BIN_EXE_gtpstat")),
        ("sgfsheet", env!("CARGO_BIN_EXE_sgfsheet")),
        ("katachi-tools", env!("CARGO_BIN_EXE_katachi-tools")),
    ])
}
