//! Tests of the editor modes in `tools/editors`: their words are those of the compiler, and they
//! highlight a sample as `editors/*.txt` show. `UPDATE_DOCS=1` rewrites both.
//!
//! A program of its own: its tests run in their order.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use katachi_testkit::docs::{expect_file, read_file, replace_parts};
use katachi_testkit::{Need, Trial, node_packages, program, trial, workspace_root};
use libtest_mimic::{Arguments, Failed};
use patc::tables::{Table, table};

const EMACS_MODE: &str = "tools/editors/emacs/katachi-db-mode.el";
const EMACS_SUITES: &str = "tools/editors/emacs/katachi-tst-mode.el";
const GRAMMAR: &str = "tools/editors/vscode/syntaxes/katachi-db.tmLanguage.json";
const EXTENSION: &str = "tools/editors/vscode";
const TESTS: &str = "patc/tests/editors";
const CLIENT: [&str; 1] = ["vscode-languageserver-protocol@3.17.5"];
const PACKAGES: [&str; 2] = ["vscode-textmate@9.3.2", "vscode-oniguruma@2.0.1"];

fn known(name: &str) -> Result<Table, Failed> {
    table(name).ok_or_else(|| format!("there is no table `{name}`").into())
}

/// In the Emacs mode, lists stand between `;; table: NAME` and `;; end`.
fn emacs_words() -> Result<(), Failed> {
    let text = read_file(EMACS_MODE)?;
    let new = replace_parts(&text, ("'(;; table:", "", ";; end"), |name| {
        let (mut lines, mut line) = (String::new(), String::from("   "));
        for word in known(name)?.words() {
            if line.len() + word.len() > 95 {
                lines.push_str(&line);
                lines.push('\n');
                "   ".clone_into(&mut line);
            }
            write!(line, " \"{word}\"")?;
        }
        Ok(lines + &line + "\n")
    })?;
    expect_file(EMACS_MODE, &new)
}

/// In the grammar, the line below `"comment": "table: NAME"` matches any of the words.
fn grammar_words() -> Result<(), Failed> {
    let text = read_file(GRAMMAR)?;
    let mut new = String::new();
    let (mut wanted, mut count) = (None, 0);
    for line in text.lines() {
        let name = (line.trim().strip_prefix("\"comment\": \"table: "))
            .and_then(|rest| rest.strip_suffix("\","));
        if let Some(table) = wanted.take() {
            let table = known(table)?;
            let words: Vec<&str> = table.words().collect();
            let (indent, words) = (
                &line[..line.len() - line.trim_start().len()],
                words.join("|"),
            );
            writeln!(new, "{indent}\"match\": \"\\\\b(?:{words})\\\\b\"")?;
            count += 1;
        } else {
            writeln!(new, "{line}")?;
        }
        wanted = name;
    }
    if count != 4 {
        return Err(format!("expected 4 lists of words, found {count}").into());
    }
    expect_file(GRAMMAR, &new)
}

/// Writes the output of `patc check --message-format short` for the sample into a file.
fn messages(folder: &Path) -> Result<PathBuf, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_patc"))
        .args(["check", "--message-format", "short", "sample.db"])
        .current_dir(workspace_root().join(TESTS))
        .output()?;
    // Emacs looks for the source files next to the messages.
    let sample = workspace_root().join(TESTS).join("sample.db");
    std::fs::copy(sample, folder.join("sample.db"))?;
    let path = folder.join("messages");
    std::fs::write(&path, &output.stderr)?;
    Ok(path)
}

fn expect(output: &Output, golden: &str) -> Result<(), Failed> {
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = String::from_utf8(output.stdout.clone())?;
    expect_file(&format!("{TESTS}/{golden}"), &text)
}

fn emacs_faces(emacs: &Path, sample: &str, golden: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let tests = workspace_root().join(TESTS);
    let output = Command::new(emacs)
        .args(["--batch", "-Q", "-l"])
        .args([tests.join("faces.el"), workspace_root().join(EMACS_MODE)])
        .args([tests.join(sample), messages(folder.path())?])
        .output()?;
    expect(&output, golden)
}

