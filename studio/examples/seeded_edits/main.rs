//! Whether a comparison finds the edits that change moves.
//!
//! ```text
//! cargo run --release -p katachi-studio --example seeded_edits -- 30 2000 2000 1 GAMES...
//! ```
//!
//! draws 30 edits of shipped databases with seed 1 (values, cells, constraints in turn) and
//! compares them with the shipped ones in 2,000 positions. In the first 2,000 of these the engine
//! is asked for its move as well, wherever the edit can matter or not. Prints a row for each edit,
//! and whether both agree. A comment is changed as well. docs/studio.md has a result.

mod edit;

use std::process::ExitCode;

use katachi_board::Point;
use katachi_core::{Decision, Engine, Wish};
use katachi_files::{complain, say};
use katachi_studio::compare::{Edits, Plan};
use katachi_studio::{Games, PatternSet, Place, Positions};
use rayon::prelude::*;

use edit::{Drawer, Kind, shipped};

/// The level of the engine: random games and reading cost least.
const LEVEL: i32 = 1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
    let (Some(edits), Some(positions), Some(asked), Some(seed)) =
        (number(0), number(1), number(2), number(3))
    else {
        complain!("expected EDITS POSITIONS ASKED SEED GAMES...");
        return ExitCode::FAILURE;
    };
    let paths: Vec<_> = arguments.iter().skip(4).map(Into::into).collect();
    let games = Games::read(&paths, None, None);
    match run(&games, edits, (positions as usize, asked as usize), seed) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(
    games: &Games,
    edits: u64,
    (positions, asked): (usize, usize),
    seed: u64,
) -> std::io::Result<bool> {
    let old = shipped();
    let positions = Positions::some(games, positions);
    let asked = &positions.places()[..asked.min(positions.places().len())];
    let truth = moves(&old, games, asked);
    say!(
        "{} positions of {} games, {} of them asked everywhere",
        positions.places().len(),
        games.games.len(),
        asked.len()
    )?;
    say!("edit  can matter  found  asked: changed  agrees  what")?;
    let mut drawer = Drawer::new(seed);
    let (mut all_agree, mut changing) = (true, 0);
    for number in 0..=edits {
        let kind = [Kind::Value, Kind::Cell, Kind::Constraint][(number % 3) as usize];
        let kind = if number == edits { Kind::Comment } else { kind };
        let edit = drawer.draw(kind);
        let edits = Edits::between(&old, &edit.set);
        let plan = Plan {
            old: &old,
            new: &edit.set,
            edits: &edits,
            games,
            positions: &positions,
            level: LEVEL,
        };
        let result = plan.run(|_| true);
        let found: Vec<Place> = result.changes.iter().map(|change| change.place).collect();
        let after = moves(&edit.set, games, asked);
        let places = asked.iter().zip(truth.iter().zip(&after));
        let changed: Vec<Place> = places
            .filter(|(_, (old, new))| old != new)
            .map(|(place, _)| *place)
            .collect();
        let mut found_there = found.iter().filter(|place| asked.contains(place));
        let agrees = changed
            .iter()
            .all(|place| found_there.next() == Some(place))
            && found_there.next().is_none()
            && (kind != Kind::Comment || changed.is_empty());
        all_agree &= agrees;
        changing += usize::from(!found.is_empty());
        say!(
            "{:>4}  {:>10}  {:>5}  {:>14}  {:>6}  {}",
            number + 1,
            result.thought,
            found.len(),
            changed.len(),
            if agrees { "yes" } else { "NO" },
            edit.text
        )?;
    }
    let verdict = if all_agree {
        "all found"
    } else {
        "NOT all found"
    };
    say!("{changing} edits change a move: {verdict}")?;
    Ok(all_agree)
}

/// The engine's moves in all positions.
fn moves(set: &PatternSet, games: &Games, places: &[Place]) -> Vec<Option<Point>> {
    let moves = places.par_iter().map_init(
        || {
            let mut engine = Engine::new(set.knowledge().clone());
            engine.analyst.set_level(LEVEL);
            engine
        },
        |engine, &place| {
            let (game, (color, _)) = (games.position(place)?, games.played(place)?);
            engine.forget();
            match engine
                .think_without_search(&game, &Wish::of(color))
                .decision
            {
                Decision::Play(point) => Some(point),
                Decision::Pass | Decision::Resign => None,
            }
        },
    );
    moves.collect()
}
