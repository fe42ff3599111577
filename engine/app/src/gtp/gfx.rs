//! Pictures over the board, in the lines that `GoGui` draws: views of the position, and what the
//! engine thinks of moves.

use std::fmt::Write;

use katachi_board::{Color, Outcome, Point};
use katachi_gtp::Args;
use katachi_image::Role;
use katachi_studio::words::matches::classes;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::tokens;
use crate::record;
use crate::session::Session;
use crate::views::{self, Views};

pub(super) const COMMANDS: &[GtpCommand] = &[GtpCommand {
    name: "katachi-gfx",
    arguments: "PICTURE [COLOR]",
    summary: "a picture over the board as GoGui draws it: a view of -m, or moves, patterns, joseki, lives, owners, weights",
    run: Run::Ask(picture),
}];

/// A picture that is no view: what it shows for the side to move.
type Draw = fn(&mut Session, Color) -> String;

/// The pictures that are no views.
const PICTURES: [(&str, Draw); 6] = [
    ("moves", moves),
    ("patterns", patterns),
    ("joseki", joseki),
    ("lives", lives),
    ("owners", owners),
    ("weights", weights),
];

/// The moves that are labelled.
const MOST_MOVES: usize = 20;

/// The names of all pictures.
pub fn names() -> Vec<&'static str> {
    let others = PICTURES.iter().map(|(name, _)| *name);
    others.chain(views::names()).collect()
}

fn picture(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let name = args.word().unwrap_or_default();
    let color = tokens::color_or_turn(session, args);
    if let Some((_, draw)) = PICTURES.iter().find(|(other, _)| *other == name) {
        return Ok(draw(session, color));
    }
    let wanted = views::names()
        .contains(&name)
        .then(|| name.parse::<Views>());
    let Some(Ok(views)) = wanted else {
        let names = names().join(", ");
        return Err(format!("syntax error: expected one of {names}; found `{name}`").into());
    };
    let mut game = session.game.clone();
    game.set_turn(color);
    let name = session.namer();
    let lines = views.gfx(&game, &mut session.engine, &name);
    Ok(lines.join("\n"))
}

/// The candidates by patterns and reading with their values, the best one in a circle.
fn moves(session: &mut Session, color: Color) -> String {
    session.consider_patterns(color);
    let Some(thoughts) = &session.thoughts else {
        return String::new();
    };
    let mut text = String::new();
    let candidates = thoughts.candidates.iter().take(MOST_MOVES);
    for (rank, candidate) in candidates.enumerate() {
        let vertex = tokens::name(session, candidate.point);
        let value = record::label(candidate.rating());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "LABEL {vertex} {value}");
        if rank == 0 {
            let _ = writeln!(text, "CIRCLE {vertex}");
        }
    }
    let number = thoughts.candidates.len();
    text + &format!("TEXT {number} candidates of {color}, values in points")
}

/// How many patterns fire at each point.
fn patterns(session: &mut Session, color: Color) -> String {
    session.consider_patterns(color);
    let fired = session.thoughts.iter().flat_map(|thoughts| &thoughts.fired);
    let points: Vec<Point> = fired.map(|fired| fired.point).collect();
    let mut text = String::new();
    for point in session.game.board().size().points() {
        let number = points.iter().filter(|&&at| at == point).count();
        if number > 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "LABEL {} {number}", tokens::name(session, point));
        }
    }
    text + &format!("TEXT {} patterns of {color} fire", points.len())
}

/// The moves of corner patterns that fire, with their class letters.
fn joseki(session: &mut Session, color: Color) -> String {
    session.consider_patterns(color);
    let databases = session.databases();
    let mut text = String::new();
    let mut number = 0;
    for fired in session.thoughts.iter().flat_map(|thoughts| &thoughts.fired) {
        let pattern = databases.pattern(fired.database, fired.found.pattern);
        if let Some(pattern) = pattern.filter(|one| one.image().role == Role::Joseki) {
            let vertex = tokens::name(session, fired.point);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "LABEL {vertex} {}", classes(&pattern));
            number += 1;
        }
    }
    text + &format!("TEXT {number} corner patterns of {color} fire")
}

/// The dragons in the colours of their lives, with the points that kill (triangle) and save
/// (square).
fn lives(session: &mut Session, _: Color) -> String {
    let dragons = session.engine.position(&session.game).dragons();
    let mut text = String::new();
    let mut read = 0;
    for dragon in dragons.iter() {
        let color = views::color_of(dragon.status());
        let stones = tokens::list(session, &dragon.stones);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "COLOR {color} {stones}");
        let Some(life) = &dragon.life else {
            continue;
        };
        read += 1;
        for (sign, found) in [("TRIANGLE", life.attack), ("SQUARE", life.defense)] {
            if let Some(point) = found.point.filter(|_| found.outcome != Outcome::Lose) {
                let _ = writeln!(text, "{sign} {}", tokens::name(session, point));
            }
        }
    }
    text + &format!(
        "TEXT {} dragons, {read} read; triangle kills, square saves",
        dragons.iter().len()
    )
}

/// The random games behind the picture of owners.
const GAMES: u64 = 2000;

/// Who owns each point in random games.
fn owners(session: &mut Session, _: Color) -> String {
    let turn = session.game.to_move();
    let Some(report) = session.estimate(GAMES) else {
        return "TEXT there is no database for random games".to_owned();
    };
    let mut text = String::new();
    let points = session.game.board().size().points();
    for (point, own) in points.zip(&report.ownership) {
        let black = match turn {
            Color::Black => *own,
            Color::White => -*own,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "INFLUENCE {} {black:.2}",
            tokens::name(session, point)
        );
    }
    text + &format!("TEXT owners after {} random games", report.visits)
}

/// How random games weigh the first move of a side.
fn weights(session: &mut Session, color: Color) -> String {
    let Some((player, game)) = session.player_and_game() else {
        return "TEXT there is no database for random games".to_owned();
    };
    let weights = player.weights(game.board(), color);
    let sum: u64 = weights.iter().map(|(_, weight)| u64::from(*weight)).sum();
    let most = weights.iter().map(|(_, weight)| *weight).max().unwrap_or(1);
    let mut text = String::new();
    for (point, weight) in weights {
        let vertex = tokens::name(session, point);
        let share = 100.0 * f64::from(weight) / sum.max(1) as f64;
        let sign = match color {
            Color::Black => 1.0,
            Color::White => -1.0,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "INFLUENCE {vertex} {:.2}",
            sign * f64::from(weight) / f64::from(most)
        );
        if share >= 1.0 {
            let _ = writeln!(text, "LABEL {vertex} {share:.0}");
        }
    }
    text + &format!("TEXT how random games weigh the moves of {color}, in percent")
}
