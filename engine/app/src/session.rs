//! A session: the game, the engine that plays it, and its databases.
//!
//! Entry point: [`Session`]. GTP commands, the board on the terminal and all other modes of the
//! program work on one.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime};

use katachi_board::{Board, BoardSize, Color, KoRule, Point, Rules, SuicideRule, Symmetry};
use katachi_core::connections::Connections;
use katachi_core::monte_carlo::{
    self as search, Budget, Lives, Player, Report, Root, Strengths, Values,
};
use katachi_core::{
    Decider, Decision, Engine, Final, Game, MirrorGo, Openings, Pace, ScoreBounds, Taken, Thoughts,
    Wish,
};
use katachi_image::Fingerprint;
use katachi_strategy::Knowledge;
use katachi_strategy::influence::Style;
use katachi_strategy::owl::LifeOracle;
use katachi_studio::words::Names;
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use crate::databases::{DatabaseError, Databases};
use crate::monte_carlo::MonteCarloOptions;
use crate::phases;
use crate::record::{self, Note, NoteFlags};
use crate::search_area::SearchArea;
use crate::speaker::{Speaker, complain};

/// The options with which a session begins.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The databases that the user names; may be empty.
    pub patterns: Vec<PathBuf>,
    /// Databases in addition to the others.
    pub added_patterns: Vec<PathBuf>,
    /// The random seed; `None` takes one from the clock.
    pub seed: Option<u64>,
    /// The level, and how the clock may change it.
    pub pace: Pace,
    /// What is wished of all moves.
    pub usual: Wish,
    /// The opening knowledge in use.
    pub openings: Openings,
    /// Whether break-ins into territories are read.
    pub reads_break_ins: bool,
    /// What influence prefers.
    pub style: Style,
    /// Whether and how long the engine plays mirror go.
    pub mirror_go: Option<MirrorGo>,
    /// The file for the game record.
    pub outfile: Option<PathBuf>,
    /// What the record notes about the engine's moves.
    pub notes: NoteFlags,
    /// The options of Monte Carlo play.
    pub monte_carlo: MonteCarloOptions,
}

/// What listens to move generations.
pub type Listener = Rc<dyn Fn(&mut Session, &Thoughts)>;

/// A game and an engine, with everything around them.
pub struct Session {
    /// The game.
    pub game: Game,
    /// The engine.
    pub engine: Engine,
    /// The random seed of the engine's moves. The seeds of later games derive from it.
    pub seed: u64,
    /// The level, and how the clock changes it.
    pace: Pace,
    /// What is wished of all moves: what decides, and what the engine may and must do before it
    /// gives up or passes. [`Session::wish`] completes it.
    pub usual: Wish,
    /// The orientation of vertices in input and output.
    pub orientation: Symmetry,
    /// The engine's thoughts about the last move that it was asked for.
    pub thoughts: Option<Thoughts>,
    /// The options of Monte Carlo play.
    pub monte_carlo: MonteCarloOptions,
    databases: Databases,
    /// The way for messages of other threads.
    pub speaker: Speaker,
    /// The engine's last move: the number of moves before it, and the thoughts.
    made: Option<(usize, Thoughts)>,
    /// The database for random games that `lives` has.
    values_of: Option<Fingerprint>,
    /// Tells lives where the databases have no patterns for them; with the values of random games.
    lives: Option<Arc<Lives>>,
    /// The strengths of moves in a search, if the user has named a file of them.
    strengths: Option<Arc<Strengths>>,
    /// The number of moves after the engine's last move, if it may ponder.
    ponders_at: Option<usize>,
    /// The trial moves counted, for `get_trymove_counter`.
    pub trial_moves: u64,
    /// Up while the client wants the running command to end early.
    pub interrupt: Arc<AtomicBool>,
    /// The points where moves are looked for.
    pub search_area: SearchArea,
    /// Whether the time of each stage of a move is written on standard error.
    pub shows_times: bool,
    /// The version of the protocol that clients expect, 1 or 2.
    pub gtp_version: u8,
    /// Whether answers about dragons say that they are uncertain.
    pub reports_uncertainty: bool,
    /// The trace of reading, if one was started.
    pub tracing: Option<Tracing>,
    outfile: Option<PathBuf>,
    /// Who keeps the record.
    pub keeper: Keeper,
    /// Why the last attempt to write the record failed.
    unsaved: Option<String>,
    notes: NoteFlags,
    move_notes: Vec<(usize, Note)>,
    /// Called with the result of each move generation, before the move is played.
    pub listener: Option<Listener>,
    /// The number of moves when the record was last written after a move.
    saved_moves: usize,
    /// The result of the game, and the number of moves when it was given.
    result: Option<(usize, String)>,
}

