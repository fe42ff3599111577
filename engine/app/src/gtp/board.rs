//! Questions about the board, and trial moves.

use katachi_board::{Chain, Color, PointSet};
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;
use crate::speaker::complain;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "color",
        arguments: "VERTEX",
        summary: "what stands there: black, white or empty",
        run: Run::Reply(|session, args| {
            let point = tokens::point(session, args)?;
            let stone = session.game.board().at(point).color();
            Ok(stone.map_or("empty", Color::name).to_owned())
        }),
    },
    GtpCommand {
        name: "list_stones",
        arguments: "COLOR",
        summary: "the stones of a color",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            Ok(tokens::list(session, session.game.board().stones(color)))
        }),
    },
    GtpCommand {
        name: "countlib",
        arguments: "VERTEX",
        summary: "the number of liberties of a string",
        run: Run::Reply(|session, args| Ok(chain(session, args)?.liberty_count().to_string())),
    },
    GtpCommand {
        name: "findlib",
        arguments: "VERTEX",
        summary: "the liberties of a string",
        run: Run::Reply(|session, args| {
            Ok(tokens::list(session, &chain(session, args)?.liberties()))
        }),
    },
    GtpCommand {
        name: "accuratelib",
        arguments: "COLOR VERTEX",
        summary: "the liberties that a stone there would have",
        run: Run::Reply(liberties_after),
    },
    GtpCommand {
        name: "accurate_approxlib",
        arguments: "COLOR VERTEX",
        summary: "the liberties that a stone there would have",
        run: Run::Reply(liberties_after),
    },
    GtpCommand {
        name: "is_legal",
        arguments: "COLOR MOVE",
        summary: "whether a move is legal: 1 or 0",
        run: Run::Reply(|session, args| {
            let (color, point) = tokens::color_and_move(session, args)?;
            let board = session.game.board();
            let legal = point.is_none_or(|point| board.is_legal(color, point));
            Ok(u8::from(legal).to_string())
        }),
    },
    GtpCommand {
        name: "all_legal",
        arguments: "COLOR",
        summary: "all legal moves of a color",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            Ok(tokens::list(session, &legal_moves(session, color)))
        }),
    },
    GtpCommand {
        name: "captures",
        arguments: "COLOR",
        summary: "the number of stones that a color has taken",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            Ok(session.game.captures(color).to_string())
        }),
    },
    GtpCommand {
        name: "last_move",
        arguments: "",
        summary: "the last move",
        run: Run::Reply(|session, _| {
            let last = session.game.moves().next_back();
            let (color, point) = last.ok_or("no previous move known")?;
            Ok(format!("{color} {}", tokens::move_name(session, point)))
        }),
    },
    GtpCommand {
        name: "move_history",
        arguments: "",
        summary: "all moves, the last one first",
        run: Run::Reply(|session, _| {
            let moves = session.game.moves().rev();
            let lines: Vec<String> = moves
                .map(|(color, point)| format!("{color} {}", tokens::move_name(session, point)))
                .collect();
            Ok(lines.join("\n"))
        }),
    },
    GtpCommand {
        name: "invariant_hash",
        arguments: "",
        summary: "a hash of the position, the same for all its symmetries",
        run: Run::Reply(|session, _| Ok(format!("{:016x}", session.game.board().invariant_hash()))),
    },
    GtpCommand {
        name: "invariant_hash_for_moves",
        arguments: "COLOR",
        summary: "that hash for the position after each legal move",
        run: Run::Reply(hashes_after_moves),
    },
];

pub(super) const TRIAL_COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "trymove",
        arguments: "COLOR MOVE",
        summary: "plays a trial move",
        run: Run::Reply(|session, args| {
            let (color, point) = tokens::color_and_move(session, args)?;
            let board = session.game.board_mut();
            let played = if let Some(point) = point {
                board.try_move(color, point)
            } else {
                board.try_pass(color);
                true
            };
            tried(session, played)
        }),
    },
    GtpCommand {
        name: "tryko",
        arguments: "COLOR VERTEX",
        summary: "plays a trial move that may retake a ko at once",
        run: Run::Reply(|session, args| {
            let (color, point) = tokens::color_and_point(session, args)?;
            let played = session.game.board_mut().try_ko(color, point);
            tried(session, played)
        }),
    },
    GtpCommand {
        name: "popgo",
        arguments: "",
        summary: "takes back the last trial move",
        run: Run::Reply(|session, _| {
            let back = session.game.board_mut().take_back();
            back.map(|_| String::new()).ok_or("Stack empty.".into())
        }),
    },
    GtpCommand {
        name: "dump_stack",
        arguments: "",
        summary: "prints the trial moves on standard error",
        run: Run::Reply(|session, _| {
            complain(&stack(session));
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "reset_trymove_counter",
        arguments: "",
        summary: "sets the number of trial moves so far to 0",
        run: Run::Reply(|session, _| {
            session.trial_moves = 0;
            session.engine.analyst.tactics_mut().reset_tries();
            session.engine.analyst.connections_mut().reset_tries();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "get_trymove_counter",
        arguments: "",
        summary: "the number of trial moves so far, those of reading among them",
        run: Run::Reply(|session, _| {
            let reading = session.engine.analyst.tactics().tries();
            let connecting = session.engine.analyst.connections().tries();
            Ok((session.trial_moves + reading + connecting).to_string())
        }),
    },
];

fn tried(session: &mut Session, played: bool) -> Response {
    session.trial_moves += u64::from(played);
    if played {
        Ok(String::new())
    } else {
        Err("illegal move".into())
    }
}

fn chain<'a>(session: &'a Session, args: &mut Args<'_>) -> Result<Chain<'a>, Failure> {
    let point = tokens::point(session, args)?;
    session.game.board().chain(point).ok_or(Failure::NoStone)
}

fn liberties_after(session: &mut Session, args: &mut Args<'_>) -> Response {
    let (color, point) = tokens::color_and_point(session, args)?;
    let board = session.game.board();
    if !board.at(point).is_empty() {
        return Err(Failure::Stone);
    }
    Ok(tokens::list(session, &board.liberties_after(color, point)))
}

fn legal_moves(session: &Session, color: Color) -> PointSet {
    let board = session.game.board();
    board
        .empty()
        .iter()
        .filter(|&point| board.is_legal(color, point))
        .collect()
}

fn hashes_after_moves(session: &mut Session, args: &mut Args<'_>) -> Response {
    let color = tokens::color(args)?;
    let moves = legal_moves(session, color);
    let mut lines = Vec::new();
    let mut board = session.game.board().clone();
    for point in &moves {
        // The move is legal, so only trial moves already on the board can be in the way.
        let played = board.try_ko(color, point);
        if played {
            lines.push(format!(
                "{} {:016x}",
                tokens::name(session, point),
                board.invariant_hash()
            ));
            board.take_back();
        }
    }
    Ok(lines.join("\n"))
}

/// The trial moves on the board, the first one first.
fn stack(session: &Session) -> String {
    let board = session.game.board();
    let trial = board.trial_moves();
    let first = board.moves().len() - trial;
    let moves: Vec<String> = board
        .moves()
        .skip(first)
        .map(|(color, point)| format!("{}:{}", color.initial(), tokens::move_name(session, point)))
        .collect();
    moves.join(" ")
}
