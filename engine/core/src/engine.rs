//! The engine: it owns its knowledge and its settings, and finds moves for games.

use std::sync::Arc;
use std::time::Instant;

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_matcher::Match;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::connection::ConnectionReader;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::life::Ownership;
use crate::matchers::Matchers;
use crate::monte_carlo::{self, Player, Question, Report, Watch};
use crate::moves::{
    self, Candidate, Consulted, Explanation, Fired, LEAST_VALUE, Openings, Readers, Reason, Seen,
    Wish,
};
use crate::reading::{Limits, Reader};
use crate::worms::{Advice, PossibleCuts, Worms};

/// What the engine decides to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move.
    Play(Point),
    /// A pass: nothing is worth a point.
    Pass,
    /// The game is lost.
    Resign,
}

/// What the engine thinks about a position.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// The side to move.
    pub color: Color,
    /// All candidates, the best first.
    pub candidates: Vec<Candidate>,
    /// All matches whose constraints hold, also those whose moves may not be played.
    pub fired: Vec<Fired>,
    /// What the best of them, and the state of the game, come to.
    pub decision: Decision,
    /// The value of the decision, in points; 0 for a pass.
    pub value: f32,
    /// What the search found, in Monte Carlo play. The candidates are the moves that it tried then, the most tried first, and
    /// their values are shares of wins in percent.
    pub report: Option<Report>,
}

impl Thoughts {
    /// No thoughts about this side's move: a pass.
    const fn nothing(color: Color) -> Self {
        Self {
            color,
            candidates: Vec::new(),
            fired: Vec::new(),
            decision: Decision::Pass,
            value: 0.0,
            report: None,
        }
    }

    /// The candidates and what they are worth, for a search.
    fn hints(&self) -> Vec<(Point, f32)> {
        let candidates = self.candidates.iter();
        (candidates.map(|candidate| (candidate.point, candidate.value))).collect()
    }
}

/// What the worms of a position depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Examined {
    hash: u64,
    size: BoardSize,
    limits: Limits,
    /// Who moved last: a ko is forbidden to the other side only.
    last: Option<Color>,
}

/// A Go engine.
#[derive(Clone, Debug)]
pub struct Engine {
    knowledge: Knowledge,
    matchers: Matchers,
    level: i32,
    /// What is added to the reading depths of the level.
    deepened: i32,
    seed: u64,
    reader: Reader,
    connections: ConnectionReader,
    /// The worms of the position last examined, with what they depend on.
    worms: Option<(Examined, Arc<Worms>)>,
    /// Whether a lost game may be resigned.
    pub may_resign: bool,
    /// Which knowledge of the opening is used.
    pub openings: Openings,
    /// Who decides in Monte Carlo play.
    pub monte_carlo: Option<Player>,
}

/// The usual level.
pub const DEFAULT_LEVEL: i32 = 10;

impl Engine {
    /// An engine with these databases, at level 10, with seed 0.
    pub fn new(knowledge: Knowledge) -> Self {
        Self {
            knowledge,
            matchers: Matchers::default(),
            level: DEFAULT_LEVEL,
            deepened: 0,
            seed: 0,
            reader: Reader::new(Limits::for_level(DEFAULT_LEVEL)),
            connections: ConnectionReader::for_level(DEFAULT_LEVEL),
            worms: None,
            may_resign: true,
            openings: Openings::default(),
            monte_carlo: None,
        }
    }