/// Who keeps the record of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeper {
    /// The session: it writes the record whenever the game changes.
    Session,
    /// Its owner, who calls [`Session::write_record`].
    Owner,
}

/// The state of a trace.
pub enum Tracing {
    /// The reader records; `position` is the one in which the trace began.
    Recording(Box<Board>),
    /// The trace is finished, as text, but could not be written.
    Unwritten(String),
}

/// The strengths of moves in a file.
fn read_strengths(path: &Path) -> Result<Arc<Strengths>, DatabaseError> {
    let error = |what: String| DatabaseError::Strengths {
        path: path.to_owned(),
        what,
    };
    let bytes = katachi_files::read(path).map_err(|cause| error(cause.to_string()))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| error("expected text in UTF-8, found other bytes".to_owned()))?;
    let strengths = Strengths::parse(&text).map_err(|cause| error(cause.to_string()))?;
    Ok(Arc::new(strengths))
}

impl Session {
    /// Begins a session with an empty 19x19 board; [`Databases::open`] opens its databases.
    ///
    /// # Errors
    /// If something that the user names does not exist or cannot be used.
    pub fn new(settings: &Settings) -> Result<Self, DatabaseError> {
        let speaker = Speaker::default();
        let (named, added) = (&settings.patterns, &settings.added_patterns);
        let databases = Databases::open(named, added, speaker.clone())?;
        let seed = settings.seed.unwrap_or_else(clock_seed);
        if let Some(file) = &settings.outfile {
            katachi_files::sweep_for(file);
        }
        let mut session = Self {
            game: Game::new(BoardSize::NINETEEN),
            engine: Engine::new(Knowledge::default()),
            seed,
            pace: settings.pace.clone(),
            usual: settings.usual.clone(),
            orientation: Symmetry::IDENTITY,
            thoughts: None,
            monte_carlo: settings.monte_carlo.clone(),
            databases,
            speaker,
            made: None,
            strengths: (settings.monte_carlo.mc_load_strengths.as_deref())
                .map(read_strengths)
                .transpose()?,
            values_of: None,
            lives: None,
            ponders_at: None,
            trial_moves: 0,
            interrupt: Arc::default(),
            search_area: SearchArea::default(),
            shows_times: false,
            gtp_version: 2,
            reports_uncertainty: false,
            tracing: None,
            outfile: settings.outfile.clone(),
            keeper: Keeper::Session,
            result: None,
            unsaved: None,
            notes: settings.notes,
            move_notes: Vec::new(),
            listener: None,
            saved_moves: 0,
        };
        session.change_databases(|databases| {
            if let Some(file) = &settings.monte_carlo.mc_load_patterns {
                databases.load_monte_carlo(file)?;
            }
            if let Some(name) = &settings.monte_carlo.mc_patterns {
                databases.choose_monte_carlo(name)?;
            }
            Ok::<_, DatabaseError>(())
        })?;
        session.engine.analyst.set_level(settings.pace.level);
        session.engine.openings = settings.openings;
        session.engine.reads_break_ins = settings.reads_break_ins;
        session.engine.analyst.style = settings.style;
        session.engine.mirror_go = settings.mirror_go;
        Ok(session)
    }

    /// The databases.
    pub fn databases(&self) -> &Databases {
        &self.databases
    }

    /// Says on standard error what the user should know about the databases.
    pub fn report_databases(&self, is_quiet: bool) {
        for note in self.databases.notes() {
            complain(note);
        }
        let left_out = self.databases.search().left_out();
        if let Some(note) = left_out.filter(|_| !is_quiet) {
            complain(&note);
        }
    }

