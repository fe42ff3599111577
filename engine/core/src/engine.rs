//! The engine: it owns knowledge and settings, and finds moves for games.
//!
//! Entry point: [`Engine::think`]. Patterns and reading propose candidates
//! ([`valuation`](crate::valuation)). If they leave the move open, or if the caller wishes so, a
//! Monte Carlo search decides.

use std::time::{Duration, Instant};

use katachi_board::{Board, Color, Outcome, Point, PointSet, Scoring, regions};
use katachi_image::Pattern;
use katachi_matcher::{DragonStatus, Match, Question};
use katachi_strategy::dragons::{Dragon, Dragons};
use katachi_strategy::influence::MoveInfluence;
use katachi_strategy::{Analyst, Knowledge, Position};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::aftermath::{Aftermath, Aim};
use crate::constants::LEAST_VALUE;
use crate::decision::{Decider, Decision, Openings, Wish};
use crate::estimate::ScoreBounds;
use crate::game::Game;
use crate::levels::{self, DEFAULT_LEVEL};
use crate::metamachine::{self, Oracle, Reach};
use crate::mirror::MirrorGo;
use crate::monte_carlo::{self, Budget, Ends, Player, Report, Root, Watch};
use crate::ownership::Ownership;
use crate::reasons::{self, Explanation, Fired, Profile, QuickResult, Turn};
use crate::resignation;
use crate::review::{best_after_losses, review, review_move};
use crate::scoring::Final;
use crate::setback::{MOST_SMALL, SMALL, given_back, setback, tactically_dead, takes_own_liberty};
use crate::thoughts::{Review, Thoughts};
use crate::thrashing::Thrashing;
use crate::valuation::{self, Candidate, Choice, DECISIVE_VALUE};

/// A Go engine.
#[derive(Clone, Debug)]
pub struct Engine {
    /// What analyses positions: databases, readers, and the level that limits them.
    pub analyst: Analyst,
    /// The opening knowledge in use.
    pub openings: Openings,
    /// Whether reading of connections looks for moves that break into large territories, and for
    /// those that keep the opponent out.
    pub reads_break_ins: bool,
    /// The Monte Carlo player. With [`Decider::Search`] it always decides; otherwise only where
    /// patterns and reading leave the move open. Without a player the engine passes there.
    pub player: Option<Player>,
    /// Whether and how long the engine plays mirror go.
    pub mirror_go: Option<MirrorGo>,
    /// Patterns of move databases that propose nothing: the index of their database in the
    /// knowledge, and their numbers.
    pub silenced: Vec<(usize, u32)>,
    /// The costs of the patterns of move databases in all move generations, if wanted.
    pub profile: Option<Profile>,
}

impl Engine {
    /// An engine with these databases, at level 10.
    pub fn new(knowledge: Knowledge) -> Self {
        Self {
            analyst: Analyst::new(knowledge, DEFAULT_LEVEL),
            openings: Openings::default(),
            reads_break_ins: false,
            player: None,
            mirror_go: None,
            silenced: Vec::new(),
            profile: None,
        }
    }

    /// Forgets all answers of reading, and the worms of the last position.
    pub fn forget(&mut self) {
        self.analyst.forget();
        if let Some(player) = &mut self.player {
            player.forget();
        }
    }

