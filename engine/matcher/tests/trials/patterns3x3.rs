//! Monte Carlo weights: the look-up in tables in comparison with all rules one by one, and
//! prospects of moves in comparison with the naive board.

use std::fmt::Write;
use std::path::Path;

use katachi_board::naive::NaiveBoard;
use katachi_board::{
    Board, BoardSize, Color, KoRule, Point, PointState, Rules, SuicideRule, Symmetry,
};
use katachi_image::monte_carlo::{NEIGHBORS, PROPERTIES, Situation};
use katachi_image::{Image, Role};
use katachi_matcher::patterns3x3::{neighborhood, situation};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::{Model, Source, compile};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

const RULES: Rules = Rules {
    ko: KoRule::None,
    suicide: SuicideRule::Forbidden,
};

/// A rule as people write it.
#[derive(Clone, Debug)]
struct Rule {
    picture: [char; 8],
    weight: u32,
    properties: Vec<&'static str>,
}

impl Rule {
    /// Whether the picture, in some orientation, shows the surroundings of the point.
    fn shows(&self, board: &Board, at: Point, own: Color) -> bool {
        Symmetry::all().any(|symmetry| {
            self.picture.iter().zip(NEIGHBORS).all(|(&cell, place)| {
                let (row, col) = symmetry.apply(place.0.into(), place.1.into());
                let there = at.offset(row, col, board.size());
                let state = there.map_or(PointState::OffBoard, |there| board.at(there));
                let (own, opponent) = (state.is(own), state.is(!own));
                match cell {
                    '.' => state.is_empty(),
                    'O' => own,
                    'X' => opponent,
                    'o' => own || state.is_empty(),
                    'x' => opponent || state.is_empty(),
                    '?' => there.is_some(),
                    '%' => true,
                    '|' | '-' | '+' => there.is_none(),
                    _ => false,
                }
            })
        })
    }

    fn holds(&self, situation: Situation) -> bool {
        let number = |digits: &str| digits.parse::<u8>().expect("a number");
        self.properties.iter().all(|&property| {
            let captures = |count: u8, rest: &str| {
                let count = count.min(3);
                match rest.strip_suffix(['+', '-']) {
                    Some(bound) if rest.ends_with('+') => count >= number(bound),
                    Some(bound) => count <= number(bound),
                    None => count == number(rest),
                }
            };
            match property {
                "near" => situation.near,
                "far" => !situation.near,
                "osafe" => situation.own_safe,
                "ounsafe" => !situation.own_safe,
                "xsafe" => situation.opponent_safe,
                "xunsafe" => !situation.opponent_safe,
                "xsuicide" => situation.opponent_suicide,
                "xnosuicide" => !situation.opponent_suicide,
                other => match other.split_at(4) {
                    ("ocap", rest) => captures(situation.own_captures, rest),
                    ("xcap", rest) => captures(situation.opponent_captures, rest),
                    _ => panic!("{other}"),
                },
            }
        })
    }
}

/// All combinations of properties.
fn situations() -> Vec<Situation> {
    let mut all = Vec::new();
    for bits in 0..16u8 {
        let bit = |place: u8| bits >> place & 1 != 0;
        for own_captures in 0..4 {
            for opponent_captures in 0..4 {
                all.push(Situation {
                    near: bit(0),
                    own_captures,
                    opponent_captures,
                    own_safe: bit(1),
                    opponent_safe: bit(2),
                    opponent_suicide: bit(3),
                });
            }
        }
    }
    all
}

fn random_rules(rng: &mut Rng) -> Vec<Rule> {
    const CELLS: [char; 16] = [
        '.', '.', 'O', 'X', 'o', 'o', 'x', 'x', '?', '?', '?', '?', '?', '%', '%', '%',
    ];
    // Places that are off the board at the same time.
    const SIDES: [&[usize]; 4] = [&[], &[], &[0, 1, 2], &[0, 1, 2, 3, 5]];
    (0..rng.random_range(1..25))
        .map(|_| {
            let mut picture = [(); 8].map(|()| CELLS[rng.random_range(0..CELLS.len())]);
            let off = SIDES[rng.random_range(0..4)];
            for &place in off {
                picture[place] = ['-', '|', '+', '%'][rng.random_range(0..4)];
            }
            let properties = (0..rng.random_range(0..4))
                .map(|_| PROPERTIES[rng.random_range(0..PROPERTIES.len())].name)
                .collect();
            Rule {
                picture,
                weight: rng.random_range(0..1000),
                properties,
            }
        })
        .collect()
}

fn source(rules: &[Rule]) -> String {
    let mut text = String::new();
    for rule in rules {
        let [nw, n, ne, w, e, sw, s, se] = rule.picture;
        let _ = write!(
            text,
            "{nw}{n}{ne}\n{w}*{e}\n{sw}{s}{se}\n\n:{}",
            rule.weight
        );
        for property in &rule.properties {
            let _ = write!(text, ",{property}");
        }
        text += "\n\n";
    }
    text
}