/// The commands of the modes for databases and suites.
fn emacs_commands(emacs: &Path) -> Result<(), Failed> {
    let root = workspace_root();
    let output = Command::new(emacs)
        .args(["--batch", "-Q", "-l", "ert", "-l"])
        .arg(root.join(EMACS_MODE))
        .arg("-l")
        .arg(root.join(EMACS_SUITES))
        .arg("-l")
        .arg(root.join(TESTS).join("commands.el"))
        .args(["-f", "ert-run-tests-batch-and-exit"])
        .output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }
}

fn textmate_scopes(packages: &Path, sample: &str, golden: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let tests = workspace_root().join(TESTS);
    let output = Command::new(program("node")?)
        .args([tests.join("scopes.cjs"), packages.to_path_buf()])
        .args([workspace_root().join(EXTENSION), tests.join(sample)])
        .arg(messages(folder.path())?)
        .output()?;
    expect(&output, golden)
}

/// Emacs with eglot, which newer versions bring along.
fn eglot() -> Need<PathBuf> {
    let emacs = program("emacs")?;
    let output = Command::new(&emacs)
        .args(["--batch", "-l", "eglot"])
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(emacs)
    } else {
        Err("eglot is not installed".to_owned())
    }
}

/// Whether a client of the language server found all as it expects.
fn satisfied(output: &Output) -> Result<(), Failed> {
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    if output.status.success() && said.iter().any(|text| text.contains("all as expected")) {
        Ok(())
    } else {
        Err(said.concat().into())
    }
}

/// The sample of the clients, in a folder of its own.
fn sample(folder: &Path) -> Result<PathBuf, Failed> {
    let path = folder.join("mine.db");
    std::fs::copy(workspace_root().join(TESTS).join("client.db"), &path)?;
    Ok(path)
}

/// Eglot uses what the language server can.
fn emacs_is_served(emacs: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = workspace_root();
    let output = Command::new(emacs)
        .args(["--batch", "-l"])
        .arg(root.join(EMACS_MODE))
        .arg("-l")
        .arg(root.join(TESTS).join("eglot.el"))
        .args([env!("CARGO_BIN_EXE_patc").into(), sample(folder.path())?])
        .env("HOME", folder.path())
        .output()?;
    satisfied(&output)
}

/// So does the library of VS Code, and the extension starts the server.
fn vscode_is_served(packages: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let root = workspace_root();
    let output = Command::new(program("node")?)
        .arg(root.join(TESTS).join("client.cjs"))
        .arg(packages)
        .arg(env!("CARGO_BIN_EXE_patc"))
        .args([sample(folder.path())?, root.join(EXTENSION)])
        .output()?;
    satisfied(&output)
}

fn main() {
    let mut arguments = Arguments::from_args();
    // The word lists come first, because highlighting reads the files that they may rewrite.
    arguments.test_threads = Some(1);
    let trials = vec![
        Trial::test("emacs_mode_has_the_words_of_the_compiler", emacs_words),
        Trial::test("grammar_has_the_words_of_the_compiler", grammar_words),
        trial("emacs_highlights_the_sample", program("emacs"), |emacs| {
            emacs_faces(&emacs, "sample.db", "emacs.txt")
        }),
        trial("emacs_commands_work", program("emacs"), |emacs| {
            emacs_commands(&emacs)
        }),
        trial(
            "vscode_highlights_the_sample",
            node_packages(&PACKAGES),
            |packages| textmate_scopes(&packages, "sample.db", "textmate.txt"),
        ),
        trial(
            "vscode_highlights_the_dialects",
            node_packages(&PACKAGES),
            |packages| textmate_scopes(&packages, "dialects.db", "dialects.txt"),
        ),
        trial(
            "vscode_highlights_books",
            node_packages(&PACKAGES),
            |packages| textmate_scopes(&packages, "book.dbz", "book.textmate.txt"),
        ),
        trial("emacs_is_served", eglot(), |emacs| emacs_is_served(&emacs)),
        trial("vscode_is_served", node_packages(&CLIENT), |packages| {
            vscode_is_served(&packages)
        }),
        trial("emacs_highlights_books", program("emacs"), |emacs| {
            emacs_faces(&emacs, "book.dbz", "book.emacs.txt")
        }),
    ];
    let trials = trials.into_iter().map(Into::into).collect();
    libtest_mimic::run(&arguments, trials).exit();
}
