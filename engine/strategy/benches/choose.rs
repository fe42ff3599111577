//! Which patterns of influence and barriers make the territorial value better.
//!
//! Each pattern of a file counts by itself: the error of the territorial value (`labels`) with the
//! side to move of each position, with the pattern minus without. The positions for tuning are
//! split by game into two halves, one to choose by and one that is held back. A negative number
//! means that the pattern makes the prediction better. `t` is the mean change by its standard
//! error, over positions.
//!
//! ```text
//! KATACHI_CHOOSE=patterns/barriers.db KATACHI_BENCH_POSITIONS=2000 \
//!     cargo bench -p katachi-strategy --bench choose
//! ```
//!
//! | variable | meaning |
//! |---|---|
//! | `KATACHI_CHOOSE` | the files whose patterns are judged, separated by commas |
//! | `KATACHI_CHOOSE_BASE` | files that always take part |
//! | `KATACHI_CHOOSE_MODE` | `drop`: what is lost without the pattern (usual); `add`: what the pattern alone gains over the base |
//! | `KATACHI_CHOOSE_FORM` | `escape` judges escape influence: by the squared error of how likely dragons die, as their weakness says. The base needs the databases of dragons |
//! | `KATACHI_BENCH_POSITIONS`, `KATACHI_CHOOSE_SKIP` | how many positions, and how many before them are left out |
//! | `KATACHI_CHOOSE_THREADS` | how many threads share the work, usually 2 |
//!
//! The role of a file is its name up to the first point or hyphen.
#![allow(clippy::print_stdout, reason = "it prints its measurements")]

#[path = "games/mod.rs"]
mod games;
#[path = "labels/mod.rs"]
mod labels;

use games::{compiled, number, ours, role};
use katachi_board::{BoardSize, ByColor, Color, Scoring};
use katachi_image::Role;
use katachi_strategy::dragons::{Dragon, Safety};
use katachi_strategy::influence::{Field, Form, Stones};
use katachi_strategy::{Analyst, Database, Knowledge, Position};
use labels::{Games, Label, Part, labels, ownership};

fn main() {
    let skipped = number("KATACHI_CHOOSE_SKIP", 0);
    let count = skipped + number("KATACHI_BENCH_POSITIONS", 600);
    let labels = match labels(Part::Tuning, count) {
        Ok(labels) => labels.into_iter().skip(skipped).collect::<Vec<Label>>(),
        Err(reason) => return println!("nothing is measured: {reason}"),
    };
    let judged: Vec<Database> = files("KATACHI_CHOOSE")
        .flat_map(|file| split(&file))
        .collect();
    let base: Vec<Database> = (files("KATACHI_CHOOSE_BASE"))
        .map(|file| ours(&file))
        .collect();
    if judged.is_empty() {
        return println!("nothing is measured: KATACHI_CHOOSE names no file");
    }
    let is = |variable, wanted| std::env::var(variable).is_ok_and(|value| value == wanted);
    let mode = Mode {
        is_added: is("KATACHI_CHOOSE_MODE", "add"),
        form: if is("KATACHI_CHOOSE_FORM", "escape") {
            Form::Escape
        } else {
            Form::Territory
        },
    };
    let names: Vec<String> = judged.iter().map(|one| one.name.clone()).collect();
    let count = judged.len();
    let knowledge = Knowledge::new(judged.into_iter().chain(base).collect());
    let threads = number("KATACHI_CHOOSE_THREADS", 2).max(1);
    let mut tally = Tally::new(count);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (labels.chunks(labels.len().div_ceil(threads).max(1)))
            .map(|labels| {
                let knowledge = knowledge.clone();
                scope.spawn(move || measure(labels, &knowledge, count, mode))
            })
            .collect();
        for worker in workers {
            tally.merge(&worker.join().expect("no panic"));
        }
    });
    tally.print(&names);
}

/// The files that a variable names.
fn files(variable: &str) -> impl Iterator<Item = String> + use<> {
    let list = std::env::var(variable).unwrap_or_default();
    let files: Vec<String> = list.split(',').map(str::to_owned).collect();
    files.into_iter().filter(|file| !file.is_empty())
}

/// A database for each pattern of a file.
fn split(file: &str) -> Vec<Database> {
    let path = katachi_testkit::workspace_root().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut parts = text.split("\nPattern ");
    let head = parts.next().unwrap_or_default().to_owned();
    parts
        .map(|part| {
            let name = part.split_whitespace().next().unwrap_or_default();
            compiled(name, role(&path), format!("{head}\nPattern {part}"))
        })
        .collect()
}

