//! Workers: each thread runs simulations one after the other.
//!
//! Entry point: [`Worker::simulate`]. A simulation goes down the tree, plays a random game from the
//! leaf, and adds the result to all nodes of its path.

use std::sync::atomic::{AtomicI64, Ordering};

use katachi_board::Color;
use rand::Rng;

use super::playout::{PASS, Playout};
use super::prior;
use super::strengths::Strengths;
use super::tree::{Node, NodeId, PARTS, ROOT, Stats, Tree};
use super::values::Values;

/// The visit at which a leaf is expanded.
const EXPAND_AT: u32 = 3;

/// The number of simulations at which a move's own results weigh as much as AMAF results (Gelly and
/// Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011).
const EQUIVALENCE: f32 = 1500.0;

/// The weight of the prior for moves with few visits.
const EXPLORATION: f32 = 0.35;

/// Unpruning (G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008): the
/// number of children considered at first, and the power of the visits by which it grows.
const WIDTH: usize = 8;
const WIDENING: f32 = 0.4;

/// An untried move is expected to do worse by this than its siblings so far.
const UNKNOWN: f32 = 0.05;

/// The share of a result that depends on the margin rather than on who wins.
const MARGIN_SHARE: f32 = 0.06;

/// The position and the terms of a search, the same for all its threads.
pub(super) struct Task<'a, const WORDS: usize> {
    pub values: &'a Values,
    /// The strengths of moves in the tree.
    pub strengths: &'a Strengths,
    /// The position at the root.
    pub start: Playout<WORDS>,
    /// The cells of the last move there and of the one before it.
    pub lasts: [Option<u16>; 2],
    /// The side to move there.
    pub color: Color,
    /// Added to Black's area minus White's to give Black's score.
    pub offset: f32,
    /// Whether each stone played costs its side a point, as under territory scoring.
    pub stones_cost: bool,
}

/// The results of all games of a search, from Black's view.
#[derive(Debug)]
pub(super) struct Tallies {
    /// For each cell of the board: the games in which Black owns it minus those in which White
    /// does.
    ownership: Vec<AtomicI64>,
    /// The number of games counted in `ownership`.
    owned: AtomicI64,
    /// The games of each child of the root.
    pub children: Vec<Games>,
    /// All games.
    pub all: Games,
}

/// A number of games with their scores.
#[derive(Debug, Default)]
pub(super) struct Games {
    count: AtomicI64,
    /// The sum of the scores, in half points.
    halves: AtomicI64,
    /// The sum of their squares.
    squares: AtomicI64,
}

impl Games {
    fn add(&self, halves: i64) {
        // As in the tree, a result may be lost if two threads write at the same time.
        let add = |to: &AtomicI64, number| {
            to.store(to.load(Ordering::Relaxed) + number, Ordering::Relaxed);
        };
        add(&self.count, 1);
        add(&self.halves, halves);
        add(&self.squares, halves * halves);
    }

    /// The mean score; 0 without games.
    pub fn mean(&self) -> f64 {
        let count = self.count.load(Ordering::Relaxed).max(1);
        self.halves.load(Ordering::Relaxed) as f64 / 2.0 / count as f64
    }

    /// The standard deviation of the scores; 0 without games.
    pub fn deviation(&self) -> f64 {
        let count = self.count.load(Ordering::Relaxed).max(1);
        let square = self.squares.load(Ordering::Relaxed) as f64 / 4.0 / count as f64;
        (square - self.mean().powi(2)).max(0.0).sqrt()
    }
}

impl Tallies {
    pub fn new(cells: usize, children: usize) -> Self {
        Self {
            ownership: (0..cells).map(|_| AtomicI64::new(0)).collect(),
            owned: AtomicI64::new(0),
            children: (0..children).map(|_| Games::default()).collect(),
            all: Games::default(),
        }
    }

    /// The share of games in which Black owns a cell minus that in which White does.
    pub fn owner(&self, cell: usize) -> f64 {
        let games = self.owned.load(Ordering::Relaxed).max(1);
        self.ownership[cell].load(Ordering::Relaxed) as f64 / games as f64
    }
}

/// The state of one thread.
pub(super) struct Worker<const WORDS: usize> {
    position: Playout<WORDS>,
    /// The nodes of the present path, the root first.
    path: Vec<NodeId>,
    moves: Vec<u16>,
    /// For each cell, the side that played there first after some point of the game: 1 Black, 2
    /// White, 0 nobody.
    first: [[u8; 64]; WORDS],
    /// Ownership of games that have not been added to the tallies yet.
    ownership: [[i32; 64]; WORDS],
    games: u32,
    candidates: Vec<(u16, f32)>,
    /// Indices of children.
    played: Vec<u16>,
}

