//! `joseki compile --watch` while it runs.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A running program with the lines it prints.
pub struct Watching {
    child: Child,
    /// The lines.
    pub lines: Receiver<String>,
}

impl Watching {
    /// Starts it in a folder.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
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
    pub fn expect(&self, starts: &[&str]) {
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
