//! Programs under attack: given devices, pipes and full disks they must end, and say why.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::Need;

/// How long a program may run.
const PATIENCE: Duration = Duration::from_mins(2);

/// A program that has ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit status; `None` if a signal has ended it.
    pub status: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it complained of.
    pub stderr: String,
}

/// Runs a program to its end, with nothing to read on standard input.
///
/// # Panics
/// If it does not start, or does not end within two minutes.
pub fn run(command: &mut Command) -> Ended {
    run_with(command, Stdio::null(), Stdio::piped(), Stdio::piped())
}

/// Runs a program to its end with these standard streams. What does not come through a pipe is empty
/// in what is returned.
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

/// Makes a pipe with a name.
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

/// The stream of a disk that is full.
///
/// # Panics
/// Where there is no `/dev/full`.
pub fn full() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    Stdio::from(full.expect("/dev/full can be opened"))
}

/// A file system of its own in a folder; it goes with this value.
#[derive(Debug)]
pub struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// A file system of so many kibibytes in this folder.
    ///
    /// # Errors
    /// Says that only root may do that.
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
        // What is still mounted is a small thing.
        let _ = Command::new("umount").arg(self.0).status();
    }
}
