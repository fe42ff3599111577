//! The search: simulations on one tree, by all threads, until a budget is used up.
//!
//! Entry point: [`Search::run`]. One simulation is in `worker`, the tree in `tree`.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use katachi_board::{BoardSize, Color, Point, PointSet, Rules, Scoring, with_words};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::playout::{PASS, Playout};
use super::prior;
use super::report::{MoveReport, Report};
use super::strengths::Strengths;
use super::tree::{Node, ROOT, Tree, most_visited};
use super::values::Values;
use super::worker::{Games, Tallies, Task, Worker};
use crate::game::Game;

/// The limits of a search. Without a limit it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Simulations of this search.
    pub simulations: Option<u64>,
    /// Time for this search.
    pub time: Option<Duration>,
    /// When it may end earlier.
    pub ends: Ends,
}

/// When a search may end before its budget is used up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// Never.
    #[default]
    AtBudget,
    /// When the game is decided: the best move wins, or loses, nearly all of its simulations.
    GameDecided,
    /// Also when no other move can get more simulations within the budget. Use it if later moves
    /// can use the time saved; the tree stays smaller, which these moves have to make up for.
    MoveDecided,
}

impl Budget {
    /// This many simulations, however long they take.
    pub fn simulations(most: u64) -> Self {
        Self {
            simulations: Some(most),
            ..Self::default()
        }
    }

    /// Whether the budget leaves no time for anything but the search.
    pub fn is_short(&self) -> bool {
        self.simulations.is_some_and(|most| most < 2000)
            || self
                .time
                .is_some_and(|time| time < Duration::from_millis(100))
    }
}

/// What drives a search.
#[derive(Clone, Copy, Debug)]
pub struct Drive<'a> {
    /// The values of moves in random games.
    pub values: &'a Values,
    /// The strengths of moves in the tree.
    pub strengths: &'a Strengths,
    /// Identifies both: a tree of another version is not used again.
    pub version: u64,
}

/// The resources of a search, and its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Threads, at least 1. With one thread, the same seed and number of simulations always give
    /// the same result.
    pub threads: usize,
    /// The seed of the random games.
    pub seed: u64,
    /// Bytes for the tree.
    pub memory: usize,
}

/// The root of a search.
#[derive(Clone, Copy)]
pub struct Root<'a> {
    /// The game.
    pub game: &'a Game,
    /// The side to move.
    pub color: Color,
    /// The points that may be played; `None` allows all.
    pub allowed: Option<&'a PointSet>,
    /// Moves that other knowledge proposes, with their values in points.
    pub hints: &'a [(Point, f32)],
}

impl<'a> Root<'a> {
    /// Any move of this side, without hints.
    pub const fn of(game: &'a Game, color: Color) -> Self {
        Self {
            game,
            color,
            allowed: None,
            hints: &[],
        }
    }
}

/// What a tree belongs to: a position, and the terms of its games.
#[derive(Debug)]
struct About {
    terms: Terms,
    moves: Vec<(Color, Option<Point>)>,
    color: Color,
}

/// What must agree before a tree can be used for a later position.
#[derive(Debug, PartialEq)]
struct Terms {
    size: BoardSize,
    start: Vec<(Color, Point)>,
    /// White's points before the count: komi and compensation for handicap stones.
    komi: f32,
    scoring: Scoring,
    rules: Rules,
    allowed: Option<PointSet>,
    /// The version of the values that drive the games.
    version: u64,
    memory: usize,
}

/// A search that keeps its tree. A position that follows from the last one continues its subtree.
#[derive(Debug, Default)]
pub struct Search {
    kept: Option<(About, Tree, Tallies)>,
}

impl Clone for Search {
    /// A search without a tree.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Simulations between two looks at the clock.
const BETWEEN_LOOKS: u64 = 16;

/// The least number of simulations, even if there is no time for them, so that a search always has
/// a move. They take some milliseconds on a large board.
const LEAST_SIMULATIONS: u64 = 64;

/// A game is decided when the best move wins, or loses, this share of its simulations. Results also
/// contain the margin of points, so few games reach more.
const DECIDED: f32 = 0.95;
/// The share of the budget that must be used before a game counts as decided.
const DECIDED_AFTER: f64 = 0.25;

impl Search {
    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.kept = None;
    }