    /// The databases.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Replaces all databases.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.matchers = Matchers::default();
        self.worms = None;
        self.knowledge = knowledge;
    }

    /// The level.
    pub fn level(&self) -> i32 {
        self.level
    }

    /// Sets the level: how far it reads, and how many random games it plays. Any number is taken.
    pub fn set_level(&mut self, level: i32) {
        self.level = level;
        self.connections.set_level(level);
        self.set_limits();
    }

    /// Adds to all reading depths, on top of the level and of what was added before.
    pub fn deepen(&mut self, by: i32) {
        self.deepened = self.deepened.saturating_add(by);
        self.set_limits();
    }

    fn set_limits(&mut self) {
        self.reader
            .set_limits(Limits::for_level_deepened(self.level, self.deepened));
    }

    /// The tactical reader, with the limits of the level.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The tactical reader, to ask it.
    pub fn reader_mut(&mut self) -> &mut Reader {
        &mut self.reader
    }

    /// The reader of connections, with the limits of the level.
    pub fn connections(&self) -> &ConnectionReader {
        &self.connections
    }

    /// The reader of connections, to ask it.
    pub fn connections_mut(&mut self) -> &mut ConnectionReader {
        &mut self.connections
    }

    /// Forgets all that has been read: strings, connections, and the worms of the last position.
    pub fn forget(&mut self) {
        self.reader.forget();
        self.connections.forget();
        self.worms = None;
        if let Some(player) = &mut self.monte_carlo {
            player.forget();
        }
    }

    /// The random seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the random seed. The same seed, position and databases give the same move.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The worms of the position, trial moves included: examined once, then remembered until another position
    /// is asked about.
    pub fn worms(&mut self, game: &Game) -> Arc<Worms> {
        let board = game.board();
        let examined = Examined {
            hash: board.hash(),
            size: board.size(),
            limits: self.reader.limits(),
            last: board.last_move().map(|(color, _)| color),
        };
        if let Some((known, worms)) = &self.worms
            && *known == examined
        {
            return worms.clone();
        }
        let mut board = board.clone();
        let mut advice = Advice {
            knowledge: &self.knowledge,
            matchers: &mut self.matchers,
            connections: &mut self.connections,
            komi: game.komi,
        };
        let worms = Worms::examine(&mut board, &mut self.reader, &mut advice);
        let worms = Arc::new(worms);
        self.worms = Some((examined, worms.clone()));
        worms
    }

    /// Looks for a move.
    pub fn think(&mut self, game: &Game, wish: &Wish) -> Thoughts {
        self.think_watched(game, wish, None)
    }

    /// Looks for a move; in Monte Carlo play somebody may look on.
    pub fn think_watched(
        &mut self,
        game: &Game,
        wish: &Wish,
        watch: Option<&mut Watch<'_>>,
    ) -> Thoughts {
        match self.monte_carlo.take() {
            None => self.think_by_patterns(game, wish),
            Some(mut player) => {
                let thoughts = self.think_by_search(&mut player, game, wish, watch);
                self.monte_carlo = Some(player);
                thoughts
            }
        }
    }

    /// Looks for a move by a tree of random games, where the patterns' moves come first.
    fn think_by_search(
        &mut self,
        player: &mut Player,
        game: &Game,
        wish: &Wish,
        watch: Option<&mut Watch<'_>>,
    ) -> Thoughts {
        let began = Instant::now();
        let mut budget = player.budget(game, wish.color, self.level);
        let mut thoughts = if budget.is_short() {
            Thoughts::nothing(wish.color)
        } else {
            self.think_by_patterns(game, wish)
        };
        let is_book = |reason: &Reason| matches!(reason, Reason::Book { .. });
        let first = thoughts.candidates.first();
        if first.is_some_and(|best| best.reasons.iter().any(is_book)) {
            return thoughts;
        }
        let hints = thoughts.hints();
        let question = Question {
            game,
            color: wish.color,
            allowed: wish.allowed.as_ref(),
            hints: &hints,
        };
        budget.time = budget.time.map(|time| time.saturating_sub(began.elapsed()));
        let report = match watch {
            None => player.search(&question, self.seed, budget, &|| false),
            Some(watch) => player.search_watched(&question, self.seed, budget, watch),
        };
        thoughts.decision = monte_carlo::decide(&question, &report, wish.cleanup, self.may_resign);
        let mut known = std::mem::take(&mut thoughts.candidates);
        let tried = report.moves.iter();
        thoughts.candidates = tried
            .filter_map(|tried| {
                let point = tried.point?;
                let place = known.iter().position(|one| one.point == point);
                let reasons = place.map(|place| known.swap_remove(place).reasons);
                Some(Candidate {
                    point,
                    value: (100.0 * tried.winrate) as f32,
                    reasons: reasons.unwrap_or_default(),
                })
            })
            .collect();
        thoughts.value = match thoughts.decision {
            Decision::Play(_) => thoughts.candidates.first().map_or(0.0, |best| best.value),
            Decision::Pass | Decision::Resign => 0.0,
        };
        thoughts.report = Some(report);
        thoughts
    }

    /// What the patterns and reading say about moves, for a search: what they are worth in points.
    pub fn hints(&mut self, game: &Game, color: Color) -> Vec<(Point, f32)> {
        self.think_by_patterns(game, &Wish::of(color)).hints()
    }

    fn think_by_patterns(&mut self, game: &Game, wish: &Wish) -> Thoughts {
        let ownership = self.ownership(game, wish.color);
        let cuts = PossibleCuts::new(&self.knowledge, &mut self.matchers, game.board());
        let (candidates, fired) = moves::search(
            game,
            wish,
            Consulted {
                knowledge: &self.knowledge,
                openings: self.openings,
            },
            &mut self.matchers,
            Readers {
                tactics: &mut self.reader,
                connections: &mut self.connections,
            },
            Seen {
                ownership: &ownership,
                cuts: &cuts,
            },
            &mut Xoshiro256PlusPlus::seed_from_u64(self.seed),
        );
        let best = candidates.first().filter(|best| best.value >= LEAST_VALUE);
        let value = best.map_or(0.0, |best| best.value);
        let decision = if self.gives_up(game, wish, value, &ownership) {
            Decision::Resign
        } else {
            best.map_or(Decision::Pass, |best| Decision::Play(best.point))
        };
        Thoughts {
            color: wish.color,
            candidates,
            fired,
            decision,
            value,
            report: None,
        }
    }

    /// Looks for a move for this side, with no other wishes.
    pub fn think_for(&mut self, game: &Game, color: Color) -> Thoughts {
        self.think(game, &Wish::of(color))
    }

    /// Looks for the best of these points.
    pub fn think_among(&mut self, game: &Game, color: Color, allowed: PointSet) -> Thoughts {
        let wish = Wish {
            allowed: Some(allowed),
            ..Wish::of(color)
        };
        self.think(game, &wish)
    }

    /// Why a match of a pattern fires for this side, or does not; `None` if there is no such pattern.
    ///
    /// The database is named by its place in the engine's [`knowledge`](Self::knowledge).
    pub fn explain(
        &mut self,
        game: &Game,
        color: Color,
        database: usize,
        found: Match,
    ) -> Option<Explanation> {
        let ownership = self.ownership(game, color);
        let cuts = PossibleCuts::new(&self.knowledge, &mut self.matchers, game.board());
        let general = self.knowledge.general(database)?;
        let pattern = general.pattern(found.pattern as usize)?;
        let wish = Wish::of(color);
        let readers = Readers {
            tactics: &mut self.reader,
            connections: &mut self.connections,
        };
        let seen = Seen {
            ownership: &ownership,
            cuts: &cuts,
        };
        Some(moves::explain(game, &wish, readers, seen, pattern, found))
    }

    /// Who owns what, by as many random games as a move may take.
    fn ownership(&self, game: &Game, color: Color) -> Ownership {
        Ownership::estimate(game.board(), color, self.games(game, color), self.seed)
    }

    /// How many random games a move may take: by level, fewer when the clock is short.
    fn games(&self, game: &Game, color: Color) -> u32 {
        let wanted = 16 + 8 * self.level.clamp(0, 100) as u32;
        let left = (game.board().size().area() / 2).saturating_sub(game.board().moves().len() / 2);
        let Some(time) = game.clock.for_next_move(color, left.max(20) as u32) else {
            return wanted;
        };
        // A random game takes less than a microsecond a point, reading and matching no longer
        // than a hundred of them.
        let one_game = game.board().size().area() as u128;
        let affordable = time.as_micros() / (4 * one_game);
        wanted
            .min(u32::try_from(affordable).unwrap_or(u32::MAX))
            .max(4)
    }

    /// Whether the game is lost beyond doubt: no big move left, and far behind.
    fn gives_up(&self, game: &Game, wish: &Wish, value: f32, ownership: &Ownership) -> bool {
        let board = game.board();
        let area = board.size().area();
        if !self.may_resign || wish.cleanup || wish.allowed.is_some() || value >= 10.0 {
            return false;
        }
        if board.moves().len() < area / 3 {
            return false;
        }
        let black = ownership.area_balance(board) - game.komi;
        let behind = match wish.color {
            Color::Black => -black,
            Color::White => black,
        };
        behind > RESIGN_SHARE * area as f32 && has_decided(board, ownership)
    }
}

/// Behind by more than this share of the board, a game is lost: 45 points on 19x19.
const RESIGN_SHARE: f32 = 0.125;

/// Whether nearly all points have an owner.
fn has_decided(board: &Board, ownership: &Ownership) -> bool {
    let points = board.size().points();
    let open: f32 = points.map(|point| 1.0 - ownership.of(point).abs()).sum();
    open < 0.15 * board.size().area() as f32
}
