//! Keeps docs/joseki.md true: its trees are written to a folder, its commands are run there, and what
//! they print is what the guide says. `UPDATE_DOCS=1` rewrites the outputs.

use std::path::Path;
use std::process::{Command, ExitCode};

use katachi_testkit::docs::{expect_file, fences, read_file};
use libtest_mimic::{Arguments, Failed, Trial};

const GUIDE: &str = "docs/joseki.md";

fn main() -> ExitCode {
    let trials = vec![Trial::test("outputs", outputs)];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn outputs() -> Result<(), Failed> {
    let guide = read_file(GUIDE)?;
    let folder = tempfile::tempdir()?;
    let mut made = String::new();
    let mut done = 0;
    for fence in fences(&guide) {
        let body = &guide[fence.body.clone()];
        let (kind, name) = fence.info.split_once(' ').unwrap_or((&fence.info, ""));
        match kind {
            "sgf" => std::fs::write(folder.path().join(name), body)?,
            "console" => {
                made.push_str(&guide[done..fence.body.start]);
                for command in body.lines().filter(|line| line.starts_with("$ ")) {
                    made.push_str(&run(folder.path(), command)?);
                }
                done = fence.body.end;
            }
            _ => {}
        }
    }
    made.push_str(&guide[done..]);
    expect_file(GUIDE, &made)
}

/// The command with what it prints.
fn run(folder: &Path, command: &str) -> Result<String, Failed> {
    let words = shlex::split(command).ok_or("an open quotation mark")?;
    let [_, program, arguments @ ..] = words.as_slice() else {
        return Err(format!("{command}: no command").into());
    };
    if program != "joseki" {
        return Err(format!("{command}: only joseki is run").into());
    }
    let ran = Command::new(env!("CARGO_BIN_EXE_joseki"))
        .args(arguments)
        .current_dir(folder)
        .output()?;
    let (errors, said) = (
        String::from_utf8(ran.stderr)?,
        String::from_utf8(ran.stdout)?,
    );
    Ok(format!("{command}\n{errors}{said}"))
}
