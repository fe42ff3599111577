//! Worms: the analysis of each string.

use std::fmt::Write;

use katachi_board::{Color, Point, PointSet};
use katachi_gtp::Args;
use katachi_strategy::worms::{Moves, Worm};
use katachi_tactics::unconditional::Status;

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "worm_data",
        arguments: "[VERTEX]",
        summary: "what is known about the string on a point, or about those of all points",
        run: Run::Reply(worm_data),
    },
    GtpCommand {
        name: "worm_stones",
        arguments: "[VERTEX | COLOR]",
        summary: "the stones of a string, or of all strings, or of all of a color, a string on a line",
        run: Run::Reply(worm_stones),
    },
    GtpCommand {
        name: "worm_cutstone",
        arguments: "VERTEX",
        summary: "how far a string keeps opponent strings apart: 0, 1 or 2",
        run: Run::Reply(|session, args| {
            let point = tokens::point(session, args)?;
            let worms = session.engine.position(&session.game).worms();
            let worm = worms.at(point).ok_or(Failure::NoStone)?;
            // Two blanks, as GNU Go answers.
            Ok(format!(" {}", worm.cutstone))
        }),
    },
];

fn worm_data(session: &mut Session, args: &mut Args<'_>) -> Response {
    let worms = session.engine.position(&session.game).worms();
    let size = session.game.board().size();
    let data = |session: &Session, point: Point| {
        let status = worms.unconditional().status(point);
        data(session, point, worms.at(point), status)
    };
    if !args.is_empty() {
        let point = tokens::point(session, args).map_err(|_| Failure::ColorOrCoordinate)?;
        return Ok(data(session, point));
    }
    let points = size.points().map(|point| {
        let inverse = session.orientation.inverse();
        inverse.apply_to_point(point, size)
    });
    let all: Vec<String> = points.map(|point| data(session, point)).collect();
    Ok(all.join("\n"))
}

/// The fields of a worm or of an empty point, one on each line.
fn data(session: &Session, point: Point, worm: Option<&Worm>, status: Status) -> String {
    let mut text = format!("{}:", tokens::name(session, point));
    let mut line = |label: &str, value: &dyn std::fmt::Display| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{label:<20} {value}");
    };
    let name = |point: Option<Point>| tokens::move_name(session, point);
    let origin = worm.map_or(point, |worm| worm.origin);
    line("origin", &name(Some(origin)));
    line("color", &worm.map_or("empty", |worm| worm.color.name()));
    line("size", &worm.map_or(0, Worm::size));
    let effective_size = worm.map_or(0.0, |worm| worm.effective_size);
    line("effective_size", &format_args!("{effective_size:.2}"));
    let orders = worm.map_or([0; 4], |worm| worm.liberties);
    let labels = ["liberties", "liberties2", "liberties3", "liberties4"];
    for (label, order) in labels.into_iter().zip(orders) {
        line(label, &order);
    }
    let none = Moves::default();
    let lists = worm.map_or((&none, &none), |worm| (&worm.attacks, &worm.defenses));
    line("attack_code", &(lists.0.outcome() as u8));
    line("attack_point", &name(lists.0.best().map(|best| best.0)));
    line("defense_code", &(lists.1.outcome() as u8));
    line("defense_point", &name(lists.1.best().map(|best| best.0)));
    line("lunch", &name(worm.and_then(|worm| worm.lunch)));
    line("cutstone", &worm.map_or(0, |worm| worm.cutstone));
    line("cutstone2", &worm.map_or(0, |worm| worm.cutstone2));
    line("genus", &worm.map_or(0, |worm| worm.genus));
    let flag = |flag: fn(&Worm) -> bool| u8::from(worm.is_some_and(flag));
    line("inessential", &flag(|worm| worm.is_inessential));
    line("invincible", &flag(|worm| worm.is_invincible));
    line("unconditional_status", &status.name());
    text
}

fn worm_stones(session: &mut Session, args: &mut Args<'_>) -> Response {
    let chains = session.game.board().chains();
    let strings: Vec<(Color, PointSet)> = chains
        .map(|chain| (chain.color(), chain.stone_set()))
        .collect();
    tokens::stones(session, args, &strings)?.ok_or("worm_stones called on an empty vertex".into())
}
