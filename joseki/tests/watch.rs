//! `joseki compile --watch`: what is saved is compiled; a tree with errors changes nothing.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A running program with the lines it prints.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_joseki"))
            .args(["compile", "--watch"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("joseki starts");
        let (send, lines) = channel();
        let out = child.stdout.take().expect("a pipe");
        let errors = child.stderr.take().expect("a pipe");
        let streams: [Box<dyn Read + Send>; 2] = [Box::new(out), Box::new(errors)];
        for stream in streams {
            let send = send.clone();
            std::thread::spawn(move || {
                let lines = BufReader::new(stream).lines();
                for line in lines.map_while(Result::ok) {
                    drop(send.send(line));
                }
            });
        }
        Self { child, lines }
    }

    /// Waits for lines that begin like these, in any order: the two streams are not in step.
    fn expect(&self, starts: &[&str]) {
        let mut missing = starts.to_vec();
        let mut seen = Vec::new();
        while !missing.is_empty() {
            let line = self.lines.recv_timeout(Duration::from_secs(20));
            let line = line.unwrap_or_else(|_| panic!("expected {missing:?}, found {seen:?}"));
            missing.retain(|start| !line.starts_with(start));
            seen.push(line);
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

const TREE: &str = "(;SZ[19];B[pd]MA[mg])";

#[test]
fn what_is_saved_is_compiled() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("tree.sgf");
    // As editors do it: a new file is written and renamed.
    let save = |text: &str| {
        let new = folder.path().join("new.tmp");
        std::fs::write(&new, text).expect("a file");
        std::fs::rename(&new, &tree).expect("renamed");
    };
    let output = || std::fs::read_to_string(folder.path().join("out.db")).expect("the output");
    save(TREE);
    let watching = Watching::start(folder.path(), &["tree.sgf", "-o", "out.db"]);
    watching.expect(&["tree.sgf: 1 patterns", "1 patterns, "]);
    assert_eq!(output().matches("\nPattern ").count(), 1);
    save("(;SZ[19];B[pd]MA[mg];W[qf]MA[nh])");
    watching.expect(&["tree.sgf: 2 patterns", "2 patterns, "]);
    let good = output();
    assert_eq!(good.matches("\nPattern ").count(), 2);
    // Or in place; and with a mistake.
    std::fs::write(&tree, "(;SZ[19];B[pd]MA[mg];W[pd]MA[nh])").expect("a file");
    watching.expect(&["tree.sgf:1:21: error: ", "errors: nothing is written, "]);
    assert_eq!(output(), good);
    // A file that goes away is an error until it comes back.
    std::fs::remove_file(&tree).expect("removed");
    watching.expect(&["tree.sgf: error: ", "errors: nothing is written, "]);
    save(TREE);
    watching.expect(&["tree.sgf: 1 patterns", "1 patterns, "]);
    assert_eq!(output().matches("\nPattern ").count(), 1);
}

/// Other files of the folder do not matter, nor does a save that changes nothing.
#[test]
fn other_files_do_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("tree.sgf");
    std::fs::write(&tree, TREE).expect("a file");
    let watching = Watching::start(folder.path(), &["tree.sgf", "--check"]);
    watching.expect(&["tree.sgf: 1 patterns", "1 patterns, "]);
    std::fs::write(folder.path().join("other.sgf"), "(;").expect("a file");
    std::fs::write(&tree, TREE).expect("a file");
    std::fs::write(&tree, "(;SZ[19];B[pd]MA[mg];W[qf]MA[nh])").expect("a file");
    let line = watching.lines.recv_timeout(Duration::from_secs(20));
    assert!(
        line.as_ref().is_ok_and(|line| !line.contains("other")),
        "{line:?}"
    );
}
