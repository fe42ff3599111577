//! Traces: the variations of reading, written as a game record.

use std::path::Path;

use katachi_files::write_now;
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run};
use crate::record;
use crate::session::{Session, Tracing};

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "start_sgftrace",
        arguments: "",
        summary: "records the variations that reading looks at from now on, of strings, connections and the lives of dragons; known results are forgotten",
        run: Run::Reply(|session, _| {
            let board = session.game.board().clone();
            session.engine.analyst.start_trace(&board);
            session.tracing = Some(Tracing::Recording(Box::new(board)));
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "finish_sgftrace",
        arguments: "FILE",
        summary: "writes these variations as a record of the position in which they were begun",
        run: Run::Reply(finish),
    },
];

fn finish(session: &mut Session, args: &mut Args<'_>) -> Response {
    let file = args.rest();
    if file.is_empty() {
        return Err("missing filename".into());
    }
    let text = match session.tracing.take() {
        None => return Err("nothing is recorded: use start_sgftrace first".into()),
        Some(Tracing::Unwritten(text)) => text,
        Some(Tracing::Recording(board)) => {
            let trace = session.engine.analyst.finish_trace();
            record::variations(&board, session.game.komi, trace.as_ref())
        }
    };
    match write_now(Path::new(file), text.as_bytes()) {
        Ok(()) => Ok(String::new()),
        Err(error) => {
            // The client may name another file and try again.
            session.tracing = Some(Tracing::Unwritten(text));
            Err(format!("cannot write '{file}': {error}").into())
        }
    }
}