    /// Searches until the budget is used up or `stop` returns true, and returns the report.
    pub fn run(
        &mut self,
        root: &Root<'_>,
        drive: Drive<'_>,
        means: Means,
        budget: Budget,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Report {
        let size = root.game.board().size();
        with_words!(size, WORDS => self.run_in::<WORDS>(root, drive, means, budget, stop))
    }

    fn run_in<const WORDS: usize>(
        &mut self,
        root: &Root<'_>,
        drive: Drive<'_>,
        means: Means,
        budget: Budget,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Report {
        let began = Instant::now();
        let (game, color) = (root.game, root.color);
        let board = game.board();
        let about = About {
            terms: Terms {
                size: board.size(),
                start: game.start().to_vec(),
                komi: game.komi + game.compensation(),
                scoring: game.scoring,
                rules: board.rules(),
                allowed: root.allowed.copied(),
                version: drive.version,
                memory: means.memory,
            },
            moves: board.moves().collect(),
            color,
        };
        let start = Playout::<WORDS>::new(board);
        let mut lasts = board.moves().rev().map(|(_, point)| point);
        let lasts = [(); 2].map(|()| lasts.next().flatten());
        let task = Task {
            values: drive.values,
            strengths: drive.strengths,
            lasts: lasts.map(|last| last.map(|point| start.board().cell(point) as u16)),
            start,
            color,
            offset: offset(game),
            stones_cost: game.scoring == Scoring::Territory,
        };
        let (mut tree, mut known) = self.tree_for(&about, &task);
        let is_refused = |node: &Node| {
            let cell = node.cell();
            cell != PASS && !may_begin(game, color, task.start.board().point(cell.into()))
        };
        if tree.children(tree.node(ROOT)).1.iter().any(is_refused) {
            // Moves below the root obey simple ko only. A kept subtree may thus begin with a move
            // that the game forbids; then the search starts from nothing.
            (tree, known) = (Tree::new(means.memory / 2), None);
        }
        let top = tree.node(ROOT);
        if top.is_leaf() {
            tree.expand(
                top,
                &root_moves(root, &task.start, task.lasts, task.strengths, Some),
            );
        } else if known.is_none() {
            let (_, children) = tree.children(top);
            let mut moves: Vec<(u16, f32)> =
                (children.iter().map(|child| (child.cell(), child.prior()))).collect();
            let point_of = |cell: u16| Some(task.start.board().point(cell.into()));
            take_hints(root.hints, point_of, &mut moves);
            for (child, (_, prior)) in children.iter().zip(moves) {
                child.set_prior(prior);
            }
            tree.sort_children(ROOT);
        }
        let children = tree.children(tree.node(ROOT)).1.len();
        let tallies = known.unwrap_or_else(|| Tallies::new(64 * WORDS, children));
        let done = AtomicU64::new(0);
        let over = AtomicBool::new(false);
        let spent = |simulations: u64| spent(budget, simulations, began.elapsed());
        let is_over = |simulations: u64| {
            if budget.simulations.is_some_and(|most| simulations >= most) {
                return true;
            }
            if !simulations.is_multiple_of(BETWEEN_LOOKS) {
                return false;
            }
            if stop() {
                return true;
            }
            let enough = simulations >= LEAST_SIMULATIONS;
            enough && budget.time.is_some_and(|time| began.elapsed() >= time)
                || enough
                    && simulations.is_multiple_of(16 * BETWEEN_LOOKS)
                    && is_decided(&tree, budget.ends, simulations, spent(simulations))
        };
        let work = |thread: usize| {
            let seed = means.seed.wrapping_add((thread as u64) << 32);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ board.hash());
            let mut worker = Worker::new(&task);
            while !over.load(Ordering::Relaxed) {
                let number = done.fetch_add(1, Ordering::Relaxed);
                if is_over(number) {
                    over.store(true, Ordering::Relaxed);
                    break;
                }
                worker.simulate(&task, &tree, &tallies, &mut rng);
            }
            worker.hand_in(&tallies);
        };
        if means.threads > 1 {
            std::thread::scope(|scope| {
                for thread in 1..means.threads {
                    scope.spawn(move || work(thread));
                }
                work(0);
            });
        } else {
            work(0);
        }
        let report = report(&task, &tree, &tallies);
        self.kept = Some((about, tree, tallies));
        report
    }

    /// The tree for a position: a subtree of the last search if the game has continued there,
    /// otherwise a new tree.
    fn tree_for<const WORDS: usize>(
        &mut self,
        about: &About,
        task: &Task<'_, WORDS>,
    ) -> (Tree, Option<Tallies>) {
        let new = || (Tree::new(about.terms.memory / 2), None);
        let Some((old, tree, tallies)) = self.kept.take() else {
            return new();
        };
        let Some(since) = about.moves.strip_prefix(&old.moves[..]) else {
            return new();
        };
        if old.terms != about.terms {
            return new();
        }
        if since.is_empty() {
            return if old.color == about.color {
                (tree, Some(tallies))
            } else {
                new()
            };
        }
        let mut at = ROOT;
        let mut color = old.color;
        for &(mover, point) in since {
            let cell = point.map_or(PASS, |point| task.start.board().cell(point) as u16);
            let (first, children) = tree.children(tree.node(at));
            let child = children.iter().position(|child| child.cell() == cell);
            let Some(child) = child.filter(|_| mover == color) else {
                return new();
            };
            at = first + child as u32;
            color = !color;
        }
        // A subtree was searched without the restriction to allowed points, which binds the root
        // only.
        if old.terms.allowed.is_some() || color != about.color {
            return new();
        }
        (tree.below(at), None)
    }
}

/// What turns Black's area minus White's, at the end of a random game, into Black's score. Under
/// territory scoring each further stone costs its side a point.
fn offset(game: &Game) -> f32 {
    let board = game.board();
    let balance =
        |count: &dyn Fn(Color) -> usize| count(Color::Black) as f32 - count(Color::White) as f32;
    match game.scoring {
        Scoring::Area => -game.komi - game.compensation(),
        Scoring::Territory => {
            balance(&|color| game.captures(color) as usize)
                - balance(&|color| board.stones(color).len())
                - game.komi
        }
    }
}

/// Whether a move is legal and repeats no earlier position. With several kos, repetition would make
/// games endless if the rules allow it, and lost if a referee does not.
fn may_begin(game: &Game, color: Color, point: Point) -> bool {
    let board = game.board();
    board.is_legal(color, point) && !board.repeats_position(color, point)
}

/// The moves at the root: those that the rules of the game allow, with hints mixed into the priors.
/// `lasts` are the cells of the last move and of the one before it; `on_board` says where a point
/// of the random games lies on the board of the game.
pub(super) fn root_moves<const WORDS: usize>(
    root: &Root<'_>,
    start: &Playout<WORDS>,
    lasts: [Option<u16>; 2],
    strengths: &Strengths,
    on_board: impl Fn(Point) -> Option<Point>,
) -> Vec<(u16, f32)> {
    let point_of = |cell: u16| on_board(start.board().point(cell.into()));
    let mut moves = Vec::new();
    let empty = start.board().empty();
    prior::candidates(start, empty, root.color, lasts, strengths, &mut moves);
    moves.retain(|&(cell, _)| {
        if cell == PASS {
            return root.allowed.is_none();
        }
        point_of(cell).is_some_and(|point| {
            may_begin(root.game, root.color, point)
                && root.allowed.is_none_or(|all| all.contains(point))
        })
    });
    take_hints(root.hints, point_of, &mut moves);
    prior::sort(&mut moves);
    moves
}

/// Mixes hints into the priors, in proportion to the squares of their values.
fn take_hints(
    hints: &[(Point, f32)],
    point_of: impl Fn(u16) -> Option<Point>,
    moves: &mut [(u16, f32)],
) {
    let weight = |worth: f32| worth.max(0.0).powi(2);
    let total: f32 = hints.iter().map(|&(_, worth)| weight(worth)).sum();
    if total == 0.0 {
        return;
    }
    for (at, share) in moves {
        let point = (*at != PASS).then(|| point_of(*at)).flatten();
        let hint = hints.iter().find(|&&(hinted, _)| Some(hinted) == point);
        let hint = hint.map_or(0.0, |&(_, worth)| weight(worth) / total);
        *share = (1.0 - HINTED) * *share + HINTED * hint;
    }
}

/// The share of the root's priors that comes from hints.
const HINTED: f32 = 0.5;

/// The share of the budget that is used up; 0 without limits.
fn spent(budget: Budget, simulations: u64, elapsed: Duration) -> f64 {
    let by_count = (budget.simulations).map(|most| simulations as f64 / most.max(1) as f64);
    let by_time =
        (budget.time).map(|time| elapsed.as_secs_f64() / time.as_secs_f64().max(f64::EPSILON));
    by_count.into_iter().chain(by_time).fold(0.0, f64::max)
}

/// Whether a search may end after this many simulations and this share of its budget.
fn is_decided(tree: &Tree, ends: Ends, simulations: u64, spent: f64) -> bool {
    if ends == Ends::AtBudget || spent < DECIDED_AFTER {
        return false;
    }
    let children = tree.children(tree.node(ROOT)).1.iter();
    let (best, second) = most_visited(children.map(|child| child.results.get()));
    let wins = best.mean().unwrap_or(0.5);
    if !(1.0 - DECIDED..=DECIDED).contains(&wins) {
        return true;
    }
    let left = simulations as f64 * (1.0 / spent - 1.0);
    ends == Ends::MoveDecided && f64::from(best.visits - second) > left
}

fn report<const WORDS: usize>(task: &Task<'_, WORDS>, tree: &Tree, tallies: &Tallies) -> Report {
    let board = task.start.board();
    let sign = match task.color {
        Color::Black => 1.0,
        Color::White => -1.0,
    };
    let point = |cell: u16| (cell != PASS).then(|| board.point(cell.into()));
    let root = tree.node(ROOT);
    let (_, children) = tree.children(root);
    let mut order: Vec<(usize, &Node)> = children.iter().enumerate().collect();
    order.sort_by_key(|(_, child)| {
        let results = child.results.get();
        let mean = results.mean().unwrap_or(0.0);
        std::cmp::Reverse((results.visits, (mean * 1e6) as u32))
    });
    // Children are sorted by prior, so before any simulation the first is the most likely.
    let is_tried = |(_, child): &&(usize, &Node)| child.results.get().visits > 0;
    let tried = order.iter().filter(is_tried).count();
    let moves = order.iter().take(tried.max(1));
    let moves = moves.map(|&(number, child)| {
        let results = child.results.get();
        let visits = f64::from(results.visits);
        let winrate = f64::from(results.mean().unwrap_or(0.0));
        let deviation = (winrate * (1.0 - winrate) / visits).sqrt();
        MoveReport {
            point: point(child.cell()),
            visits: results.visits,
            winrate,
            score: sign * tallies.children.get(number).map_or(0.0, Games::mean),
            prior: child.prior().into(),
            lower_bound: (winrate - 1.96 * deviation).max(0.0),
            variation: variation(tree, child).map(point).collect(),
        }
    });
    let results = root.results.get();
    let size = board.size();
    Report {
        visits: results.visits,
        // The root's results are those of the side that moved before.
        winrate: 1.0 - f64::from(results.mean().unwrap_or(0.5)),
        score: sign * tallies.all.mean(),
        deviation: tallies.all.deviation(),
        moves: moves.collect(),
        ownership: (size.points())
            .map(|point| (sign * tallies.owner(board.cell(point))) as f32)
            .collect(),
    }
}

/// The principal variation from this move on.
fn variation<'a>(tree: &'a Tree, child: &'a Node) -> impl Iterator<Item = u16> + 'a {
    let next = |node: &&'a Node| {
        let children = tree.children(node).1.iter();
        let best = children.max_by_key(|child| child.results.get().visits);
        best.filter(|best| best.results.get().visits > 0)
    };
    std::iter::successors(Some(child), next).map(Node::cell)
}
