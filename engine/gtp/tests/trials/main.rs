//! Tests that start engine processes, in one program; the names begin with the module.

mod client;
mod gnugo;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    if let Some(code) = client::played() {
        return code;
    }
    let mut trials = client::trials();
    trials.extend(gnugo::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
