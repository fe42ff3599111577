//! A tree search over random games that go on only in a region of the board.
//!
//! Entry points: [`LocalTree::new`], [`LocalTree::run`]. Both sides move in the region until
//! neither can. Liberties outside it are never filled, so strings that have one are safe. A
//! [`Judge`] says who has won. The tree grows as that of [`Search`](super::Search): UCT, rapid
//! action value estimation, priors.

use std::cmp::Reverse;
use std::time::Instant;

use katachi_board::playout::{Cells, side};
use katachi_board::{Color, Point, PointSet};
use rand::Rng;

use super::playout::{PASS, Playout};
use super::prior::candidates;
use super::strengths::Strengths;
use super::tree::{Stats, most_visited};
use super::values::Values;

/// What the moves of games are chosen by.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// Of random games.
    pub values: &'a Values,
    /// Of the tree.
    pub strengths: &'a Strengths,
}

/// What a search is about.
pub(super) trait Judge<const WORDS: usize> {
    /// Whether a game may end early, since its result cannot change any more.
    fn is_decided(&self, position: &Playout<WORDS>) -> bool;

    /// The result of a finished game for the side that moved first, 0 to 1.
    fn result(&mut self, position: &Playout<WORDS>) -> f32;
}

/// Where a search goes on, and who begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scene<'a> {
    /// The points where the games go on.
    pub region: &'a PointSet,
    /// The side that moves first.
    pub mover: Color,
    /// Its first moves, with their priors; `None` for all in the region and a pass.
    pub first: Option<&'a [(u16, f32)]>,
    /// The side that wins every ko since it has all the threats, if any.
    pub has_threats: Option<Color>,
}

/// The visit at which a leaf is expanded.
const EXPAND_AT: u32 = 1;
/// The simulations at which own results weigh as much as those of the same move later in a game.
const EQUIVALENCE: f32 = 1000.0;
/// The weight of priors.
const EXPLORATION: f32 = 0.4;
/// What a move without results of its own loses against the node before it.
const CAUTION: f32 = 0.15;
/// A game ends after this many moves.
const MOST_MOVES: usize = 400;
/// The games between two looks at whether the best first move is clear, and at the time.
const BETWEEN_LOOKS: u32 = 256;
/// The tree ends after this many moves.
const DEEPEST: usize = 100;

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

/// The cells of points.
pub(super) fn cells<const WORDS: usize>(start: &Playout<WORDS>, points: &PointSet) -> Cells<WORDS> {
    let mut cells = Cells::EMPTY;
    let size = start.board().size();
    for point in size.points().filter(|&point| points.contains(point)) {
        cells.insert(start.board().cell(point));
    }
    cells
}

/// The tree, with the judge of its games.
pub(super) struct LocalTree<'a, const WORDS: usize, J> {
    sources: Sources<'a>,
    mover: Color,
    has_threats: Option<Color>,
    region: Cells<WORDS>,
    pub judge: J,
    start: Playout<WORDS>,
    nodes: Vec<Node>,
    /// The nodes of the game, and its moves: the first ones lead from node to node.
    path: Vec<usize>,
    moves: Vec<u16>,
    /// A buffer of candidates.
    candidates: Vec<(u16, f32)>,
    /// Games in which the tree took a ko.
    pub kos: u32,
}

impl<'a, const WORDS: usize, J: Judge<WORDS>> LocalTree<'a, WORDS, J> {
    /// A tree without games.
    pub fn new(
        mut start: Playout<WORDS>,
        scene: &Scene<'_>,
        judge: J,
        sources: Sources<'a>,
    ) -> Self {
        let region = cells(&start, scene.region);
        start.refresh_in(sources.values, &region);
        let mut tree = Self {
            sources,
            mover: scene.mover,
            has_threats: scene.has_threats,
            region,
            judge,
            start,
            nodes: vec![Node::new(PASS, 1.0)],
            path: Vec::new(),
            moves: Vec::new(),
            candidates: Vec::new(),
            kos: 0,
        };
        if let Some(first) = scene.first {
            tree.add(0, first.iter().copied());
        }
        tree
    }

