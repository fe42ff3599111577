use katachi_board::Point;
use katachi_core::{Decision, Engine, Wish};
use katachi_studio::compare::{Comparison, Edits, Plan, Reach, page};
use katachi_studio::{Games, PatternSet, Place, Positions};

use crate::common::{games, set_of};
use crate::edit::{Drawer, Kind, shipped};

const MINE: &str = "attribute_map general

Pattern Hane

OX
.*

:8,-,value(10)

Pattern Stretch

OX
*.

:8,-,value(8)
";

fn compare(old: &PatternSet, new: &PatternSet, games: &Games, positions: usize) -> Comparison {
    let edits = Edits::between(old, new);
    let positions = Positions::some(games, positions);
    plan(old, new, &edits, games, &positions).run(|_| true)
}

fn plan<'a>(
    old: &'a PatternSet,
    new: &'a PatternSet,
    edits: &'a Edits,
    games: &'a Games,
    positions: &'a Positions,
) -> Plan<'a> {
    Plan {
        old,
        new,
        edits,
        games,
        positions,
        level: 1,
    }
}

/// The engine's moves, asked one by one.
fn moves(set: &PatternSet, games: &Games, places: &[Place]) -> Vec<Option<Point>> {
    let mut engine = Engine::new(set.knowledge().clone());
    engine.analyst.set_level(1);
    let moves = places.iter().map(|&place| {
        let (game, (color, _)) = (games.position(place)?, games.played(place)?);
        engine.forget();
        match engine
            .think_without_search(&game, &Wish::of(color))
            .decision
        {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        }
    });
    moves.collect()
}

#[test]
fn a_changed_value_changes_moves() {
    let games = games();
    let old = set_of(&[("mine.db", MINE)]);
    let new = set_of(&[("mine.db", &MINE.replace("value(8)", "value(12)"))]);
    let edits = Edits::between(&old, &new);
    assert_eq!(edits.reach, Reach::WherePatternsFit);
    assert_eq!((edits.old.len(), edits.new.len()), (1, 1));
    let positions = Positions::some(&games, 24);
    let plan = plan(&old, &new, &edits, &games, &positions);
    let mut seen = Vec::new();
    let result = plan.run(|result| {
        seen.push(result.positions);
        true
    });
    assert_eq!(seen, [16, 24], "the first batch is small");
    let [was, is] = [&old, &new].map(|set| moves(set, &games, positions.places()));
    let changed = positions.places().iter().zip(was.iter().zip(&is));
    let changed: Vec<Place> = changed
        .filter(|(_, (was, is))| was != is)
        .map(|(place, _)| *place)
        .collect();
    let found: Vec<Place> = result.changes.iter().map(|change| change.place).collect();
    assert!(changed.len() > 3, "{}", changed.len());
    assert_eq!(found, changed);
    let agreement = |moves: &[Option<Point>]| {
        let played = positions
            .places()
            .iter()
            .map(|place| games.played(*place).unwrap().1);
        played
            .zip(moves)
            .filter(|(played, one)| played == *one)
            .count()
    };
    let (gained, lost) = (result.gained() as i64, result.lost() as i64);
    assert_eq!(
        gained - lost,
        agreement(&is) as i64 - agreement(&was) as i64
    );
    let table = result.table(&plan, 1).to_string();
    for expected in [
        "- Stretch mine.db:10",
        "+ Stretch mine.db:10",
        "moves changed, agreement",
        "pattern Stretch mine.db:10 class - value(12)",
        "more changed moves",
    ] {
        assert!(table.contains(expected), "{expected}: {table}");
    }
    let page = page(&plan, &result);
    assert!(page.contains("<svg") && page.contains("value(12)"));
    assert!(!page.contains("src="), "the page needs no network");
}

#[test]
fn comments_names_and_places_change_nothing() {
    let games = games();
    let old = set_of(&[("mine.db", MINE)]);
    let text = MINE
        .replace("Hane", "Hook")
        .replace("\nOX", "\n# A comment.\n\nOX");
    let new = set_of(&[("mine.db", &text)]);
    let edits = Edits::between(&old, &new);
    assert_eq!(edits.reach, Reach::Nowhere);
    let result = compare(&old, &new, &games, 50);
    assert_eq!((result.positions, result.thought), (50, 0));
    assert!(result.changes.is_empty());
    let comment = Drawer::new(1).draw(Kind::Comment);
    let edits = Edits::between(&shipped(), &comment.set);
    assert_eq!(edits.reach, Reach::Nowhere, "{}", comment.text);
}

#[test]
fn other_differences_can_matter_everywhere() {
    let old = set_of(&[("mine.db", MINE)]);
    let reach = |sources: &[(&str, &str)]| Edits::between(&old, &set_of(sources)).reach;
    assert_eq!(reach(&[("yours.db", MINE)]), Reach::Nowhere);
    assert_eq!(reach(&[("endgame.db", MINE)]), Reach::Everywhere);
    assert_eq!(
        reach(&[("mine.db", MINE), ("more.db", MINE)]),
        Reach::Everywhere
    );
    let (head, stretch) = MINE.split_once("Pattern Stretch").unwrap();
    let (map, hane) = head.split_once("Pattern Hane").unwrap();
    let turned = format!("{map}Pattern Stretch{stretch}\nPattern Hane{hane}");
    assert_eq!(
        reach(&[("mine.db", &turned)]),
        Reach::Everywhere,
        "another order"
    );
    let attack = "Pattern A1\n\nXO\n*.\n\n:8,-\n";
    let [one, other] =
        [attack, &attack.replace("*.", "*?")].map(|text| set_of(&[("attack.db", text)]));
    let edits = Edits::between(&one, &other);
    assert_eq!(
        edits.reach,
        Reach::Everywhere,
        "no role that proposes moves"
    );
    assert!(
        edits.others[0].contains("whose role is attack"),
        "{:?}",
        edits.others
    );
}

/// A few seeded edits of the shipped databases: what a comparison finds is what asking everywhere
/// finds. docs/studio.md has the result of 30 edits in 2,000 positions.
#[test]
fn seeded_edits_are_found() {
    let games = games();
    let positions = Positions::some(&games, 16);
    let old = shipped();
    let was = moves(&old, &games, positions.places());
    let mut drawer = Drawer::new(5);
    let mut changing = 0;
    for kind in [Kind::Value, Kind::Cell, Kind::Constraint, Kind::Value] {
        let edit = drawer.draw(kind);
        let is = moves(&edit.set, &games, positions.places());
        let changed = positions.places().iter().zip(was.iter().zip(&is));
        let changed: Vec<Place> = changed
            .filter(|(_, (was, is))| was != is)
            .map(|(place, _)| *place)
            .collect();
        let result = compare(&old, &edit.set, &games, 16);
        let found: Vec<Place> = result.changes.iter().map(|change| change.place).collect();
        assert_eq!(found, changed, "{}", edit.text);
        changing += usize::from(!changed.is_empty());
    }
    assert!(changing > 0, "draw other edits");
}
