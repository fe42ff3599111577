//! Whether stones survive: a tree search over random games that go on only near them.
//!
//! Entry point: [`survival`]. Both sides move in a region around the stones until neither can. The
//! side of the stones wins if at least half of them are left. Liberties outside the region are
//! never filled, so stones that reach its edge have escaped. The tree grows as that of
//! [`Search`](super::Search): UCT, rapid action value estimation, priors.

use katachi_board::playout::{Cells, side, words};
use katachi_board::{Board, Color, Point, PointSet};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::playout::{PASS, Playout};
use super::prior::candidates;
use super::strengths::Strengths;
use super::tree::Stats;
use super::values::Values;

/// What is asked about stones.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The stones, of one colour.
    pub stones: &'a PointSet,
    /// The side that moves first.
    pub mover: Color,
    /// The side that wins every ko since it has all the threats, if any.
    pub has_threats: Option<Color>,
}

/// What a search says about the stones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Survival {
    /// The share of the games after the best move in which they survive, 0 to 1.
    pub rate: f32,
    /// The best move; `None` is a pass.
    pub best: Option<Point>,
    /// Whether a ko was taken in a tenth of the games or more, while the tree gave the moves.
    pub is_about_ko: bool,
}

/// What the moves of games are chosen by.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// Of random games.
    pub values: &'a Values,
    /// Of the tree.
    pub strengths: &'a Strengths,
}

/// The distance of the region from the stones and from the liberties of the strings beside them.
const REACH: usize = 3;
/// The visit at which a leaf is expanded.
const EXPAND_AT: u32 = 2;
/// The simulations at which own results weigh as much as those of the same move later in a game.
const EQUIVALENCE: f32 = 300.0;
/// The weight of priors.
const EXPLORATION: f32 = 0.4;
/// What a move without results of its own loses against the node before it.
const CAUTION: f32 = 0.05;
/// A game ends after this many moves.
const MOST_MOVES: usize = 400;
/// The tree ends after this many moves.
const DEEPEST: usize = 100;
/// A search is about ko if the tree takes one in this part of the games: a tenth.
const RARE: u32 = 10;

#[derive(Clone, Debug)]
struct Node {
    cell: u16,
    prior: f32,
    /// The children.
    first: u32,
    count: u16,
    /// The results of the side that moved here, and those of games in which it did so later.
    results: Stats,
    amaf: Stats,
}

impl Node {
    fn new(cell: u16, prior: f32) -> Self {
        Self {
            cell,
            prior,
            first: 0,
            count: 0,
            results: Stats::default(),
            amaf: Stats::default(),
        }
    }

    const fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    /// How good the move seems, where a move without results counts as `unknown`.
    fn value(&self, unknown: f32, width: f32) -> f32 {
        let (own, later) = (self.results.visits as f32, self.amaf.visits as f32);
        let share = later / (later + own + later * own / EQUIVALENCE + f32::EPSILON);
        let by_own = (self.results.sum + unknown) / (own + 1.0);
        let by_later = (self.amaf.sum + unknown) / (later + 1.0);
        share * by_later + (1.0 - share) * by_own + width * self.prior / (own + 1.0)
    }
}

/// Counts a result.
fn count(stats: &mut Stats, result: f32) {
    stats.visits += 1;
    stats.sum += result;
}

/// Whether stones survive, by this many simulations; `None` if there are none. The same question
/// has the same answer.
pub fn survival(
    board: &Board,
    goal: &Goal<'_>,
    sources: Sources<'_>,
    simulations: u32,
) -> Option<Survival> {
    let owner = board.at(goal.stones.first()?).color()?;
    Some(match words(board.size()) {
        0..=2 => Tree::<2>::new(board, goal, owner, sources).search(board, simulations),
        3..=4 => Tree::<4>::new(board, goal, owner, sources).search(board, simulations),
        5..=7 => Tree::<7>::new(board, goal, owner, sources).search(board, simulations),
        _ => Tree::<11>::new(board, goal, owner, sources).search(board, simulations),
    })
}

/// The points where the games go on.
fn region(board: &Board, stones: &PointSet) -> PointSet {
    let mut region = *stones;
    for string in board.chains_at(&stones.with_surroundings()) {
        region.extend(string.liberties().iter());
    }
    for _ in 0..REACH {
        region = region.with_surroundings();
    }
    region
}

