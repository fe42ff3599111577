//! What the engine sees in a position, as text, and how long it takes to see it.

use std::io::stdout;

use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::tokens;
use crate::phases;
use crate::session::Session;
use crate::terminal::has_colors;
use crate::views::Views;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "katachi-view",
        arguments: "VIEW [COLOR]",
        summary: "a view of -m as text, such as dragons, eyes, regions, influence or 0x10; with colours where they can be seen",
        run: Run::Ask(view),
    },
    GtpCommand {
        name: "katachi-times",
        arguments: "",
        summary: "how long the engine takes for each stage of this position, in seconds, without what it remembers",
        run: Run::Ask(times),
    },
];

fn view(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let name = args.word().unwrap_or_default();
    let views: Views =
        (name.parse()).map_err(|expected| format!("syntax error: {expected}; found `{name}`"))?;
    let mut game = session.game.clone();
    game.set_turn(tokens::color_or_turn(session, args));
    let text = views.text(&game, &mut session.engine, has_colors(&stdout()));
    // A blank line would end the reply.
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    Ok(lines.join("\n"))
}

fn times(session: &mut Session, _: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    session.need_player();
    // A copy may forget what the session still needs.
    let mut engine = session.engine.clone();
    engine.forget();
    let wish = session.wish(session.game.to_move());
    let times = phases::with_move(&mut engine, &session.game, &wish, None).1;
    let lines = times
        .iter()
        .map(|(stage, time)| format!("{:.3} {stage}", time.as_secs_f64()));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
