//! Arguments of commands: colours, points and moves, turned by the orientation.

use katachi_board::{Color, Point, PointSet};
use katachi_gtp::{Args, GtpColor, VertexToken};

use crate::session::Session;

pub(super) const INVALID_COORDINATE: &str = "invalid coordinate";
pub(super) const INVALID_COLOR: &str = "invalid color";
pub(super) const INVALID_COLOR_OR_COORDINATE: &str = "invalid color or coordinate";
pub(super) const NOT_EMPTY: &str = "vertex must not be empty";
pub(super) const ILLEGAL_MOVE: &str = "illegal move";

/// Adds to GNU Go's words for a bad argument what was expected and found.
pub(super) fn explained(session: &Session, words: String, arguments: &str) -> String {
    let size = session.game.board().size();
    let corner = katachi_board::column_letter(size.get() - 1).unwrap_or('?');
    let point = format!("A1 to {corner}{size}");
    let expected = match words.as_str() {
        INVALID_COORDINATE => point,
        INVALID_COLOR => "black or white".to_owned(),
        INVALID_COLOR_OR_COORDINATE => format!("black or white, then {point} or pass"),
        _ => return words,
    };
    let found = match arguments.trim() {
        "" => "nothing".to_owned(),
        arguments => format!("`{arguments}`"),
    };
    format!("{words}: expected {expected}, found {found}")
}

/// The next argument as a colour.
pub(super) fn color(args: &mut Args<'_>) -> Option<Color> {
    Some(match args.color()? {
        GtpColor::Black => Color::Black,
        GtpColor::White => Color::White,
    })
}

/// The next argument as a point of the board.
pub(super) fn point(session: &Session, args: &mut Args<'_>) -> Option<Point> {
    match args.vertex()? {
        VertexToken::Pass => None,
        token @ VertexToken::Point { .. } => on_board(session, token),
    }
}

fn on_board(session: &Session, token: VertexToken) -> Option<Point> {
    let VertexToken::Point { letter, row } = token else {
        return None;
    };
    let size = session.game.board().size();
    let point = Point::from_column_and_row(letter.into(), row as usize, size)?;
    Some(session.orientation.inverse().apply_to_point(point, size))
}

/// An argument that is neither a point of the board nor a pass.
pub(super) struct NotAMove;

/// The next argument as a move: a point, or `None` for a pass.
pub(super) fn point_or_pass(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<Option<Point>, NotAMove> {
    match args.vertex().ok_or(NotAMove)? {
        VertexToken::Pass => Ok(None),
        token @ VertexToken::Point { .. } => on_board(session, token).map(Some).ok_or(NotAMove),
    }
}

/// All remaining arguments as points.
pub(super) fn points(session: &Session, args: &mut Args<'_>) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    while !args.is_empty() {
        points.push(point(session, args)?);
    }
    Some(points)
}

/// A point as the client sees it.
pub(super) fn name(session: &Session, point: Point) -> String {
    session.vertex(point)
}

/// A move as the client sees it.
pub(super) fn move_name(session: &Session, point: Option<Point>) -> String {
    point.map_or_else(|| "PASS".to_owned(), |point| name(session, point))
}

/// A list of points as the client sees it: row by row from the top, each row from the left.
pub(super) fn list(session: &Session, points: &PointSet) -> String {
    let size = session.game.board().size();
    let turned: PointSet = (points.iter())
        .map(|point| session.orientation.apply_to_point(point, size))
        .collect();
    let names: Vec<String> = turned
        .iter()
        .map(|point| point.vertex(size).to_string())
        .collect();
    names.join(" ")
}
