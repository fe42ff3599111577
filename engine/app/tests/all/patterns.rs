//! The shipped databases drive the play. Without patterns there is no shape move. For each of fifty
//! patterns, drawn by seed, there is a position where it alone fires, and where deleting it from
//! its source changes what the engine does.
//!
//! A pattern that only discourages or forbids a move has no effect alone, so in its position others
//! may fire, too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use katachi_board::{Board, BoardSize, Color, Point, Scoring, Symmetry};
use katachi_core::{Decision, Engine, Fired, Game, Reason, Thoughts};
use katachi_image::{Attribute, Cell, General, Image, Kind, Pattern, Role, Symbol, border};
use katachi_strategy::{Database, Knowledge};
use katachi_testkit::workspace_root;
use patc::{Severity, Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

const SEED: u64 = 20_261_121;

fn folder() -> PathBuf {
    workspace_root().join("patterns")
}

/// The shipped sources that were written by hand: name, role, text.
fn sources() -> Vec<(String, Role, String)> {
    let list = std::fs::read_to_string(folder().join("databases.toml")).expect("a list");
    let entries = katachi_databases::manifest::parse("databases.toml", &list).expect("a good list");
    let entries = entries.into_iter().filter_map(|entry| {
        let [file] = entry.sources.as_slice() else {
            return None;
        };
        let text = || std::fs::read_to_string(folder().join(file)).expect("a source");
        (entry.role.profile().kind == Kind::General).then(|| (entry.name, entry.role, text()))
    });
    entries.collect()
}

fn knowledge(sources: &[(String, Role, String)]) -> Knowledge {
    let database = |(name, role, text): &(String, Role, String)| {
        let compiled = compile(
            *role,
            vec![Source::new(format!("{name}.db"), text.as_str())],
        );
        let image = Image::from_vec(compiled.image.expect("no mistakes")).expect("a good image");
        Database {
            name: name.clone(),
            image: Arc::new(image),
        }
    };
    Knowledge::new(sources.iter().map(database).collect())
}

/// The text without one pattern: from its name to the next name.
fn without(text: &str, name: &str) -> String {
    let mut kept = String::new();
    let mut skipping = false;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("Pattern ") {
            skipping = rest.split_whitespace().next() == Some(name);
        }
        if !skipping {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

fn engine(knowledge: Knowledge) -> Engine {
    let mut engine = Engine::new(knowledge);
    engine.analyst.set_level(6);
    engine
}

fn think(engine: &mut Engine, board: &Board, color: Color) -> Thoughts {
    let mut game = Game::new(board.size());
    game.set_board(board.clone());
    game.scoring = Scoring::Territory;
    engine.think_for(&game, color)
}

/// A position under construction: the symbols allowed on each point, and the stones.
struct Draft {
    size: BoardSize,
    own: Color,
    /// For each point of a pattern's diagram, the symbols that fit there; any symbol elsewhere.
    allowed: BTreeMap<Point, u8>,
    stones: BTreeMap<Point, Color>,
}

const ANYTHING: u8 = 0b0111;

impl Draft {
    /// The diagram of this pattern somewhere on a board, in some orientation, among a few random
    /// stones.
    fn new(pattern: &Pattern<'_>, own: Color, rng: &mut Rng) -> Option<Self> {
        let record = pattern.record;
        let (rows, cols) = (record.extent.row as usize, record.extent.col as usize);
        let smallest = rows.max(cols).max(5);
        let side = |side| record.borders & side != 0;
        let whole =
            side(border::NORTH) && side(border::SOUTH) || side(border::WEST) && side(border::EAST);
        let largest = if whole {
            smallest
        } else {
            (smallest + 8).min(19)
        };
        let size = BoardSize::new(rng.random_range(smallest..=largest))?;
        let symmetry = Symmetry::new(rng.random_range(0..8))?;
        let mut start = |low: bool, high: bool, length: usize| match (low, high) {
            (true, _) => 0,
            (_, true) => size.get() - length,
            _ => rng.random_range(0..=size.get() - length),
        };
        let row = start(side(border::NORTH), side(border::SOUTH), rows);
        let col = start(side(border::WEST), side(border::EAST), cols);
        let mut allowed = BTreeMap::new();
        for cell in pattern.cells() {
            let at = Point::new(
                (row as i32 + i32::from(cell.at.row - record.top_left.row)) as usize,
                (col as i32 + i32::from(cell.at.col - record.top_left.col)) as usize,
            )?;
            let symbols = Cell::from_number(cell.cell)?.symbols();
            allowed.insert(symmetry.apply_to_point(at, size), symbols);
        }
        let mut draft = Self {
            size,
            own,
            allowed,
            stones: BTreeMap::new(),
        };
        let density = pick(rng, &[0.0, 0.05, 0.15, 0.3, 0.6]);
        // Around eye shapes, one side has more stones.
        let share = pick(rng, &[0.1, 0.5, 0.5, 0.9]);
        for point in size.points() {
            if draft.allowed.contains_key(&point) {
                draft.change(point, rng);
            } else if rng.random_bool(density) {
                let color = if rng.random_bool(share) { own } else { !own };
                draft.stones.insert(point, color);
            }
        }
        Some(draft)
    }

    /// Puts a random symbol on a point, among those allowed.
    fn change(&mut self, point: Point, rng: &mut Rng) {
        let allowed = self.allowed.get(&point).copied().unwrap_or(ANYTHING);
        let fitting: Vec<Symbol> = Symbol::ALL
            .into_iter()
            .filter(|symbol| allowed & symbol.bit() != 0)
            .collect();
        match pick(rng, &fitting) {
            Symbol::Own => self.stones.insert(point, self.own),
            Symbol::Opponent => self.stones.insert(point, !self.own),
            Symbol::Empty | Symbol::Off => self.stones.remove(&point),
        };
    }

    fn board(&self) -> Option<Board> {
        let stones = self.stones.iter().map(|(&point, &color)| (color, point));
        Board::with_stones(self.size, stones).ok()
    }
}

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}

/// Whether a pattern speaks for a move rather than against one.
fn proposes(pattern: &Pattern<'_>) -> bool {
    pattern.value(Attribute::Value).is_some()
        || "BCIadEecUJjt"
            .chars()
            .any(|letter| pattern.classes().has(letter))
}

/// A position in which a pattern alone fires and decides. Returns the engine's move with it and
/// without it.
///
/// Stones that the pattern ignores are changed at random until no other pattern fires.
fn isolate(
    with: &mut Engine,
    without: &mut Engine,
    databases: &[General<'_>],
    mine: (usize, usize),
    rng: &mut Rng,
) -> Option<(Decision, Decision)> {
    let pattern = databases[mine.0].pattern(mine.1).expect("a pattern");
    let alone = proposes(&pattern);
    for attempt in 0..1500 {
        let own = Color::BOTH[attempt % 2];
        let mut draft = Draft::new(&pattern, own, rng)?;
        let everywhere: Vec<Point> = draft.size.points().collect();
        for _ in 0..40 {
            let Some(board) = draft.board() else {
                draft.change(pick(rng, &everywhere), rng);
                continue;
            };
            let thoughts = think(with, &board, own);
            let is_mine = |fired: &Fired| (fired.database, fired.found.pattern as usize) == mine;
            let other = thoughts.fired.iter().find(|fired| !is_mine(fired));
            if let Some(other) = other.filter(|_| alone) {
                let number = other.found.pattern as usize;
                let cells = databases[other.database]
                    .pattern(number)
                    .expect("a pattern")
                    .cells();
                let free: Vec<Point> = cells
                    .iter()
                    .filter_map(|cell| other.found.point(cell.at, draft.size))
                    .filter(|point| draft.allowed.get(point).is_none_or(|a| a.count_ones() > 1))
                    .collect();
                draft.change(
                    pick(rng, if free.is_empty() { &everywhere } else { &free }),
                    rng,
                );
                continue;
            }
            if !thoughts.fired.iter().any(is_mine) {
                break;
            }
            let decision = think(without, &board, own).decision;
            if decision != thoughts.decision {
                return Some((thoughts.decision, decision));
            }
            draft.change(pick(rng, &everywhere), rng);
        }
    }
    None
}

#[test]
fn there_are_enough_patterns_and_all_can_match() {
    let mut names = BTreeSet::new();
    let mut count = 0;
    for (name, role, text) in sources() {
        let compiled = compile(role, vec![Source::new(format!("{name}.db"), text.as_str())]);
        let messages: Vec<_> = compiled
            .diagnostics
            .iter()
            .map(|d| d.short(&compiled.sources))
            .collect();
        assert!(messages.is_empty(), "{messages:?}");
        assert_eq!(compiled.count(Severity::Error), 0);
        for pattern in &compiled.model.general().expect("patterns").patterns {
            assert!(names.insert(pattern.name.clone()), "{} twice", pattern.name);
            assert!(pattern.waits_for.is_empty());
            count += 1;
            // Each is commented where it stands.
            let block = text
                .split(&format!("Pattern {}\n", pattern.name))
                .nth(1)
                .expect("its text");
            assert!(
                block.trim_start().starts_with('#'),
                "{} has no comment",
                pattern.name
            );
        }
    }
    assert!(count >= 100, "{count} patterns");
}

#[test]
fn fifty_patterns_each_make_a_move_that_is_gone_without_them() {
    // Strings stay single here: reading how they are joined takes most of the time of a thought,
    // and of each pattern there are up to 60,000.
    let mut sources = sources();
    sources.retain(|(_, role, _)| *role != Role::Conn);
    let knowledge = knowledge(&sources);
    let databases: Vec<General<'_>> = (0..sources.len())
        .map(|place| knowledge.general(place).expect("patterns"))
        .collect();
    let all: Vec<(usize, usize)> = databases
        .iter()
        .enumerate()
        .filter(|(_, general)| general.role.profile().proposes_moves)
        .flat_map(|(place, general)| (0..general.patterns.len()).map(move |number| (place, number)))
        .collect();
    let mut rng = Rng::seed_from_u64(SEED);
    let mut drawn = all.clone();
    for last in (1..drawn.len()).rev() {
        drawn.swap(last, rng.random_range(0..=last));
    }
    // KATACHI_ALL_PATTERNS=1 tries every pattern instead of fifty.
    if std::env::var_os("KATACHI_ALL_PATTERNS").is_none() {
        drawn.truncate(50);
    }
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        let mut with = engine(knowledge.clone());
        loop {
            let draw = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(place, number)) = drawn.get(draw) else {
                break;
            };
            let pattern = databases[place].pattern(number).expect("a pattern");
            let mut fewer = sources.clone();
            fewer[place].2 = without(&fewer[place].2, pattern.name());
            let mut less = engine(self::knowledge(&fewer));
            let count = less
                .analyst
                .knowledge()
                .general(place)
                .expect("patterns")
                .patterns
                .len();
            assert_eq!(
                count,
                databases[place].patterns.len() - 1,
                "exactly one is deleted"
            );
            // The same positions, whichever thread tries the pattern.
            let mut rng = Rng::seed_from_u64(SEED + draw as u64);
            match isolate(&mut with, &mut less, &databases, (place, number), &mut rng) {
                Some((before, after)) => assert_ne!(before, after),
                None => failures.lock().expect("a lock").push(pattern.name()),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("a lock");
    let names = failures.join(" ");
    assert!(
        failures.is_empty(),
        "no position where these alone decide: {names}"
    );
}

#[test]
fn without_patterns_there_is_no_shape_move() {
    let mut empty = engine(Knowledge::default());
    let mut rng = Rng::seed_from_u64(SEED);
    for _ in 0..60 {
        let size = BoardSize::new(rng.random_range(5..=19)).expect("a size");
        let points: Vec<Point> = size.points().collect();
        let mut board = Board::new(size);
        for number in 0..rng.random_range(0..size.area() / 2) {
            let _ = board.play(
                Color::BOTH[number % 2],
                points[rng.random_range(0..points.len())],
            );
        }
        let stones: Vec<_> = board.all_stones().collect();
        let board = Board::with_stones(size, stones).expect("a position");
        let thoughts = think(&mut empty, &board, Color::Black);
        assert!(thoughts.fired.is_empty());
        for candidate in thoughts.candidates {
            assert!(!candidate.reasons.is_empty());
            for reason in candidate.reasons {
                assert!(!matches!(reason, Reason::Pattern { .. }));
            }
        }
    }
    let board = Board::new(BoardSize::NINETEEN);
    assert_eq!(
        think(&mut empty, &board, Color::Black).decision,
        Decision::Pass
    );
}
