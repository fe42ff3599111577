//! Eyes: eye spaces, half eyes, and what they are worth.

use std::fmt::{Display, Write};
use std::sync::Arc;

use katachi_board::Color;
use katachi_gtp::Args;
use katachi_strategy::eyes::{EyeKind, Eyes};

use super::command::{GtpCommand, Response, Run};

use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "eval_eye",
        arguments: "VERTEX",
        summary: "the fewest and the most eyes of the eye space at a point; if they differ, where each side plays",
        run: Run::Reply(eval_eye),
    },
    GtpCommand {
        name: "eye_data",
        arguments: "COLOR VERTEX",
        summary: "what is known about a side's eye space at a point",
        run: Run::Reply(eye_data),
    },
    GtpCommand {
        name: "half_eye_data",
        arguments: "VERTEX",
        summary: "what the diagonals of a point say about an eye there",
        run: Run::Reply(half_eye_data),
    },
];

/// The eyes of the position on the board.
fn eyes(session: &mut Session) -> Arc<Eyes> {
    session.engine.position(&session.game).eyes()
}

fn eval_eye(session: &mut Session, args: &mut Args<'_>) -> Response {
    let point = tokens::point(session, args)?;
    let eyes = eyes(session);
    let mut spaces = Color::BOTH.into_iter();
    let Some(space) = spaces.find_map(|color| eyes.space(color, point)) else {
        return Ok("-1".to_owned());
    };
    let value = space.value;
    let mut text = format!("{} {}", value.min_eyes(), value.max_eyes());
    if value.is_urgent() {
        for vital in [space.attack, space.defense] {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", tokens::move_name(session, vital));
        }
    }
    Ok(text)
}

fn eye_data(session: &mut Session, args: &mut Args<'_>) -> Response {
    let (color, point) = tokens::color_and_point(session, args)?;
    if session.game.board().trial_moves() > 0 {
        return Err("eye data unavailable when stackp > 0".into());
    }
    let eyes = eyes(session);
    let space = eyes.space(color, point);
    let count = |count: Option<usize>| count.unwrap_or(0).to_string();
    let origin = tokens::move_name(session, space.map(|space| space.origin));
    let is_marginal = space.is_some_and(|space| space.margins.contains(point));
    let value = space.map(|space| space.value).unwrap_or_default();
    Ok(fields(&[
        ("origin", &origin),
        ("color", &space.map_or("empty", |_| color.name())),
        ("esize", &count(space.map(|space| space.points.len()))),
        ("msize", &count(space.map(|space| space.margins.len()))),
        ("value", &value),
        ("marginal", &u8::from(is_marginal)),
        (
            "neighbors",
            &count(space.map(|space| space.neighbors(point))),
        ),
        (
            "marginal_neighbors",
            &count(space.map(|space| space.marginal_neighbors(point))),
        ),
    ]))
}

fn half_eye_data(session: &mut Session, args: &mut Args<'_>) -> Response {
    let point = tokens::point(session, args)?;
    if session.game.board().trial_moves() > 0 {
        return Err("half eye data unavailable when stackp > 0".into());
    }
    let eyes = eyes(session);
    let topology = eyes.topology(point);
    let kind = match topology.map(|topology| topology.kind) {
        None | Some(EyeKind::Proper) => "0",
        Some(EyeKind::Half) => "HALF_EYE",
        Some(EyeKind::False) => "FALSE_EYE",
    };
    let sum = topology.map_or(NOT_EXAMINED, |topology| topology.sum);
    let mut text = fields(&[("value", &format_args!("{sum:.2}")), ("type", &kind)]);
    let lists = [
        ("attack", topology.map(|topology| &topology.attacks)),
        ("defense", topology.map(|topology| &topology.defenses)),
    ];
    for (name, list) in lists {
        let list = list.map_or(&[][..], Vec::as_slice);
        let plural = format!("num_{name}s");
        let mut lines = vec![(plural, list.len().to_string())];
        for (number, &point) in list.iter().enumerate() {
            lines.push((
                format!("{name}_point[{number}]"),
                tokens::name(session, point),
            ));
        }
        for (label, value) in lines {
            text.push('\n');
            text.push_str(&fields(&[(&label, &value)]));
        }
    }
    Ok(text)
}

/// The value of a point that is not at the end of an eye space.
const NOT_EXAMINED: f32 = 10.0;

/// Lines with the name of a field and its value.
fn fields(fields: &[(&str, &dyn Display)]) -> String {
    let lines: Vec<String> = (fields.iter())
        .map(|(label, value)| format!("{label:<20} {value}"))
        .collect();
    lines.join("\n")
}