    /// Changes the databases, between two moves, and gives the engine what they know now.
    pub fn change_databases<T>(&mut self, change: impl FnOnce(&mut Databases) -> T) -> T {
        let changed = change(&mut self.databases);
        if let Some(knowledge) = self.databases.take_change() {
            self.engine.analyst.set_knowledge(knowledge);
            self.thoughts = None;
        }
        self.renew_values();
        changed
    }

    /// Gives the engine a player with the active database, if it has none.
    ///
    /// This takes a while, since the values must be laid out, so it waits until a search is needed.
    pub fn need_player(&mut self) {
        if self.engine.player.is_none()
            && let Some(lives) = &self.lives
        {
            let settings = self.monte_carlo.settings();
            let mut player = Player::new(lives.values(), lives.strengths(), settings);
            player.interrupt = Arc::clone(&self.interrupt);
            self.engine.player = Some(player);
        }
    }

    /// Gives the engine the values of the active database, if that has changed: for random games
    /// that tell lives, and for its player if it has one.
    fn renew_values(&mut self) {
        let database = self.databases.monte_carlo();
        let fingerprint = database.map(|loaded| loaded.image.about().fingerprint);
        if fingerprint == self.values_of {
            return;
        }
        self.values_of = fingerprint;
        self.lives = database.map(|loaded| {
            let (image, named) = (Arc::clone(&loaded.image), self.strengths.clone());
            Arc::new(Lives::new(move || {
                let values = image
                    .monte_carlo()
                    .expect("the choice is among such databases");
                let strengths = named.unwrap_or_else(|| {
                    let built_in = Strengths::parse(katachi_databases::STRENGTHS);
                    Arc::new(built_in.expect("a test reads the built-in strengths"))
                });
                (Arc::new(Values::new(&values)), strengths)
            }))
        });
        let oracle = self.lives.clone().map(|lives| lives as Arc<dyn LifeOracle>);
        self.engine.analyst.set_life_oracle(oracle);
        if let (Some(lives), Some(player)) = (&self.lives, &mut self.engine.player) {
            player.set_values(lives.values());
        }
    }

    /// Asks about connections of the position, at the engine's level.
    pub fn read_connections<T>(
        &mut self,
        ask: impl FnOnce(&mut Connections<'_>, &mut Board) -> T,
    ) -> T {
        let analyst = &mut self.engine.analyst;
        let mut connections = Connections {
            level: analyst.level(),
            reader: analyst.connections_mut(),
            games: self.lives.as_deref(),
        };
        ask(&mut connections, self.game.board_mut())
    }

    /// Sets the level. The clock may change it again.
    pub fn set_level(&mut self, level: i32) {
        self.pace.set_level(level);
        self.engine.analyst.set_level(level);
    }

    /// A point as the client sees it.
    pub fn vertex(&self, point: Point) -> String {
        self.namer()(point)
    }

    /// What names points as the client sees them, as long as board and orientation stay.
    pub fn namer(&self) -> impl Fn(Point) -> String + use<> {
        let (orientation, size) = (self.orientation, self.game.board().size());
        move |point| {
            let turned = orientation.apply_to_point(point, size);
            turned.vertex(size).to_string()
        }
    }

    /// The player and the game.
    pub fn player_and_game(&mut self) -> Option<(&mut Player, &Game)> {
        self.need_player();
        Some((self.engine.player.as_mut()?, &self.game))
    }

    /// Any move of this side, decided as the options say.
    pub fn wish(&self, color: Color) -> Wish {
        Wish {
            color,
            allowed: self.search_area.allowed(),
            seed: self.seed,
            ..self.usual.clone()
        }
    }

    /// Any move of this side, decided as the options say, except that nothing is played ahead.
    pub fn wish_of_oracle(&self, color: Color) -> Wish {
        Wish {
            decider: self.monte_carlo.decider(),
            ..self.wish(color)
        }
    }

    /// Any move of this side, decided by patterns and reading.
    pub fn wish_of_patterns(&self, color: Color) -> Wish {
        Wish {
            decider: Decider::Patterns,
            ..self.wish(color)
        }
    }

    /// The result of this many random games from here; `None` without a database for them.
    pub fn estimate(&mut self, simulations: u64) -> Option<Report> {
        let (color, seed) = (self.game.to_move(), self.seed);
        let (player, game) = self.player_and_game()?;
        let root = Root::of(game, color);
        let budget = Budget::simulations(simulations);
        Some(player.search(&root, seed, budget, &|| false))
    }

    /// Activates watched databases if they have changed and contain no mistakes.
    pub fn look_for_news(&mut self) {
        self.change_databases(Databases::look_for_news);
    }

    /// Whether the engine may ponder now, while the opponent thinks.
    pub fn may_ponder(&self) -> bool {
        self.ponders_at == Some(self.game.board().moves().len())
            && self.game.board().trial_moves() == 0
    }

    /// Starts a new game on an empty board.
    pub fn clear(&mut self, size: BoardSize) {
        let was_empty = self.game.board().moves().len() == 0 && self.game.start().is_empty();
        self.game.clear(size);
        self.pace.restart();
        self.forget();
        if !was_empty {
            self.advance_seed(1);
        }
    }

    /// Continues with another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.forget();
    }

