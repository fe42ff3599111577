//! The player: the budget of a search, and the decision after it.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use katachi_board::{Board, Chain, Color, Point, PointSet, with_words};

use super::local::Sources;
use super::place::{Limits, search_in_place};
use super::playout::Playout;
use super::report::{Report, Tried};
use super::search::{Budget, Drive, Ends, Means, Root, Search};
use super::strengths::Strengths;
use super::values::Values;
use crate::decision::Decision;
use crate::game::Game;
use crate::levels;
use crate::scoring::Final;

/// How a player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads, at least 1.
    pub threads: usize,
    /// Bytes for the tree.
    pub memory: usize,
    /// Simulations for each level. They are the budget if nothing else limits a search.
    pub simulations_per_level: u32,
    /// At most this many simulations a move, whatever the level.
    pub simulations: Option<u64>,
    /// At most this much time a move, whatever the clock.
    pub time: Option<Duration>,
}

impl Default for Settings {
    /// All cores, 128 MB, 8,000 simulations for each level.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            memory: 128 << 20,
            simulations_per_level: 8000,
            simulations: None,
            time: None,
        }
    }
}

/// Receives reports while a player searches.
pub struct Watch<'a> {
    /// The time between two reports.
    pub interval: Duration,
    /// Gets each report, and the last one when the search is over.
    pub show: &'a mut dyn FnMut(&Report),
}

/// A Monte Carlo player.
#[derive(Clone, Debug)]
pub struct Player {
    values: Arc<Values>,
    strengths: Arc<Strengths>,
    /// Counts the replacements of the values.
    version: u64,
    /// How it searches.
    pub settings: Settings,
    /// While it is up, a search for a move ends at once.
    pub interrupt: Arc<AtomicBool>,
    search: Search,
}

/// The win rate below which a game is lost.
const HOPELESS: f64 = 0.06;

/// The playouts, for each side to move, that decide about dead stones: a short search, and a long
/// one if that leaves a string unclear.
const COUNTING: [u64; 2] = [1000, 4000];

/// A string is unclear if a side owns it by less than this, with each side to move first: 2 if all
/// playouts agree.
const UNCLEAR: f32 = 1.0;

/// A point is decided if one side owns it in this share of the games more than the other.
const DECIDED: f32 = 0.8;

/// A pass changes a point if one side then owns it by this much more.
const CHANGED: f32 = 0.3;

/// The most points that may be open when a second pass ends a won game: those of two kos.
const KOS: usize = 4;

/// The win rates of a game that both sides may win.
const UNDECIDED: std::ops::RangeInclusive<f64> = 0.15..=0.85;

/// The score of a game whose win rate is the upper end, in standard deviations of scores.
const BORDER: f64 = 1.04;

/// Eighths of a budget.
fn part(budget: Budget, share: u32) -> Budget {
    Budget {
        simulations: (budget.simulations).map(|all| all * u64::from(share) / 8),
        time: budget.time.map(|all| all * share / 8),
        ..budget
    }
}

impl Player {
    /// A player whose random games use these values, and whose tree uses these strengths.
    pub fn new(values: Arc<Values>, strengths: Arc<Strengths>, settings: Settings) -> Self {
        Self {
            values,
            strengths,
            version: 0,
            settings,
            interrupt: Arc::default(),
            search: Search::default(),
        }
    }

