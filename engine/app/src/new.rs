//! `katachi new`: a pattern that shows a position, with its move and a test.
//!
//! Entry point: [`run`]. [`Scene`] is what a record shows; [`katachi_studio::cut`] makes a pattern
//! of it, and [`Addition`] a database. The pattern is tested before it is printed or written.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_core::Game;
use katachi_databases::addition::Addition;
use katachi_databases::testing::Tested;
use katachi_files::say;
use katachi_files::stream::print;
use katachi_image::Role;
use katachi_sgf::{Action, Coord};
use katachi_studio::cut::{Draft, Picture, Region};
use katachi_studio::generalise::{Generalised, Plan};
use katachi_studio::{Games, PatternSet};
use serde::Serialize;

use crate::cli::{Kind, NewArguments, Options};
use crate::record::{self, Until};
use crate::speaker::complain;
use crate::{set_up, testing};

/// The lines around its diagram that the test of a pattern shows, if that is enough.
const MARGIN: usize = 2;

/// The class letter of moves that the opponent can capture.
const SACRIFICE: &str = "s";

/// A position of a record, and the move that a pattern plays in it.
struct Scene {
    board: Board,
    own: Color,
    point: Point,
    /// Where it comes from, in words.
    source: String,
}

/// What is printed with `--json`.
#[derive(Serialize)]
struct Output<'a> {
    name: &'a str,
    source: &'a str,
    region: String,
    color: &'static str,
    #[serde(rename = "move")]
    vertex: String,
    classes: &'a str,
    pattern: String,
    file: Option<String>,
    line: Option<usize>,
    generalised: Option<Generalised>,
}

/// Writes the pattern that the arguments describe.
///
/// # Errors
/// If the record, the region or the name cannot be used, or the pattern does not fire in its own
/// position.
pub fn run(arguments: &NewArguments, options: &Options) -> anyhow::Result<()> {
    let scene = Scene::of(arguments, options)?;
    let region = scene.region(arguments)?;
    let picture = Picture::of(&scene.board, scene.own, scene.point, region);
    let (mut draft, mut addition) = scene.tested(arguments, options, region, &picture)?;
    let generalised = match arguments.generalise.as_slice() {
        [] => None,
        games => Some(generalised(arguments, options, &draft, games)?),
    };
    if let Some(generalised) = &generalised {
        draft = generalised.draft(&draft);
        addition = self::addition(arguments, &draft)?;
        if let Some(why) = failing(&addition, &arguments.name, options)? {
            bail!("the loosened pattern does not fire in its own position: {why}");
        }
        if !arguments.json {
            print(generalised.text())?;
        }
    }
    let line = addition.line(&arguments.name);
    if let Some(file) = &arguments.into {
        addition.save()?;
        if !arguments.json {
            say!("{}:{line}: {}", file.display(), arguments.name)?;
        }
    }
    if arguments.json {
        let output = Output {
            name: &arguments.name,
            source: &scene.source,
            region: region.to_string(),
            color: scene.own.name(),
            vertex: scene.point.vertex(scene.board.size()).to_string(),
            classes: &draft.classes,
            pattern: draft.text(),
            file: arguments
                .into
                .as_ref()
                .map(|file| file.display().to_string()),
            line: arguments.into.as_ref().map(|_| line),
            generalised,
        };
        say!("{}", serde_json::to_string(&output)?)?;
    } else if arguments.into.is_none() {
        print(String::from_utf8_lossy(addition.text()))?;
    }
    Ok(())
}

