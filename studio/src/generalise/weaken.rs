//! Which cells may be looser: `.` may become `o`, `x` or `?`; `O` may become `o` or `?`; and so on.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};

use katachi_image::{Cell, Symbol};
use rayon::prelude::*;
use serde::Serialize;

use super::count::{Count, Counts, half};
use super::scan::{FITS, Lack, NONE, REACH, Scanner, Signature};
use crate::cut::Picture;
use crate::games::Games;

/// The most steps: each loosens up to three cells.
const STEPS: usize = 40;

/// Ways to loosen that are tried in a step, those that most hits ask for.
const CANDIDATES: usize = 4000;

/// A cell and what it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looser {
    /// The index of the cell.
    pub cell: usize,
    /// What it is then.
    pub becomes: Cell,
}

/// A step: cells that become looser together.
#[derive(Clone, Debug)]
pub struct Step {
    /// The cells.
    pub cells: Vec<Looser>,
    /// What that adds.
    pub adds: Counts,
}

/// What one cell of the original diagram may become if no other one changes.
#[derive(Clone, Debug, Serialize)]
pub struct CellReport {
    /// The index of the cell.
    #[serde(skip)]
    pub cell: usize,
    /// The looser cells with what they add.
    pub adds: Vec<(char, Counts)>,
    /// The loosest of them that adds hits and not too many false hits in either half.
    pub may_become: Option<char>,
}

/// A diagram that was loosened step by step.
#[derive(Clone, Debug)]
pub struct Loosened {
    /// The diagram of each step, the original first.
    pictures: Vec<Picture>,
    /// What fits before the first step.
    pub before: Counts,
    /// What fits in the end.
    pub after: Counts,
    /// The steps.
    pub steps: Vec<Step>,
    /// The cells of the original diagram.
    pub cells: Vec<CellReport>,
    /// The games of each half.
    pub games: [usize; 2],
}

impl Loosened {
    /// The loosest diagram.
    pub fn picture(&self) -> &Picture {
        &self.pictures[self.pictures.len() - 1]
    }
}

/// The situations by how they differ from a diagram.
struct Table {
    rows: Vec<(Vec<Signature>, Counts)>,
    /// The rows that have a signature.
    places: HashMap<Signature, Vec<u32>>,
}

/// Loosens a diagram as far as the games allow. `watch` gets the number of games of the pass that
/// is under way.
pub fn loosen(
    picture: &Picture,
    games: &Games,
    most_false: f64,
    watch: &(dyn Fn(u64) + Sync),
) -> Loosened {
    let mut table = Table::of(picture, games, watch);
    let before = table.fitting(&[FITS]);
    let mut loosened = Loosened {
        pictures: vec![picture.clone()],
        before,
        after: before,
        steps: Vec::new(),
        cells: table.cells(picture, most_false),
        games: [0, 1].map(|wanted| {
            games
                .games
                .iter()
                .filter(|game| half(game) == wanted)
                .count()
        }),
    };
    for _ in 0..STEPS {
        let now = loosened.picture().clone();
        let Some(step) = table.best(&now, most_false) else {
            break;
        };
        let mut next = now;
        for looser in &step.cells {
            next.cells[looser.cell] = looser.becomes;
        }
        table = Table::of(&next, games, watch);
        loosened.after = table.fitting(&[FITS]);
        loosened.pictures.push(next);
        loosened.steps.push(step);
    }
    loosened
}

/// The cells that are looser than a cell of a diagram, in order.
fn looser(cell: Cell) -> impl Iterator<Item = Cell> {
    let all = [Cell::OwnOrEmpty, Cell::OpponentOrEmpty, Cell::Any];
    let has_all = move |other: &Cell| {
        cell != Cell::Move && cell != *other && cell.symbols() & !other.symbols() == 0
    };
    all.into_iter().filter(has_all)
}

/// The tightest cell that allows all that a cell does, and these symbols.
fn with(cell: Cell, symbols: u8) -> Option<Cell> {
    let wanted = cell.symbols() | symbols;
    looser(cell).find(|other| wanted & !other.symbols() == 0)
}

fn lack(cell: usize, symbol: Symbol) -> Lack {
    (cell as Lack) << 2 | symbol as Lack
}

/// The cell and the symbol of a difference.
fn place(lack: Lack) -> (usize, Symbol) {
    (usize::from(lack >> 2), Symbol::ALL[usize::from(lack & 3)])
}

/// All signatures that fit if these cells become looser.
fn signatures(picture: &Picture, cells: &[Looser]) -> Vec<Signature> {
    let mut all = vec![FITS];
    for looser in cells {
        let more = looser.becomes.symbols() & !picture.cells[looser.cell].symbols();
        let symbols = Symbol::ALL
            .into_iter()
            .filter(|symbol| more & symbol.bit() != 0);
        let lacks: Vec<Lack> = symbols.map(|symbol| lack(looser.cell, symbol)).collect();
        for signature in all.clone() {
            for &lack in &lacks {
                let mut longer = signature;
                // A signature has room for as many differences as cells become looser together.
                longer[REACH - 1] = lack;
                longer.sort_unstable();
                all.push(longer);
            }
        }
    }
    all
}

