//! Answers what a page asks. Entry point: [`answer`].

use std::time::Instant;

use anyhow::bail;

use super::ask::{Answer, Ask, File, Folder, Look, Now, View};
use super::desk::Desk;
use super::{board, errands, layers};

/// Answers a page.
///
/// # Errors
/// If it asks for what is not there; the error says what was expected.
pub fn answer(desk: &mut Desk, ask: Ask) -> anyhow::Result<Answer> {
    let now = match ask {
        Ask::Open { look } => open(desk, &look)?,
        Ask::Board { step, look } => {
            board::step(desk, &step)?;
            desk.forget_thoughts();
            Now {
                board: Some(board::now(desk)),
                view: Some(view(desk, &look)?),
                ..Now::default()
            }
        }
        Ask::Edit { file, text, look } => edit(desk, &file, &text, &look)?,
        Ask::Look { look } => Now {
            view: Some(view(desk, &look)?),
            ..Now::default()
        },
        Ask::Save { file } => {
            desk.drafts.save(&file)?;
            Now {
                said: Some(format!("{file} saved")),
                ..Now::default()
            }
        }
        Ask::Tests {} => return errands::tests(desk).map(Answer::Later),
        Ask::Census {} => return Ok(Answer::Later(errands::census(desk))),
        Ask::Compare {} => return Ok(Answer::Later(errands::compare(desk))),
    };
    Ok(Answer::Now(Box::new(now)))
}

fn open(desk: &mut Desk, look: &Look) -> anyhow::Result<Now> {
    let text = |name| String::from_utf8_lossy(desk.drafts.text(name).unwrap_or_default());
    let files = desk.drafts.files().map(|name| File {
        name: name.to_owned(),
        text: text(name).into_owned(),
        unsaved: desk.drafts.is_unsaved(name),
    });
    let folder = Folder {
        name: desk.name(),
        files: files.collect(),
        layers: layers::LAYERS.to_vec(),
    };
    Ok(Now {
        folder: Some(folder),
        board: Some(board::now(desk)),
        view: Some(view(desk, look)?),
        databases: Some(desk.databases()),
        remarks: Some(desk.remarks()),
        ..Now::default()
    })
}

fn edit(desk: &mut Desk, file: &str, text: &str, look: &Look) -> anyhow::Result<Now> {
    let began = Instant::now();
    let changed = desk.drafts.edit(file, text.as_bytes());
    if changed.is_empty() {
        let known: Vec<&str> = desk.drafts.files().collect();
        bail!("expected one of {}, found {file}", known.join(", "));
    }
    desk.build(&changed);
    let mut view = view(desk, look)?;
    view.milliseconds = milliseconds(began);
    Ok(Now {
        view: Some(view),
        databases: Some(desk.databases()),
        remarks: Some(desk.remarks()),
        ..Now::default()
    })
}

fn view(desk: &mut Desk, look: &Look) -> anyhow::Result<View> {
    let began = Instant::now();
    let known = desk.has_thoughts();
    let mut view = layers::view(desk, look)?;
    view.thought = !known && desk.has_thoughts();
    view.milliseconds = milliseconds(began);
    Ok(view)
}

/// The time since then, in milliseconds.
fn milliseconds(began: Instant) -> f64 {
    (began.elapsed().as_secs_f64() * 10_000.0).round() / 10.0
}