/// The changes of the squared error by a pattern, over positions.
#[derive(Clone, Copy, Default)]
struct Change {
    sum: f64,
    squares: f64,
    positions: usize,
}

impl Change {
    fn add(&mut self, change: f64) {
        self.sum += change;
        self.squares += change * change;
        self.positions += 1;
    }

    /// The sum by its standard error, as if positions were independent.
    fn t(self) -> f64 {
        self.sum / self.squares.sqrt().max(1e-9)
    }
}

/// What the judged patterns do.
struct Tally {
    /// By pattern, then by half.
    changes: Vec<[Change; 2]>,
    /// The squared error with all patterns (with the base alone if they are added), and the number
    /// of points, by half.
    totals: [(f64, usize); 2],
    /// How many dragons of weakness 0, 0.1, … 1 there are with these patterns, and the sum of how
    /// likely they die.
    deaths: [(f32, usize); RISK.len()],
}

impl Tally {
    fn new(count: usize) -> Self {
        Self {
            changes: vec![[Change::default(); 2]; count],
            totals: [(0.0, 0); 2],
            deaths: [(0.0, 0); RISK.len()],
        }
    }

    fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.changes.iter_mut().zip(&other.changes) {
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                mine.sum += theirs.sum;
                mine.squares += theirs.squares;
                mine.positions += theirs.positions;
            }
        }
        for (mine, theirs) in self.totals.iter_mut().zip(other.totals) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
        for (mine, theirs) in self.deaths.iter_mut().zip(other.deaths) {
            mine.0 += theirs.0;
            mine.1 += theirs.1;
        }
    }

    fn print(&self, names: &[String]) {
        let [(a, n), (b, m)] = self.totals;
        println!(
            "error {:.5} on {n} points to choose by, {:.5} on {m} held back",
            a / n.max(1) as f64,
            b / m.max(1) as f64
        );
        for (place, (sum, count)) in self.deaths.iter().enumerate() {
            if *count > 0 {
                let share = sum / *count as f32;
                println!("weakness 0.{place}: {count} dragons, {share:.3} die");
            }
        }
        println!(
            "changes in millionths\n{:<32} {:>9} {:>8} {:>6} {:>8} {:>6}",
            "pattern", "positions", "choosing", "t", "held", "t"
        );
        for (name, [choosing, held]) in names.iter().zip(&self.changes) {
            println!(
                "{name:<32} {:>9} {:>8.1} {:>6.1} {:>8.1} {:>6.1}",
                choosing.positions + held.positions,
                1e6 * choosing.sum / n.max(1) as f64,
                choosing.t(),
                1e6 * held.sum / m.max(1) as f64,
                held.t(),
            );
        }
    }
}

fn measure(labels: &[Label], knowledge: &Knowledge, count: usize, mode: Mode) -> Tally {
    let mut games = Games::default();
    let mut analyst = Analyst::new(knowledge.clone(), 10);
    let mut tally = Tally::new(count);
    for label in labels {
        let Some(board) = games.board(label) else {
            continue;
        };
        let (half, to_move) = (label.half(), label.to_move());
        let mut position = analyst.position(&board, 0.0, Scoring::Territory);
        let judge = Judge {
            truth: label.ownership(),
            to_move,
            mode,
        };
        // What does not match at all needs no comparison.
        let matching: Vec<bool> = (0..knowledge.databases().len())
            .map(|place| {
                let Some(general) = knowledge.general(place) else {
                    return false;
                };
                let sides = match general.role {
                    Role::Influence => &[Color::Black, Color::White][..],
                    Role::Barriers => &[to_move],
                    _ => &[],
                };
                (sides.iter()).any(|&side| !position.matches(place, &general, side).is_empty())
            })
            .collect();
        let usual = judge.fields(&mut position, |place| {
            matching[place] && (place >= count || !mode.is_added)
        });
        let (usual_error, parts) = judge.error(&mut position, usual.clone());
        if mode.form == Form::Escape {
            judge.count_deaths(&mut position, usual.clone(), &mut tally.deaths);
        }
        tally.totals[half].0 += usual_error;
        tally.totals[half].1 += parts;
        for one in (0..count).filter(|&one| matching[one]) {
            let other = judge.fields(&mut position, |place| {
                matching[place] && (place >= count || mode.is_added == (place == one))
            });
            if other != usual {
                let difference = judge.error(&mut position, other).0 - usual_error;
                let change = if mode.is_added {
                    difference
                } else {
                    -difference
                };
                tally.changes[one][half].add(change);
            }
        }
    }
    tally
}

