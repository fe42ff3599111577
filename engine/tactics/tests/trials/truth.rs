//! Our reading and GNU Go's, compared with proofs about strings from real games.
//!
//! The lists in `tests/proven` hold strings whose answer the solver has proven. The usual run asks
//! our reader about all of them, and repeats a few proofs. Environment variables change that:
//!
//! | variable | meaning |
//! |---|---|
//! | `KATACHI_PROOF_PEER=1` | asks GNU Go about all strings as well |
//! | `KATACHI_PROOF_AGAIN=N` | repeats N proofs (100 in the usual run) |
//! | `KATACHI_PROOF_SUITE=FOLDER` | writes disagreements as a suite |
//! | `KATACHI_PROOF_MAKE=any`, `ko`, `fight` or `lost` | extends the list with this rule of drawing (`sample/draw.rs`) from where it stopped, and judges nothing |
//! | `KATACHI_PROOF_LISTS=FOLDER` | judges or extends other lists |
//! | `KATACHI_PROOF_SEED=N` | the seed for drawing strings (default 1) or for the proofs to repeat (default: another one in each run) |
//! | `KATACHI_PROOF_BUDGET=N` | positions for a search of the maker, or for a question of `KATACHI_PROOF_ASK` (default 2,000) |
//! | `KATACHI_PROOF_ASK=FILE` | asks the solver the questions of a file, and judges nothing. A question is a paragraph: a line `attack F7` or `defend F7` (further words appear in the answer), then a board in rows of `X`, `O` and `.` |
//! | `KATACHI_PROOF_MINUTES=N`, `KATACHI_PROOF_DRAWS=N` | limits of the maker (default 10 minutes, any number of draws) |
//!
//! The same draws with the same budget give the same list. The maker uses one thread.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the test is run for"
)]

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::sample::draw::Rule;
use crate::sample::engines::{self, Peer};
use crate::sample::list::{Fact, List};
use crate::sample::make::{self, Terms};
use crate::sample::proof::prove;
use crate::sample::records::{Archives, Drawn, archives, records};
use crate::sample::suite;
use crate::sample::tally::Tally;
use crate::solver::solve;
use katachi_board::{Board, Point};
use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Wrong answers of our reader for a hundred strings, as measured: of all strings, and of those
/// with ko. The test allows [`MARGIN`] more.
const OUR_ERRORS: (f64, f64) = (0.06, 0.26);
const MARGIN: f64 = 0.2;

/// The usual run repeats proofs of at most this many positions. The budget is three times theirs
/// plus this number.
const CHEAP: usize = 600;

fn number(name: &str) -> Result<Option<usize>, Failed> {
    let Some(set) = std::env::var_os(name) else {
        return Ok(None);
    };
    let text = set.to_str().and_then(|text| text.parse().ok());
    let wrong = || {
        Failed::from(format!(
            "{name}: expected a number, found {}",
            set.display()
        ))
    };
    text.map(Some).ok_or_else(wrong)
}

/// Asks the readers about all strings of the lists.
fn judge(archives: &Archives) -> Result<(), Failed> {
    let records = records(archives)?;
    let mut peer = match number("KATACHI_PROOF_PEER")? {
        Some(1..) => Peer::start(),
        _ => None,
    };
    let mut tally = Tally::new(peer.is_some());
    let mut cases = Vec::new();
    // A string that is in two lists counts for the first.
    let mut seen = HashSet::new();
    for rule in Rule::ALL {
        let list = List::read(rule)?;
        for (place, drawn, fact) in list.positions(&records)? {
            if !seen.insert(place.clone()) {
                continue;
            }
            let ours = engines::ours(&drawn, fact);
            let theirs = match &mut peer {
                Some(peer) => Some(peer.ask(&drawn, fact)?),
                None => None,
            };
            tally.add(rule, fact, ours, theirs);
            if ours.differs(fact) || theirs.is_some_and(|said| said.differs(fact)) {
                cases.push((drawn, fact));
            }
        }
    }
    println!("{tally}");
    if let Some(folder) = std::env::var_os("KATACHI_PROOF_SUITE") {
        suite::write(folder.as_ref(), cases, peer.as_mut())?;
    }
    let (found, recorded) = (tally.our_rates(), OUR_ERRORS);
    for (name, found, recorded) in [
        ("strings", found.0, recorded.0),
        ("strings with ko", found.1, recorded.1),
    ] {
        if found > recorded + MARGIN {
            return Err(format!(
                "expected at most {recorded} + {MARGIN} wrong of 100 proven {name}, found {found:.2}; \
                 KATACHI_PROOF_SUITE=FOLDER shows which"
            )
            .into());
        }
    }
    Ok(())
}

