//! Influence in comparison with GNU Go's, with GNU Go's databases in both programs, on positions of
//! professional games.
//!
//! GNU Go prints the influence that it computes after its life-and-death reading. So the safe
//! stones and their strengths are taken from what it prints, and the comparison isolates influence
//! from dragons. Two things are counted apart: the territorial values as they are, and those with
//! GNU Go's own marks of points that are nobody's territory, some of which come from its search for
//! break-ins.
//!
//! The usual run looks at a few positions. The long run prints a table:
//!
//! ```text
//! KATACHI_INFLUENCE_POSITIONS=300 cargo test --profile ci -p katachi-strategy --test trials -- --nocapture
//! ```
//!
//! With `KATACHI_INFLUENCE_SHOW=1` it also prints each point that differs.

#![allow(
    clippy::print_stdout,
    reason = "the figures are what the long run is for"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_board::{Board, Color, Point, PointSet, Rules, Scoring};
use katachi_gtp::Client;
use katachi_image::{Image, Role};
use katachi_sgf::Sequence;
use katachi_strategy::influence::{Form, Influence, Region, Stones};
use katachi_strategy::{Analyst, Database, Knowledge};
use katachi_testkit::gtp::{ok, within_five_percent};
use katachi_testkit::{Trial, archived, program, shared, trial};
use libtest_mimic::Failed;
use patc::{Source, compile};

/// What is compared. The least share of points, in percent, that must agree.
const FLOORS: [(&str, f64); 7] = [
    ("white_influence", 97.0),
    ("black_influence", 97.0),
    ("white_permeability", 97.0),
    ("black_permeability", 97.0),
    ("territory_value", 95.0),
    ("territory_value, same marks", 97.0),
    ("influence_regions", 97.0),
];

/// A database of GNU Go.
fn database(folder: &Path, role: Role) -> Result<Database, Failed> {
    let name = role.profile().name;
    let text = std::fs::read_to_string(folder.join(format!("{name}.db")))?;
    let image = compile(role, vec![Source::new(name, text)]).image;
    let image = Image::from_vec(image.ok_or("errors")?)?;
    Ok(Database {
        name: name.to_owned(),
        image: Arc::new(image),
    })
}

/// The main line of a game: its board after some moves, and what GNU Go must play to get there.
fn position(record: &[u8], count: usize) -> Option<(Board, Vec<String>)> {
    let record = katachi_sgf::parse(record).ok()?;
    let root = record.collection.roots().next()?;
    let moves = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
    let size = katachi_sgf::board_size(root).ok()?;
    let mut board = Board::new(size);
    let mut commands = vec![format!("boardsize {size}"), "clear_board".to_owned()];
    if !moves.stones.is_empty() || moves.moves.len() < count {
        return None;
    }
    for &(color, point) in moves.moves.iter().take(count) {
        let point = point?;
        board.play(color, point).ok()?;
        commands.push(format!("play {} {}", color.name(), point.vertex(size)));
    }
    Some((board, commands))
}

/// The numbers that GNU Go prints, by point.
fn table(client: &mut Client, color: Color, what: &str, board: &Board) -> BTreeMap<Point, f32> {
    let text = ok(client, &format!("initial_influence {color} {what}"));
    let numbers = text
        .split_whitespace()
        .map(|word| word.parse().expect("a number"));
    board.size().points().zip(numbers).collect()
}

/// How many points agree.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, (usize, usize)>);

impl Tally {
    fn add(&mut self, what: &'static str, same: bool) {
        let (agreed, all) = self.0.entry(what).or_default();
        *agreed += usize::from(same);
        *all += 1;
    }

    fn share(&self, what: &str) -> f64 {
        let (agreed, all) = self.0[what];
        100.0 * agreed as f64 / all as f64
    }
}

/// The safe stones with their strengths, as GNU Go has them.
fn stones_of(client: &mut Client, color: Color, board: &Board) -> Stones {
    let mut stones = Stones::new();
    for side in Color::BOTH {
        let strengths = table(client, color, &format!("{side}_strength"), board);
        let permeability = table(client, color, &format!("{side}_permeability"), board);
        for stone in board.stones(side) {
            let set: PointSet = [stone].into_iter().collect();
            if strengths[&stone] > 0.0 {
                stones.add(&set, (100.0 - strengths[&stone]) / 30.0);
            } else if permeability[&stone] > 0.0 {
                // A safe stone without strength: GNU Go calls it inessential.
                stones.add_inessential(&set);
            }
        }
    }
    stones
}

fn region(influence: &Influence, board: &Board, point: Point) -> f32 {
    let sign = |color| if color == Color::White { 1.0 } else { -1.0 };
    if let Some(color) = board.at(point).color() {
        return 4.0 * sign(color);
    }
    let regions = [
        (3.0, Region::Territory),
        (2.0, Region::Moyo),
        (1.0, Region::Area),
    ];
    let owned = regions.into_iter().find_map(|(code, region)| {
        let owner = influence.owner(region, point)?;
        Some(code * sign(owner))
    });
    owned.unwrap_or(0.0)
}