impl<const WORDS: usize> Worker<WORDS> {
    pub fn new(task: &Task<'_, WORDS>) -> Self {
        Self {
            position: task.start,
            path: Vec::new(),
            moves: Vec::new(),
            first: [[0; 64]; WORDS],
            ownership: [[0; 64]; WORDS],
            games: 0,
            candidates: Vec::new(),
            played: Vec::new(),
        }
    }

    /// Runs one simulation.
    pub fn simulate(
        &mut self,
        task: &Task<'_, WORDS>,
        tree: &Tree,
        tallies: &Tallies,
        rng: &mut impl Rng,
    ) {
        self.position.clone_from(&task.start);
        self.path.clear();
        self.path.push(ROOT);
        self.moves.clear();
        let mut color = task.color;
        let mut at = ROOT;
        tree.node(ROOT).results.add(1, 0);
        loop {
            let node = tree.node(at);
            let visits = node.results.get().visits;
            if node.is_leaf() && visits >= EXPAND_AT && at != ROOT {
                self.expand(task, tree, node, color);
            }
            let (first, children) = tree.children(node);
            let Some(choice) = choose(node, children) else {
                break;
            };
            let child = &children[choice];
            child.results.add(1, 0);
            let cell = child.cell();
            self.position.play(color, cell);
            self.moves.push(cell);
            at = first + choice as u32;
            self.path.push(at);
            color = !color;
        }
        self.position.run(task.values, color, rng, &mut self.moves);
        self.back_up(task, tree, tallies);
    }

    fn expand(&mut self, task: &Task<'_, WORDS>, tree: &Tree, node: &Node, color: Color) {
        let lasts = match self.moves[..] {
            [] => task.lasts,
            [last] => [Some(last), task.lasts[0]],
            [.., before, last] => [Some(last), Some(before)],
        };
        let candidates = &mut self.candidates;
        let position = &self.position;
        let empty = position.board().empty();
        prior::candidates(position, empty, color, lasts, task.strengths, candidates);
        tree.expand(node, &self.candidates);
    }

    /// Adds the result of the game to all nodes of the path.
    fn back_up(&mut self, task: &Task<'_, WORDS>, tree: &Tree, tallies: &Tallies) {
        let (balance, areas) = self.position.score();
        let mut score = balance as f32 + task.offset;
        if task.stones_cost {
            let mut sign = if task.color == Color::Black { -1 } else { 1 };
            let mut cost = 0;
            for &cell in &self.moves {
                if cell != PASS {
                    cost += sign;
                }
                sign = -sign;
            }
            score += cost as f32;
        }
        let black = result(score, self.position.board().size().area());
        let parts = (black * PARTS as f32).round() as u32;
        let parts_of = |color| match color {
            Color::Black => parts,
            Color::White => PARTS - parts,
        };

        for (side, area) in areas.iter().enumerate() {
            let sign = 1 - 2 * side as i32;
            let ownership = self.ownership.as_flattened_mut();
            area.each(|cell| ownership[cell] += sign);
        }
        self.games += 1;
        let halves = (2.0 * score).round() as i64;
        tallies.all.add(halves);
        let (first_child, _) = tree.children(tree.node(ROOT));
        if let Some(&second) = self.path.get(1)
            && let Some(games) = tallies.children.get((second - first_child) as usize)
        {
            games.add(halves);
        }

        // From the end of the game back to the root.
        let depth = self.path.len() - 1;
        let firsts = self.first.as_flattened_mut();
        firsts.fill(0);
        let mover = |number: usize| {
            if number.is_multiple_of(2) {
                task.color
            } else {
                !task.color
            }
        };
        for (number, &cell) in self.moves.iter().enumerate().skip(depth).rev() {
            firsts[usize::from(cell)] = mover(number) as u8;
        }
        // Both sides pass at the end of every game, which tells nothing about a pass now.
        firsts[usize::from(PASS)] = 0;
        for (number, &id) in self.path.iter().enumerate().rev() {
            let color = mover(number);
            let node = tree.node(id);
            // A node's results are those of the side that moved there.
            node.results.add(0, parts_of(!color));
            let (_, children) = tree.children(node);
            // First collect the children, then update them: two loops without unpredictable
            // branches.
            self.played.resize(children.len() + 1, 0);
            let mut played = 0;
            for (number, child) in children.iter().enumerate() {
                self.played[played] = number as u16;
                played += usize::from(firsts[usize::from(child.cell())] == color as u8);
            }
            for &number in &self.played[..played] {
                children[usize::from(number)].amaf.add(1, parts_of(color));
            }
            if let Some(before) = number.checked_sub(1)
                && self.moves[before] != PASS
            {
                firsts[usize::from(self.moves[before])] = mover(before) as u8;
            }
        }
    }

