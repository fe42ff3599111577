//! The maker: draws strings, proves what it can, and adds it to a list.

use std::time::{Duration, Instant};

use libtest_mimic::Failed;

use super::draw::{Rule, draw};
use super::list::{Fact, List, Pass, Place};
use super::proof::prove;
use super::records::Record;
use crate::solver::greedy;
use katachi_board::Color;

/// The limits of the maker.
pub struct Terms {
    pub rule: Rule,
    pub seed: u64,
    /// Positions for a search.
    pub budget: usize,
    /// The time after which it stops.
    pub time: Duration,
    /// The number of draws after which it stops.
    pub draws: usize,
}

/// How often new proofs are written to the file.
const INTERVAL: Duration = Duration::from_secs(30);

/// Continues the pass with this seed and budget, or begins it.
pub fn make(records: &[Record], terms: &Terms) -> Result<(), Failed> {
    let mut list = List::read(terms.rule)?;
    let same = |pass: &Pass| pass.seed == terms.seed && pass.budget == terms.budget;
    let at = list.passes.iter().position(same).unwrap_or_else(|| {
        list.passes.push(Pass {
            seed: terms.seed,
            budget: terms.budget,
            drawn: 0,
        });
        list.passes.len() - 1
    });
    let (start, mut written) = (Instant::now(), Instant::now());
    while list.passes[at].drawn < terms.draws && start.elapsed() < terms.time {
        let found = draw(records, terms.rule, terms.seed, list.passes[at].drawn);
        let (drawn, record) = (&found.drawn, &records[found.record]);
        let place = Place {
            archive: record.archive.clone(),
            path: record.path.clone(),
            moves: found.moves,
            vertex: drawn.target.vertex(drawn.size).to_string(),
        };
        if !list.strings.contains_key(&place)
            && let Some(truth) = prove(drawn, terms.budget)
        {
            let says = |mover| greedy::answer(&drawn.position(mover), drawn.target);
            let fact = Fact {
                black: drawn.owner == Color::Black,
                liberties: drawn.liberties,
                attack: truth.attack,
                defend: truth.defend,
                greedy_right: truth.is_seen_by(says(!drawn.owner), says(drawn.owner)),
                positions: truth.positions,
            };
            list.strings.insert(place, fact);
        }
        list.passes[at].drawn += 1;
        if written.elapsed() > INTERVAL {
            list.write()?;
            written = Instant::now();
        }
    }
    list.write()?;
    println!(
        "{} strings, {} draws dealt with in this pass",
        list.strings.len(),
        list.passes[at].drawn
    );
    Ok(())
}
