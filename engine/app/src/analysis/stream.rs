//! A search with reports to the client.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use katachi_core::monte_carlo::Report;
use katachi_gtp::Stream;

use super::write::View;
use super::{Format, Request, write};

/// The interval at which the client's input is checked.
const PAUSE: Duration = Duration::from_millis(2);

/// A search that continues each time it is called.
pub trait Search: Send {
    /// Searches for at most this time, or until `stop` returns true. Returns the report so far.
    fn search(&mut self, time: Duration, stop: &(dyn Fn() -> bool + Sync)) -> Report;
}

/// Shows a search until the client sends something: a line at each interval, and one at the end.
pub fn watch(
    search: &mut dyn Search,
    format: Format,
    request: &Request,
    view: View,
    stream: &mut Stream<'_>,
) {
    stream.begin();
    loop {
        let until = Instant::now() + request.interval;
        let mut is_interrupted = || stream.is_interrupted();
        let report = interruptible(&mut is_interrupted, |stop| {
            search.search(request.interval, stop)
        });
        stream.line(&write::report(&report, format, request, view));
        // A search may have nothing left to do.
        while Instant::now() < until && !stream.is_interrupted() {
            thread::sleep(PAUSE);
        }
        if stream.is_interrupted() {
            return;
        }
    }
}

/// Runs work in another thread, while this one checks the client's input and stops the work.
pub fn interruptible<T: Send>(
    is_interrupted: &mut dyn FnMut() -> bool,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> T {
    let is_stopped = AtomicBool::new(false);
    let stop = || is_stopped.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(&stop));
        while !worker.is_finished() {
            if is_interrupted() {
                is_stopped.store(true, Ordering::Relaxed);
                break;
            }
            thread::sleep(PAUSE);
        }
        worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write, pipe};

    use katachi_board::{BoardSize, Symmetry};
    use katachi_core::monte_carlo::MoveReport;
    use katachi_gtp::{Answer, Command, Handler, Listener, serve};

    use super::*;

    /// Counts its calls, and soon has nothing left to do.
    #[derive(Default)]
    struct Fake(u32);

    impl Search for Fake {
        fn search(&mut self, time: Duration, stop: &(dyn Fn() -> bool + Sync)) -> Report {
            let until = Instant::now() + time;
            self.0 += 1;
            while self.0 < 3 && Instant::now() < until && !stop() {
                thread::sleep(Duration::from_millis(1));
            }
            Report {
                moves: vec![MoveReport {
                    visits: self.0,
                    variation: vec![None],
                    ..MoveReport::default()
                }],
                ..Report::default()
            }
        }
    }

    struct Engine;

    impl Handler for Engine {
        fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
            let request = Request::parse(command.args().rest(), |_| None).unwrap();
            let view = View {
                size: BoardSize::NINETEEN,
                orientation: Symmetry::IDENTITY,
            };
            watch(&mut Fake::default(), Format::Lz, &request, view, stream);
            Answer::Streamed
        }
    }

    fn info(visits: u32) -> String {
        format!("info move pass visits {visits} winrate 0 prior 0 lcb 0 order 0 pv pass")
    }

    #[test]
    fn a_line_comes_at_each_interval_until_the_next_command() {
        let ((commands, mut client), (replies, writer)) = (pipe().unwrap(), pipe().unwrap());
        let engine = thread::spawn(move || {
            serve(Listener::new(commands).unwrap(), writer, &mut Engine).unwrap()
        });
        let mut replies = BufReader::new(replies).lines();
        let mut next = || replies.next().unwrap().unwrap();
        client.write_all(b"1 lz-analyze 2\n").unwrap();
        assert_eq!(next(), "=1");
        for visits in 1..=5 {
            assert_eq!(next(), info(visits));
        }
        client
            .write_all(b"2 lz-analyze b interval 100000\n")
            .unwrap();
        while !next().is_empty() {}
        assert_eq!(next(), "=2");
        // Long before the end of the interval.
        drop(client);
        assert_eq!([next(), next()], [info(1), String::new()]);
        engine.join().unwrap();
    }

    #[test]
    fn a_script_sees_one_line_of_each_analysis() {
        let mut output = Vec::new();
        serve(&b"analyze b\nanalyze 1"[..], &mut output, &mut Engine).unwrap();
        let one = format!("=\n{}\n\n", info(1));
        assert_eq!(String::from_utf8(output).unwrap(), one.repeat(2));
    }
}