    /// Adds the collected ownership to the tallies.
    pub fn hand_in(&mut self, tallies: &Tallies) {
        for (sum, own) in tallies
            .ownership
            .iter()
            .zip(self.ownership.as_flattened_mut())
        {
            sum.fetch_add(std::mem::take(own).into(), Ordering::Relaxed);
        }
        let games = std::mem::take(&mut self.games);
        tallies.owned.fetch_add(games.into(), Ordering::Relaxed);
    }
}

/// The result, 0 to 1, of a game that ended with this score among this many points.
pub(super) fn result(score: f32, points: usize) -> f32 {
    let won = if score > 0.0 {
        1.0
    } else if score < 0.0 {
        0.0
    } else {
        0.5
    };
    let margin = 0.5 + (score / points as f32).clamp(-1.0, 1.0) / 2.0;
    won * (1.0 - MARGIN_SHARE) + margin * MARGIN_SHARE
}

/// Chooses the child to continue with; `None` without children.
fn choose(node: &Node, children: &[Node]) -> Option<usize> {
    let all = node.results.get();
    let width = EXPLORATION * (all.visits as f32).sqrt();
    // The node's results are those of the other side.
    let unknown = all.mean().map_or(0.5, |mean| 1.0 - mean) - UNKNOWN;
    let mut best = None;
    let mut most = f32::NEG_INFINITY;
    let looked_at = WIDTH + (all.visits as f32).powf(WIDENING) as usize;
    for (number, child) in children.iter().take(looked_at).enumerate() {
        let bonus = width * child.prior();
        let value = value(child.results.get(), child.amaf.get(), unknown, bonus);
        if value > most {
            most = value;
            best = Some(number);
        }
    }
    best
}

/// The value of a move: a mix of its own results and its AMAF results, plus a bonus for few visits.
///
/// With the sum r of n own results, the sum R of N AMAF results, the expectation u of an untried
/// move, and the share s = N / (N + n + N n / [`EQUIVALENCE`]), the value is
/// (1 - s) (r + u) / (n + 1) + s (R + u) / (N + 1) + bonus / (n + 1). The code computes it as a
/// single fraction, since divisions take most of the time.
#[inline]
fn value(results: Stats, amaf: Stats, unknown: f32, bonus: f32) -> f32 {
    let (own, all) = (results.visits as f32, amaf.visits as f32);
    // One imagined result as expected, so that the first real one does not decide alone.
    let (own_sum, all_sum) = (results.sum + unknown, amaf.sum + unknown);
    // The last term keeps it above 0.
    let weights = all + own + all * own * (1.0 / EQUIVALENCE) + 1e-6;
    let (own_most, all_most) = (own + 1.0, all + 1.0);
    let parts = all * all_sum * own_most + ((weights - all) * own_sum + weights * bonus) * all_most;
    parts / (weights * own_most * all_most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shares_of_both_means() {
        for own in [0_u32, 1, 2, 7, 100, 5_000, 30_000_000] {
            for all in [0_u32, 1, 3, 50, 700, 2_000_000] {
                for (win, bonus) in [(0.0, 0.0), (0.5, 0.1), (0.9, 2.0)] {
                    let of = |visits: u32, win: f32| Stats {
                        visits,
                        sum: visits as f32 * win,
                    };
                    let (results, amaf) = (of(own, win), of(all, 1.0 - win));
                    let (n, many) = (f64::from(own), f64::from(all));
                    let share = if all == 0 {
                        0.0
                    } else {
                        many / (many + n + many * n / f64::from(EQUIVALENCE))
                    };
                    let mean = |stats: Stats| {
                        (f64::from(stats.sum) + 0.4) / (f64::from(stats.visits) + 1.0)
                    };
                    let expected = share * mean(amaf)
                        + (1.0 - share) * mean(results)
                        + f64::from(bonus) / (n + 1.0);
                    let found = f64::from(value(results, amaf, 0.4, bonus));
                    assert!(
                        (found - expected).abs() < 1e-5 * expected.max(1.0),
                        "{own} of {all}: {found}, expected {expected}"
                    );
                }
            }
        }
    }
}
