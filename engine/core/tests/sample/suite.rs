//! Disagreements as a suite of tests, each with as few stones as its proof needs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use katachi_board::Board;
use libtest_mimic::Failed;

use super::engines::{Peer, Said, ours, record};
use super::list::Fact;
use super::records::Drawn;
use crate::prove;
use crate::solver::{Code, SAFE_LIBERTIES};

/// No more tests than this, and of the same kind no more than a few.
const MOST: usize = 100;
const OF_A_KIND: usize = 8;

/// Only the stones that the proof depends on, if the same is proven of them.
fn reduced(drawn: &Drawn, fact: Fact) -> Option<Drawn> {
    let budget = 2 * fact.positions + 1000;
    let zone = prove(drawn, budget)?.zone;
    let mut small = drawn.clone();
    small.stones.retain(|(_, at)| zone.contains(*at));
    let board = Board::with_stones(small.size, small.stones.clone()).ok()?;
    small.liberties = board.liberty_count(small.target);
    (small.liberties < SAFE_LIBERTIES && fact.agrees(&prove(&small, budget)?)).then_some(small)
}

/// Writes `proven.tst` and its records into a folder.
pub fn write(
    folder: &Path,
    cases: Vec<(Drawn, Fact)>,
    mut peer: Option<&mut Peer>,
) -> Result<(), Failed> {
    let mut tests = Vec::new();
    for (drawn, fact) in cases {
        let Some(small) = reduced(&drawn, fact) else {
            continue;
        };
        let own = ours(&small, fact);
        let theirs = match &mut peer {
            Some(peer) => Some(peer.ask(&small, fact)?),
            None => None,
        };
        if own.differs(fact) || theirs.is_some_and(|said| said.differs(fact)) {
            tests.push((small, fact, own, theirs));
        }
    }
    tests.sort_by_key(|(drawn, ..)| drawn.stones.len());
    let games = folder.join("games/proven");
    std::fs::create_dir_all(&games)?;
    let mut text = String::from(
        "# Strings of real games whose answer is proven (engine/core/tests/solver), and that some reader gets wrong.\n\
         # Only the stones that the proof depends on. Moves are not judged: there may be several.\n",
    );
    let mut kinds = BTreeMap::new();
    let mut number = 0;
    for (drawn, fact, own, theirs) in tests {
        let defence = fact.defend.is_some()
            && own.attack == fact.attack
            && theirs.is_none_or(|said| said.attack == fact.attack);
        let pick = |said: Said| {
            if defence {
                said.defend
            } else {
                Some(said.attack)
            }
        };
        let right = if defence {
            fact.defend
        } else {
            Some(fact.attack)
        };
        let kind = format!("{:?} {:?} {:?}", right, pick(own), theirs.map(pick));
        let seen: &mut usize = kinds.entry((drawn.liberties, defence, kind)).or_default();
        *seen += 1;
        if *seen > OF_A_KIND || number >= MOST {
            continue;
        }
        number += 1;
        std::fs::write(games.join(format!("{number}.sgf")), record(&drawn))?;
        let code = right.unwrap_or(Code::Lose).printed();
        let name = if defence { "defend" } else { "attack" };
        let vertex = drawn.target.vertex(drawn.size);
        let expected = if code == 0 {
            "0".to_owned()
        } else {
            format!("{code} .*")
        };
        let peer = theirs.and_then(pick).map_or(String::new(), |code| {
            format!(", GNU Go 3.8 says {}", code.printed())
        });
        write!(
            text,
            "\nloadsgf games/proven/{number}.sgf\n{number} {name} {vertex}\n#? [{expected}]\n\
             #DESCRIPTION={} liberties{peer}\n",
            drawn.liberties
        )?;
    }
    std::fs::write(folder.join("proven.tst"), text)?;
    println!("{number} tests written");
    Ok(())
}
