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
    compare(n, |size| match usage(&mut command(size)) {
        Ok(usage) => usage,
        Err(error) => panic!("input of size {size}: {error}"),
    })
}

/// Compares the costs that `run` measures for inputs of a given size.
fn compare(n: usize, mut run: impl FnMut(usize) -> Usage) -> Usage {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A run costs this much for an input of no size, which no comparison counts.
    const START: Usage = Usage {
        time: Duration::from_millis(500),
        memory: 20 << 20,
    };

    /// What a run costs that takes these many milliseconds and MiB above an empty one.
    fn costs(milliseconds: usize, mib: usize) -> Usage {
        Usage {
            time: START.time + Duration::from_millis(milliseconds as u64),
            memory: START.memory + ((mib as u64) << 20),
        }
    }

    #[test]
    fn linear_costs_are_accepted() {
        let most = compare(100, |n| costs(n, n));
        assert_eq!(most.time, Duration::from_millis(400));
        assert_eq!(most.memory, 400 << 20);
    }

    #[test]
    #[should_panic(expected = "expected costs that grow with the input")]
    fn a_quadratic_time_is_not() {
        compare(100, |n| costs(n * n / 100, n));
    }

    #[test]
    #[should_panic(expected = "expected costs that grow with the input")]
    fn a_quadratic_memory_is_not() {
        compare(100, |n| costs(n, n * n / 100));
    }

    #[test]
    fn costs_too_small_to_compare_are_accepted() {
        compare(10, |n| costs(n * n / 100, 0));
    }

    #[test]
    fn a_disturbed_comparison_is_repeated() {
        let mut runs = 0;
        compare(100, |n| {
            runs += 1;
            costs(if runs == 4 { 100 * n } else { n }, n)
        });
        assert_eq!(runs, 7, "an empty run and two times three");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_run_and_measured() {
        let count = |n: usize| {
            let mut shell = Command::new("sh");
            let script = format!("i=0; while [ $i -lt {n} ]; do i=$((i+1)); done");
            shell.args(["-c", &script]);
            shell
        };
        let most = expect_near_linear(50_000, count);
        assert!(most.time > Duration::ZERO);
    }
}