    fn drive(&self) -> Drive<'_> {
        Drive {
            values: &self.values,
            strengths: &self.strengths,
            version: self.version,
        }
    }

    /// Uses other values from the next search on.
    pub fn set_values(&mut self, values: Arc<Values>) {
        self.values = values;
        self.version += 1;
    }

    /// The budget for the next move: by the settings, else by the clock, else by the level.
    pub fn budget(&self, game: &Game, color: Color, level: i32) -> Budget {
        let settings = &self.settings;
        let by_level = levels::playouts(level, settings.simulations_per_level);
        if settings.time.is_some() || settings.simulations.is_some() {
            return Budget {
                simulations: settings.simulations,
                time: settings.time,
                ends: Ends::GameDecided,
            };
        }
        let board = game.board();
        let left = (board.size().area() * 2 / 5).saturating_sub(board.moves().len() / 2);
        let Some(even) = game.clock.for_next_move(color, left.max(12) as u32) else {
            return Budget {
                simulations: Some(by_level),
                time: None,
                ends: Ends::GameDecided,
            };
        };
        let is_overtime = game.clock.left(color).is_some_and(|left| left.stones > 0);
        // In main time, later moves can use what this one saves, so a search may end early. Each
        // move takes at most a seventh of the time left.
        Budget {
            simulations: None,
            time: Some(if is_overtime { even } else { even * 8 / 5 }),
            ends: if is_overtime {
                Ends::GameDecided
            } else {
                Ends::MoveDecided
            },
        }
    }

    /// Searches for the best move of a game: for wins while both sides may win. If the side has
    /// won already, so that all moves win alike, komi moves the game to the border of what both may
    /// win: it plays safe without giving points away. If it has lost, it plays for points.
    pub fn search_for_the_game(&self, root: &Root<'_>, seed: u64, budget: Budget) -> Report {
        let means = self.alone(seed);
        let mut search = Search::default();
        let first = search.run(root, self.drive(), means, part(budget, 1), &|| false);
        let best = first.moves.first().map_or(0.5, |best| best.winrate);
        if UNDECIDED.contains(&best) {
            search.run(root, self.drive(), means, part(budget, 7), &|| false)
        } else {
            let border = BORDER * first.deviation;
            let beyond = if first.score > border {
                first.score - border
            } else {
                first.score
            };
            self.search_around(beyond, root, seed, budget)
        }
    }

    /// Searches for points: the best move is the one that improves the score most, whoever wins.
    ///
    /// A short search first finds the expected score. Then komi makes the game even (dynamic komi:
    /// P. Baudiš, "Balancing MCTS by dynamically adjusting the komi value", 2011), because a search
    /// for wins gives points away in decided games. Win rates in the report are those of the even
    /// game; scores are those of the real one.
    ///
    /// One thread searches, without memory of earlier searches. So the same root, seed and
    /// number of simulations always give the same report.
    pub fn search_for_points(&self, root: &Root<'_>, seed: u64, budget: Budget) -> Report {
        let means = self.alone(seed);
        let first = Search::default().run(root, self.drive(), means, part(budget, 1), &|| false);
        self.search_around(first.score, root, seed, budget)
    }

    /// Searches in one place: the best move is the one that gains most points there, whatever
    /// happens elsewhere.
    pub fn search_in_place(&self, root: &Root<'_>, place: &PointSet, limits: Limits) -> Vec<Tried> {
        let sources = Sources {
            values: &self.values,
            strengths: &self.strengths,
        };
        search_in_place(root, place, sources, limits)
    }

    /// The means of one thread.
    fn alone(&self, seed: u64) -> Means {
        Means {
            threads: 1,
            seed,
            memory: self.settings.memory,
        }
    }

    /// Searches the same position with a komi that takes this off the score.
    fn search_around(&self, score: f64, root: &Root<'_>, seed: u64, budget: Budget) -> Report {
        let expected = score.round();
        let mut even = root.game.clone();
        even.komi += match root.color {
            Color::Black => expected as f32,
            Color::White => -expected as f32,
        };
        let even = Root {
            game: &even,
            ..*root
        };
        let (drive, rest) = (self.drive(), part(budget, 7));
        let mut report = Search::default().run(&even, drive, self.alone(seed), rest, &|| false);
        report.score += expected;
        for tried in &mut report.moves {
            tried.score += expected;
        }
        report
    }

    /// How far this side owns each point, -1 to 1, row by row, if it passes; `None` if it may not.
    /// What a search says of a point holds for its best move; where the opponent then moves first,
    /// it may be otherwise.
    pub fn ownership_after_a_pass(
        &self,
        root: &Root<'_>,
        seed: u64,
        budget: Budget,
    ) -> Option<Vec<f32>> {
        let answered = self.answered(root, None, seed, budget)?;
        Some(answered.ownership.iter().map(|own| -own).collect())
    }

    /// The mean score of this side, in points, after a move or a pass and the opponent's best
    /// answers; `None` if it may not be played.
    pub fn score_after(
        &self,
        root: &Root<'_>,
        point: Option<Point>,
        seed: u64,
        budget: Budget,
    ) -> Option<f64> {
        let answered = self.answered(root, point, seed, budget)?;
        Some(-answered.score)
    }

    /// What a search for points finds for the opponent after a move, or after a pass.
    fn answered(
        &self,
        root: &Root<'_>,
        played: Option<Point>,
        seed: u64,
        budget: Budget,
    ) -> Option<Report> {
        let mut after = root.game.clone();
        after.play(root.color, played).ok()?;
        Some(self.search_for_points(&Root::of(&after, !root.color), seed, budget))
    }

    /// The stones of strings that the other side owns in most playouts, with each side to move
    /// first, and those of unclear strings. If a string is unclear, more playouts decide about all.
    pub fn dead_stones(&self, game: &Game, seed: u64) -> (PointSet, PointSet) {
        let board = game.board();
        let (mut black, mut unclear) = (Vec::new(), PointSet::EMPTY);
        for playouts in COUNTING {
            black = self.owned_by_black(game, seed, playouts);
            unclear = (strings(board, &black))
                .filter(|(_, own)| own.abs() < UNCLEAR)
                .flat_map(|(chain, _)| chain.stones())
                .collect();
            if unclear.is_empty() {
                break;
            }
        }
        (dead_stones(board, Color::Black, &black), unclear)
    }

    /// How far Black owns each point, row by row: the sum, -2 to 2, of two searches of this many
    /// playouts, one with each side to move.
    fn owned_by_black(&self, game: &Game, seed: u64, playouts: u64) -> Vec<f32> {
        let mut black = vec![0.0; game.board().size().area()];
        for color in Color::BOTH {
            let root = Root::of(game, color);
            let report = self.search_for_points(&root, seed, Budget::simulations(playouts));
            for (sum, own) in black.iter_mut().zip(report.ownership) {
                *sum += match color {
                    Color::Black => own,
                    Color::White => -own,
                };
            }
        }
        black
    }

    /// Searches until the budget is used up or `stop` returns true. A second search of the same
    /// position continues the first.
    pub fn search(
        &mut self,
        root: &Root<'_>,
        seed: u64,
        budget: Budget,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Report {
        let means = Means {
            threads: self.settings.threads.max(1),
            seed,
            memory: self.settings.memory,
        };
        let interrupt = &self.interrupt;
        let stop = || interrupt.load(Ordering::Relaxed) || stop();
        let drive = Drive {
            values: &self.values,
            strengths: &self.strengths,
            version: self.version,
        };
        self.search.run(root, drive, means, budget, &stop)
    }

    /// Searches until the budget is used up, with reports at intervals.
    pub fn search_watched(
        &mut self,
        root: &Root<'_>,
        seed: u64,
        mut budget: Budget,
        watch: &mut Watch<'_>,
    ) -> Report {
        let nothing = Budget::simulations(0);
        let mut known = self.search(root, seed, nothing, &|| false).visits;
        let mut slice = 0;
        loop {
            let began = Instant::now();
            let is_cut = AtomicBool::new(false);
            let stop = || {
                let is_over = began.elapsed() >= watch.interval;
                if is_over {
                    is_cut.store(true, Ordering::Relaxed);
                }
                is_over
            };
            // A new seed for each slice: the old one would repeat its random games.
            let report = self.search(root, seed.wrapping_add(slice), budget, &stop);
            slice += 1;
            (watch.show)(&report);
            if !is_cut.into_inner() {
                return report;
            }
            let simulations = u64::from(report.visits.saturating_sub(known));
            known = report.visits;
            budget.simulations = (budget.simulations).map(|left| left.saturating_sub(simulations));
            budget.time = (budget.time).map(|left| left.saturating_sub(began.elapsed()));
        }
    }

    /// The weights with which a random game from here draws the first move of this side: each legal
    /// move whose weight is not 0.
    pub fn weights(&self, board: &Board, color: Color) -> Vec<(Point, u32)> {
        with_words!(board.size(), WORDS => weights_in::<WORDS>(&self.values, board, color))
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.search.forget();
    }
}

