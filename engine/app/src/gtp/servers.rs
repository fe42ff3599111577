//! What the servers KGS and CGOS tell an engine, and ask it.

use katachi_core::result;
use katachi_gtp::Args;
use katachi_studio::words::for_move;

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use crate::session::Session;
use crate::speaker::complain;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "kgs-chat",
        arguments: "game|private NAME MESSAGE",
        summary: "an answer to somebody who asks on KGS: why, score or level",
        run: Run::Reply(chat),
    },
    GtpCommand {
        name: "kgs-game_over",
        arguments: "",
        summary: "the game on KGS is over: the record is written, with the result as it stands",
        run: Run::Reply(|session, _| {
            let end = session.count(session.seed);
            let score = result(end.score(&session.game));
            session.save_with(&score);
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "cgos-opponent_name",
        arguments: "NAME",
        summary: "who plays against the engine on CGOS; it is said on standard error",
        run: Run::Reply(|_, args| {
            complain(&format!(
                "the opponent is {}",
                some(args, "syntax error: expected a name")?
            ));
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "cgos-opponent_rating",
        arguments: "RATING",
        summary: "the opponent's rating on CGOS; it is said on standard error",
        run: Run::Reply(|_, args| {
            complain(&format!(
                "the opponent's rating is {}",
                some(args, "syntax error: expected a rating")?
            ));
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "cgos-gameover",
        arguments: "RESULT",
        summary: "the game on CGOS is over: the record is written with this result",
        run: Run::Reply(|session, args| {
            let score = args.word().ok_or("syntax error: expected a result")?;
            session.save_with(score);
            Ok(String::new())
        }),
    },
];

/// The rest of the arguments, which must not be empty.
fn some<'a>(args: &mut Args<'a>, or: &'static str) -> Result<&'a str, Failure> {
    match args.rest() {
        "" => Err(or.into()),
        text => Ok(text),
    }
}

/// An answer in one line.
fn chat(session: &mut Session, args: &mut Args<'_>) -> Response {
    const EXPECTED: &str = "syntax error: expected game or private, a name and a message";
    if !matches!(args.word(), Some("game" | "private")) {
        return Err(EXPECTED.into());
    }
    args.word().ok_or(EXPECTED)?;
    let message = args.rest().to_lowercase();
    let asks = |words: &[&str]| words.iter().any(|word| message.contains(word));
    if asks(&["why"]) {
        return Ok(why(session));
    }
    if asks(&["score", "ahead", "winning"]) {
        return Ok(format!("I estimate {}", session.bounds()));
    }
    let level = session.engine.analyst.level();
    let version = env!("CARGO_PKG_VERSION");
    Ok(format!(
        "I am Katachi {version} at level {level}. Ask me: why did you play there, what is the score"
    ))
}

/// Why the engine made its last move, in one line.
fn why(session: &Session) -> String {
    match session.last_made() {
        None => "I have not moved yet".to_owned(),
        Some((Some(point), thoughts)) => for_move(session, thoughts, point).join("; "),
        Some((None, _)) => "I passed: no move was worth a point".to_owned(),
    }
}
