//! Influence: what stones work on the board, in numbers.

use std::fmt::Write;

use katachi_board::{Board, Color, Point};
use katachi_gtp::Args;
use katachi_strategy::influence::{Influence, MoveInfluence, Region};

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "initial_influence",
        arguments: "COLOR WHAT",
        summary: "numbers of the influence with this color to move: white_influence, black_influence, white_strength, black_strength, white_attenuation, black_attenuation, white_permeability, black_permeability, territory_value, influence_regions or non_territory",
        run: Run::Reply(initial_influence),
    },
    GtpCommand {
        name: "move_influence",
        arguments: "COLOR VERTEX WHAT",
        summary: "the same numbers after a move, with the opponent to move",
        run: Run::Reply(move_influence),
    },
    GtpCommand {
        name: "followup_influence",
        arguments: "COLOR VERTEX WHAT",
        summary: "the same numbers after a move, if the same side could move again",
        run: Run::Reply(followup_influence),
    },
];

/// A number of a point.
enum Number {
    Fraction(f32),
    Integer(i32),
}

type OfPoint = fn(&Influence, &Board, Point) -> Number;

/// The tables by name.
const TABLES: [(&str, OfPoint); 11] = [
    ("white_influence", |influence, _, point| {
        Number::Fraction(influence.of(Color::White, point))
    }),
    ("black_influence", |influence, _, point| {
        Number::Fraction(influence.of(Color::Black, point))
    }),
    ("white_strength", |influence, _, point| {
        Number::Fraction(influence.strength(Color::White, point))
    }),
    ("black_strength", |influence, _, point| {
        Number::Fraction(influence.strength(Color::Black, point))
    }),
    ("white_attenuation", |influence, _, point| {
        Number::Fraction(influence.attenuation(Color::White, point))
    }),
    ("black_attenuation", |influence, _, point| {
        Number::Fraction(influence.attenuation(Color::Black, point))
    }),
    ("white_permeability", |influence, _, point| {
        Number::Fraction(influence.permeability(Color::White, point))
    }),
    ("black_permeability", |influence, _, point| {
        Number::Fraction(influence.permeability(Color::Black, point))
    }),
    ("territory_value", |influence, _, point| {
        Number::Fraction(influence.territory(point))
    }),
    ("influence_regions", |influence, board, point| {
        Number::Integer(region(influence, board, point))
    }),
    ("non_territory", |influence, _, point| {
        let bit = |color, bit| {
            if influence.is_denied(color, point) {
                bit
            } else {
                0
            }
        };
        Number::Integer(bit(Color::White, 1) + bit(Color::Black, 2))
    }),
];

fn initial_influence(session: &mut Session, args: &mut Args<'_>) -> Response {
    let color = tokens::color(args)?;
    let number = table(args)?;
    let influence = (session.engine.position(&session.game)).influence(color);
    Ok(grid(session, session.game.board(), &influence, number))
}

fn move_influence(session: &mut Session, args: &mut Args<'_>) -> Response {
    after_move(session, args, MoveInfluence::after)
}

fn followup_influence(session: &mut Session, args: &mut Args<'_>) -> Response {
    after_move(session, args, MoveInfluence::follow_up)
}

/// The numbers of one of the influences after a move.
fn after_move(
    session: &mut Session,
    args: &mut Args<'_>,
    wanted: fn(&MoveInfluence) -> &Influence,
) -> Response {
    let mut all = *args;
    let (color, point) = tokens::color_and_point(session, args)
        .map_err(|failure| no_move(session, &failure, all.rest()))?;
    let number = table(args)?;
    let found = (session.engine).move_influence(&session.game, color, point);
    let illegal = || Failure::from(format!("illegal move: {}", tokens::name(session, point)));
    let found = found.ok_or_else(illegal)?;
    let mut board = session.game.board().clone();
    board.try_ko(color, point);
    Ok(grid(session, &board, wanted(&found), number))
}

/// A failure about a move, in the words that GNU Go has in these commands.
fn no_move(session: &Session, failure: &Failure, arguments: &str) -> Failure {
    let text = failure.text(session.game.board().size(), arguments);
    let why = text.split_once(": ").map_or("", |(_, why)| why);
    Failure::from(format!("invalid move: {why}"))
}

/// The table that the next word names.
fn table(args: &mut Args<'_>) -> Result<OfPoint, Failure> {
    let what = args.word().unwrap_or_default();
    // As in GNU Go, more may follow the name.
    let table = TABLES.iter().find(|(name, _)| what.starts_with(name));
    table.map_or_else(|| Err(unknown(what)), |(_, number)| Ok(*number))
}

/// The numbers of all points, a row of the board in each line.
fn grid(session: &Session, board: &Board, influence: &Influence, number: OfPoint) -> String {
    let size = board.size();
    let mut text = String::new();
    for row in 0..size.get() {
        for col in 0..size.get() {
            let Some(shown) = Point::new(row, col) else {
                continue;
            };
            let inverse = session.orientation.inverse();
            let point = inverse.apply_to_point(shown, size);
            // Writing to a string cannot fail.
            let _ = match number(influence, board, point) {
                Number::Fraction(number) => write!(text, "{number:6.2} "),
                Number::Integer(number) => write!(text, "{number:2} "),
            };
        }
        text.push('\n');
    }
    text.pop();
    text
}

fn unknown(what: &str) -> Failure {
    let names: Vec<&str> = TABLES.iter().map(|(name, _)| *name).collect();
    let found = if what.is_empty() { "nothing" } else { what };
    let names = names.join(", ");
    format!("unknown influence data: expected {names}; found `{found}`").into()
}

/// The surest region that a point belongs to: 4 is a stone, 3 territory, 2 moyo, 1 area; Black's
/// are negative.
fn region(influence: &Influence, board: &Board, point: Point) -> i32 {
    let sign = |color| match color {
        Color::White => 1,
        Color::Black => -1,
    };
    if let Some(color) = board.at(point).color() {
        return 4 * sign(color);
    }
    let regions = [(3, Region::Territory), (2, Region::Moyo), (1, Region::Area)];
    let owned = regions.into_iter().find_map(|(code, region)| {
        let owner = influence.owner(region, point)?;
        Some(code * sign(owner))
    });
    owned.unwrap_or(0)
}
