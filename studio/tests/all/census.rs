use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use katachi_matcher::naive;
use katachi_studio::census::{Depth, Plan, Report, Saved, SavedError, Tally, csv, lenses, page};
use katachi_studio::{Games, PatternSet, Positions};
use patc::counts::Meaning;

use crate::common::{games, set_of, shipped, small_games};

fn plan<'a>(
    set: &'a PatternSet,
    games: &'a Games,
    positions: &'a Positions,
    depth: Depth,
) -> Plan<'a> {
    Plan {
        set,
        games,
        positions,
        depth,
        level: 1,
        judged: 0,
    }
}

fn count(plan: &Plan<'_>) -> Tally {
    plan.run(&mut Saved::nowhere(), |_| true).unwrap()
}

/// The counts without times, which differ from run to run.
fn timeless(mut tally: Tally) -> Tally {
    for count in tally.counts.values_mut() {
        count.nanoseconds = 0;
    }
    tally
}

#[test]
fn hits_are_those_of_the_naive_matcher() {
    let (set, games) = (shipped(), games());
    let positions = Positions::some(&games, 8);
    let tally = count(&plan(&set, &games, &positions, Depth::Diagram));
    let mut expected: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    for &place in positions.places() {
        let game = games.position(place).unwrap();
        let (color, _) = games.played(place).unwrap();
        for (database, general) in set.proposing() {
            for found in naive::matches(&general, game.board(), color) {
                *expected.entry((database, found.pattern)).or_default() += 1;
            }
        }
    }
    let found = tally.counts.iter();
    let found: BTreeMap<(usize, u32), u64> =
        found.map(|(&key, count)| (key, count.all_fits())).collect();
    assert!(found.len() > 60, "{}", found.len());
    assert_eq!(found, expected);
}

/// The counts for editors: positions, not places, and an upper bound where the depth cannot tell.
#[test]
fn lenses_count_positions() {
    let (set, games) = (shipped(), games());
    let positions = Positions::some(&games, 8);
    let at = |depth| count(&plan(&set, &games, &positions, depth));
    let tally = at(Depth::Diagram);
    let mut expected: BTreeMap<(usize, u32), BTreeSet<usize>> = BTreeMap::new();
    for (number, &place) in positions.places().iter().enumerate() {
        let game = games.position(place).unwrap();
        let (color, _) = games.played(place).unwrap();
        for (database, general) in set.proposing() {
            for found in naive::matches(&general, game.board(), color) {
                let key = (database, found.pattern);
                expected.entry(key).or_default().insert(number);
            }
        }
    }
    for (key, places) in &expected {
        assert_eq!(tally.counts[key].positions, places.len() as u64);
    }
    let (quick, whole) = (at(Depth::Constraint), at(Depth::Move));
    for (key, count) in &whole.counts {
        assert!(count.positions <= quick.counts[key].positions, "{key:?}");
    }

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.db");
    let text = format!("{MINE}\nPattern Asks\n\nOX\n.*\n\n:8,O\n");
    std::fs::write(&file, &text).unwrap();
    let set = PatternSet::open(std::slice::from_ref(&file), &[]).unwrap();
    let plan = plan(&set, &games, &positions, Depth::Constraint);
    let tally = count(&plan);
    let report = Report::of(&plan, &tally, Duration::ZERO);
    let files = lenses(&report, 7);
    let [(path, counts)] = files.as_slice() else {
        panic!("one source, found {}", files.len());
    };
    assert_eq!(*path, folder.path().join("mine.census.json"));
    let found: BTreeMap<&str, (u64, Meaning)> = (counts.patterns.values())
        .map(|one| (one.name.as_str(), (one.positions, one.meaning)))
        .collect();
    let (fires, meaning) = found["Fires"];
    assert!(fires > 0 && meaning == Meaning::Fires);
    assert_eq!(found["Never"], (0, Meaning::Fires));
    assert_eq!(found["Asks"].1, Meaning::AtMost);
    assert!(found["Asks"].0 >= fires);
}