fn compare(gnugo: &Path, archive: &Path, databases: &Path) -> Result<(), Failed> {
    let number = |name: &str, usual: usize| {
        let asked = std::env::var(name).ok();
        asked.map_or(usual, |text| text.parse().expect("a number"))
    };
    let positions = number("KATACHI_INFLUENCE_POSITIONS", 6);
    let show = number("KATACHI_INFLUENCE_SHOW", 0) > 0;
    let knowledge = Knowledge::new(vec![
        database(databases, Role::Influence)?,
        database(databases, Role::Barriers)?,
    ]);
    let mut client = Client::spawn(gnugo, ["--mode", "gtp", "--quiet"])?;
    let games = archived(archive, "sgf")?;
    let step = (games.len() / positions).max(1);
    let mut tally = Tally::default();
    let mut compared = 0;
    for (round, (name, record)) in games.iter().step_by(step).take(positions).enumerate() {
        let count = 10 + round * 37 % 190;
        let Some((board, commands)) = position(record, count) else {
            continue;
        };
        compared += 1;
        for command in &commands {
            ok(&mut client, command);
        }
        let to_move = Color::BOTH[round % 2];
        let stones = stones_of(&mut client, to_move, &board);
        let mut analyst = Analyst::new(knowledge.clone(), 10);
        let mut analysed = analyst.position(&board, 0.0, Scoring::Territory);
        let field = analysed.field(&stones, Form::Territory, Some(to_move));
        let marks = table(&mut client, to_move, "non_territory", &board);
        let mut marked = field.clone();
        for (&point, &mark) in &marks {
            for (color, bit) in [(Color::White, 1), (Color::Black, 2)] {
                if mark as u8 & bit != 0 {
                    marked.deny_territory(color, point);
                }
            }
        }
        let (influence, marked) = (field.spread(), marked.spread());
        let mut look = |what, theirs: &str, ours: &dyn Fn(Point) -> f32| {
            for (point, theirs) in table(&mut client, to_move, theirs, &board) {
                let ours = ours(point);
                let same = within_five_percent(ours.into(), theirs.into());
                tally.add(what, same);
                if show && !same {
                    let vertex = point.vertex(board.size());
                    println!(
                        "{} {count} {to_move}: {what} {vertex} {ours:.2}, GNU Go {theirs:.2}",
                        name.display()
                    );
                }
            }
        };
        let of = |color| move |point| (color, point);
        let (white, black) = (of(Color::White), of(Color::Black));
        let sum = |(color, point)| influence.of(color, point);
        let passes = |(color, point)| influence.permeability(color, point);
        look("white_influence", "white_influence", &|at| sum(white(at)));
        look("black_influence", "black_influence", &|at| sum(black(at)));
        look("white_permeability", "white_permeability", &|at| {
            passes(white(at))
        });
        look("black_permeability", "black_permeability", &|at| {
            passes(black(at))
        });
        look("territory_value", "territory_value", &|at| {
            influence.territory(at)
        });
        look("territory_value, same marks", "territory_value", &|at| {
            marked.territory(at)
        });
        look("influence_regions", "influence_regions", &|at| {
            region(&marked, &board, at)
        });
    }
    println!("{compared} positions");
    for (what, floor) in FLOORS {
        println!("{what:<30} {:6.2} %, at least {floor} %", tally.share(what));
    }
    for (what, floor) in FLOORS {
        let share = tally.share(what);
        assert!(share >= floor, "{what}: {share:.2} % agree");
    }
    Ok(())
}

/// After each move of a game, an analyst that remembers finds what a fresh one finds.
fn remembers(archive: &Path, databases: &Path) -> Result<(), Failed> {
    let knowledge = Knowledge::new(vec![
        database(databases, Role::Influence)?,
        database(databases, Role::Barriers)?,
    ]);
    let games = archived(archive, "sgf")?;
    let record = games.values().nth(7).ok_or("no games")?;
    let mut warm = Analyst::new(knowledge.clone(), 10);
    for count in 1..150 {
        let Some((board, _)) = position(record, count) else {
            break;
        };
        let to_move = Color::BOTH[count % 2];
        let values = |analyst: &mut Analyst| -> Vec<f32> {
            let mut analysed = analyst.position(&board, 0.0, Scoring::Territory);
            let influence = analysed.first_influence(to_move);
            let of = |point| Color::BOTH.map(|color| influence.of(color, point));
            let numbers = board.size().points();
            numbers
                .flat_map(|point| [&of(point)[..], &[influence.territory(point)]].concat())
                .collect()
        };
        let remembered = values(&mut warm);
        if count % 10 == 0 {
            let mut fresh = Analyst::new(knowledge.clone(), 10);
            assert_eq!(remembered, values(&mut fresh), "move {count}");
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let need = || -> katachi_testkit::Need<(PathBuf, PathBuf, PathBuf)> {
        Ok((
            program("gnugo")?,
            shared("data/games/pro19/kisei.tgz")?,
            shared("peer/gnugo-3.8/patterns")?,
        ))
    };
    let game = || -> katachi_testkit::Need<(PathBuf, PathBuf)> {
        Ok((
            shared("data/games/pro19/kisei.tgz")?,
            shared("peer/gnugo-3.8/patterns")?,
        ))
    };
    vec![
        trial(
            "influence_of_real_games",
            need(),
            |(gnugo, archive, databases)| compare(&gnugo, &archive, &databases),
        ),
        trial(
            "what_is_remembered_of_a_game",
            game(),
            |(archive, databases)| remembers(&archive, &databases),
        ),
    ]
}