    /// Plays this many games.
    pub fn run(&mut self, simulations: u32, rng: &mut impl Rng) {
        for _ in 0..simulations {
            let mut position = self.start;
            let in_tree = self.descend(&mut position);
            let result = self.finish(&mut position, in_tree, rng);
            self.learn(result, in_tree);
        }
    }

    /// Plays this many games, or fewer if it is clear with which first move most of them begin,
    /// since another one would need two thirds of the rest, or if it is time to end.
    pub fn run_until_clear(
        &mut self,
        simulations: u32,
        until: Option<Instant>,
        rng: &mut impl Rng,
    ) {
        let mut left = simulations;
        while left > 0 {
            let games = left.min(BETWEEN_LOOKS);
            self.run(games, rng);
            left -= games;
            let is_time = until.is_some_and(|until| Instant::now() >= until);
            if is_time || self.lead() > left / 3 {
                break;
            }
        }
    }

    /// How many more games began with the most frequent first move than with the second.
    fn lead(&self) -> u32 {
        let children = self.nodes[self.nodes[0].children()].iter();
        let (most, second) = most_visited(children.map(|child| child.results));
        most.visits - second
    }

    /// The first moves, with the results of the side that makes them, the one that most games began
    /// with first. A pass is `None`.
    pub fn tried(&self) -> Vec<(Option<Point>, Stats)> {
        let children = self.nodes[0].children();
        let mut tried: Vec<_> = (self.nodes[children].iter())
            .map(|child| {
                let cell = (child.cell != PASS).then_some(child.cell);
                let point = cell.map(|cell| self.start.board().point(cell.into()));
                (point, child.results)
            })
            .collect();
        tried.sort_by_key(|(_, results)| Reverse(results.visits));
        tried
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

    /// Plays a random game to its end, unless both sides have passed. Returns its result.
    fn finish(&mut self, position: &mut Playout<WORDS>, in_tree: usize, rng: &mut impl Rng) -> f32 {
        let mut color = self.side(in_tree);
        let mut passes = 0;
        let is_over = self.moves.ends_with(&[PASS, PASS]);
        for _ in 0..if is_over { 0 } else { MOST_MOVES } {
            position.refresh_in(self.sources.values, &self.region);
            let cell = position.draw(color, rng).map_or(PASS, |cell| cell as u16);
            self.play(position, color, cell);
            passes = if self.moves.ends_with(&[PASS]) {
                passes + 1
            } else {
                0
            };
            if passes == 2 || self.judge.is_decided(position) {
                break;
            }
            color = !color;
        }
        self.judge.result(position)
    }

    /// Counts the result of a game in the nodes of its path, and for the moves that came later.
    fn learn(&mut self, result: f32, in_tree: usize) {
        let won = |color: Color| {
            if color == self.mover {
                result
            } else {
                1.0 - result
            }
        };
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
        let among = *position.board().empty() & self.region;
        let strengths = self.sources.strengths;
        candidates(position, &among, color, lasts, strengths, &mut moves);
        // Passes save what a move of one's own would kill: a seki, an eye that a ko makes. So a
        // pass is as likely as the likeliest move.
        let most = moves.iter().map(|&(_, weight)| weight).fold(0.0, f32::max);
        for (_, weight) in moves.iter_mut().filter(|(cell, _)| *cell == PASS) {
            *weight = most;
        }
        let total: f32 = moves.iter().map(|(_, weight)| weight).sum();
        self.add(
            at,
            moves.iter().map(|&(cell, weight)| (cell, weight / total)),
        );
        self.candidates = moves;
    }

    /// Adds the children of a node.
    fn add(&mut self, at: usize, moves: impl Iterator<Item = (u16, f32)>) {
        let first = self.nodes.len();
        self.nodes
            .extend(moves.map(|(cell, prior)| Node::new(cell, prior)));
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[at];
        (node.first, node.count) = (first as u32, count as u16);
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