/// Decides after a search.
///
/// The player passes if a pass has most simulations or nothing on the board is open, and also if
/// the opponent has passed and the game is won as it stands. During a cleanup it passes only when
/// no dead stones are left.
pub fn decide(root: &Root<'_>, report: &Report, cleanup: bool, may_resign: bool) -> Decision {
    let (game, color) = (root.game, root.color);
    let board = game.board();
    let Some(best) = report.moves.first() else {
        return Decision::Pass;
    };
    let dead = dead_stones(board, color, &report.ownership);
    let others = || report.moves.iter().find_map(|one| one.point);
    if cleanup && !dead.is_empty() {
        return others().map_or(Decision::Pass, Decision::Play);
    }
    if may_resign && !cleanup && report.visits > 200 && best.winrate < HOPELESS {
        return Decision::Resign;
    }
    let score = Final::with_dead(game, dead).score(game);
    let is_won = match color {
        Color::Black => score > 0.0,
        Color::White => score < 0.0,
    };
    let open = report
        .ownership
        .iter()
        .filter(|own| own.abs() < DECIDED)
        .count();
    let passed = matches!(board.last_move(), Some((other, None)) if other != color);
    if root.allowed.is_none() && (open == 0 || passed && is_won && open <= KOS) {
        return Decision::Pass;
    }
    best.point.map_or(Decision::Pass, Decision::Play)
}