/// The cells of points.
fn cells<const WORDS: usize>(start: &Playout<WORDS>, points: &PointSet) -> Cells<WORDS> {
    let mut cells = Cells::EMPTY;
    let size = start.board().size();
    for point in size.points().filter(|&point| points.contains(point)) {
        cells.insert(start.board().cell(point));
    }
    cells
}

struct Tree<'a, const WORDS: usize> {
    sources: Sources<'a>,
    owner: Color,
    mover: Color,
    has_threats: Option<Color>,
    region: Cells<WORDS>,
    goal: Cells<WORDS>,
    /// The fewest stones of the goal that must be left.
    needed: usize,
    start: Playout<WORDS>,
    nodes: Vec<Node>,
    /// The nodes of the game, and its moves: the first ones lead from node to node.
    path: Vec<usize>,
    moves: Vec<u16>,
    /// A buffer of candidates.
    candidates: Vec<(u16, f32)>,
    /// Games in which the tree took a ko.
    kos: u32,
}

impl<'a, const WORDS: usize> Tree<'a, WORDS> {
    fn new(board: &Board, goal: &Goal<'_>, owner: Color, sources: Sources<'a>) -> Self {
        let mut start = Playout::new(board);
        let region = cells(&start, &region(board, goal.stones));
        start.refresh_in(sources.values, &region);
        Self {
            sources,
            owner,
            mover: goal.mover,
            has_threats: goal.has_threats,
            region,
            goal: cells(&start, goal.stones),
            needed: goal.stones.len().div_ceil(2),
            start,
            nodes: vec![Node::new(PASS, 1.0)],
            path: Vec::new(),
            moves: Vec::new(),
            candidates: Vec::new(),
            kos: 0,
        }
    }

    fn search(mut self, board: &Board, simulations: u32) -> Survival {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(board.hash());
        for _ in 0..simulations {
            let mut position = self.start;
            let in_tree = self.descend(&mut position);
            let survive = self.finish(&mut position, in_tree, &mut rng);
            self.learn(survive, in_tree);
        }
        let root = &self.nodes[0];
        let children = self.nodes[root.children()].iter();
        let Some(best) = children.max_by_key(|child| child.results.visits) else {
            return Survival {
                rate: 1.0,
                best: None,
                is_about_ko: false,
            };
        };
        let rate = best.results.sum / best.results.visits.max(1) as f32;
        Survival {
            rate: if self.mover == self.owner {
                rate
            } else {
                1.0 - rate
            },
            best: (best.cell != PASS).then(|| self.start.board().point(best.cell.into())),
            is_about_ko: self.kos * RARE >= simulations,
        }
    }

    /// The side that makes this move of a game.
    fn side(&self, number: usize) -> Color {
        if number.is_multiple_of(2) {
            self.mover
        } else {
            !self.mover
        }
    }

    /// Makes a move. If the other side has all the threats, it retakes a ko at once, and the move
    /// counts as a pass.
    fn play(&mut self, position: &mut Playout<WORDS>, color: Color, cell: u16) {
        position.play(color, cell);
        let mut made = cell;
        if self.has_threats == Some(!color)
            && let Some(ko) = position.board().ko()
        {
            position.play(!color, ko as u16);
            position.lift_ko();
            made = PASS;
        }
        position.refresh_in(self.sources.values, &self.region);
        self.moves.push(made);
    }

    /// Plays down the tree, lets it grow, and returns the number of moves.
    fn descend(&mut self, position: &mut Playout<WORDS>) -> usize {
        self.path.clear();
        self.moves.clear();
        self.path.push(0);
        let (mut at, mut took_ko) = (0, false);
        loop {
            let color = self.side(self.moves.len());
            let node = &self.nodes[at];
            if node.count == 0 && (node.results.visits >= EXPAND_AT || at == 0) {
                self.expand(at, position, color);
            }
            let node = &self.nodes[at];
            let children = node.children();
            if children.is_empty() || self.path.len() > DEEPEST {
                break;
            }
            let visits = node.results.visits as f32 + 1.0;
            let unknown = 1.0 - (node.results.sum + 0.5) / visits - CAUTION;
            let width = EXPLORATION * visits.sqrt();
            let mut best = (f32::NEG_INFINITY, children.start);
            for number in children {
                let value = self.nodes[number].value(unknown, width);
                if value > best.0 {
                    best = (value, number);
                }
            }
            at = best.1;
            let cell = self.nodes[at].cell;
            self.play(position, color, cell);
            took_ko |= position.board().ko().is_some();
            self.path.push(at);
            if self.moves.ends_with(&[PASS, PASS]) {
                break;
            }
        }
        self.kos += u32::from(took_ko);
        self.moves.len()
    }

