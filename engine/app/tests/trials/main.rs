//! Tests that need something from outside, or are made from lists, in one program.

mod clients;
mod comparison;
mod connections;
#[cfg(unix)]
mod desktop;
mod dragons;
mod eye_truth;
mod eyes;
mod files;
mod gnugo;
mod gnugo_page;
mod handicap;
mod moves;
mod patterns;
mod scores;
mod semeai;
mod studio;
mod terminal;
mod transcripts;
mod values;
mod whole_games;
mod worms;

use std::process::ExitCode;

use katachi_testkit::run_modules;
use libtest_mimic::Failed;

fn main() -> Result<ExitCode, Failed> {
    Ok(run_modules([
        ("worms", worms::trials()),
        ("dragons", dragons::trials()),
        ("connections", connections::trials()),
        ("eyes", eyes::trials()),
        ("eye_truth", eye_truth::trials()),
        // The longest come early, so that both cores are busy to the end.
        ("whole_games", whole_games::trials()),
        ("values", values::trials()),
        ("clients", clients::trials()),
        #[cfg(unix)]
        ("desktop", desktop::trials()),
        #[cfg(target_os = "linux")]
        ("files", files::trials()),
        ("gnugo", gnugo::trials()),
        ("gnugo_page", gnugo_page::trials()?),
        ("handicap", handicap::trials()),
        ("moves", moves::trials()),
        ("patterns", patterns::trials()),
        ("scores", scores::trials()),
        ("semeai", semeai::trials()),
        ("studio", studio::trials()),
        ("terminal", terminal::trials()),
        ("transcripts", transcripts::trials()?),
    ]))
}
