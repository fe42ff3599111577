//! Commands of Gomill's tools: `gomill-describe_engine` and its kin.

use std::path::Path;

use cpu_time::ProcessTime;
use katachi_core::Wish;
use katachi_gtp::Args;
use katachi_studio::words::for_move;

use super::command::{GtpCommand, Response, Run};
use super::play::{genmove, wish_without_resigning};
use super::{patterns, tokens};
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "gomill-describe_engine",
        arguments: "",
        summary: "name, version, level and databases",
        run: Run::Reply(|session, _| {
            let level = session.engine.analyst.level();
            let version = env!("CARGO_PKG_VERSION");
            let databases = patterns::list_patterns(session);
            let seed = session.seed;
            Ok(format!(
                "Katachi {version}\nlevel {level}, random seed {seed}\n{databases}"
            ))
        }),
    },
    GtpCommand {
        name: "gomill-explain_last_move",
        arguments: "",
        summary: "why the engine made its last move",
        run: Run::Reply(|session, _| {
            Ok(match session.last_made() {
                None => String::new(),
                Some((Some(point), thoughts)) => for_move(session, thoughts, point).join("\n"),
                Some((None, _)) => "no move was worth a point".to_owned(),
            })
        }),
    },
    GtpCommand {
        name: "gomill-cpu_time",
        arguments: "",
        summary: "the processor time used so far, in seconds",
        run: Run::Reply(|_, _| {
            let used = ProcessTime::try_now()?;
            Ok(format!("{:.3}", used.as_duration().as_secs_f64()))
        }),
    },
    GtpCommand {
        name: "gomill-genmove_ex",
        arguments: "[COLOR [cleanup]]",
        summary: "finds a move and plays it; with cleanup it takes dead stones off before passing; without arguments: the words it knows",
        run: Run::Reply(genmove_ex),
    },
    GtpCommand {
        name: "gomill-savesgf",
        arguments: "FILE [KEY=VALUE...]",
        summary: "writes the game as a record, with these properties in its root",
        run: Run::Reply(savesgf),
    },
];

fn genmove_ex(session: &mut Session, args: &mut Args<'_>) -> Response {
    if args.is_empty() {
        return Ok("cleanup".to_owned());
    }
    let color = tokens::color(args)?;
    let mut words = std::iter::from_fn(|| args.word());
    // Words that an engine does not know are passed over.
    let wish = if words.any(|word| word == "cleanup") {
        Wish {
            cleanup: true,
            ..wish_without_resigning(session, color)
        }
    } else {
        session.wish(color)
    };
    genmove(session, "genmove", &wish)
}

fn savesgf(session: &mut Session, args: &mut Args<'_>) -> Response {
    let file = args.word().ok_or("missing filename")?;
    let mut properties = Vec::new();
    while let Some(word) = args.word() {
        let pair = word.split_once('=');
        let (key, value) =
            pair.ok_or_else(|| format!("syntax error: expected KEY=VALUE, found `{word}`"))?;
        if key.is_empty() || !key.bytes().all(|letter| letter.is_ascii_uppercase()) {
            let expected = "syntax error: expected a property of capital letters";
            return Err(format!("{expected}, found `{key}`").into());
        }
        properties.push((key, plain(value)));
    }
    let properties = properties.iter().map(|(key, value)| (*key, value.as_str()));
    let text = session.record_with(&properties.collect::<Vec<_>>());
    katachi_files::write_now(Path::new(file), text.as_bytes())
        .map_err(|error| format!("cannot write '{file}': {error}"))?;
    Ok(String::new())
}

/// A value without its escapes: `\_` is a blank, `\\` a backslash.
fn plain(value: &str) -> String {
    let mut text = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('_') => text.push(' '),
                Some(other) => text.push(other),
                None => {}
            },
            other => text.push(other),
        }
    }
    text
}
