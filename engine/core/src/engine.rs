//! The engine: it owns its knowledge and its settings, and finds moves for games.

use std::sync::Arc;
use std::time::Instant;

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_matcher::{Match, Outcome};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::connection::ConnectionReader;
use crate::game::Game;
use crate::knowledge::Knowledge;
use crate::life::{Ownership, regions};
use crate::matchers::Matchers;
use crate::monte_carlo::{self, Budget, Ends, Player, Question, Report, Watch};
use crate::moves::{
    self, Candidate, Consulted, DECISIVE_VALUE, Decider, Explanation, Fired, LEAST_VALUE, Openings,
    Readers, Reason, Searched, Seen, Wish,
};
use crate::reading::{Limits, Reader};
use crate::scoring::Final;
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
    /// All candidates, the best first: by value; where a search decided, those that it tried, the
    /// most tried first.
    pub candidates: Vec<Candidate>,
    /// All matches whose constraints hold, also those whose moves may not be played.
    pub fired: Vec<Fired>,
    /// What the best of them, and the state of the game, come to.
    pub decision: Decision,
    /// The [rating](Candidate::rating) of the decision; 0 for a pass.
    pub rating: f32,
    /// What a search found, if one decided.
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
            rating: 0.0,
            report: None,
        }
    }

    /// Takes over what a search found and decided.
    fn follow(&mut self, decision: Decision, report: Report) {
        let mut known = std::mem::take(&mut self.candidates);
        let tried = report.moves.iter().filter_map(|tried| {
            let point = tried.point?;
            let searched = Some(Searched {
                visits: tried.visits,
                winrate: tried.winrate as f32,
            });
            let place = known.iter().position(|one| one.point == point);
            Some(match place.map(|place| known.swap_remove(place)) {
                Some(known) => Candidate { searched, ..known },
                None => Candidate {
                    point,
                    value: 0.0,
                    reasons: Vec::new(),
                    searched,
                },
            })
        });
        self.candidates = tried.collect();
        let point = match decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        };
        let mut candidates = self.candidates.iter();
        let chosen = candidates.find(|candidate| Some(candidate.point) == point);
        self.rating = chosen.map_or(0.0, Candidate::rating);
        self.decision = decision;
        self.report = Some(report);
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
    /// Who searches by random games: always for [`Decider::Search`], else where patterns leave the
    /// move open. Without a player the engine passes there.
    pub player: Option<Player>,
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
            player: None,
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
        if let Some(player) = &mut self.player {
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

    /// Looks for a move; somebody may look on while a search decides.
    ///
    /// Where dead stones count, it takes them off before it passes.
    pub fn think_watched(
        &mut self,
        game: &Game,
        wish: &Wish,
        mut watch: Option<&mut Watch<'_>>,
    ) -> Thoughts {
        let thoughts = self.think_once(game, wish, watch.as_deref_mut());
        if thoughts.decision != Decision::Pass || !game.dead_stones_count || wish.cleanup {
            return thoughts;
        }
        let cleanup = Wish {
            cleanup: true,
            ..wish.clone()
        };
        self.think_once(game, &cleanup, watch)
    }

    fn think_once(&mut self, game: &Game, wish: &Wish, watch: Option<&mut Watch<'_>>) -> Thoughts {
        let Some(mut player) = self.player.take() else {
            return self.think_by_patterns(game, wish).0;
        };
        let thoughts = match wish.decider {
            Decider::Patterns => self.think_by_both(&player, game, wish),
            Decider::Search => self.think_by_search(&mut player, game, wish, watch),
        };
        self.player = Some(player);
        thoughts
    }

    /// Looks for a move by patterns and reading. Where the best of them is worth less than
    /// [`DECISIVE_VALUE`] and random games disagree about a point, a short search decides, with what
    /// they propose as hints.
    fn think_by_both(&mut self, player: &Player, game: &Game, wish: &Wish) -> Thoughts {
        let (mut thoughts, ownership) = self.think_by_patterns(game, wish);
        let (board, color) = (game.board(), wish.color);
        let is_decisive = thoughts.rating >= DECISIVE_VALUE;
        if is_decisive || thoughts.decision == Decision::Resign || !ownership.is_open(board) {
            return thoughts;
        }
        let hints = thoughts.hints();
        let question = Question {
            game,
            color,
            allowed: wish.allowed.as_ref(),
            hints: &hints,
        };
        let budget = Budget {
            simulations: Some(SHORT_SEARCH * self.level.clamp(1, 100) as u64),
            time: game.clock.for_next_move(color, moves_to_come(board)),
            ends: Ends::AtBudget,
        };
        let mut report = player.search_for_points(&question, self.seed, budget);
        let mut decision = monte_carlo::decide(&question, &report, wish.cleanup, false);
        if decision == Decision::Pass && wish.allowed.is_none() {
            // The noise of playouts hides the last points.
            if let Some(last) = thoughts.candidates.iter().find(|one| one.is_certain()) {
                decision = Decision::Play(last.point);
            } else if let Some(found) = self.contested(player, &question, &report, budget) {
                report = found;
                let best = report.moves.first().and_then(|best| best.point);
                decision = best.map_or(Decision::Pass, Decision::Play);
            }
        }
        thoughts.follow(decision, report);
        thoughts
    }

    /// Searches the points between living stones of both sides, where a search would pass; `None` if
    /// there are none, or if playing there costs something.
    fn contested(
        &mut self,
        player: &Player,
        question: &Question<'_>,
        report: &Report,
        budget: Budget,
    ) -> Option<Report> {
        let (game, color) = (question.game, question.color);
        let mut board = game.board().clone();
        let dead = monte_carlo::dead_stones(&board, color, &report.ownership);
        let between = regions(&board, &dead).into_iter();
        let between = between.filter(|region| region.borders.black && region.borders.white);
        let points: PointSet = between.flat_map(|region| region.points.iter()).collect();
        let empty = points & *board.empty();
        let is_safe =
            |&point: &Point| self.reader.safe_move(&mut board, color, point) == Outcome::Win;
        let allowed: PointSet = empty.iter().filter(is_safe).collect();
        if allowed.is_empty() {
            return None;
        }
        let question = Question {
            allowed: Some(&allowed),
            ..*question
        };
        let found = player.search_for_points(&question, self.seed, budget);
        let best = found.moves.first()?.score;
        let passing = report.moves.iter().find(|tried| tried.point.is_none());
        passing
            .is_none_or(|passing| best > passing.score - TOLERANCE)
            .then_some(found)
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
            self.think_by_patterns(game, wish).0
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
        let decision = monte_carlo::decide(&question, &report, wish.cleanup, self.may_resign);
        thoughts.follow(decision, report);
        thoughts
    }

    /// What the patterns and reading say about moves, for a search: what they are worth in points.
    pub fn hints(&mut self, game: &Game, color: Color) -> Vec<(Point, f32)> {
        self.think_by_patterns(game, &Wish::of(color)).0.hints()
    }

    /// What patterns and reading say, and who owns what by the random games that they rest on.
    fn think_by_patterns(&mut self, game: &Game, wish: &Wish) -> (Thoughts, Ownership) {
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
        let thoughts = Thoughts {
            color: wish.color,
            candidates,
            fired,
            decision,
            rating: value,
            report: None,
        };
        (thoughts, ownership)
    }

    /// Looks for a move for this side, with no other wishes.
    pub fn think_for(&mut self, game: &Game, color: Color) -> Thoughts {
        self.think(game, &Wish::of(color))
    }

    /// Counts the game as it stands; the seed decides the playouts.
    ///
    /// Playouts with each side to move say who owns the stones: those of a search if there is a
    /// [player](Self::player). Reading says which points of its territory a side must fill.
    pub fn count(&mut self, game: &Game, seed: u64) -> Final {
        let mut end = match &self.player {
            Some(player) if !game.is_cleaned_up() => {
                Final::with_dead(game, player.dead_stones(game, seed))
            }
            _ => Final::estimate(game, seed),
        };
        end.protect(game, &mut self.reader);
        end
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
        let to_come = moves_to_come(game.board());
        let Some(time) = game.clock.for_next_move(color, to_come) else {
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

/// A move between living stones may seem this many points worse than a pass, by the noise of playouts.
const TOLERANCE: f64 = 1.5;

/// Playouts of a short search, for each level.
const SHORT_SEARCH: u64 = 300;

/// How many moves a side probably still makes in the game.
fn moves_to_come(board: &Board) -> u32 {
    let left = (board.size().area() / 2).saturating_sub(board.moves().len() / 2);
    left.max(20) as u32
}

/// Behind by more than this share of the board, a game is lost: 45 points on 19x19.
const RESIGN_SHARE: f32 = 0.125;

/// Whether nearly all points have an owner.
fn has_decided(board: &Board, ownership: &Ownership) -> bool {
    let points = board.size().points();
    let open: f32 = points.map(|point| 1.0 - ownership.of(point).abs()).sum();
    open < 0.15 * board.size().area() as f32
}