/// Whether each point that a search found decided goes to the same side if this one passes: how far
/// this side owns each point, with its best move and after its pass.
pub fn is_settled(own: &[f32], passed: &[f32]) -> bool {
    let mut points = own.iter().zip(passed);
    points.all(|(own, passed)| own.abs() < DECIDED || own * passed > 0.0)
}

/// The empty points that a pass changes, or beside one that it changes: how far this side owns each
/// point, with its best move and after its pass.
pub fn at_stake(board: &Board, own: &[f32], passed: &[f32]) -> PointSet {
    let changes = own.iter().zip(passed).map(|(own, passed)| own - passed);
    let points = board.size().points().zip(changes);
    let changed = points.filter(|(_, change)| change.abs() >= CHANGED);
    let changed: PointSet = changed.map(|(point, _)| point).collect();
    changed.with_surroundings() & *board.empty()
}

/// The stones of strings that the other side owns in most games. `ownership` is from this side's
/// view, row by row.
pub fn dead_stones(board: &Board, color: Color, ownership: &[f32]) -> PointSet {
    let mut dead = PointSet::EMPTY;
    for (chain, own) in strings(board, ownership) {
        if (own < 0.0) == (chain.color() == color) && own != 0.0 {
            dead.extend(chain.stones());
        }
    }
    dead
}

/// The weights of the first moves on a board that takes this many words.
fn weights_in<const WORDS: usize>(
    values: &Values,
    board: &Board,
    color: Color,
) -> Vec<(Point, u32)> {
    let mut playout = Playout::<WORDS>::new(board);
    playout.refresh(values);
    let cells = playout.board();
    let weights = cells
        .empty()
        .iter()
        .map(|cell| (cells.point(cell), playout.value(color, cell)));
    weights.filter(|(_, weight)| *weight > 0).collect()
}

/// Each string, and what `ownership`, row by row, says of its stones in the mean.
fn strings<'a>(board: &'a Board, ownership: &'a [f32]) -> impl Iterator<Item = (Chain<'a>, f32)> {
    board.chains().map(move |chain| {
        let points = board.size().points().zip(ownership);
        let stones = points.filter(|(point, _)| chain.contains(*point));
        let sum: f32 = stones.map(|(_, own)| own).sum();
        let mean = sum / chain.len() as f32;
        (chain, mean)
    })
}