    fn forget(&mut self) {
        self.thoughts = None;
        self.made = None;
        self.result = None;
        self.move_notes.clear();
    }

    /// Moves on to the seed of the game this many games later, and returns it.
    pub fn advance_seed(&mut self, games: u64) -> u64 {
        for _ in 0..games {
            // Truncated to what GTP clients accept as an integer.
            let next = SplitMix64::seed_from_u64(self.seed).next_u64();
            self.seed = (next >> 33).max(1);
        }
        self.seed
    }

    /// Lets the engine find a move and plays it, unless it resigns.
    pub fn genmove(&mut self, color: Color, cleanup: bool) -> Decision {
        let wish = Wish {
            cleanup,
            ..self.wish(color)
        };
        self.genmove_watched(&wish, None)
    }

    /// Lets the engine play both sides until both pass, one resigns, or the game is very long.
    /// `after` gets each move, played already.
    ///
    /// # Errors
    /// Those of `after`, which end the play.
    pub fn play_out(
        &mut self,
        cleanup: bool,
        mut after: impl FnMut(&Self, Color, Decision) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut passes = 0;
        for _ in 0..3 * self.game.board().size().area() {
            let color = self.game.to_move();
            let decision = self.genmove(color, cleanup);
            after(self, color, decision)?;
            match decision {
                Decision::Play(_) => passes = 0,
                Decision::Pass => passes += 1,
                Decision::Resign => break,
            }
            if passes == 2 {
                break;
            }
        }
        Ok(())
    }

    /// Lets the engine find a move and plays it, unless it resigns; `watch` gets reports of a
    /// search.
    pub fn genmove_watched(
        &mut self,
        wish: &Wish,
        watch: Option<&mut search::Watch<'_>>,
    ) -> Decision {
        let began = Instant::now();
        let color = wish.color;
        if wish.cleanup {
            self.game.begin_cleanup();
        }
        let (size, number) = (self.game.board().size(), self.game.moves().len());
        let plan = self.pace.plan(&self.game.clock, color, size);
        self.engine.analyst.set_level(plan.level);
        let wish = Wish {
            is_hurried: plan.is_hurried,
            ..wish.clone()
        };
        let thoughts = self.think_timed(&wish, watch);
        let mut decision = thoughts.decision;
        self.note(&thoughts);
        self.report(&thoughts);
        let point = match decision {
            Decision::Play(point) => Some(point),
            Decision::Pass => None,
            Decision::Resign => {
                self.thoughts = Some(thoughts);
                return decision;
            }
        };
        self.made = Some((self.game.moves().len(), thoughts.clone()));
        if self.game.play(color, point).is_err() {
            // Candidates are legal. Still, never report a move that was not played.
            let _ = self.game.play(color, None);
            decision = Decision::Pass;
        }
        self.thoughts = Some(thoughts);
        let time = began.elapsed();
        self.game.clock.spend(color, time);
        let taken = Taken {
            color,
            plan,
            time,
            number,
        };
        self.pace.record(&self.game.clock, size, &taken);
        let ponders = self.monte_carlo.ponder && wish.decider == Decider::Search;
        self.ponders_at = ponders.then(|| self.game.board().moves().len());
        self.save_now_and_then();
        decision
    }

