//! The `twogtp` program: plays a match between two GTP engines. Start reading at [`run`].

mod options;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Parser;
use indicatif::ProgressBar;
use katachi_files::complain;
use katachi_files::stream::print;
use katachi_tools::contest::{Contest, Event, Outcome};
use katachi_tools::sprt::Sprt;
use katachi_tools::summary::Standings;
use katachi_tools::table::Row;

use options::Options;

/// The exit status of an interrupted match, the one that shells give for Ctrl-C.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    katachi_program::end("twogtp", 1, run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let contest = options.contest()?;
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            // The second request: end at once. The files are complete at any moment.
            std::process::exit(INTERRUPTED.into());
        }
        complain!("\ntwogtp: the moves under way are the last ones; once more ends at once");
    })
    .context("cannot listen for Ctrl-C")?;
    let mut table = contest.open(&mut |warning| {
        complain!("twogtp: warning: {warning}");
    })?;
    let before = table.rows().len();
    if before > 0 {
        let path = contest.table_path();
        complain!(
            "twogtp: {}: {before} games are there already",
            path.display()
        );
    }
    let mut status = Status::new(&contest, table.rows());
    let outcome = contest.run(&mut table, &stop, &mut |event| status.show(event));
    status.clear();
    let standings = Standings::of(table.rows());
    let (first, second) = (contest.terms.black.line(), contest.terms.white.line());
    let report = standings.report(first, second, contest.sprt.as_ref());
    // Print the report even after an error, for the games so far.
    let said = print(report);
    if outcome? == Outcome::Interrupted {
        let (done, games) = (table.rows().len(), contest.games);
        complain!("twogtp: {done} of {games} games are played; the same command plays the others");
        return Ok(INTERRUPTED.into());
    }
    said?;
    Ok(ExitCode::SUCCESS)
}

/// The progress of the match, as a line on a terminal.
struct Status {
    bar: ProgressBar,
    standings: Standings,
    sprt: Option<Sprt>,
}

impl Status {
    fn new(contest: &Contest, rows: &[Row]) -> Self {
        let games = Some(contest.games as u64);
        let bar = katachi_program::progress(games, "[{pos}/{len}] {prefix}  {msg}");
        bar.set_position(rows.len() as u64);
        let status = Self {
            bar,
            standings: Standings::of(rows),
            sprt: contest.sprt,
        };
        status.show_standings();
        status
    }

    fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Move { game, moves } => {
                self.bar.set_message(format!("game {game}: {moves} moves"));
            }
            Event::Finished(row) => {
                self.standings.add(row);
                self.bar.inc(1);
                self.show_standings();
            }
        }
    }

    fn show_standings(&self) {
        self.bar
            .set_prefix(self.standings.status(self.sprt.as_ref()));
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