/// A random position, on both kinds of board.
fn random_boards(rng: &mut Rng, size: BoardSize) -> (Board, NaiveBoard) {
    let points: Vec<Point> = size.points().collect();
    let (mut board, mut naive) = (Board::new(size), NaiveBoard::new(size, RULES));
    board.set_rules(RULES);
    for _ in 0..rng.random_range(0..3 * size.area()) {
        let color = Color::BOTH[rng.random_range(0..2)];
        let at = points[rng.random_range(0..points.len())];
        let played = board.play(color, at);
        assert_eq!(played, naive.play(color, at));
    }
    (board, naive)
}

/// The result of a move on the naive board: stones captured, whether it is safe, whether it is
/// suicide.
fn outcome(board: &NaiveBoard, color: Color, at: Point) -> (usize, bool, bool) {
    let mut after = board.clone();
    if after.play(color, at).is_err() {
        return (0, false, true);
    }
    let taken = after.captures(color) - board.captures(color);
    (taken, after.string(at).1.len() >= 2, false)
}

fn agrees(image: &Image, rules: &[Rule], seeds: std::ops::Range<u64>) -> Result<(), Failed> {
    let table = image.monte_carlo().ok_or("another kind")?;
    let situations = situations();
    let (mut decided, mut looked_up) = (0, 0);
    for seed in seeds {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(2 + seed as usize % 9).ok_or("no size")?;
        let (board, _) = random_boards(&mut rng, size);
        for at in board.empty() {
            for own in Color::BOTH {
                let around = neighborhood(&board, at, own);
                assert!(around.is_possible() && table.row(around).is_some());
                let shown: Vec<&Rule> = (rules.iter())
                    .filter(|rule| rule.shows(&board, at, own))
                    .collect();
                for &situation in &situations {
                    let first = shown.iter().find(|rule| rule.holds(situation));
                    let expected = first.map_or(1, |rule| rule.weight);
                    let weight = table.weight(around, situation);
                    assert_eq!(weight, expected, "{at:?} {own} {situation:?}\n{board}");
                    decided += usize::from(first.is_some());
                    looked_up += 1;
                }
            }
        }
    }
    assert!(decided > 0 && looked_up > 256, "{decided} of {looked_up}");
    Ok(())
}

fn random_tables() -> Result<(), Failed> {
    let numbers: std::collections::BTreeSet<u8> =
        (situations().iter()).map(|one| one.number()).collect();
    assert_eq!(numbers.len(), 256);
    for seed in 0..60 {
        let rules = random_rules(&mut Rng::seed_from_u64(seed));
        let text = source(&rules);
        let compiled = compile(Role::MonteCarlo, vec![Source::new("mc_r.db", text.clone())]);
        let messages: Vec<_> = (compiled.diagnostics.iter())
            .map(|diagnostic| diagnostic.short(&compiled.sources))
            .collect();
        let image = compiled.image.ok_or_else(|| messages.join("\n") + &text)?;
        agrees(&Image::from_vec(image)?, &rules, 10 * seed..10 * seed + 10)?;
    }
    Ok(())
}

fn peer(path: &Path) -> Result<(), Failed> {
    let compiled = compile(
        Role::MonteCarlo,
        vec![Source::new("mc_x.db", std::fs::read(path)?)],
    );
    let Model::MonteCarlo(model) = &compiled.model else {
        return Err("another kind".into());
    };
    let rules: Vec<Rule> = (model.rules.iter())
        .map(|rule| Rule {
            picture: rule.picture,
            weight: rule.weight,
            properties: (rule.properties.iter())
                .map(|&place| PROPERTIES[place].name)
                .collect(),
        })
        .collect();
    agrees(
        &Image::from_vec(compiled.image.ok_or("errors")?)?,
        &rules,
        0..60,
    )
}

/// Tries every legal move on random boards, and counts how often it has an effect.
fn moves() -> Result<(), Failed> {
    let mut seen = [0; 6];
    for seed in 0..600 {
        let mut rng = Rng::seed_from_u64(seed);
        let size = BoardSize::new(2 + seed as usize % 8).ok_or("no size")?;
        let (board, naive) = random_boards(&mut rng, size);
        for at in board.empty() {
            for own in Color::BOTH {
                let near = rng.random_range(0..2) == 0;
                let (own_captures, own_safe, _) = outcome(&naive, own, at);
                let (opponent_captures, opponent_safe, opponent_suicide) =
                    outcome(&naive, !own, at);
                let expected = Situation {
                    near,
                    own_captures: own_captures as u8,
                    opponent_captures: opponent_captures as u8,
                    own_safe,
                    opponent_safe,
                    opponent_suicide,
                };
                let found = situation(&board, at, own, near);
                assert_eq!(found, expected, "{at:?} {own}\n{board}");
                let facts = [
                    own_captures > 0,
                    own_captures > 3,
                    opponent_captures == 2,
                    !own_safe,
                    opponent_safe,
                    opponent_suicide,
                ];
                for (count, fact) in seen.iter_mut().zip(facts) {
                    *count += usize::from(fact);
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("random_tables", Ok(()), |()| random_tables()),
        trial("moves", Ok(()), |()| moves()),
    ];
    for name in ["montegnu_classic", "mogo_classic", "uniform"] {
        let path = shared(&format!("peer/gnugo-3.8/patterns/mc_{name}.db"));
        trials.push(trial(name, path, |path| peer(&path)));
    }
    trials
}
