//! Arguments of commands: colours, points and moves, turned by the orientation.

use katachi_board::{Color, Point, PointSet};
use katachi_gtp::{Args, GtpColor, VertexToken};
use serde::Serialize;

use super::failure::Failure;
use crate::session::Session;

/// The next argument as a colour.
pub(super) fn color(args: &mut Args<'_>) -> Result<Color, Failure> {
    match args.color().ok_or(Failure::Color)? {
        GtpColor::Black => Ok(Color::Black),
        GtpColor::White => Ok(Color::White),
    }
}

/// The next argument as a colour, if it is one, else the side to move.
pub(super) fn color_or_turn(session: &Session, args: &mut Args<'_>) -> Color {
    color(args).unwrap_or_else(|_| session.game.to_move())
}

/// The next argument as a point of the board.
pub(super) fn point(session: &Session, args: &mut Args<'_>) -> Result<Point, Failure> {
    point_or_pass(session, args)?.ok_or(Failure::Coordinate)
}

/// The next argument as a move: a point, or `None` for a pass.
pub(super) fn point_or_pass(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<Option<Point>, Failure> {
    match args.vertex().ok_or(Failure::Coordinate)? {
        VertexToken::Pass => Ok(None),
        VertexToken::Point { letter, row } => {
            let size = session.game.board().size();
            let point = Point::from_column_and_row(letter.into(), row as usize, size);
            let turned = |point| session.orientation.inverse().apply_to_point(point, size);
            point.map(turned).map(Some).ok_or(Failure::Coordinate)
        }
    }
}

/// The next two arguments as a colour and a point of the board.
pub(super) fn color_and_point(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<(Color, Point), Failure> {
    match color_and_move(session, args)? {
        (color, Some(point)) => Ok((color, point)),
        (_, None) => Err(Failure::ColorOrCoordinate),
    }
}

/// The next two arguments as a colour and a move: a point, or `None` for a pass.
pub(super) fn color_and_move(
    session: &Session,
    args: &mut Args<'_>,
) -> Result<(Color, Option<Point>), Failure> {
    let both = color(args).and_then(|color| Ok((color, point_or_pass(session, args)?)));
    both.map_err(|_| Failure::ColorOrCoordinate)
}

/// All remaining arguments as points.
pub(super) fn points(session: &Session, args: &mut Args<'_>) -> Result<Vec<Point>, Failure> {
    let mut points = Vec::new();
    while !args.is_empty() {
        points.push(point(session, args)?);
    }
    Ok(points)
}

/// The next argument as a stone.
pub(super) fn stone(session: &Session, args: &mut Args<'_>) -> Result<Point, Failure> {
    let point = point(session, args)?;
    if session.game.board().at(point).is_empty() {
        return Err(Failure::NoStone);
    }
    Ok(point)
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

/// The stones of groups, a group on a line, each stone with a blank behind it: of the group on the
/// point that comes next, of all groups of the colour, or of all if nothing comes. `None` if no
/// group has a stone on the point.
pub(super) fn stones(
    session: &Session,
    args: &mut Args<'_>,
    groups: &[(Color, PointSet)],
) -> Result<Option<String>, Failure> {
    // A colour is accepted where a vertex is expected: `b` is no vertex, and `b1` no colour.
    let wanted = color(&mut { *args }).ok();
    let line = |stones: &PointSet| format!("{} ", list(session, stones));
    if args.is_empty() || wanted.is_some() {
        let groups = groups.iter();
        let of_color = groups.filter(|(color, _)| wanted.is_none_or(|wanted| *color == wanted));
        let lines: Vec<String> = of_color.map(|(_, stones)| line(stones)).collect();
        return Ok(Some(lines.join("\n")));
    }
    let point = point(session, args)?;
    let mut groups = groups.iter();
    let group = groups.find(|(_, stones)| stones.contains(point));
    Ok(group.map(|(_, stones)| line(stones)))
}

/// Whether the next argument is `--json`, which is then taken.
pub(super) fn json(args: &mut Args<'_>) -> bool {
    let mut ahead = *args;
    let found = ahead.word() == Some("--json");
    if found {
        *args = ahead;
    }
    found
}

/// A value as JSON on one line.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Other(error.to_string().into()))
}
