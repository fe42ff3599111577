//! Our reading and GNU Go's against proofs, on strings from real games.
//!
//! `tests/proven` holds lists of strings whose answer the solver has proven. The usual run asks our reader about all of them,
//! and proves a few again. Environment variables ask for more:
//!
//! | variable | what |
//! |---|---|
//! | `KATACHI_PROOF_PEER=1` | GNU Go is asked about all of them, too |
//! | `KATACHI_PROOF_AGAIN=N` | so many are proven again (100 in the usual run) |
//! | `KATACHI_PROOF_SUITE=FOLDER` | disagreements are written as a suite |
//! | `KATACHI_PROOF_MAKE=any`, `ko`, `fight` or `lost` | nothing is judged; instead the list with this rule of drawing grows (`sample/draw.rs`), from where it stopped |
//! | `KATACHI_PROOF_LISTS=FOLDER` | other lists are judged or made |
//! | `KATACHI_PROOF_SEED=N` | which strings are drawn (1 if not set), or proven again (new ones in each run if not set) |
//! | `KATACHI_PROOF_BUDGET=N` | positions for a search of the maker, or for a question of `KATACHI_PROOF_ASK` (2,000) |
//! | `KATACHI_PROOF_ASK=FILE` | nothing is judged; instead the solver is asked what stands in the file: paragraphs of a line `attack F7` or `defend F7` (more words are repeated with the answer) and a board in rows of `X`, `O` and `.` |
//! | `KATACHI_PROOF_MINUTES=N`, `KATACHI_PROOF_DRAWS=N` | when the maker stops (10 minutes, no limit) |
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
use crate::sample::records::{Archives, Drawn, archives, records};
use crate::sample::suite;
use crate::sample::tally::Tally;
use crate::solver::{Code, solve};
use katachi_board::{Board, Point, PointSet};
use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Strings that our reader gets wrong, of a hundred: of all, of those with ko; as measured, and what may be added to it.
const OUR_ERRORS: (f64, f64) = (0.06, 0.26);
const MARGIN: f64 = 0.2;

/// Proofs of so many positions are proven again in the usual run, with three times the budget and so much more.
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

/// What is proven about a string: attack and, where that works, defence.
pub struct Truth {
    pub attack: Code,
    pub defend: Option<Code>,
    /// Points that it depends on.
    pub zone: PointSet,
    /// Positions looked at.
    pub positions: usize,
}

impl Truth {
    /// Whether an answer of yes or no to attack and defence is right.
    pub fn is_seen_by(&self, attack: bool, defend: bool) -> bool {
        let works = |code| code != Code::Lose;
        attack == works(self.attack) && self.defend.is_none_or(|code| defend == works(code))
    }
}

/// The proven codes of attack and, where the attack works, of defence.
pub fn prove(drawn: &Drawn, budget: usize) -> Option<Truth> {
    let attack = solve(&drawn.position(!drawn.owner), drawn.target, budget)?;
    let mut truth = Truth {
        attack: attack.code,
        defend: None,
        zone: attack.zone,
        positions: attack.positions,
    };
    if attack.code != Code::Lose {
        let defend = solve(&drawn.position(drawn.owner), drawn.target, budget)?;
        truth.defend = Some(defend.code);
        truth.zone |= defend.zone;
        truth.positions += defend.positions;
    }
    Some(truth)
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
    // A string that stands in two lists counts for the first.
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

/// Proves some of the stored strings once more.
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

/// Makes a list longer.
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

/// Asks the solver what stands in a file.
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
