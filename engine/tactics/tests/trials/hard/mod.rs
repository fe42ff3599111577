//! Hard questions: strings and pairs of strings about which readers disagree, in positions of real
//! games, in problems, and in both with a stone added, removed or shifted.
//!
//! `tests/hard` lists them. A question is listed if our reader and GNU Go, both at level 10 and at
//! level 16, do not all agree. Its answer is known in one of three ways:
//!
//! - *proven* by the solver;
//! - *deep*: our reader with a hundred times the nodes and GNU Go at level 16 agree;
//! - *argued*: these two disagree, play on against each other, and one of them gives in.
//!
//! Questions without an answer are left out. All questions of a game or a problem belong to one
//! part, chosen by a hash: one for tuning, one that is only reported.
//!
//! The usual run asks our reader at level 10. Environment variables change that:
//!
//! | variable | meaning |
//! |---|---|
//! | `KATACHI_HARD_LEVELS=8,10,13,16` | the levels of our reader |
//! | `KATACHI_HARD_SHARE=N` | asks about every Nth string only (default 5; the pairs are all asked) |
//! | `KATACHI_HARD_PEER=1` | asks GNU Go at level 10 as well |
//! | `KATACHI_HARD_ENGINE='COMMAND'` | asks this program over GTP as well, its path written out|
//! | `KATACHI_HARD_SHOW=N` | shows the first N wrong answers of the part for tuning, with boards |
//! | `KATACHI_HARD_COST=N` | asks our reader about the strings of N drawn positions of games, and says what that costs; judges nothing |
//! | `KATACHI_HARD_MAKE=strings` or `pairs` | extends the list from where it stopped, and judges nothing |
//! | `KATACHI_HARD_MAKE=again` | finds the answers of the list of strings again |
//! | `KATACHI_HARD_LISTS=FOLDER` | judges or makes other lists |
//! | `KATACHI_HARD_MINUTES=N`, `KATACHI_HARD_BUDGET=N` | limits of the maker: time (default 10 minutes), positions of a proof (default 20,000) |

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the test is run for"
)]

mod argument;
mod list;
mod make;
mod place;
mod tally;

use std::time::Duration;

use katachi_board::Outcome;
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::{Limits, Reader};
use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;

use crate::sample::engines::{Peer, Said, our_pair, ours_within};
use crate::sample::records::Drawn;
use crate::solver::Code;
use argument::OneString;
use list::{Entry, List};
use place::{Files, Part, Place, Places, files};
use tally::Tally;

/// The usual run asks about every string of this number.
const USUAL_SHARE: usize = 5;

/// Wrong answers of our reader at level 10 for a hundred strings or pairs of the usual run, for
/// tuning and reported, as measured. The test allows [`MARGIN`] more.
const STRING_ERRORS: [f64; 2] = [16.3, 19.4];
const PAIR_ERRORS: [f64; 2] = [43.7, 48.4];
const MARGIN: f64 = 1.0;

fn number(name: &str, usual: usize) -> Result<usize, Failed> {
    let Some(set) = std::env::var_os(name) else {
        return Ok(usual);
    };
    let text = set.to_str().and_then(|text| text.parse().ok());
    text.ok_or_else(|| format!("{name}: expected a number, found {}", set.display()).into())
}

/// The levels of our reader.
fn levels() -> Result<Vec<i32>, Failed> {
    let text = std::env::var("KATACHI_HARD_LEVELS").unwrap_or_else(|_| "10".to_owned());
    let level = |word: &str| {
        let wrong = |_| format!("KATACHI_HARD_LEVELS: expected levels as `8,10`, found {text}");
        word.parse().map_err(wrong)
    };
    Ok(text.split(',').map(level).collect::<Result<_, _>>()?)
}

/// The other programs that are asked, with their names.
fn others() -> Result<Vec<(&'static str, Peer)>, Failed> {
    let mut others = Vec::new();
    if number("KATACHI_HARD_PEER", 0)? != 0 {
        others.extend(Peer::start().map(|peer| ("GNU Go", peer)));
    }
    if let Ok(command) = std::env::var("KATACHI_HARD_ENGINE") {
        others.push(("the engine", Peer::of(&command)?));
    }
    Ok(others)
}

