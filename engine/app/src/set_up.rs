//! Brings a session to the state that the command line asks for.
//!
//! Entry points: [`settings`] before the session begins, [`prepare`] behind it.

use anyhow::{Context, bail};
use katachi_board::{BoardSize, Color, Point, fixed_handicap};
use katachi_core::{Decider, Game, Profile, Wish};

use crate::cli::{Kind, Options};
use crate::game_tree::GameTree;
use crate::gtp::orientation;
use crate::record::{self, Until};
use crate::session::{Session, Settings};
use crate::speaker::complain;

/// The settings of a session for a kind of job.
pub fn settings(options: &Options, kind: Kind) -> Settings {
    let outfile = options.records.outfile.clone();
    Settings {
        patterns: options.general.patterns.clone(),
        added_patterns: options.general.add_patterns.clone(),
        // Bench and tests say the same on every machine at all times.
        seed: (options.game.seed).or(matches!(kind, Kind::Bench | Kind::Test).then_some(1)),
        pace: options.time.pace(options.game.level, kind == Kind::Gtp),
        usual: usual(options),
        openings: options.opening.openings(),
        reads_break_ins: options.opening.with_break_in,
        style: options.opening.style(),
        mirror_go: options.opening.mirror_go(),
        // For a question it is the file of the variations, for a review the reviewed record.
        outfile: outfile.filter(|_| !kind.has_variations() && kind != Kind::Review),
        notes: options.records.output_flags.unwrap_or_default(),
        monte_carlo: options.monte_carlo.clone(),
    }
}

/// What is wished of all moves.
fn usual(options: &Options) -> Wish {
    let decider = if options.game.metamachine {
        Decider::Metamachine
    } else {
        options.monte_carlo.decider()
    };
    Wish {
        decider,
        may_resign: !options.rules.never_resign,
        aftermath: options.rules.play_out_aftermath,
        // The session says whose move it is.
        ..Wish::of(Color::Black)
    }
}

/// Sets limits and traces, and brings the game to the position where it begins.
///
/// # Errors
/// If an option does not fit the board, or a record cannot be loaded.
pub fn prepare(session: &mut Session, options: &Options, kind: Kind) -> anyhow::Result<()> {
    let (limits, traces) = (&options.limits, &options.traces);
    let analyst = &mut session.engine.analyst;
    analyst.give_limits(limits.of_reading(), limits.of_lives());
    analyst.give_combination_depth(limits.aa_depth);
    if let Some(bytes) = limits.memory() {
        analyst.set_memory(bytes);
    }
    session.engine.profile = traces.profile_patterns.then(Profile::default);
    session.shows_times = traces.wants_times();
    for note in traces.notes() {
        complain(&note);
    }
    session.gtp_version = options.connection.gtp_version;
    if let Some(turned) = orientation(options.connection.orientation.into()) {
        session.orientation = turned;
    }
    let views = (options.records.moyo.clone()).filter(|_| kind != Kind::View);
    let views = views.filter(|_| traces.debug_influence.is_none());
    session.listener = traces.listener(views);
    set_up(session, options, kind)?;
    if let Some(vertex) = &limits.limit_search {
        let center = point(session, "--limit-search", vertex)?;
        session
            .search_area
            .add_diamond(center, session.game.board().size());
    }
    Ok(())
}

/// Brings the game to the position where the options want it to begin.
fn set_up(session: &mut Session, options: &Options, kind: Kind) -> anyhow::Result<()> {
    session.game.set_rules(options.rules.rules());
    session.game.scoring = options.rules.scoring();
    session.game.dead_stones_count = options.rules.capture_all_dead;
    if let Some(clock) = options.time.clock() {
        session.game.clock = clock;
    }
    if let Some(size) = options.game.boardsize {
        let size = BoardSize::new(size).with_context(|| {
            format!(
                "--boardsize: expected 2 to {}, found {size}",
                BoardSize::MAX
            )
        })?;
        session.clear(size);
    }
    if let Some(stones) = options.game.handicap.filter(|&stones| stones > 1) {
        let size = session.game.board().size();
        let points = fixed_handicap(size, stones).with_context(|| {
            let most = katachi_board::max_fixed_handicap(size);
            format!("--handicap: expected at most {most} on this board, found {stones}")
        })?;
        session.game.place_handicap(&points)?;
    }
    if let Some(file) = &options.records.infile {
        let bytes = record::read(file)?;
        tell_flaws(options, file, &bytes);
        let until = until(options, file, &bytes)?;
        let game = record::load(file, &bytes, until, &session.game)?;
        session.set_game(game);
        if let Some(color) = options.game.color.filter(|_| kind != Kind::Play) {
            session.game.set_turn(color);
        }
    } else if matches!(
        kind,
        Kind::Play | Kind::Inspect | Kind::Solo | Kind::Gmp | Kind::Sgmp | Kind::Studio
    ) {
        session.game.komi = record::usual_komi(session.game.handicap());
    }
    if let Some(komi) = options.game.komi {
        session.game.komi = komi as f32;
    }
    Ok(())
}

/// Says what is wrong with a record that is loaded all the same.
fn tell_flaws(options: &Options, file: &str, bytes: &[u8]) {
    const MOST: usize = 5;
    let flaws = record::flaws(file, bytes);
    let shown = flaws.iter().take(MOST);
    for flaw in shown.filter(|_| !options.general.quiet) {
        complain(flaw);
    }
    if flaws.len() > MOST && !options.general.quiet {
        complain(&format!("{file}: and {} more", flaws.len() - MOST));
    }
}

/// The record of the game that [`prepare`] has put on the board, with its variations and comments.
/// Who looks at a game begins at its beginning, unless the options name a place.
///
/// # Errors
/// If the record cannot be read.
pub fn tree(session: &mut Session, options: &Options, kind: Kind) -> anyhow::Result<GameTree> {
    let records = &options.records;
    // Standard input cannot be read again.
    let Some(file) = records.infile.as_ref().filter(|file| *file != "-") else {
        return Ok(GameTree::of(&session.game)?);
    };
    let bytes = record::read(file)?;
    let mut tree = GameTree::read(file, &bytes)?;
    let is_at_start = kind == Kind::Inspect && records.until.is_none();
    tree.go_to(if is_at_start {
        Until::Move(0)
    } else {
        until(options, file, &bytes)?
    });
    let komi = session.game.komi;
    session.set_game(tree.game(&session.game)?);
    session.game.komi = komi;
    Ok(tree)
}

/// How far the options want this record to be played.
fn until(options: &Options, file: &str, bytes: &[u8]) -> anyhow::Result<Until> {
    let Some(text) = &options.records.until else {
        return Ok(Until::End);
    };
    if let Ok(number) = text.parse() {
        return Ok(Until::Move(number));
    }
    // The board size is known only after reading the record, but a vertex needs it.
    let whole = record::load(file, bytes, Until::End, &Game::new(BoardSize::NINETEEN))?;
    let point = Point::from_vertex(text, whole.board().size())
        .with_context(|| format!("-L {text}: expected a move number or a vertex"))?;
    Ok(Until::Point(point))
}

/// The point that an option names.
///
/// # Errors
/// If it is not on the board.
pub fn point(session: &Session, option: &str, vertex: &str) -> anyhow::Result<Point> {
    match Point::from_vertex(vertex, session.game.board().size()) {
        Ok(point) => Ok(point),
        Err(error) => bail!("{option} {vertex}: {error}"),
    }
}