    /// Plays a random game to its end, unless both sides have passed. Returns whether the stones
    /// survive.
    fn finish(
        &mut self,
        position: &mut Playout<WORDS>,
        in_tree: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> bool {
        let (owner, goal) = (self.owner, self.goal);
        let left = |position: &Playout<WORDS>| (*position.board().stones(owner) & goal).len();
        let mut color = self.side(in_tree);
        let mut passes = 0;
        let is_over = self.moves.ends_with(&[PASS, PASS]);
        for _ in 0..if is_over { 0 } else { MOST_MOVES } {
            let cell = position.draw(color, rng).map_or(PASS, |cell| cell as u16);
            self.play(position, color, cell);
            passes = if self.moves.ends_with(&[PASS]) {
                passes + 1
            } else {
                0
            };
            if passes == 2 || left(position) == 0 {
                break;
            }
            color = !color;
        }
        left(position) >= self.needed
    }

    /// Counts the result of a game in the nodes of its path, and for the moves that came later.
    fn learn(&mut self, survive: bool, in_tree: usize) {
        let won = |color: Color| f32::from(u8::from((color == self.owner) == survive));
        // The side that moved first at each cell, from the end of the game back to the root.
        let mut first = [Cells::<WORDS>::EMPTY; 2];
        for (number, &cell) in self.moves.iter().enumerate().skip(in_tree).rev() {
            note(&mut first, self.side(number), cell);
        }
        for (number, &id) in self.path.iter().enumerate().rev() {
            let color = self.side(number);
            let node = &mut self.nodes[id];
            count(&mut node.results, won(!color));
            let children = node.children();
            for child in &mut self.nodes[children] {
                if first[side(color)].contains(child.cell.into()) {
                    count(&mut child.amaf, won(color));
                }
            }
            if let Some(before) = number.checked_sub(1) {
                note(&mut first, self.side(before), self.moves[before]);
            }
        }
    }

    /// Adds the moves of a position to the tree.
    fn expand(&mut self, at: usize, position: &Playout<WORDS>, color: Color) {
        let last = |back: usize| self.moves.len().checked_sub(back).map(|at| self.moves[at]);
        let lasts = [last(1), last(2)];
        let mut moves = std::mem::take(&mut self.candidates);
        candidates(position, color, lasts, self.sources.strengths, &mut moves);
        moves.retain(|&(cell, _)| cell == PASS || self.region.contains(cell.into()));
        // Passes save what a move of one's own would kill: a seki, an eye that a ko makes. So a
        // pass is as likely as the likeliest move.
        let most = moves.iter().map(|&(_, weight)| weight).fold(0.0, f32::max);
        for (_, weight) in moves.iter_mut().filter(|(cell, _)| *cell == PASS) {
            *weight = most;
        }
        let total: f32 = moves.iter().map(|(_, weight)| weight).sum();
        let first = self.nodes.len();
        let new = (moves.iter()).map(|&(cell, weight)| Node::new(cell, weight / total));
        self.nodes.extend(new);
        self.nodes[at].first = first as u32;
        self.nodes[at].count = moves.len() as u16;
        self.candidates = moves;
    }
}

/// Notes that a side moved here before all that was noted. Passes do not count.
fn note<const WORDS: usize>(first: &mut [Cells<WORDS>; 2], color: Color, cell: u16) {
    if cell != PASS {
        let own = side(color);
        let mut here = Cells::EMPTY;
        here.insert(cell.into());
        first[own] |= here;
        first[1 - own] &= !here;
    }
}