/// Asks the readers about all strings of the list.
fn judge_strings(files: &Files) -> Result<(), Failed> {
    let levels = levels()?;
    let places = &Places::open(files)?;
    let mut others = others()?;
    let mut shown = number("KATACHI_HARD_SHOW", 0)?;
    let mut tally = Tally::default();
    let list = List::read("strings")?;
    let share = number("KATACHI_HARD_SHARE", USUAL_SHARE)?.max(1);
    for (place, entry, drawn) in list.strings(places)?.into_iter().step_by(share) {
        let part = place.source.part();
        let wanted = |_: Code| entry.defend.is_some();
        for &level in &levels {
            let said = ours_within(Limits::for_level(level), &drawn, wanted);
            tally.add(part, entry, &format!("ours, level {level}"), said);
            if level == levels[0] && part == Part::Tuning && shown > 0 && entry.differs(said) {
                shown -= 1;
                show(place, entry, &drawn, said)?;
            }
        }
        for (name, other) in &mut others {
            other.load(&drawn)?;
            tally.add(part, entry, name, other.judge(&drawn, wanted)?);
        }
    }
    println!("{tally}");
    if share != USUAL_SHARE {
        return Ok(());
    }
    check(&tally, &levels, "strings", STRING_ERRORS)
}

/// Asks the readers about all pairs of the list.
fn judge_pairs(files: &Files) -> Result<(), Failed> {
    let levels = levels()?;
    let places = &Places::open(files)?;
    let mut others = others()?;
    let mut tally = Tally::default();
    let list = List::read("pairs")?;
    for (place, entry, drawn, other) in list.pairs(places)? {
        let part = place.source.part();
        let wanted = |_: Code| entry.defend.is_some();
        for &level in &levels {
            let mut reader = ConnectionReader::for_level(level);
            let said = our_pair(&mut reader, &drawn, other, wanted);
            tally.add(part, entry, &format!("ours, level {level}"), said);
        }
        for (name, reader) in &mut others {
            reader.load(&drawn)?;
            let said = reader.judge_pair(&drawn, other, wanted)?;
            tally.add(part, entry, name, said);
        }
    }
    println!("{tally}");
    check(&tally, &levels, "pairs", PAIR_ERRORS)
}

/// Whether our reader at level 10 errs no more often than recorded.
fn check(tally: &Tally, levels: &[i32], kind: &str, errors: [f64; 2]) -> Result<(), Failed> {
    if levels != [10] {
        return Ok(());
    }
    for (part, recorded) in Part::ALL.into_iter().zip(errors) {
        let found = tally.rate(part, "ours, level 10");
        if found > recorded + MARGIN {
            return Err(format!(
                "expected at most {recorded} + {MARGIN} wrong of 100 hard {kind} ({part}), \
                 found {found:.2}"
            )
            .into());
        }
    }
    Ok(())
}

/// Asks our reader at level 10 about the strings of this many drawn positions of games.
fn cost(files: &Files, draws: u64) -> Result<(), Failed> {
    let places = Places::open(files)?;
    let drawn = make::plain_strings(&places, draws);
    let mut reader = Reader::new(Limits::for_level(10));
    let start = cpu_time::ProcessTime::now();
    let mut questions = 0;
    let mut hits = 0;
    for (board, strings) in drawn {
        let mut board = board;
        reader.forget();
        for string in strings {
            questions += 1;
            if reader.attack(&mut board, string).outcome != Outcome::Lose {
                questions += 1;
                hits += 1;
                reader.defend(&mut board, string);
            }
        }
    }
    println!(
        "{questions} questions, {hits} attacks that work: {} nodes, {} trial moves, {:.2} s",
        reader.nodes(),
        reader.tries(),
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Shows a wrong answer, and the argument about it.
fn show(place: &Place, entry: Entry, drawn: &Drawn, said: Said) -> Result<(), Failed> {
    let vertex = drawn.target.vertex(drawn.size);
    println!(
        "{place} {vertex} {entry}: found {said:?}\n{}",
        drawn.board()
    );
    let Some(mut peer) = Peer::at_level(16) else {
        return Ok(());
    };
    let mover = if entry.attack == said.attack {
        drawn.owner
    } else {
        !drawn.owner
    };
    argument::argue(&mut OneString::new(drawn), drawn, mover, &mut peer)?;
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    match std::env::var("KATACHI_HARD_MAKE") {
        Ok(kind) => vec![trial("a_list_grows", files(), move |files| {
            let places = Places::open(&files)?;
            let minutes = number("KATACHI_HARD_MINUTES", 10)?;
            let limits = make::Terms {
                time: Duration::from_secs(60 * minutes as u64),
                budget: number("KATACHI_HARD_BUDGET", 20_000)?,
            };
            match kind.as_str() {
                "strings" => make::strings(&places, &limits),
                "pairs" => make::pairs(&places, &limits),
                "again" => make::again(&places, &limits),
                _ => Err(format!(
                    "KATACHI_HARD_MAKE: expected strings, pairs or again, found {kind}"
                )
                .into()),
            }
        })],
        Err(_) if std::env::var_os("KATACHI_HARD_COST").is_some() => {
            vec![trial("costs", files(), |files| {
                cost(&files, number("KATACHI_HARD_COST", 0)? as u64)
            })]
        }
        Err(_) => vec![
            trial("strings", files(), |files| judge_strings(&files)),
            trial("pairs", files(), |files| judge_pairs(&files)),
        ],
    }
}