    /// The position of a game, trial moves included, for questions about its stages.
    pub fn position(&mut self, game: &Game) -> Position<'_> {
        (self.analyst).position(game.board(), game.komi, game.scoring)
    }

    /// Finds a move.
    pub fn think(&mut self, game: &Game, wish: &Wish) -> Thoughts {
        self.think_watched(game, wish, None)
    }

    /// Finds a move; `watch` gets reports while a search decides.
    ///
    /// If dead stones count as alive, the engine captures them before it passes. With the
    /// [aftermath](Wish::aftermath) it settles its stones and territory for good.
    pub fn think_watched(
        &mut self,
        game: &Game,
        wish: &Wish,
        mut watch: Option<&mut Watch<'_>>,
    ) -> Thoughts {
        let mut thoughts = self.think_once(game, wish, watch.as_deref_mut());
        if thoughts.decision == Decision::Pass && game.dead_stones_count && !wish.cleanup {
            let cleanup = Wish {
                cleanup: true,
                ..wish.clone()
            };
            thoughts = self.think_once(game, &cleanup, watch);
        }
        if thoughts.decision != Decision::Pass || wish.is_hurried {
            return thoughts;
        }
        let thrashing = thoughts.thrashing.as_ref();
        let must_capture = thrashing.is_some_and(Thrashing::is_to_be_captured);
        let aim = if wish.cleanup || game.dead_stones_count || must_capture {
            Aim::Capture
        } else if wish.aftermath {
            Aim::Settle
        } else {
            return thoughts;
        };
        let end = self.count_by_agreement(game, wish.seed);
        let aftermath = Aftermath::new(game, &end, wish.color, aim, wish.seed);
        let found = aftermath.next_move(self.analyst.tactics_mut());
        let is_allowed = |point: &Point| wish.allowed.is_none_or(|set| set.contains(*point));
        if let Some(point) = found.filter(is_allowed) {
            thoughts.decision = Decision::Play(point);
        }
        thoughts
    }

    /// Finds a move, or a pass. In a game a search sees lives, too, so they are read briefly.
    fn think_once(&mut self, game: &Game, wish: &Wish, watch: Option<&mut Watch<'_>>) -> Thoughts {
        let searches = wish.is_of_a_game() && self.player.is_some();
        let is_brief = searches && self.analyst.knowledge().reads_lives();
        self.analyst.read_lives_briefly(is_brief);
        let thoughts = self.decide(game, wish, watch);
        self.analyst.read_lives_briefly(false);
        thoughts
    }

    fn decide(&mut self, game: &Game, wish: &Wish, watch: Option<&mut Watch<'_>>) -> Thoughts {
        if let Some(mirrored) = self.mirrored(game, wish) {
            return Thoughts::of_move(wish.color, mirrored);
        }
        let began = Instant::now();
        let mut thoughts = match self.player.take() {
            None => self.think_by_patterns(game, wish).0,
            Some(mut player) => {
                let thoughts = match wish.decider {
                    Decider::Search => self.think_by_search(&mut player, game, wish, watch),
                    _ if wish.is_hurried => hurry(&player, game, wish),
                    _ => self.think_by_both(&player, game, wish),
                };
                self.player = Some(player);
                thoughts
            }
        };
        if wish.decider == Decider::Metamachine && !wish.is_hurried && !wish.cleanup {
            self.play_ahead(game, wish, began, &mut thoughts);
        }
        if wish.decider == Decider::Patterns {
            self.review(game, wish, &mut thoughts);
            self.avoid_setbacks(game, wish, &mut thoughts);
        }
        let is_pass = thoughts.decision == Decision::Pass;
        if is_pass && wish.decider != Decider::Search && self.gives_up(game, wish) {
            thoughts.decision = Decision::Resign;
        }
        thoughts
    }

    /// Asks what combinations say about a free choice, unless there is no time.
    fn review(&mut self, game: &Game, wish: &Wish, thoughts: &mut Thoughts) {
        if wish.is_free() {
            let may_play = |point| !game.goes_in_a_circle(wish.color, point);
            review(&mut self.position(game), thoughts, game.scoring, may_play);
        }
    }

    /// Decides for another move, or a pass, if a small move undoes what is settled.
    fn avoid_setbacks(&mut self, game: &Game, wish: &Wish, thoughts: &mut Thoughts) {
        let Decision::Play(played) = thoughts.decision else {
            return;
        };
        let reads_lives = self.analyst.knowledge().reads_lives();
        if thoughts.rating >= SMALL || !wish.is_free() || !reads_lives {
            return;
        }
        let before = self.position(game).dragons();
        let lost = |point| self.setback(game, &before, wish.color, point);
        match best_after_losses(&thoughts.rated(), MOST_SMALL, lost) {
            Some(best) if best.point == played && best.loss == 0.0 => {}
            Some(best) if best.value() > 0.0 => thoughts.play(best.point),
            _ => thoughts.pass(),
        }
    }

    /// What a move undoes, in points, of what these dragons have settled.
    fn setback(&mut self, game: &Game, before: &Dragons, color: Color, point: Point) -> f32 {
        let mut board = game.board().clone();
        if !takes_own_liberty(&board, color, point) || board.play(color, point).is_err() {
            return 0.0;
        }
        let mut after = (self.analyst).position(&board, game.komi, game.scoring);
        let lost = setback(before, &after.dragons(), color);
        let dead = tactically_dead(before, !color);
        lost.max(given_back(
            self.analyst.tactics_mut(),
            (game.board(), &board),
            dead,
        ))
    }

    /// The move of mirror go, if the engine plays it.
    fn mirrored(&self, game: &Game, wish: &Wish) -> Option<Point> {
        let mirror_go = self.mirror_go.filter(|_| !wish.cleanup)?;
        let point = mirror_go.answer(game, wish.color)?;
        let is_allowed = wish.allowed.as_ref().is_none_or(|set| set.contains(point));
        is_allowed.then_some(point)
    }

    /// Finds a move by a search in one place, if the wish is for one and there is time. It decides
    /// alone, so patterns are not asked.
    fn think_in_place(
        &self,
        player: &Player,
        game: &Game,
        wish: &Wish,
        until: Option<Instant>,
    ) -> Option<Thoughts> {
        let allowed = wish.allowed.as_ref().filter(|_| !wish.cleanup)?;
        let place = monte_carlo::place_of(game.board(), allowed)?;
        if is_too_late(until) {
            return None;
        }
        let root = Root {
            allowed: Some(allowed),
            ..Root::of(game, wish.color)
        };
        let limits = monte_carlo::Limits {
            simulations: levels::search_in_place(self.analyst.level(), place.len()),
            until,
        };
        let tried = player.search_in_place(&root, &place, limits);
        Some(Thoughts::in_place(wish.color, tried))
    }

    /// Finds a move by patterns and reading, and by a short search where they leave it open.
    ///
    /// They do if random games disagree about a point, unless a pattern asks for at least
    /// [`DECISIVE_VALUE`]. The candidates are hints for the search, and their values count with
    /// what it finds ([`Thoughts::weigh`]).
    fn think_by_both(&mut self, player: &Player, game: &Game, wish: &Wish) -> Thoughts {
        let (board, color) = (game.board(), wish.color);
        let until = (game.clock.for_next_move(color, moves_to_come(board)))
            .map(|time| Instant::now() + time);
        if let Some(thoughts) = self.think_in_place(player, game, wish, until) {
            return thoughts;
        }
        let (mut thoughts, ownership) = self.think_by_patterns(game, wish);
        let is_decisive = |best: &Candidate| best.least >= DECISIVE_VALUE;
        let is_only = wish.allowed.is_some_and(|allowed| allowed.len() == 1)
            && matches!(thoughts.decision, Decision::Play(_));
        let is_decided = is_only || thoughts.candidates.first().is_some_and(is_decisive);
        if is_decided || thoughts.decision == Decision::Resign || !ownership.is_open(board) {
            return thoughts;
        }
        let hints = thoughts.hints();
        let root = Root {
            game,
            color,
            allowed: wish.allowed.as_ref(),
            hints: &hints,
        };
        let Some(budget) = self.short_search(board, wish, until) else {
            return thoughts;
        };
        let mut report = if wish.for_points {
            player.search_for_points(&root, wish.seed, budget)
        } else {
            player.search_for_the_game(&root, wish.seed, budget)
        };
        let mut decision = monte_carlo::decide(&root, &report, wish.cleanup, false);
        // The last points, and dead stones in a cleanup, are the search's alone.
        let is_decided = decision == Decision::Pass || wish.cleanup;
        if decision == Decision::Pass && wish.allowed.is_none() {
            // The noise of playouts hides the last points, so a certain gain precedes a pass.
            if let Some(last) = thoughts.candidates.iter().find(|one| one.is_certain()) {
                decision = Decision::Play(last.point);
            } else if let Some(urgent) = report.moves.first().and_then(|best| best.point)
                && let Some(budget) = self.short_search(board, wish, until)
                && (player.ownership_after_a_pass(&root, wish.seed, budget))
                    .is_none_or(|passed| !monte_carlo::is_settled(&report.ownership, &passed))
            {
                decision = Decision::Play(urgent);
            } else if let Some(budget) = self.short_search(board, wish, until)
                && let Some(found) =
                    self.contested(player, &root, &report, &thoughts, (wish.seed, budget))
            {
                report = found;
                let best = report.moves.first().and_then(|best| best.point);
                decision = best.map_or(Decision::Pass, Decision::Play);
            } else if board.ko().is_some_and(|ko| thoughts.is_about_ko(ko)) {
                // A pass gives the ko away; the opponent may fail to ignore a move.
                let threat = harmless(&report);
                decision = threat.map_or(Decision::Pass, Decision::Play);
            }
        }
        let counts_by_stake = self.analyst.knowledge().reads_lives() && !wish.is_of_a_game();
        let own = report.ownership.clone();
        let cost = |point: Point| match game.scoring {
            Scoring::Area => 0.0,
            Scoring::Territory => own[point.row() * board.size().get() + point.col()].abs(),
        };
        thoughts.weigh(
            is_decided.then_some(decision),
            report,
            counts_by_stake,
            cost,
        );
        if !is_decided
            && wish.allowed.is_none()
            && thoughts.idle().is_some()
            && let Some(budget) = self.glance(until)
            && let Some(passed) = player.ownership_after_a_pass(&root, wish.seed, budget)
        {
            let stake = monte_carlo::at_stake(board, &own, &passed);
            let without = |stake: &PointSet| {
                let mut others = thoughts.clone();
                let mut report = others.report.take().unwrap_or_default();
                others.leave(stake, &mut report);
                others.weigh(None, report, counts_by_stake, cost);
                others
            };
            // Random games like a move that nothing speaks for, by chance or for what it changes.
            let at_stake = without(&stake);
            thoughts = if counts_by_stake {
                let busy = without(&PointSet::EMPTY);
                let turn = (player, &root, (wish.seed, until));
                let gain = |some: &Thoughts, others: &Thoughts| self.gain(turn, some, others);
                thoughts.unless_idle([at_stake, busy], gain)
            } else {
                at_stake
            };
        }
        if !is_decided && counts_by_stake {
            self.compare(player, &root, (wish.seed, until), &mut thoughts);
        }
        thoughts
    }

    /// Lets searches after each of them decide between two moves that are rated nearly alike,
    /// unless the time is up. A search of the position tries its favourite most; here both get as
    /// much.
    fn compare(
        &self,
        player: &Player,
        root: &Root<'_>,
        (seed, until): (u64, Option<Instant>),
        thoughts: &mut Thoughts,
    ) {
        let Some(rivals) = thoughts.close_rivals() else {
            return;
        };
        let turn = (player, root, (seed, until));
        if let [Some(first), Some(second)] = rivals.map(|point| self.score(turn, Some(point))) {
            thoughts.challenge((second - first) as f32);
        }
    }

    /// The points that the decision of some thoughts gains against that of others, by searches
    /// after each of them.
    fn gain(&self, turn: Searched<'_>, some: &Thoughts, others: &Thoughts) -> Option<f32> {
        let score = |thoughts: &Thoughts| match thoughts.decision {
            Decision::Play(point) => self.score(turn, Some(point)),
            Decision::Pass | Decision::Resign => self.score(turn, None),
        };
        Some((score(some)? - score(others)?) as f32)
    }

    /// The mean score after a move or a pass, by searches of their own.
    fn score(
        &self,
        (player, root, (seed, until)): Searched<'_>,
        point: Option<Point>,
    ) -> Option<f64> {
        // A tree may hold to one line, so two smaller ones say more than one.
        let scores = [seed, seed.wrapping_add(1)].map(|seed| {
            let playouts = levels::search_to_compare(self.analyst.level());
            let budget = Budget {
                ends: Ends::AtBudget,
                ..within(playouts, until)?
            };
            player.score_after(root, point, seed, budget)
        });
        Some(f64::midpoint(scores[0]?, scores[1]?))
    }

    /// Lets the metamachine decide between the best candidates of a turn that began at this time.
    fn play_ahead(&mut self, game: &Game, wish: &Wish, began: Instant, thoughts: &mut Thoughts) {
        let to_come = moves_to_come(game.board());
        let time = game.clock.for_next_move(wish.color, to_come);
        let reach = Reach {
            moves: levels::moves_ahead(self.analyst.level()),
            until: time.map(|time| began + time),
            one: began.elapsed(),
        };
        let rivals = thoughts.rivals();
        let mut oracle = EngineAhead {
            engine: self,
            seed: wish.seed,
        };
        let lines = metamachine::play_ahead(&rivals, game, wish.color, reach, &mut oracle);
        thoughts.choose_line(lines);
    }

    /// Whether the side gives up rather than pass.
    fn gives_up(&mut self, game: &Game, wish: &Wish) -> bool {
        if !wish.may_resign || wish.is_hurried {
            return false;
        }
        let (ownership, openings) = (self.ownership(game, wish), self.openings);
        let mut turn = Turn::new(game, wish, self.position(game), &ownership, openings);
        resignation::is_lost(&mut turn, wish, Decision::Pass, 0.0)
    }

    /// The budget of the search that decides this move on a board and ends at this time; `None` if
    /// it has come.
    fn short_search(&self, board: &Board, wish: &Wish, until: Option<Instant>) -> Option<Budget> {
        let level = self.analyst.level();
        let playouts = if !self.analyst.knowledge().reads_lives() {
            levels::search_for_lives(level, board.size().area())
        } else if wish.is_of_a_game() {
            levels::search_in_a_game(level)
        } else {
            levels::short_search(level)
        };
        within(playouts, until)
    }

    /// The budget of a search that only says who owns which point, to end at this time; `None` if
    /// it has come.
    fn glance(&self, until: Option<Instant>) -> Option<Budget> {
        within(levels::short_search(self.analyst.level()), until)
    }

    /// Where a search would pass, searches the points between living stones of both sides against
    /// which nothing speaks. `None` if there are none, or if a move there loses points.
    fn contested(
        &mut self,
        player: &Player,
        root: &Root<'_>,
        report: &Report,
        thoughts: &Thoughts,
        (seed, budget): (u64, Budget),
    ) -> Option<Report> {
        let (game, color) = (root.game, root.color);
        let mut board = game.board().clone();
        let dead = monte_carlo::dead_stones(&board, color, &report.ownership);
        let between = regions(&board, &dead).into_iter();
        let between = between.filter(|region| region.borders.black && region.borders.white);
        let points: PointSet = between.flat_map(|region| region.points.iter()).collect();
        let dropped = thoughts.dropped.iter().map(|(one, _)| one.point);
        let empty = (points & *board.empty()) - dropped.collect();
        let is_safe = |&point: &Point| {
            self.analyst
                .tactics_mut()
                .safe_move(&mut board, color, point)
                == Outcome::Win
        };
        let allowed: PointSet = empty.iter().filter(is_safe).collect();
        if allowed.is_empty() {
            return None;
        }
        let root = Root {
            allowed: Some(&allowed),
            ..*root
        };
        let found = player.search_for_points(&root, seed, budget);
        let best = found.moves.first()?.score;
        is_as_good_as_passing(best, report).then_some(found)
    }

    /// Finds a move by Monte Carlo search. Moves that patterns propose come first.
    fn think_by_search(
        &mut self,
        player: &mut Player,
        game: &Game,
        wish: &Wish,
        watch: Option<&mut Watch<'_>>,
    ) -> Thoughts {
        let began = Instant::now();
        let mut budget = player.budget(game, wish.color, self.analyst.level());
        let mut thoughts = if budget.is_short() {
            Thoughts::nothing(wish.color)
        } else {
            self.think_by_patterns(game, wish).0
        };
        if thoughts.is_by_the_book() {
            return thoughts;
        }
        let hints = thoughts.hints();
        let root = Root {
            game,
            color: wish.color,
            allowed: wish.allowed.as_ref(),
            hints: &hints,
        };
        budget.time = budget.time.map(|time| time.saturating_sub(began.elapsed()));
        let report = match watch {
            None => player.search(&root, wish.seed, budget, &|| false),
            Some(watch) => player.search_watched(&root, wish.seed, budget, watch),
        };
        if report.visits == 0 {
            // The search was interrupted before it began.
            return thoughts;
        }
        let decision = monte_carlo::decide(&root, &report, wish.cleanup, wish.may_resign);
        thoughts.follow(decision, report);
        thoughts
    }

    /// The candidates of patterns and reading with their values in points, as hints for a search.
    pub fn hints(&mut self, game: &Game, wish: &Wish) -> Vec<(Point, f32)> {
        self.think_without_search(game, wish).hints()
    }

    /// What patterns and reading find, without a search.
    pub fn think_without_search(&mut self, game: &Game, wish: &Wish) -> Thoughts {
        self.think_by_patterns(game, wish).0
    }

    /// The same, with what combinations say, about this move in particular.
    pub fn think_about(&mut self, game: &Game, wish: &Wish, point: Point) -> Thoughts {
        let mut thoughts = self.think_without_search(game, wish);
        self.review(game, wish, &mut thoughts);
        review_move(&mut self.position(game), &mut thoughts, point);
        thoughts
    }

    /// The thoughts of patterns and reading, with the ownership that they rest on.
    fn think_by_patterns(&mut self, game: &Game, wish: &Wish) -> (Thoughts, Ownership) {
        let ownership = self.ownership(game, wish);
        let (openings, mut rng) = (self.openings, Xoshiro256PlusPlus::seed_from_u64(wish.seed));
        let profile = self.profile.take();
        let position = self.analyst.position(game.board(), game.komi, game.scoring);
        let mut turn = Turn::new(game, wish, position, &ownership, openings);
        turn.profile = profile;
        turn.reads_break_ins = self.reads_break_ins;
        turn.silenced = &self.silenced;
        let thrashing = Thrashing::heed(&mut turn);
        let Choice {
            candidates,
            dropped,
            fired,
            vetoes,
        } = valuation::choice(&mut turn, wish.allowed.as_ref(), &mut rng);
        let best = candidates.first().filter(|best| best.value >= LEAST_VALUE);
        let value = best.map_or(0.0, |best| best.value);
        let mut decision = best.map_or(Decision::Pass, |best| Decision::Play(best.point));
        // Instead of a pass, a search may find a move.
        if decision != Decision::Pass && resignation::is_lost(&mut turn, wish, decision, value) {
            decision = Decision::Resign;
        }
        self.profile = turn.profile.take();
        let thoughts = Thoughts {
            color: wish.color,
            candidates,
            dropped,
            fired,
            vetoes,
            decision,
            rating: value,
            report: None,
            lines: Vec::new(),
            review: Review::default(),
            thrashing,
        };
        (thoughts, ownership)
    }

    /// Finds a move for this side, without further wishes.
    pub fn think_for(&mut self, game: &Game, color: Color) -> Thoughts {
        self.think(game, &Wish::of(color))
    }

    /// Counts the game as it stands. The seed determines the playouts.
    ///
    /// Playouts with each side to move decide which stones are dead; the [player](Self::player)
    /// plays them if there is one. Then both sides close the borders and fill the neutral points.
    /// After a [cleanup](Game::is_cleaned_up) the board counts as it stands.
    pub fn count(&mut self, game: &Game, seed: u64) -> Final {
        if game.is_cleaned_up() {
            return Final::with_dead(game, PointSet::EMPTY);
        }
        self.count_by_agreement(game, seed)
    }

    /// Counts the game as players would agree on it, whatever the rules say of dead stones.
    fn count_by_agreement(&mut self, game: &Game, seed: u64) -> Final {
        let dead = match &self.player {
            Some(player) => {
                let (dead, unclear) = player.dead_stones(game, seed);
                self.decided_by_reading(game, dead, &unclear)
            }
            None => Final::dead_by_chance(game, seed),
        };
        Final::of(game, &dead)
    }

    /// The dead stones after reading has decided about unclear ones. A dragon of them dies if
    /// reading says so for certain; then the opponent's unclear stones that only such dragons
    /// surround live.
    ///
    /// A dragon beside a dead one that cannot be captured at once is in a race, which nobody has
    /// read, so nothing is decided there.
    fn decided_by_reading(
        &mut self,
        game: &Game,
        mut dead: PointSet,
        unclear: &PointSet,
    ) -> PointSet {
        if unclear.is_empty() {
            return dead;
        }
        let mut position = self.position(game);
        let (worms, dragons) = (position.worms(), position.dragons());
        let is_unclear = |dragon: &&Dragon| dragon.stones.intersects(unclear);
        let is_dead = |dragon: &Dragon| {
            let certain = dragon.life.is_some_and(|life| life.attack_is_certain);
            certain && dragon.status() == DragonStatus::Dead
        };
        let races = |dragon: &Dragon| {
            let mut strings = dragon.strings.iter().filter_map(|string| worms.at(*string));
            dragon.status() != DragonStatus::Alive && strings.all(|worm| worm.attacks.is_empty())
        };
        for dragon in dragons.iter().filter(is_unclear) {
            if races(dragon) && dragons.hostile(dragon).any(races) {
                continue;
            }
            let mut hostile = dragons.hostile(dragon).peekable();
            let is_inside = hostile.peek().is_some() && hostile.all(is_dead);
            if is_inside {
                dead = dead - dragon.stones;
            } else if is_dead(dragon) {
                dead |= dragon.stones;
            }
        }
        dead
    }

    /// The influence after a move of this side, with what reading and patterns say that it captures
    /// and saves. The move may take a banned ko; `None` if it is illegal otherwise.
    pub fn move_influence(
        &mut self,
        game: &Game,
        color: Color,
        at: Point,
    ) -> Option<MoveInfluence> {
        let (wish, openings) = (Wish::of(color), self.openings);
        let ownership = self.ownership(game, &wish);
        let mut turn = Turn::new(game, &wish, self.position(game), &ownership, openings);
        Thrashing::heed(&mut turn);
        valuation::move_influence(turn, at)
    }

    /// Estimates the score of a game that may not be finished. Where little is left to play, it is
    /// [counted](Self::count), and both bounds are the count; the seed determines the playouts.
    pub fn estimate(&mut self, game: &Game, seed: u64) -> ScoreBounds {
        let end = self.count(game, seed);
        if end.is_settled() {
            return ScoreBounds::exact(-end.score(game));
        }
        ScoreBounds::of(game, &mut self.position(game))
    }

    /// Explains for each of these matches why it fires for this side, or does not, and what it does
    /// then. `None` if there is no such pattern.
    ///
    /// A match comes with its database, an index into the engine's
    /// [`knowledge`](Analyst::knowledge).
    pub fn explain(
        &mut self,
        game: &Game,
        wish: &Wish,
        matches: &[(usize, Match)],
    ) -> Vec<Option<Explanation>> {
        if matches.is_empty() {
            return Vec::new();
        }
        let (ownership, openings) = (self.ownership(game, wish), self.openings);
        let position = self.position(game);
        let knowledge = position.knowledge();
        let mut turn = Turn::new(game, wish, position, &ownership, openings);
        Thrashing::heed(&mut turn);
        let explained = matches.iter().map(|&(database, found)| {
            let general = knowledge.general(database)?;
            let pattern = general.pattern(found.pattern as usize)?;
            Some(reasons::explain(&mut turn, &pattern, found))
        });
        explained.collect()
    }

    /// The values of the constraints of these patterns on matches of their diagrams, for this side.
    /// `None` if the engine cannot answer one. The patterns need not be among those that the engine
    /// [knows](Analyst::knowledge).
    pub fn evaluate(
        &mut self,
        game: &Game,
        wish: &Wish,
        questions: &[(Pattern<'_>, Match)],
    ) -> Vec<Option<f32>> {
        if questions.is_empty() {
            return Vec::new();
        }
        let (ownership, openings) = (self.ownership(game, wish), self.openings);
        let position = self.position(game);
        let mut turn = Turn::new(game, wish, position, &ownership, openings);
        let values = questions.iter().map(|&(pattern, found)| {
            let question = Question::new(pattern, found, turn.own, turn.board().size());
            question.constraint_value(&mut turn.host_for(&pattern))
        });
        values.collect()
    }

    /// Finds all matches of databases that propose moves, and tests each as far as it goes quickly
    /// ([`QuickResult`]). `each` gets the match, the result, and the time that the test took.
    pub fn test_quickly(
        &mut self,
        game: &Game,
        color: Color,
        mut each: impl FnMut(Fired, QuickResult, Duration),
    ) {
        let openings = self.openings;
        let position = (self.analyst).position(game.board(), game.komi, game.scoring);
        let mut turn = Turn::without_estimate(game, &Wish::of(color), position, openings);
        reasons::for_each_match(&mut turn, |turn, pattern, fired| {
            let began = Instant::now();
            let result = reasons::quick_test(turn, pattern, fired.found, fired.point);
            each(fired, result, began.elapsed());
        });
    }

    /// The ownership, from as many random games as a move may take.
    fn ownership(&self, game: &Game, wish: &Wish) -> Ownership {
        let games = self.games(game, wish.color);
        Ownership::estimate(game.board(), wish.color, games, wish.seed)
    }

    /// The number of random games for a move: by level, fewer if the clock is short.
    fn games(&self, game: &Game, color: Color) -> u32 {
        let wanted = levels::random_games(self.analyst.level());
        let to_come = moves_to_come(game.board());
        let Some(time) = game.clock.for_next_move(color, to_come) else {
            return wanted;
        };
        // A random game takes less than a microsecond for each point of the board; reading and
        // matching take at most as long as a hundred games.
        let one_game = game.board().size().area() as u128;
        let affordable = time.as_micros() / (4 * one_game);
        wanted
            .min(u32::try_from(affordable).unwrap_or(u32::MAX))
            .max(4)
    }
}

/// The engine as the metamachine asks it: by patterns and reading, without a search.
struct EngineAhead<'a> {
    engine: &'a mut Engine,
    seed: u64,
}

