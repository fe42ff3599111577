//! A manifest says `test = false` or `doctest = false` where there is nothing to run, which saves a
//! program. Here nothing gets lost when somebody writes a test there.

use std::path::{Path, PathBuf};
use std::process::Command;

use katachi_testkit::docs::fences;
use katachi_testkit::workspace_root;
use serde_json::Value;

/// Words behind a fence that make a block a test, if there are any.
const RUN: [&str; 5] = ["rust", "no_run", "should_panic", "compile_fail", "ignore"];

/// A source with the modules that it declares.
fn sources(file: PathBuf, found: &mut Vec<PathBuf>) {
    let text = std::fs::read_to_string(&file).expect("a source");
    let folder = file.parent().expect("a folder");
    let stem = file.file_stem().unwrap_or_default();
    let is_root = found.is_empty() || stem == "mod";
    let folder = if is_root {
        folder.to_path_buf()
    } else {
        folder.join(stem)
    };
    found.push(file);
    for line in text.lines() {
        let Some((before, name)) = line.trim().split_once("mod ") else {
            continue;
        };
        if let Some(name) = name.strip_suffix(';')
            && (before.is_empty() || before.starts_with("pub"))
        {
            let files = [format!("{name}.rs"), format!("{name}/mod.rs")];
            let mut files = files.iter().map(|file| folder.join(file));
            sources(files.find(|file| file.is_file()).expect(name), found);
        }
    }
}

fn has_tests(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| line == "#[test]" || line == "#[cfg(test)]")
}

fn has_doctests(text: &str) -> bool {
    let docs = text.lines().map(|line| {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or(line.strip_prefix("//!"));
        doc.map_or("", str::trim_start).to_owned() + "\n"
    });
    let is_run = |info: &str| info.is_empty() || RUN.iter().any(|word| info.contains(word));
    (fences(&docs.collect::<String>()).iter()).any(|fence| is_run(&fence.info))
}

#[test]
fn what_is_not_run_has_no_tests() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(workspace_root())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let targets = (packages.iter()).filter_map(|package| package["targets"].as_array());
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for target in targets.flatten() {
        let is = |kind: &str| target["kind"][0] == kind;
        if !is("lib") && !is("bin") {
            continue;
        }
        let mut files = Vec::new();
        let root = target["src_path"].as_str().expect("a path");
        sources(Path::new(root).to_path_buf(), &mut files);
        seen += files.len();
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source");
            if target["test"] == false && has_tests(&text) {
                wrong.push(format!("{}: a test, and test = false", file.display()));
            }
            if is("lib") && target["doctest"] == false && has_doctests(&text) {
                wrong.push(format!("{}: a test, and doctest = false", file.display()));
            }
        }
    }
    assert!(seen > 200, "only {seen} sources");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn tests_are_seen() {
    assert!(has_tests("fn a() {}\n\n    #[test]\n    fn b() {}"));
    assert!(!has_tests("// #[test]"));
    assert!(has_doctests("    /// ```\n    /// let a = 1;\n    /// ```"));
    assert!(has_doctests("//! ```no_run\n//! ```"));
    assert!(!has_doctests("/// ```text\n/// ```\n/// text"));
}