impl Scene {
    fn of(arguments: &NewArguments, options: &Options) -> anyhow::Result<Self> {
        let file = &arguments.from;
        let bytes = record::read(file)?;
        let until = arguments.number.map_or(Until::End, Until::Move);
        let game = record::load(file, &bytes, until, &Game::new(BoardSize::NINETEEN))?;
        let size = game.board().size();
        let named = match &arguments.at {
            None => None,
            Some(text) => Some(Point::from_vertex(text, size).context("--at")?),
        };
        let played = match arguments.number {
            None => None,
            Some(number) => Some(played(file, &bytes, number)?),
        };
        let own = options.game.color.unwrap_or_else(|| game.to_move());
        let place = match arguments.number {
            Some(number) => format!(", move {number}"),
            None => String::new(),
        };
        let point = match (named, played) {
            (Some(point), _) => point,
            (None, Some((side, Some(point)))) if side == own => point,
            (None, Some((side, Some(_)))) => bail!(
                "--color {}: expected the side that plays{place} of {file}, {}, since its move \
                 becomes the pattern's; name another move with --at",
                own.name(),
                side.name()
            ),
            (None, Some((side, None))) => bail!(
                "{file}{place}: expected a move on the board, found a pass of {}; choose another \
                 move, or name a point with --at",
                side.name()
            ),
            (None, None) => bail!(
                "{file}: expected --move N, the move that becomes a pattern, or --at VERTEX, a move \
                 in its last position; found neither"
            ),
        };
        let vertex = point.vertex(size);
        let side = own.name();
        game.board().check_legal(own, point).map_err(|error| {
            anyhow!("{file}{place}: expected a legal move of {side}, found {vertex}: {error}")
        })?;
        let name = Path::new(file)
            .file_name()
            .map(|name| name.to_string_lossy());
        let name = name.unwrap_or_default();
        Ok(Self {
            source: format!("{name}{place}: {side} {vertex}"),
            board: game.board().clone(),
            own,
            point,
        })
    }

    /// What the pattern shows.
    fn region(&self, arguments: &NewArguments) -> anyhow::Result<Region> {
        let size = self.board.size();
        let Some(text) = &arguments.region else {
            return Ok(Region::around(&self.board, self.point));
        };
        let region = Region::parse(text, size).context("--region")?;
        let vertex = self.point.vertex(size);
        ensure!(
            region.has(self.point),
            "--region: expected a region with the move, {vertex}, found {text}; take \
             {}, or leave out --region",
            region.with(self.point)
        );
        Ok(region)
    }

    /// The pattern with a test that holds, and the database with it.
    fn tested(
        &self,
        arguments: &NewArguments,
        options: &Options,
        region: Region,
        picture: &Picture,
    ) -> anyhow::Result<(Draft, Addition)> {
        let given = arguments
            .class
            .as_deref()
            .map(|class| class.trim_matches('-'));
        let classes = match given {
            Some(classes) => vec![classes],
            None => vec!["", SACRIFICE],
        };
        let size = self.board.size();
        let near = region.grown(MARGIN);
        let whole = Region::whole(size);
        let mut shown = vec![near];
        if whole != near {
            shown.push(whole);
        }
        let mut failure = String::new();
        for classes in &classes {
            for &shown in &shown {
                let draft = Draft {
                    name: arguments.name.clone(),
                    comment: vec![format!("{}.", self.source)],
                    picture: picture.clone(),
                    labels: picture.labels(),
                    classes: (*classes).to_owned(),
                    values: arguments
                        .value
                        .iter()
                        .map(|value| format!("value({value})"))
                        .collect(),
                    constraint: arguments.constraint.clone(),
                    test: Draft::test(&self.board, self.own, self.point, shown, "fires"),
                };
                let addition = addition(arguments, &draft)?;
                match failing(&addition, &arguments.name, options)? {
                    None => {
                        if given.is_none() && *classes == SACRIFICE {
                            complain(
                                "the opponent can capture the move, so the pattern has class s",
                            );
                        }
                        return Ok((draft, addition));
                    }
                    Some(why) => failure = why,
                }
            }
        }
        bail!(
            "expected a pattern that fires in its own position, {}, found one that does not: \
             {failure}; change --class or --constraint",
            self.source
        )
    }
}