impl Oracle for EngineAhead<'_> {
    fn reply(&mut self, game: &Game) -> Option<Point> {
        let wish = Wish {
            seed: self.seed,
            ..Wish::of(game.to_move())
        };
        match self.engine.think_without_search(game, &wish).decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        }
    }

    /// Where all games are as good as finished they are counted, else estimated.
    fn scores(&mut self, games: &[Game], color: Color) -> Vec<f32> {
        let engine = &mut *self.engine;
        let ends = games
            .iter()
            .map(|game| (engine.count(game, self.seed), game));
        let settled = ends.take_while(|(end, _)| end.is_settled());
        let counted: Vec<f32> = settled.map(|(end, game)| end.score(game)).collect();
        let black = if counted.len() == games.len() {
            counted
        } else {
            let mut estimate = |game| -ScoreBounds::of(game, &mut engine.position(game)).mean();
            games.iter().map(&mut estimate).collect()
        };
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        black.into_iter().map(|score| sign * score).collect()
    }
}

/// Finds a move by a search alone, in half of the time that there is.
fn hurry(player: &Player, game: &Game, wish: &Wish) -> Thoughts {
    let root = Root {
        allowed: wish.allowed.as_ref(),
        ..Root::of(game, wish.color)
    };
    let time = game
        .clock
        .for_next_move(wish.color, moves_to_come(game.board()));
    let budget = Budget {
        simulations: Some(levels::short_search(DEFAULT_LEVEL)),
        time: time.map(|time| time / 2),
        ends: Ends::AtBudget,
    };
    let report = player.search_for_points(&root, wish.seed, budget);
    let decision = monte_carlo::decide(&root, &report, wish.cleanup, false);
    let mut thoughts = Thoughts::nothing(wish.color);
    thoughts.follow(decision, report);
    thoughts
}

