//! Writes disagreements as a test suite, with as few stones as keep the proof and the disagreement.

use std::fmt::Write as _;
use std::path::Path;

use katachi_board::Board;
use libtest_mimic::Failed;

use super::engines::{Peer, Said, ours, record};
use super::list::Fact;
use super::proof::prove;
use super::records::Drawn;
use crate::solver::{Code, SAFE_LIBERTIES};

/// The most tests, those with the fewest stones.
const MOST: usize = 100;

/// Keeps only the stones that the proof depends on, if the same can be proven of them.
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
        // The whole position is the last resort: there the disagreement is certain.
        for drawn in reduced(&drawn, fact).into_iter().chain([drawn]) {
            let own = ours(&drawn, fact);
            let theirs = match &mut peer {
                Some(peer) => Some(peer.ask(&drawn, fact)?),
                None => None,
            };
            if own.differs(fact) || theirs.is_some_and(|said| said.differs(fact)) {
                tests.push((drawn, fact, own, theirs));
                break;
            }
        }
    }
    tests.sort_by_key(|(drawn, ..)| drawn.stones.len());
    let games = folder.join("games/proven");
    std::fs::create_dir_all(&games)?;
    let mut text = String::from(
        "# Strings of real games whose answer is proven (engine/core/tests/solver), and that some reader gets wrong.\n\
         # Only the stones that the proof depends on, where that keeps the disagreement. Moves are not judged: there may be several.\n",
    );
    tests.truncate(MOST);
    for (at, (drawn, fact, own, theirs)) in tests.iter().enumerate() {
        let (number, fact) = (at + 1, *fact);
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
        std::fs::write(games.join(format!("{number}.sgf")), record(drawn))?;
        let code = right.unwrap_or(Code::Lose).printed();
        let name = if defence { "defend" } else { "attack" };
        let vertex = drawn.target.vertex(drawn.size);
        let expected = if code == 0 {
            "0".to_owned()
        } else {
            format!("{code} .*")
        };
        let known = if pick(*own) == right { "" } else { "*" };
        let peer = theirs.and_then(pick).map_or(String::new(), |code| {
            format!(", GNU Go 3.8 says {}", code.printed())
        });
        write!(
            text,
            "\nloadsgf games/proven/{number}.sgf\n{number} {name} {vertex}\n#? [{expected}]{known}\n\
             #DESCRIPTION={} liberties{peer}\n",
            drawn.liberties
        )?;
    }
    std::fs::write(folder.join("proven.tst"), text)?;
    println!("{} tests written", tests.len());
    Ok(())
}
