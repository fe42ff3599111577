//! Real positions. Masks and automata are compared with the naive matcher, the live one with the
//! full scan through whole games and back, and the filters of a scan with their definition.
//!
//! The naive matcher is slow, so large databases are tried on fewer positions, unless
//! `KATACHI_MATCH_POSITIONS=2000` asks for this many. The automata of the
//! largest take long to compile.

use std::path::{Path, PathBuf};

use crate::games::{Move, dragon, games, play, position};
use katachi_board::{Board, BoardSize, Color, PointSet};
use katachi_image::{Cell, Classes, Image, Kind, PROFILES, Role};
use katachi_matcher::{LiveMatcher, Match, Matcher, Statuses, Wanted, naive};
use katachi_testkit::{Trial, shared, trial, workspace_root};
use libtest_mimic::Failed;
use patc::{Method, Source, compile_for};

/// The product of patterns and positions for the naive matcher.
const BUDGET: usize = 20_000;

/// The most patterns whose automata are tried.
const AUTOMATA: usize = 150;

fn image(role: Role, method: Method, path: &Path) -> Result<Image, Failed> {
    let source = Source::new("x.db", std::fs::read(path)?);
    let image = compile_for(role, method, vec![source])
        .image
        .ok_or("errors")?;
    Ok(Image::from_vec(image)?)
}

/// This many positions, spread over the games and their lengths.
fn positions(games: &[Vec<Move>], count: usize) -> Vec<Board> {
    (0..count)
        .map(|number| {
            let game = &games[number % games.len()];
            position(game, number * 37 % game.len())
        })
        .collect()
}

fn agrees_with_naive(image: &Image, games: &[Vec<Move>]) -> Result<(), Failed> {
    let general = image.general().ok_or("another kind")?;
    let mut matcher = Matcher::new(&general, BoardSize::NINETEEN);
    let asked = std::env::var("KATACHI_MATCH_POSITIONS").ok();
    let usual = (BUDGET / general.patterns.len()).clamp(20, 400);
    let count = asked.map_or(usual, |text| text.parse().expect("a number"));
    for (number, board) in positions(games, count).iter().enumerate() {
        let own = Color::BOTH[number % 2];
        let expected = naive::matches(&general, board, own);
        assert_eq!(matcher.matches(&general, board, own), expected);
        for wanted in wishes(board, own, &statuses(board)) {
            let filtered: Vec<Match> = (expected.iter().copied())
                .filter(|&one| is_wanted(one, &general, board, own, &wanted))
                .collect();
            let found = matcher.wanted_matches(&general, board, own, &wanted);
            assert_eq!(found, filtered, "{wanted:?}");
        }
    }
    Ok(())
}

/// Every third string is dead, critical, alive.
fn statuses(board: &Board) -> Statuses {
    let mut sets = [PointSet::EMPTY; 3];
    for (number, chain) in board.chains().enumerate() {
        chain
            .stones()
            .for_each(|stone| sets[number % 3].insert(stone));
    }
    let [dead, critical, alive] = sets;
    Statuses {
        dead,
        critical,
        alive,
    }
}

fn wishes<'a>(board: &Board, own: Color, statuses: &'a Statuses) -> Vec<Wanted<'a>> {
    let goal = board.chains().find(|chain| chain.color() == own);
    // Leaked, so that it lives as long as the test.
    let goal: Option<&PointSet> =
        goal.map(|chain| &*Box::leak(Box::new(dragon(board, chain.origin()))));
    vec![
        Wanted {
            goal,
            ..Wanted::default()
        },
        Wanted {
            classes: Classes::from_letter('X'),
            ..Wanted::default()
        },
        Wanted {
            statuses: Some(statuses),
            ..Wanted::default()
        },
        Wanted {
            goal,
            classes: Classes::from_letter('s'),
            statuses: Some(statuses),
        },
    ]
}

