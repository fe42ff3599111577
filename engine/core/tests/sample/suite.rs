//! Disagreements as a suite of tests, each with as few stones as its proof needs.

use std::fmt::Write as _;
use std::path::Path;

use katachi_board::Board;
use libtest_mimic::Failed;

use super::Drawn;
use super::engines::{Peer, Said, ours, record};
use crate::solver::Code;
use crate::{Truth, prove};

/// No more tests than this, and of the same kind no more than a few.
const MOST: usize = 60;
const OF_A_KIND: usize = 6;

/// Only the stones that the proof depends on, if the same is proven of them.
fn reduced(drawn: &Drawn, truth: Truth, budget: usize) -> Option<(Drawn, Truth)> {
    let mut small = drawn.clone();
    small.stones.retain(|(_, at)| truth.zone.contains(*at));
    Board::with_stones(small.size, small.stones.clone()).ok()?;
    if small
        .position(drawn.owner)
        .chain(drawn.target)
        .liberties
        .len()
        > 4
    {
        return None;
    }
    let proven = prove(&small, budget)?;
    (proven.attack == truth.attack && proven.defend == truth.defend).then_some((small, proven))
}

/// Writes `proven.tst` and its records into a folder.
pub fn write(
    folder: &Path,
    cases: Vec<(Drawn, Truth)>,
    mut peer: Option<&mut Peer>,
    budget: usize,
) -> Result<(), Failed> {
    let mut tests = Vec::new();
    for (drawn, truth) in cases {
        let Some((small, truth)) = reduced(&drawn, truth, budget) else {
            continue;
        };
        let own = ours(&small, truth);
        let theirs = match &mut peer {
            Some(peer) => Some(peer.ask(&small, truth)?),
            None => None,
        };
        if own.differs(truth) || theirs.is_some_and(|said| said.differs(truth)) {
            tests.push((small, truth, own, theirs));
        }
    }
    tests.sort_by_key(|(drawn, ..)| drawn.stones.len());
    let games = folder.join("games/proven");
    std::fs::create_dir_all(&games)?;
    let mut text = String::from(
        "# Strings of real games whose answer is proven (engine/core/tests/solver), and that some reader gets wrong.\n\
         # Only the stones that the proof depends on. Moves are not judged: there may be several.\n",
    );
    let mut kinds = std::collections::BTreeMap::new();
    let mut number = 0;
    for (drawn, truth, own, theirs) in tests {
        let defence = truth.defend.is_some()
            && own.attack == truth.attack
            && theirs.is_none_or(|said| said.attack == truth.attack);
        let pick = |said: Said| {
            if defence {
                said.defend
            } else {
                Some(said.attack)
            }
        };
        let right = if defence {
            truth.defend
        } else {
            Some(truth.attack)
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