impl Table {
    fn of(picture: &Picture, games: &Games, watch: &(dyn Fn(u64) + Sync)) -> Self {
        let scanner = Scanner::new(picture);
        let done = AtomicU64::new(0);
        let counted = games
            .games
            .par_iter()
            .fold(
                HashMap::new,
                |mut rows: HashMap<Vec<Signature>, Counts>, game| {
                    let half = half(game);
                    scanner.scan(game, &mut |situation| {
                        let counts = match rows.get_mut(situation.signatures) {
                            Some(counts) => counts,
                            None => rows.entry(situation.signatures.to_vec()).or_default(),
                        };
                        counts[half].note(situation.end);
                    });
                    watch(done.fetch_add(1, Ordering::Relaxed) + 1);
                    rows
                },
            )
            .reduce(HashMap::new, |mut all, rows| {
                #[expect(
                    clippy::iter_over_hash_type,
                    reason = "sums do not depend on the order"
                )]
                for (key, counts) in rows {
                    let sums = all.entry(key).or_default();
                    for (sum, count) in sums.iter_mut().zip(counts) {
                        sum.add(count);
                    }
                }
                all
            });
        let mut rows: Vec<(Vec<Signature>, Counts)> = counted.into_iter().collect();
        rows.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut places: HashMap<Signature, Vec<u32>> = HashMap::new();
        for (number, (signatures, _)) in rows.iter().enumerate() {
            for &signature in signatures {
                places.entry(signature).or_default().push(number as u32);
            }
        }
        Self { rows, places }
    }

    /// The situations that have one of these signatures.
    fn fitting(&self, signatures: &[Signature]) -> Counts {
        let places = signatures.iter().filter_map(|one| self.places.get(one));
        let mut rows: Vec<u32> = places.flatten().copied().collect();
        rows.sort_unstable();
        rows.dedup();
        let mut sums = Counts::default();
        for row in rows {
            for (sum, count) in sums.iter_mut().zip(self.rows[row as usize].1) {
                sum.add(count);
            }
        }
        sums
    }

    /// What it adds if these cells become looser.
    fn adds(&self, picture: &Picture, cells: &[Looser]) -> Counts {
        let before = self.fitting(&[FITS]);
        let after = self.fitting(&signatures(picture, cells));
        [after[0].less(before[0]), after[1].less(before[1])]
    }

    /// What each cell may become.
    fn cells(&self, picture: &Picture, most_false: f64) -> Vec<CellReport> {
        let report = |cell: usize| {
            let all = looser(picture.cells[cell]).map(|becomes| {
                let adds = self.adds(picture, &[Looser { cell, becomes }]);
                (becomes.character(), adds)
            });
            let adds: Vec<(char, Counts)> = all.collect();
            let is_good = |(_, adds): &&(char, Counts)| is_good(*adds, most_false);
            CellReport {
                cell,
                may_become: adds.iter().rev().find(is_good).map(|(becomes, _)| *becomes),
                adds,
            }
        };
        let cells = 0..picture.cells.len();
        let loosened = cells.filter(|&cell| looser(picture.cells[cell]).next().is_some());
        loosened.map(report).collect()
    }

    /// The step that adds most hits of the first half, and not too many false hits in either half.
    fn best(&self, picture: &Picture, most_false: f64) -> Option<Step> {
        let steps = self.candidates(picture).into_par_iter().map(|cells| {
            let adds = self.adds(picture, &cells);
            Step { cells, adds }
        });
        let good: Vec<Step> = steps
            .filter(|step| is_good(step.adds, most_false))
            .collect();
        let rank = |step: &Step| {
            let cells: Vec<(usize, u8)> = (step.cells.iter())
                .map(|one| (one.cell, one.becomes as u8))
                .collect();
            (std::cmp::Reverse(step.adds[0].hits), cells.len(), cells)
        };
        good.into_iter().min_by_key(rank)
    }

    /// The ways to loosen that hits of the first half ask for.
    fn candidates(&self, picture: &Picture) -> BTreeSet<Vec<Looser>> {
        let mut wanted: BTreeMap<Signature, u32> = BTreeMap::new();
        for (signatures, counts) in &self.rows {
            if counts[0].hits == 0 || signatures.contains(&FITS) {
                continue;
            }
            for &signature in signatures {
                *wanted.entry(signature).or_default() += counts[0].hits;
            }
        }
        let mut wanted: Vec<(u32, Signature)> = wanted
            .into_iter()
            .map(|(signature, hits)| (hits, signature))
            .collect();
        wanted.sort_unstable_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        wanted.truncate(CANDIDATES);
        let all = wanted.into_iter().map(|(_, signature)| {
            let lacks = signature
                .into_iter()
                .filter(|&lack| lack != NONE)
                .map(place);
            let cells = lacks.filter_map(|(cell, symbol)| {
                let becomes = with(picture.cells[cell], symbol.bit())?;
                Some(Looser { cell, becomes })
            });
            cells.collect()
        });
        all.collect()
    }
}

impl PartialOrd for Looser {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Looser {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.cell, self.becomes as u8).cmp(&(other.cell, other.becomes as u8))
    }
}

/// Whether it adds hits in the first half, and not too many false hits in either half.
fn is_good(adds: Counts, most_false: f64) -> bool {
    adds[0].hits > 0
        && adds
            .iter()
            .all(|count: &Count| count.is_allowed(most_false))
}