/// The definition of a filter, by the cells of the pattern.
fn is_wanted(
    one: Match,
    general: &katachi_image::General<'_>,
    board: &Board,
    own: Color,
    wanted: &Wanted<'_>,
) -> bool {
    let Some(pattern) = general.pattern(one.pattern as usize) else {
        return false;
    };
    let stones: Vec<_> = (pattern.cells().iter())
        .filter(|cell| {
            let cell = Cell::from_number(cell.cell);
            cell.is_some_and(|cell| {
                matches!(
                    cell,
                    Cell::Own
                        | Cell::Opponent
                        | Cell::OwnOrEmpty
                        | Cell::OpponentOrEmpty
                        | Cell::OwnAnchor
                        | Cell::OpponentAnchor
                )
            })
        })
        .filter_map(|cell| one.point(cell.at, board.size()))
        .filter(|&point| board.at(point).color().is_some())
        .collect();
    if let Some(goal) = wanted.goal
        && !stones.iter().any(|&stone| goal.contains(stone))
    {
        return false;
    }
    let classes = pattern.classes();
    if let Some(asked) = wanted.classes
        && !asked.letters().any(|letter| classes.has(letter))
    {
        return false;
    }
    let Some(statuses) = wanted.statuses else {
        return true;
    };
    !stones.iter().any(|&stone| {
        let own_stone = board.at(stone).is(own);
        let (dead, critical, alive) = (
            statuses.dead.contains(stone),
            statuses.critical.contains(stone),
            statuses.alive.contains(stone),
        );
        own_stone && classes.has('O') && (dead || critical)
            || own_stone && classes.has('o') && alive
            || !own_stone && classes.has('X') && dead
            || !own_stone && classes.has('x') && alive
    })
}

/// The live matcher finds what a full scan finds: through a game, partly backwards, and into
/// another game.
fn live_agrees_with_full(image: &Image, games: &[Vec<Move>]) -> Result<(), Failed> {
    let general = image.general().ok_or("another kind")?;
    let mut full = Matcher::new(&general, BoardSize::NINETEEN);
    let mut live = LiveMatcher::new(&general, BoardSize::NINETEEN);
    let mut compare = |board: &Board, own: Color| {
        let found: Vec<Match> = live.matches(&general, board, own).collect();
        assert_eq!(found, full.matches(&general, board, own));
    };
    for game in games {
        let mut board = Board::new(BoardSize::NINETEEN);
        for (number, &one) in game.iter().enumerate() {
            play(&mut board, one);
            // The results for the other side are updated only now and then.
            compare(&board, Color::BOTH[usize::from(number % 7 == 0)]);
            if number % 50 == 49 {
                for _ in 0..30 {
                    board.undo();
                    compare(&board, Color::Black);
                }
                game[number - 29..=number]
                    .iter()
                    .for_each(|&one| play(&mut board, one));
            }
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let archive = shared("data/games/pro19/gosei.tgz");
    let mut trials = Vec::new();
    let own = ["opening", "shapes", "edge"].map(|name| {
        let path = workspace_root().join(format!("patterns/{name}.db"));
        (format!("own_{name}"), Role::Patterns, Ok(path))
    });
    // GNU Go's joseki databases are trees: see joseki/tests/trials/tree.rs.
    let is_file = |role| role != Role::Joseki;
    let general =
        (PROFILES.iter()).filter(|profile| profile.kind == Kind::General && is_file(profile.role));
    let peer = general.map(|profile| {
        let path = shared(&format!("peer/gnugo-3.8/patterns/{}.db", profile.name));
        (profile.name.to_owned(), profile.role, path)
    });
    for (name, role, path) in own.into_iter().chain(peer) {
        let need = path.and_then(|path: PathBuf| Ok((path, archive.clone()?)));
        trials.push(trial(&name, need, move |(path, archive)| {
            let games = games(&archive, 40, 150)?;
            for method in [Method::Masks, Method::Automaton] {
                let image = image(role, method, &path)?;
                let general = image.general().ok_or("another kind")?;
                if method == Method::Automaton && general.automata().is_empty() {
                    return Err("no automata".into());
                }
                agrees_with_naive(&image, &games)?;
                live_agrees_with_full(&image, &games[..3])?;
                // Without optimisation, the automata of more patterns take minutes.
                if general.patterns.len() > AUTOMATA {
                    break;
                }
            }
            Ok(())
        }));
    }
    trials
}
