//! Our reading and GNU Go's against proofs, on strings from real games.
//!
//! The usual run asks about a few. The long run:
//!
//! ```text
//! KATACHI_PROVEN_STRINGS=20000 cargo test --release -p katachi-core --test truth -- --nocapture
//! ```
//!
//! `KATACHI_PROOF_BUDGET` is the number of positions a proof may look at, `KATACHI_PROOF_SEED` draws other strings,
//! `KATACHI_PROOF_KO=1` only those near a ko, `KATACHI_PROOF_SUITE=FOLDER` writes the disagreements as a suite.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the test is run for"
)]

mod sample;
mod solver;

use libtest_mimic::{Arguments, Failed};
use sample::engines::{self, Peer};
use sample::tally::Tally;
use sample::{Drawn, suite};
use solver::{Code, greedy, solve};

/// Errors of our reader per hundred proven strings in the usual run, as measured, and what may be added to it.
const OUR_ERRORS: f64 = 1.2;
const MARGIN: f64 = 2.0;

fn number(name: &str, usual: usize) -> usize {
    let set = std::env::var(name).ok();
    set.map_or(usual, |text| text.parse().expect("a number"))
}

fn compare(archives: &sample::Archives) -> Result<(), Failed> {
    let long = std::env::var_os("KATACHI_PROVEN_STRINGS").is_some();
    let asked = number("KATACHI_PROVEN_STRINGS", 300);
    let budget = number("KATACHI_PROOF_BUDGET", if long { 6000 } else { 200 });
    let seed = number("KATACHI_PROOF_SEED", 1) as u64;
    let games = sample::games(archives, long)?;
    let mut peer = Peer::start();
    let mut tally = Tally::default();
    let mut cases = Vec::new();
    let ko = std::env::var_os("KATACHI_PROOF_KO").is_some();
    for drawn in sample::strings(games, seed, ko).take(asked) {
        let Some(truth) = prove(&drawn, budget) else {
            tally.unproven(&drawn);
            continue;
        };
        let greedy = (
            greedy::answer(&drawn.position(!drawn.owner), drawn.target),
            greedy::answer(&drawn.position(drawn.owner), drawn.target),
        );
        let ours = engines::ours(&drawn, truth);
        let theirs = peer
            .as_mut()
            .map(|peer| peer.ask(&drawn, truth))
            .transpose()?;
        tally.proven(&drawn, truth, greedy, ours, theirs);
        if ours.differs(truth) || theirs.is_some_and(|theirs| theirs.differs(truth)) {
            cases.push((drawn, truth));
        }
        if long && tally.asked() % 500 == 0 {
            println!("{tally}");
        }
    }
    println!("{tally}");
    if let Some(folder) = std::env::var_os("KATACHI_PROOF_SUITE") {
        suite::write(folder.as_ref(), cases, peer.as_mut(), budget)?;
    }
    let rate = tally.our_rate();
    if !long && rate > OUR_ERRORS + MARGIN {
        return Err(format!(
            "expected at most {OUR_ERRORS} + {MARGIN} wrong of 100 proven strings, found {rate:.1}"
        )
        .into());
    }
    Ok(())
}

/// The proven codes of attack and, where the attack works, of defence.
fn prove(drawn: &Drawn, budget: usize) -> Option<Truth> {
    let attack = solve(&drawn.position(!drawn.owner), drawn.target, budget)?;
    let mut zone = attack.zone;
    let defend = if attack.code == Code::Lose {
        None
    } else {
        let defend = solve(&drawn.position(drawn.owner), drawn.target, budget)?;
        zone |= defend.zone;
        Some(defend.code)
    };
    Some(Truth {
        attack: attack.code,
        defend,
        zone,
    })
}

/// What is proven about a string.
#[derive(Clone, Copy)]
pub struct Truth {
    attack: Code,
    defend: Option<Code>,
    zone: katachi_board::PointSet,
}

impl Truth {
    fn ko(self) -> bool {
        self.attack.is_ko() || self.defend.is_some_and(Code::is_ko)
    }
}

fn main() -> std::process::ExitCode {
    let trial = katachi_testkit::trial("proven_strings", sample::archives(), |archives| {
        compare(&archives)
    });
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}