    /// Calls the listener.
    fn report(&mut self, thoughts: &Thoughts) {
        if let Some(listener) = self.listener.clone() {
            listener(self, thoughts);
        }
    }

    /// Notes for the record what the engine sees before its move.
    fn note(&mut self, thoughts: &Thoughts) {
        let mut note = Note::default();
        if self.notes.values {
            note.add_values(thoughts, self.game.board().size());
        }
        if self.notes.dragons {
            note.add_dragons(&self.engine.position(&self.game).dragons());
        }
        if self.notes != NoteFlags::default() {
            self.move_notes
                .push((self.game.board().moves().len(), note));
        }
    }

    /// The notes for the record so far, which are then gone from here.
    pub fn take_notes(&mut self) -> Vec<Note> {
        let notes = std::mem::take(&mut self.move_notes);
        notes.into_iter().map(|(_, note)| note).collect()
    }

    /// Lets the engine find a move as it is wished, without playing it or resigning.
    pub fn consider(&mut self, wish: &Wish) -> Option<Point> {
        let wish = Wish {
            may_resign: false,
            ..wish.clone()
        };
        let thoughts = self.think(&wish);
        self.report(&thoughts);
        let decision = thoughts.decision;
        self.thoughts = Some(thoughts);
        match decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        }
    }

    /// Lets the engine find a move without playing it, and notes what it sees for the record.
    pub fn consider_for_record(&mut self, color: Color) -> Option<Point> {
        let point = self.consider(&self.wish(color));
        if let Some(thoughts) = self.thoughts.clone() {
            self.note(&thoughts);
        }
        point
    }

    /// Plays a move that has happened, whatever the rules say. Without a stone's place, or where a
    /// stone stands already, it is a pass.
    pub fn follow(&mut self, color: Color, point: Option<Point>) {
        let rules = self.game.rules();
        self.game.set_rules(Rules {
            ko: KoRule::None,
            suicide: SuicideRule::All,
        });
        if self.game.play(color, point).is_err() {
            // A pass is always legal.
            let _ = self.game.play(color, None);
        }
        self.game.set_rules(rules);
    }

    /// Lets the engine think by patterns and reading, whatever decides about moves.
    pub fn consider_patterns(&mut self, color: Color) {
        let thoughts = self.think(&self.wish_of_patterns(color));
        self.thoughts = Some(thoughts);
    }

    /// Counts the game as it stands; the seed determines the playouts.
    pub fn count(&mut self, seed: u64) -> Final {
        self.need_player();
        self.engine.count(&self.game, seed)
    }

    /// The estimate of the score, with bounds in points for White.
    pub fn bounds(&mut self) -> ScoreBounds {
        self.need_player();
        self.engine.estimate(&self.game, 0)
    }

    fn think(&mut self, wish: &Wish) -> Thoughts {
        // Not for a move on the clock.
        self.engine.analyst.set_level(self.pace.level);
        self.think_timed(wish, None)
    }

    /// Lets the engine think, and writes the time of each stage if that is wanted.
    fn think_timed(&mut self, wish: &Wish, watch: Option<&mut search::Watch<'_>>) -> Thoughts {
        self.need_player();
        if !self.shows_times {
            return self.engine.think_watched(&self.game, wish, watch);
        }
        let (thoughts, times) = phases::with_move(&mut self.engine, &self.game, wish, watch);
        for (stage, time) in times {
            complain(&format!("{:8.3} s {stage}", time.as_secs_f64()));
        }
        thoughts
    }

    /// The engine's thoughts about its move after this many moves. If they are no longer known,
    /// those of patterns and reading now.
    pub fn thoughts_about(&mut self, number: usize) -> Thoughts {
        if let Some((made, thoughts)) = &self.made
            && *made == number
        {
            return thoughts.clone();
        }
        let mut game = self.game.clone();
        let mut color = game.to_move();
        while game.moves().len() > number
            && let Some((mover, _)) = game.undo()
        {
            color = mover;
        }
        self.need_player();
        self.engine.think(&game, &self.wish_of_patterns(color))
    }

    /// The engine's last move, if it has not been taken back, and the thoughts about it.
    pub fn last_made(&self) -> Option<(Option<Point>, &Thoughts)> {
        let (number, thoughts) = self.made.as_ref()?;
        let (_, point) = self.game.moves().nth(*number)?;
        Some((point, thoughts))
    }

    /// Plays a move of either side.
    ///
    /// # Errors
    /// If the move is illegal; the error names the rule.
    pub fn play(
        &mut self,
        color: Color,
        point: Option<Point>,
    ) -> Result<(), katachi_board::IllegalMove> {
        self.game.play(color, point)?;
        self.save_now_and_then();
        Ok(())
    }

    /// The game as a record.
    pub fn record(&self, result: Option<&str>) -> String {
        let result: Vec<(&str, &str)> = result.map(|result| ("RE", result)).into_iter().collect();
        self.record_with(&result)
    }

    /// The game as a record, with these properties in its root, whose names are capital letters.
    pub fn record_with(&self, properties: &[(&str, &str)]) -> String {
        let (game, notes) = (&self.game, &self.move_notes);
        record::record(game, notes, properties, &record::today())
    }

    /// Writes the record, if there is a file for it, after a move or an undo.
    ///
    /// For a game longer than people play, writing after each move would take time that grows with
    /// the square of its length. So it is written whenever a sixteenth of it is new, and completely
    /// at the end of the session.
    pub fn save_now_and_then(&mut self) {
        const USUAL: usize = 2000;
        let moves = self.game.board().moves().len();
        if moves <= USUAL || moves.abs_diff(self.saved_moves) > self.saved_moves / 16 {
            self.saved_moves = moves;
            self.save();
        }
    }

    /// Writes the record, if there is a file for it, with the result that
    /// [`Session::save_with`] was given after the last move. [`Session::saved`] reports success.
    pub fn save(&mut self) {
        let moves = self.game.board().moves().len();
        self.result.take_if(|(at, _)| *at != moves);
        if self.keeper == Keeper::Session && self.outfile.is_some() {
            let result = self.result.as_ref().map(|(_, result)| result.as_str());
            self.write_record(&self.record(result));
        }
    }

    /// Writes the record with this result of the game, if there is a file for it.
    pub fn save_with(&mut self, result: &str) {
        self.result = Some((self.game.board().moves().len(), result.to_owned()));
        self.save();
    }

    /// Writes this record, if there is a file for it. [`Session::saved`] reports success.
    pub fn write_record(&mut self, text: &str) {
        let Some(file) = &self.outfile else {
            return;
        };
        let written = if file.as_os_str() == "-" {
            katachi_files::stream::print(text)
        } else {
            katachi_files::write_now(file, text.as_bytes())
        };
        let failed = written.err();
        let failed = failed.map(|error| format!("cannot write {}: {error}", file.display()));
        if let Some(message) = &failed
            && self.unsaved.is_none()
        {
            complain(message);
        }
        self.unsaved = failed;
    }

    /// Checks that the last attempt to write the record, if there was one, succeeded.
    ///
    /// # Errors
    /// The reason of the failure.
    pub fn saved(&self) -> std::io::Result<()> {
        let unsaved = self.unsaved.clone();
        unsaved.map_or(Ok(()), |message| Err(std::io::Error::other(message)))
    }
}

/// A seed from the clock, in whole seconds, as is usual for Go programs.
fn clock_seed() -> u64 {
    SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(1, |since| since.as_secs())
}

impl Names for Session {
    fn vertex(&self, point: Point) -> String {
        self.namer()(point)
    }

    fn knowledge(&self) -> &Knowledge {
        self.engine.analyst.knowledge()
    }
}