/// The side and the point of a move of a record; `None` for a pass.
fn played(file: &str, bytes: &[u8], number: usize) -> anyhow::Result<(Color, Option<Point>)> {
    let collection = record::parse_games(file, bytes)?;
    let root = record::first_game(file, &collection)?;
    let size = root.game_info().size;
    let actions = root
        .main_line()
        .flat_map(|node| node.actions(size))
        .flatten();
    let moves: Vec<(Color, Option<Point>)> = actions
        .filter_map(|action| match action {
            Action::Play { color, at } => Some((color.into(), at.and_then(Coord::to_point))),
            _ => None,
        })
        .collect();
    let found = number.checked_sub(1).and_then(|before| moves.get(before));
    found.copied().with_context(|| match moves.len() {
        0 => format!("--move {number}: expected a game, found no moves in {file}; use --at"),
        last => format!("--move {number}: expected 1 to {last}, the moves of {file}"),
    })
}

/// How loose the pattern may be by these games.
fn generalised(
    arguments: &NewArguments,
    options: &Options,
    draft: &Draft,
    paths: &[PathBuf],
) -> anyhow::Result<Generalised> {
    let missing = paths.iter().find(|path| !path.exists());
    ensure!(
        missing.is_none(),
        "--generalise: expected files, folders or archives with records, found nothing at {}; \
         check the name",
        missing.map_or_else(String::new, |path| path.display().to_string())
    );
    let share = arguments.most_false;
    ensure!(
        (0.0..=100.0).contains(&share),
        "--most-false: expected 0 to 100 percent, found {share}"
    );
    let games = Games::read(paths, None, None);
    ensure!(
        games.moves() > 0,
        "--generalise: expected games from an empty board, found none: {}",
        games.read
    );
    let general = &options.general;
    let set = PatternSet::open(&general.patterns, &general.add_patterns)?;
    let plan = Plan {
        draft,
        games: &games,
        set: &set,
        most_false: share / 100.0,
        asked: arguments.asked,
        level: options.game.level,
    };
    let bar = katachi_program::progress(None, "{bar:40} {pos} of {len} {msg}, {eta} left");
    let found = plan.run(&|what, done, all| {
        bar.set_message(what.to_owned());
        bar.set_length(all);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    Ok(found)
}

/// The database with the pattern.
fn addition(arguments: &NewArguments, draft: &Draft) -> anyhow::Result<Addition> {
    let text = draft.text();
    if let Some(file) = &arguments.into {
        return Ok(Addition::to_file(file, &draft.name, &text)?);
    }
    let role = match arguments.role.as_deref() {
        None => Role::Patterns,
        Some(name) => Role::by_name(name).with_context(|| {
            format!("--role: expected the role of a database such as fuseki, found '{name}'")
        })?,
    };
    Ok(Addition::alone(role, &draft.name, &text)?)
}

/// Why the test of the pattern does not hold; `None` if it does.
fn failing(addition: &Addition, name: &str, options: &Options) -> anyhow::Result<Option<String>> {
    let mut settings = set_up::settings(options, Kind::Test);
    if settings.patterns.is_empty() {
        settings.patterns = addition.set().map(Path::to_owned).into_iter().collect();
    }
    let all = addition.tested();
    let tests = all.tests.iter().filter(|test| test.pattern == name);
    let tests: Vec<_> = tests.cloned().collect();
    if tests.is_empty() {
        let mistakes = all.mistakes.iter().map(|mistake| mistake.message.as_str());
        let mistakes: Vec<&str> = mistakes.collect();
        bail!(
            "the test of the pattern cannot be run: {}",
            mistakes.join("; ")
        );
    }
    let only = Tested {
        tests,
        mistakes: Vec::new(),
        ..all.clone()
    };
    let report = testing::report(vec![only], settings, options)?;
    Ok((report.failed() > 0).then(|| report.reasons().join("; ")))
}