#[test]
fn deeper_counts_are_smaller_and_the_same_on_all_threads() {
    let (set, games) = (shipped(), games());
    let positions = Positions::some(&games, 4);
    let of = |depth| timeless(count(&plan(&set, &games, &positions, depth)));
    let (diagrams, constraints, moves) =
        (of(Depth::Diagram), of(Depth::Constraint), of(Depth::Move));
    for (key, count) in &moves.counts {
        assert_eq!(count.fits, diagrams.counts[key].fits);
        assert!(count.class + count.open <= count.all_fits());
        assert!(count.holds <= count.class && count.leads <= count.holds);
        assert!(count.chosen <= count.holds && count.vetoed <= count.holds);
        let quick = &constraints.counts[key];
        // Quick tests let pass what class letters about dragons reject.
        assert!(count.holds <= quick.holds + quick.open, "{key:?}");
    }
    assert_eq!(of(Depth::Move), moves);
    let chosen: u64 = moves.counts.values().map(|count| count.chosen).sum();
    assert!(chosen > 0);
}

/// `Never` fits, but its constraint is false. `Huge` fits nowhere on 19x19. `Fires` does.
const MINE: &str = "
Pattern Fires

OX
.*

:8,-

Pattern Never

OX
.*

:8,-

OX
.a

;lib(*)>0

Pattern Huge

|.....|
|O*.X.|
|.....|

:8,-
";

#[test]
fn dead_patterns_have_reasons() {
    let (set, games) = (set_of(&[("mine.db", MINE)]), games());
    let positions = Positions::all(&games);
    let plan = plan(&set, &games, &positions, Depth::Constraint);
    let tally = count(&plan);
    let report = Report::of(&plan, &tally, Duration::ZERO);
    let row = |name: &str| report.rows.iter().find(|row| row.name == name).unwrap();
    assert!(row("Fires").count.holds > 20);
    assert_eq!(row("Fires").dead, None);
    let fits = row("Never").count.all_fits();
    assert_eq!(fits, row("Fires").count.all_fits());
    let why = row("Never").dead.as_deref().unwrap();
    let expected = format!(
        "fits {fits} times, the constraint never holds: lib(*)>0 is false in each of 12 that were \
         examined"
    );
    assert_eq!(why, expected);
    assert_eq!(
        row("Huge").dead.as_deref(),
        Some("never fits: its borders enclose a board of 5 lines")
    );
    let table = report.table(10).to_string();
    assert!(table.contains("2 never fire:"), "{table}");
    let rows = String::from_utf8(csv(&report).unwrap()).unwrap();
    assert!(rows.contains("lib(*)>0 is false"), "{rows}");
    let page = page(&report);
    assert!(page.contains("href=\"data:application/x-go-sgf,"), "{page}");
    assert!(!page.contains("http"), "the page needs no network");
}

#[test]
fn an_interrupted_census_goes_on() {
    let (set, games) = (set_of(&[("mine.db", MINE)]), small_games(40));
    let positions = Positions::all(&games);
    let plan = plan(&set, &games, &positions, Depth::Diagram);
    let whole = count(&plan);
    assert_eq!(whole.games, 40);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("census");
    let begun = plan.run(&mut Saved::at(&path), |tally| tally.games == 0);
    let begun = begun.unwrap();
    assert!(0 < begun.games && begun.games < 40, "{}", begun.games);
    let mut seen = Vec::new();
    let again = plan.run(&mut Saved::at(&path), |tally| {
        seen.push(tally.games);
        true
    });
    assert_eq!(again.unwrap(), whole);
    assert_eq!(seen, [begun.games, 40]);
    let deeper = Plan {
        depth: Depth::Constraint,
        ..plan
    };
    let error = deeper.run(&mut Saved::at(&path), |_| true).unwrap_err();
    assert!(matches!(
        error,
        SavedError::Other {
            what: "options",
            ..
        }
    ));
    std::fs::write(&path, "(;SZ[9])").unwrap();
    let error = deeper.run(&mut Saved::at(&path), |_| true).unwrap_err();
    assert!(
        error.to_string().contains("expected a saved census"),
        "{error}"
    );
}

#[test]
fn larger_choices_contain_smaller_ones() {
    let games = games();
    let some = |wanted| Positions::some(&games, wanted);
    assert_eq!(some(20).places()[..5], *some(5).places());
    assert_eq!(some(10_000).places().len(), games.moves());
}
