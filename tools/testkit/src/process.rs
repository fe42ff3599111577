//! Runs programs under hostile conditions: with devices, pipes and full disks they must end and
//! explain why.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::Need;

/// The most time that a program may run.
const PATIENCE: Duration = Duration::from_mins(2);

/// A program that has ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit status; `None` if a signal ended it.
    pub status: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Runs a program to its end, with empty standard input.
///
/// # Panics
/// If it does not start, or does not end within two minutes.
pub fn run(command: &mut Command) -> Ended {
    run_with(command, Stdio::null(), Stdio::piped(), Stdio::piped())
}

/// What a program says whose standard output has no space left.
const FULL_OUTPUT: &str = "cannot write to standard output: No space left on device";

impl Ended {
    /// Checks the exit status, and that standard error has this text.
    ///
    /// # Panics
    /// If the program ended otherwise.
    pub fn check(&self, command: &Command, status: i32, text: &str) {
        let (stdout, stderr) = (&self.stdout, &self.stderr);
        assert_eq!(self.status, Some(status), "{command:?}: {stdout}{stderr}");
        assert!(stderr.contains(text), "{command:?}: {stdout}{stderr}");
    }
}

/// Runs a program that must end with this status and say this on standard error.
///
/// # Panics
/// If it ends otherwise.
pub fn ends(command: &mut Command, status: i32, text: &str) {
    run(command).check(command, status, text);
}

/// Runs a program whose standard output is full: it must end with this status and say why.
///
/// # Panics
/// If it ends otherwise.
pub fn ends_on_full_output(command: &mut Command, status: i32) {
    let ended = run_with(command, Stdio::null(), full(), Stdio::piped());
    ended.check(command, status, FULL_OUTPUT);
}

/// Runs a program whose standard error is full: it must end with this status all the same.
///
/// # Panics
/// If it ends otherwise.
pub fn ends_without_messages(command: &mut Command, status: i32) {
    let ended = run_with(command, Stdio::null(), Stdio::piped(), full());
    ended.check(command, status, "");
}

/// Runs a program to its end with these standard streams. The result contains only the output that
/// came through pipes.
///
/// # Panics
/// As [`run`].
pub fn run_with(command: &mut Command, stdin: Stdio, stdout: Stdio, stderr: Stdio) -> Ended {
    let child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn();
    wait(child.expect("the program starts"))
}

/// Waits for the end of a program.
///
/// # Panics
/// As [`run`].
pub fn wait(child: Child) -> Ended {
    let id = child.id().to_string();
    let (sender, ended) = channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = ended.recv_timeout(PATIENCE) else {
        let _ = Command::new("kill").args(["-9", &id]).status();
        panic!("expected a program that ends, found one that still runs");
    };
    let output = output.expect("its output can be read");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ended {
        status: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// A program that runs until this value is dropped, and the lines that it prints on either stream.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// The lines that no test has read yet.
    pub lines: Receiver<String>,
}

impl Running {
    /// Starts a program; `stderr` says where its standard error goes.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(command: &mut Command, stderr: Stdio) -> Self {
        let child = command.stdout(Stdio::piped()).stderr(stderr).spawn();
        let mut child = child.expect("the program starts");
        let (send, lines) = channel();
        let streams: [Option<Box<dyn Read + Send>>; 2] = [
            child.stdout.take().map(|stream| Box::new(stream) as _),
            child.stderr.take().map(|stream| Box::new(stream) as _),
        ];
        for stream in streams.into_iter().flatten() {
            let send = send.clone();
            std::thread::spawn(move || {
                let lines = BufReader::new(stream).lines().map_while(Result::ok);
                // There is no receiver only at the end.
                lines.for_each(|line| drop(send.send(line)));
            });
        }
        Self { child, lines }
    }

    /// Waits for lines with these beginnings, in any order, since the two streams are not
    /// synchronised.
    ///
    /// # Panics
    /// If they do not come.
    pub fn expect(&self, starts: &[&str]) {
        let (mut missing, mut seen) = (starts.to_vec(), Vec::new());
        while !missing.is_empty() {
            let line = self.lines.recv_timeout(PATIENCE / 4);
            let line = line.unwrap_or_else(|_| panic!("expected {missing:?}, found {seen:?}"));
            missing.retain(|start| !line.starts_with(start));
            seen.push(line);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing a program that has ended does nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes a named pipe.
///
/// # Panics
/// If it cannot be made.
pub fn fifo(path: &Path) {
    let status = Command::new("mkfifo").arg(path).status();
    assert!(
        status.expect("mkfifo starts").success(),
        "{}",
        path.display()
    );
}

/// An output stream that is always full.
///
/// # Panics
/// If there is no `/dev/full`.
pub fn full() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    Stdio::from(full.expect("/dev/full can be opened"))
}

/// A file system in a folder, unmounted when this value is dropped.
#[derive(Debug)]
pub struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// Mounts a file system of this many kibibytes in this folder.
    ///
    /// # Errors
    /// If the system refuses: only root may mount.
    pub fn mount(folder: &'a Path, kibibytes: usize) -> Need<Self> {
        let output = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kibibytes}k"), "tmpfs"])
            .arg(folder)
            .output()
            .map_err(|error| format!("mount does not start: {error}"))?;
        if output.status.success() {
            Ok(Self(folder))
        } else {
            Err("this user may not mount a small disk".to_owned())
        }
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        // If unmounting fails, only a small file system stays.
        let _ = Command::new("umount").arg(self.0).status();
    }
}