/// Repeats some of the stored proofs.
fn prove_again(archives: &Archives) -> Result<(), Failed> {
    let records = records(archives)?;
    let asked = number("KATACHI_PROOF_AGAIN")?;
    let seed = match number("KATACHI_PROOF_SEED")? {
        Some(seed) => seed as u64,
        None => SystemTime::UNIX_EPOCH.elapsed()?.as_secs(),
    };
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut strings: Vec<(Rule, Drawn, Fact)> = Vec::new();
    for rule in Rule::ALL {
        let list = List::read(rule)?;
        let found = list.positions(&records)?.into_iter();
        strings.extend(found.map(|(_, drawn, fact)| (rule, drawn, fact)));
    }
    if asked.is_none() {
        strings.retain(|(_, _, fact)| fact.positions <= CHEAP);
    }
    let (mut proven, mut open) = (0, 0);
    while proven + open < asked.unwrap_or(100) && !strings.is_empty() {
        let (rule, drawn, fact) = strings.swap_remove(dice.random_range(0..strings.len()));
        match prove(&drawn, 3 * fact.positions + CHEAP) {
            Some(truth) if fact.agrees(&truth) => proven += 1,
            Some(truth) => {
                let vertex = drawn.target.vertex(drawn.size);
                return Err(format!(
                    "list `{}`, seed {seed}: expected {:?} and {:?} at {vertex}, proven are {:?} and {:?} in\n{}",
                    rule.name(), fact.attack, fact.defend, truth.attack, truth.defend, engines::record(&drawn)
                )
                .into());
            }
            None => open += 1,
        }
    }
    println!("proven again: {proven}, not within the budget: {open}, seed {seed}");
    if open * 5 > proven {
        return Err(format!(
            "expected proofs as cheap as the lists say, {open} of {} were not found",
            open + proven
        )
        .into());
    }
    Ok(())
}

/// Extends a list.
fn grow(archives: &Archives, name: &str) -> Result<(), Failed> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == name);
    let rule = rule.ok_or_else(|| {
        format!("KATACHI_PROOF_MAKE: expected any, ko, fight or lost, found {name}")
    })?;
    let terms = Terms {
        rule,
        seed: number("KATACHI_PROOF_SEED")?.unwrap_or(1) as u64,
        budget: number("KATACHI_PROOF_BUDGET")?.unwrap_or(2000),
        time: Duration::from_secs(60 * number("KATACHI_PROOF_MINUTES")?.unwrap_or(10) as u64),
        draws: number("KATACHI_PROOF_DRAWS")?.unwrap_or(usize::MAX),
    };
    make::make(&records(archives)?, &terms)
}

/// Answers the questions of a file with the solver.
fn answer(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let budget = number("KATACHI_PROOF_BUDGET")?.unwrap_or(2000);
    for paragraph in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let (question, rows) = paragraph.trim().split_once('\n').unwrap_or_default();
        let wrong = || format!("expected `attack F7`, a string, and a board, found {paragraph}");
        let board: Board = rows.parse().map_err(|_| wrong())?;
        let mut words = question.split_whitespace();
        let (verb, vertex) = (words.next(), words.next().unwrap_or_default());
        let drawn = Point::from_vertex(vertex, board.size())
            .ok()
            .and_then(|target| Drawn::of(&board, target));
        let drawn = drawn.ok_or_else(wrong)?;
        let mover = match verb {
            Some("attack") => !drawn.owner,
            Some("defend") => drawn.owner,
            _ => return Err(wrong().into()),
        };
        match solve(&drawn.position(mover), drawn.target, budget) {
            Some(found) => println!(
                "{question}: {} {}, {} positions",
                found.code.printed(),
                found
                    .point
                    .map_or_else(String::new, |point| point.vertex(drawn.size).to_string()),
                found.positions
            ),
            None => println!("{question}: not proven with {budget} positions"),
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    if let Some(path) = std::env::var_os("KATACHI_PROOF_ASK") {
        let asked = Trial::test("the_solver_answers", move || answer(path.as_ref()));
        return vec![asked];
    }
    match std::env::var("KATACHI_PROOF_MAKE") {
        Ok(rule) => vec![trial("a_list_grows", archives(), move |archives| {
            grow(&archives, &rule)
        })],
        Err(_) => vec![
            trial("readers_against_proofs", archives(), |archives| {
                judge(&archives)
            }),
            trial("stored_proofs_hold", archives(), |archives| {
                prove_again(&archives)
            }),
        ],
    }
}
