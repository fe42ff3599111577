//! Checks that a program's cost grows no faster than its input.
//!
//! The program runs with no input and with inputs of three sizes, `n`, `2n` and `4n`. The test
//! compares the cost above that of an empty run: processor time, not elapsed time, and peak memory.
//! An input of four times the size costs 4 times as much if the cost is linear, and 16 times if it
//! is quadratic; the limit is far from both. Other programs disturb the caches, so a failed
//! comparison is repeated.

use std::io;
use std::process::{Command, Stdio};
use std::time::Duration;

use wait4::Wait4;

/// The cost of a run.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Processor time.
    pub time: Duration,
    /// The peak of its memory, in bytes.
    pub memory: u64,
}

/// An input of four times the size may cost this many times as much.
const MOST: f64 = 9.0;

/// Smaller costs cannot be compared reliably, so they count as this much.
const LEAST_TIME: Duration = Duration::from_millis(40);
const LEAST_MEMORY: u64 = 4 << 20;

/// A comparison fails after this many attempts.
const TRIES: usize = 3;

/// Runs a program to its end and discards its output.
///
/// # Errors
/// If it cannot be started, or a signal ends it, as when it runs out of memory.
pub fn usage(command: &mut Command) -> io::Result<Usage> {
    let child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let end = child.wait4()?;
    if end.status.code().is_none() {
        return Err(io::Error::other(format!("{command:?}: {}", end.status)));
    }
    Ok(Usage {
        time: end.rusage.utime + end.rusage.stime,
        memory: end.rusage.maxrss,
    })
}

/// Checks that the cost grows no faster than the input; `command` makes the command for an input of
/// the given size. Returns the cost for `4n` above that of an empty run.
///
/// # Panics
/// If a cost grows faster, or the program cannot be run.
pub fn expect_near_linear(n: usize, mut command: impl FnMut(usize) -> Command) -> Usage {
    let mut run = |size: usize| match usage(&mut command(size)) {
        Ok(usage) => usage,
        Err(error) => panic!("input of size {size}: {error}"),
    };
    let start = run(0);
    let mut found = String::new();
    for _ in 0..TRIES {
        let [once, twice, four] = [n, 2 * n, 4 * n].map(|size| {
            let usage = run(size);
            Usage {
                time: usage.time.saturating_sub(start.time),
                memory: usage.memory.saturating_sub(start.memory),
            }
        });
        let grows = |small: Usage, large: Usage, most: f64| {
            let time = large.time.as_secs_f64() / small.time.max(LEAST_TIME).as_secs_f64();
            let memory = large.memory as f64 / small.memory.max(LEAST_MEMORY) as f64;
            time > most || memory > most
        };
        if !grows(once, four, MOST) && !grows(once, twice, MOST / 2.0) {
            return four;
        }
        found = format!("n = {n}: {once:?}, 2n: {twice:?}, 4n: {four:?}");
    }
    panic!("expected costs that grow with the input, found {found}");
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_linear_cost_is_accepted() {
        let count = |n: usize| shell(&format!("i=0; while [ $i -lt {n} ]; do i=$((i+1)); done"));
        expect_near_linear(50_000, count);
    }

    #[test]
    #[should_panic(expected = "expected costs that grow with the input")]
    fn a_quadratic_cost_is_not() {
        let square = |n: usize| n * n;
        let count = |n: usize| {
            let n = square(n);
            shell(&format!("i=0; while [ $i -lt {n} ]; do i=$((i+1)); done"))
        };
        expect_near_linear(300, count);
    }
}
