//! Setting up: board size, komi, handicap, playing, undoing, records.

use std::path::Path;

use katachi_board::{BoardSize, Color, Point, PointSet, Symmetry, check_komi, fixed_handicap};
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::record::{self, Until};
use crate::session::Session;
use crate::terminal;

/// The symmetries in the order of GTP's `orientation`, as GNU Go 3.8 numbers them.
const ORIENTATIONS: [usize; 8] = [0, 1, 2, 3, 6, 5, 4, 7];

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "boardsize",
        arguments: "SIZE",
        summary: "starts a new game on an empty board of this size, 2 to 25",
        run: Run::Reply(boardsize),
    },
    GtpCommand {
        name: "query_boardsize",
        arguments: "",
        summary: "the size of the board",
        run: Run::Reply(|session, _| Ok(session.game.board().size().to_string())),
    },
    GtpCommand {
        name: "clear_board",
        arguments: "",
        summary: "starts a new game on an empty board",
        run: Run::Reply(|session, _| {
            session.clear(session.game.board().size());
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "orientation",
        arguments: "NUMBER",
        summary: "clears the board and turns all vertices from now on, 0 to 7",
        run: Run::Reply(turn),
    },
    GtpCommand {
        name: "query_orientation",
        arguments: "",
        summary: "how vertices are turned",
        run: Run::Reply(|session, _| {
            let number = ORIENTATIONS
                .iter()
                .position(|&o| o == session.orientation.number());
            Ok(number.unwrap_or_default().to_string())
        }),
    },
    GtpCommand {
        name: "komi",
        arguments: "KOMI",
        summary: "sets the komi",
        run: Run::Reply(|session, args| {
            let points = args.float().ok_or("komi not a float")?;
            let komi = check_komi(points).map_err(|error| format!("komi not a float: {error}"))?;
            session.game.komi = komi as f32;
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "get_komi",
        arguments: "",
        summary: "the komi",
        run: Run::Reply(|session, _| Ok(format!("{:4.1}", session.game.komi))),
    },
    GtpCommand {
        name: "play",
        arguments: "COLOR MOVE",
        summary: "plays a move, or passes",
        run: Run::Reply(|session, args| {
            let (color, point) = tokens::color_and_move(session, args)?;
            play(session, color, point)
        }),
    },
    GtpCommand {
        name: "black",
        arguments: "MOVE",
        summary: "plays a black move, or passes",
        run: Run::Reply(|session, args| {
            let point = tokens::point_or_pass(session, args)?;
            play(session, Color::Black, point)
        }),
    },
    GtpCommand {
        name: "white",
        arguments: "MOVE",
        summary: "plays a white move, or passes",
        run: Run::Reply(|session, args| {
            let point = tokens::point_or_pass(session, args)?;
            play(session, Color::White, point)
        }),
    },
    GtpCommand {
        name: "undo",
        arguments: "",
        summary: "takes back the last move",
        run: Run::Reply(|session, _| undo(session, 1)),
    },
    GtpCommand {
        name: "gg-undo",
        arguments: "[NUMBER]",
        summary: "takes back a number of moves, or none if there are fewer",
        run: Run::Reply(|session, args| {
            let number = args.integer().unwrap_or(1);
            let number =
                usize::try_from(number).map_err(|_| "can't undo a negative number of moves")?;
            undo(session, number)
        }),
    },
    GtpCommand {
        name: "fixed_handicap",
        arguments: "STONES",
        summary: "places handicap stones on their usual points",
        run: Run::Reply(fixed),
    },
    GtpCommand {
        name: "place_free_handicap",
        arguments: "STONES",
        summary: "places handicap stones where the engine likes",
        run: Run::Reply(place_free),
    },
    GtpCommand {
        name: "set_free_handicap",
        arguments: "VERTEX VERTEX...",
        summary: "places handicap stones on these points",
        run: Run::Reply(set_free),
    },
    GtpCommand {
        name: "get_handicap",
        arguments: "",
        summary: "the number of handicap stones",
        run: Run::Reply(|session, _| Ok(session.game.handicap().to_string())),
    },
    GtpCommand {
        name: "loadsgf",
        arguments: "FILE [NUMBER or VERTEX]",
        summary: "loads a record up to before a move; the color to move",
        run: Run::Reply(loadsgf),
    },
    GtpCommand {
        name: "printsgf",
        arguments: "[FILE]",
        summary: "the position as a record, in the reply or in a file",
        run: Run::Reply(printsgf),
    },
    GtpCommand {
        name: "showboard",
        arguments: "",
        summary: "draws the board",
        run: Run::Reply(|session, _| Ok(format!("\n{}", terminal::board(&session.game)))),
    },
];

fn boardsize(session: &mut Session, args: &mut Args<'_>) -> Response {
    let size = args.integer().ok_or("boardsize not an integer")?;
    let size = usize::try_from(size).ok().and_then(BoardSize::new);
    let Some(size) = size else {
        return Err(match session.gtp_version {
            1 => "unacceptable boardsize".into(),
            _ => "unacceptable size".into(),
        });
    };
    session.clear(size);
    Ok(String::new())
}

/// The symmetry of a number of `orientation`, 0 to 7.
pub fn orientation(number: usize) -> Option<Symmetry> {
    ORIENTATIONS.get(number).copied().and_then(Symmetry::new)
}

fn turn(session: &mut Session, args: &mut Args<'_>) -> Response {
    let number = args.integer().ok_or("orientation not an integer")?;
    let turned = usize::try_from(number).ok().and_then(orientation);
    session.orientation = turned.ok_or("unacceptable orientation")?;
    session.clear(session.game.board().size());
    Ok(String::new())
}

fn play(session: &mut Session, color: Color, point: Option<Point>) -> Response {
    require_no_trial_moves(session)?;
    session.play(color, point)?;
    Ok(String::new())
}

fn undo(session: &mut Session, number: usize) -> Response {
    let board = session.game.board();
    if board.trial_moves() > 0 || board.moves().len() < number {
        return Err("cannot undo".into());
    }
    for _ in 0..number {
        session.game.undo();
    }
    session.thoughts = None;
    session.save_now_and_then();
    Ok(String::new())
}

/// Checks that the board is empty; otherwise the failure to answer.
fn require_empty(session: &Session) -> Result<(), Failure> {
    require_no_trial_moves(session)?;
    let empty = session.game.board().all_stones().next().is_none();
    if empty {
        Ok(())
    } else {
        Err("board not empty".into())
    }
}

fn place(session: &mut Session, points: &[Point]) -> Result<(), Failure> {
    session
        .game
        .place_handicap(points)
        .map_err(|_| "invalid handicap")?;
    session.thoughts = None;
    session.save();
    Ok(())
}

fn fixed(session: &mut Session, args: &mut Args<'_>) -> Response {
    let size = session.game.board().size();
    // Version 1 of the protocol begins a new game here, and knows games without a handicap.
    if session.gtp_version == 1 {
        session.clear(size);
    }
    require_empty(session)?;
    let stones = args.integer().ok_or("handicap not an integer")?;
    if session.gtp_version == 1 && stones == 0 {
        return Ok(String::new());
    }
    let stones = usize::try_from(stones).unwrap_or(0);
    let points = fixed_handicap(size, stones).ok_or("invalid handicap")?;
    place(session, &points)?;
    Ok(tokens::list(session, &points.into_iter().collect()))
}

fn place_free(session: &mut Session, args: &mut Args<'_>) -> Response {
    let stones = args.integer().ok_or("handicap not an integer")?;
    require_empty(session)?;
    let size = session.game.board().size();
    let stones = usize::try_from(stones).unwrap_or(0);
    if stones < 2 || stones >= size.area() {
        return Err("invalid handicap".into());
    }
    let placements = session
        .engine
        .free_handicap(&session.game, stones, session.seed);
    let points: Vec<Point> = (placements.into_iter())
        .flat_map(|placement| placement.points)
        .collect();
    if points.len() < 2 {
        return Err("invalid handicap".into());
    }
    place(session, &points)?;
    Ok(tokens::list(session, &points.into_iter().collect()))
}

fn set_free(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_empty(session)?;
    let points = tokens::points(session, args)?;
    let distinct: PointSet = points.iter().copied().collect();
    if distinct.len() != points.len() {
        return Err("repeated vertex".into());
    }
    if points.len() < 2 || points.len() >= session.game.board().size().area() {
        return Err("invalid handicap".into());
    }
    place(session, &points)?;
    Ok(String::new())
}

fn loadsgf(session: &mut Session, args: &mut Args<'_>) -> Response {
    let file = args.word().ok_or("missing filename")?;
    let until =
        if args.is_empty() {
            Until::End
        } else if let Some(number) = args.integer() {
            Until::Move(usize::try_from(number).unwrap_or(1))
        } else {
            let point = tokens::point(session, args);
            Until::Point(point.map_err(
                |_| "syntax error: expected a move number or a vertex behind the file name",
            )?)
        };
    let bytes = record::read_now(file)?;
    let game = record::load(file, &bytes, until, &session.game)?;
    let turn = game.to_move();
    session.set_game(game);
    Ok(turn.name().to_owned())
}

fn printsgf(session: &mut Session, args: &mut Args<'_>) -> Response {
    let text = record::position(&session.game, &record::today());
    match args.word() {
        None | Some("-") => Ok(text),
        Some(file) => {
            katachi_files::write_now(Path::new(file), (text + "\n").as_bytes())
                .map_err(|error| format!("cannot write '{file}': {error}"))?;
            Ok(String::new())
        }
    }
}