/// What is asked.
#[derive(Clone, Copy)]
struct Mode {
    /// Patterns are added one by one, instead of left out.
    is_added: bool,
    form: Form,
}

/// What knows how wrong runs of influence are about a position.
struct Judge {
    truth: Vec<f32>,
    to_move: Color,
    mode: Mode,
}

impl Judge {
    /// The runs before they spread, as these databases shape them.
    fn fields(&self, position: &mut Position<'_>, is_asked: impl Fn(usize) -> bool) -> Vec<Field> {
        let worms = position.worms();
        let mut field = |first: Color, to_move| {
            let stones = Stones::lively(&worms, first);
            position.field_by(&stones, self.mode.form, to_move, &is_asked)
        };
        match self.mode.form {
            Form::Territory => vec![field(self.to_move, Some(self.to_move))],
            Form::Escape => Color::BOTH.map(|color| field(!color, None)).into(),
        }
    }

    /// The squared error of what the runs say, and of how many points or dragons it is the sum.
    fn error(&self, position: &mut Position<'_>, fields: Vec<Field>) -> (f64, usize) {
        if self.mode.form == Form::Escape {
            let fates = self.fates(position, fields);
            let errors =
                (fates.iter()).map(|&(weakness, death)| f64::from(risk(weakness) - death).powi(2));
            return (errors.sum(), fates.len());
        }
        let points = position.board.size().points();
        let influences = fields.into_iter().map(Field::spread);
        let errors = influences.flat_map(|influence| {
            let guess = |(point, &truth)| ownership(&position.board, &influence, point) - truth;
            let errors = points.clone().zip(&self.truth).map(guess);
            errors
                .map(|error| f64::from(error).powi(2))
                .collect::<Vec<_>>()
        });
        (errors.sum(), self.truth.len())
    }

    /// Counts how many dragons die, by weakness.
    fn count_deaths(
        &self,
        position: &mut Position<'_>,
        fields: Vec<Field>,
        deaths: &mut [(f32, usize)],
    ) {
        for (weakness, death) in self.fates(position, fields) {
            let bin = &mut deaths[(weakness * 10.0).round() as usize];
            bin.0 += death;
            bin.1 += 1;
        }
    }

    /// The weakness of each dragon that is not lost by these runs, and how likely it dies.
    fn fates(&self, position: &mut Position<'_>, fields: Vec<Field>) -> Vec<(f32, f32)> {
        let mut runs = fields.into_iter().map(Field::spread);
        let (Some(black), Some(white)) = (runs.next(), runs.next()) else {
            return Vec::new();
        };
        let weaknesses = position.crude_weaknesses(&ByColor { black, white });
        let groups = position.groups();
        let dragons = groups.iter().zip(weaknesses);
        dragons
            .filter(|(dragon, _)| dragon.safety != Safety::TacticallyDead)
            .map(|(dragon, weakness)| (weakness, self.death(dragon)))
            .collect()
    }

    /// How likely a dragon dies, by the ownership of its stones.
    fn death(&self, dragon: &Dragon) -> f32 {
        let size = dragon.size().max(1) as f32;
        let points = BoardSize::new(19).expect("a size").points();
        let truth = points
            .zip(&self.truth)
            .filter(|(point, _)| dragon.stones.contains(*point));
        let white: f32 = truth.map(|(_, truth)| truth).sum::<f32>() / size;
        let own = if dragon.color == Color::White {
            white
        } else {
            -white
        };
        (1.0 - own) / 2.0
    }
}

/// How likely dragons of weakness 0, 0.1, … 1 die: smoothed numbers of 3,740 dragons without
/// patterns of influence.
const RISK: [f32; 11] = [
    0.06, 0.11, 0.13, 0.14, 0.16, 0.17, 0.19, 0.24, 0.3, 0.4, 0.59,
];

/// How likely a dragon of this weakness dies.
fn risk(weakness: f32) -> f32 {
    let at = weakness.clamp(0.0, 1.0) * (RISK.len() - 1) as f32;
    let place = (at as usize).min(RISK.len() - 2);
    let part = at - place as f32;
    RISK[place] + part * (RISK[place + 1] - RISK[place])
}