/// What a search after a move has to know: who searches, from where, with which seed, until when.
type Searched<'a> = (&'a Player, &'a Root<'a>, (u64, Option<Instant>));

/// A move between living stones may look worse than a pass by this many points: playouts are noisy.
const TOLERANCE: f64 = 1.5;

/// Whether a move with this score is as good as passing, as far as a search can tell.
fn is_as_good_as_passing(score: f64, report: &Report) -> bool {
    let passing = report.moves.iter().find(|tried| tried.point.is_none());
    passing.is_none_or(|passing| score > passing.score - TOLERANCE)
}

/// The first move that is as good as passing, in the order of a search.
fn harmless(report: &Report) -> Option<Point> {
    let mut moves = report.moves.iter();
    moves.find_map(|tried| {
        let point = tried.point?;
        is_as_good_as_passing(tried.score, report).then_some(point)
    })
}

/// A search that has less time would decide by chance.
const LEAST_SEARCH: Duration = Duration::from_millis(30);

/// A budget of this many playouts that ends at this time; `None` if it has come.
fn within(playouts: u64, until: Option<Instant>) -> Option<Budget> {
    (!is_too_late(until)).then(|| Budget {
        simulations: Some(playouts),
        time: until.map(|until| until.saturating_duration_since(Instant::now())),
        ends: Ends::MoveDecided,
    })
}

/// Whether a search that has to end at this time would be too short.
fn is_too_late(until: Option<Instant>) -> bool {
    until.is_some_and(|until| until.saturating_duration_since(Instant::now()) < LEAST_SEARCH)
}

/// An estimate of the moves that a side still makes in the game.
fn moves_to_come(board: &Board) -> u32 {
    let left = (board.size().area() / 2).saturating_sub(board.moves().len() / 2);
    left.max(20) as u32
}
