//! `katachi review`: what was wrong in a game, and which pattern is to blame.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use katachi_board::Color;
use katachi_files::stream::print;
use katachi_studio::review::{Reviewer, annotate, page};
use katachi_teacher::engine::EngineCommand;
use katachi_teacher::{Answers, Judge};

use crate::cli::{Options, ReviewArguments};
use crate::record;
use crate::session::Session;
use crate::speaker::complain;

/// The longest that an answer of the teacher may take.
const PATIENCE: Duration = Duration::from_mins(10);

/// Reviews the game of the session and prints what it finds.
///
/// # Errors
/// If there is no record, the teacher fails, or a file cannot be written.
pub fn run(
    session: &mut Session,
    options: &Options,
    arguments: &ReviewArguments,
) -> anyhow::Result<()> {
    let Some(file) = &options.records.infile else {
        bail!("expected a record: katachi review FILE");
    };
    let mut judge = teacher(session, arguments)?;
    session.need_player();
    let (game, seed) = (session.game.clone(), session.seed);
    let mut reviewer = Reviewer {
        engine: &mut session.engine,
        judge: judge.as_mut(),
        color: options.game.color,
        least: arguments.least,
        seed,
    };
    let all = game.moves().len();
    let bar = katachi_program::progress(Some(all as u64), "{bar:40} move {pos} of {len}");
    let review = reviewer.review(&game, |number| bar.set_position(number as u64))?;
    bar.finish_and_clear();
    if review.moves.is_empty() {
        let side = options.game.color.map_or("either side", Color::name);
        complain(&format!("no moves of {side} in {file}"));
    }
    if let Some(path) = &options.records.outfile {
        let mut collection = record::parse_games(file, &record::read(file)?)?;
        let text = annotate(&mut collection, &review).with_context(|| file.clone())?;
        save("--outfile", path, &text)?;
    }
    if let Some(path) = &arguments.html {
        save("--html", path, &page(file, &review))?;
    }
    let most = (!arguments.all).then_some(arguments.top);
    Ok(print(review.text(most, arguments.blame.as_deref()))?)
}

/// The teacher, if there is one.
fn teacher(session: &Session, arguments: &ReviewArguments) -> anyhow::Result<Option<Judge>> {
    let Some(command) = &arguments.teacher else {
        return Ok(None);
    };
    let answers = match &arguments.cache {
        None => Answers::in_memory(),
        Some(path) => Answers::open(path)?,
    };
    let komi = session.game.komi.into();
    let command = EngineCommand::new(command.as_str());
    let judge = Judge::open(&command, arguments.visits, komi, PATIENCE, answers)?;
    Ok(Some(judge))
}

fn save(option: &str, path: &Path, text: &str) -> anyhow::Result<()> {
    katachi_files::write(path, text.as_bytes())
        .with_context(|| format!("{option}: {}", path.display()))
}
