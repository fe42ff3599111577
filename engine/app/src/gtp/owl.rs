//! Owl: whether dragons live, by reading with patterns.

use katachi_board::{Outcome, Point};
use katachi_gtp::Args;
use katachi_strategy::owl::{Owl, OwlReading, OwlThreat};

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::reading::code;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "owl_attack",
        arguments: "VERTEX",
        summary: "whether a dragon can be killed: result code and move",
        run: Run::Reply(|session, args| {
            let dragon = tokens::stone(session, args)?;
            let found = owl_with(session, |owl| owl.attack(dragon));
            Ok(answer(session, found))
        }),
    },
    GtpCommand {
        name: "owl_defend",
        arguments: "VERTEX",
        summary: "whether a dragon can live: result code and move, PASS if none is needed",
        run: Run::Reply(|session, args| {
            let dragon = tokens::stone(session, args)?;
            let found = owl_with(session, |owl| owl.defend(dragon));
            Ok(answer(session, found))
        }),
    },
    GtpCommand {
        name: "owl_threaten_attack",
        arguments: "VERTEX",
        summary: "whether two moves in a row kill a dragon: result code and both moves",
        run: Run::Reply(|session, args| {
            let dragon = tokens::stone(session, args)?;
            let found = owl_with(session, |owl| owl.threaten_attack(dragon));
            // GNU Go prints 3 for every success.
            Ok(threat(session, 3, found))
        }),
    },
    GtpCommand {
        name: "owl_threaten_defense",
        arguments: "VERTEX",
        summary: "whether two moves in a row let a dragon live: result code and both moves",
        run: Run::Reply(|session, args| {
            let dragon = tokens::stone(session, args)?;
            let found = owl_with(session, |owl| owl.threaten_defense(dragon));
            Ok(threat(session, 1, found))
        }),
    },
    GtpCommand {
        name: "owl_does_attack",
        arguments: "MOVE VERTEX",
        summary: "whether a move kills a dragon: result code",
        run: Run::Reply(|session, args| {
            let (point, dragon) = move_and_dragon(session, args)?;
            let found = owl_with(session, |owl| owl.does_attack(point, dragon));
            Ok(code(found).to_string())
        }),
    },
    GtpCommand {
        name: "owl_does_defend",
        arguments: "MOVE VERTEX",
        summary: "whether a move lets a dragon live: result code",
        run: Run::Reply(|session, args| {
            let (point, dragon) = move_and_dragon(session, args)?;
            let found = owl_with(session, |owl| owl.does_defend(point, dragon));
            Ok(code(found).to_string())
        }),
    },
    GtpCommand {
        name: "owl_connection_defends",
        arguments: "MOVE VERTEX VERTEX",
        summary: "whether a move joins two dragons so that they live: result code",
        run: Run::Reply(connection_defends),
    },
    GtpCommand {
        name: "owl_substantial",
        arguments: "VERTEX",
        summary: "1 if the capture of a string gives a living group, 0 otherwise",
        run: Run::Reply(|session, args| {
            let string = tokens::stone(session, args)?;
            let found = owl_with(session, |owl| owl.is_substantial(string));
            Ok(u8::from(found).to_string())
        }),
    },
    GtpCommand {
        name: "report_uncertainty",
        arguments: "on|off",
        summary: "whether answers about dragons say that they are not certain",
        run: Run::Reply(|session, args| {
            session.reports_uncertainty = match args.word() {
                Some("on") => true,
                Some("off") => false,
                _ => return Err("invalid argument".into()),
            };
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "reset_owl_node_counter",
        arguments: "",
        summary: "sets the number of positions read for life and death to 0",
        run: Run::Reply(|session, _| {
            session.engine.analyst.reset_owl_nodes();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "reset_life_node_counter",
        arguments: "",
        summary: "does nothing: GNU Go once read lives in another way, which this counter belonged to",
        run: Run::Reply(|_, _| Ok(String::new())),
    },
    GtpCommand {
        name: "get_life_node_counter",
        arguments: "",
        summary: "0, as in GNU Go 3.8; get_owl_node_counter counts",
        run: Run::Reply(|_, _| Ok("0".to_owned())),
    },
    GtpCommand {
        name: "get_owl_node_counter",
        arguments: "",
        summary: "the number of positions read for life and death since the last reset",
        run: Run::Reply(|session, _| Ok(session.engine.analyst.owl_nodes().to_string())),
    },
];

/// Asks about the position on the board.
fn owl_with<R>(session: &mut Session, question: impl FnOnce(&mut Owl<'_>) -> R) -> R {
    let mut position = session.engine.position(&session.game);
    question(&mut position.owl())
}

fn move_and_dragon(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let point = tokens::point(session, args)?;
    if !session.game.board().at(point).is_empty() {
        return Err("move vertex must be empty".into());
    }
    let dragon = tokens::point(session, args)?;
    if session.game.board().at(dragon).is_empty() {
        return Err("dragon vertex must not be empty".into());
    }
    Ok((point, dragon))
}

fn connection_defends(session: &mut Session, args: &mut Args<'_>) -> Response {
    let (point, a) = move_and_dragon(session, args)?;
    let b = tokens::point(session, args)?;
    let board = session.game.board();
    if board.at(b).is_empty() {
        return Err("dragon vertex must not be empty".into());
    }
    if board.at(a) != board.at(b) {
        return Err("dragon vertices must have the same color".into());
    }
    let found = owl_with(session, |owl| owl.connection_defends(point, a, b));
    Ok(code(found).to_string())
}

/// An answer: the code, the move if it succeeds, and whether it is uncertain.
fn answer(session: &Session, found: OwlReading) -> String {
    let mut text = code(found.reading.outcome).to_string();
    if found.reading.outcome != Outcome::Lose {
        text.push(' ');
        text.push_str(&tokens::move_name(session, found.reading.point));
    }
    text + doubt(session, found.is_certain)
}

/// What is said behind an answer that the limit of nodes has made uncertain, if the client wants
/// that.
pub(super) fn doubt(session: &Session, is_certain: bool) -> &'static str {
    if session.reports_uncertainty && !is_certain {
        " uncertain"
    } else {
        ""
    }
}

fn threat(session: &Session, success: u8, found: Option<OwlThreat>) -> String {
    let Some(OwlThreat { first, second }) = found else {
        return code(Outcome::Lose).to_string();
    };
    let (first, second) = (
        tokens::name(session, first),
        tokens::move_name(session, second),
    );
    format!("{success} {first} {second}")
}
