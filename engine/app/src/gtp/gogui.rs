//! `GoGui`'s own commands: positions, sequences, interruptions, and the list of what it can show.

use katachi_board::{Color, Point};
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::{gfx, tokens};
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "gogui-analyze_commands",
        arguments: "",
        summary: "what GoGui can show: type, label and command of each display",
        run: Run::Reply(|_, _| Ok(analyze_commands().join("\n"))),
    },
    GtpCommand {
        name: "gogui-interrupt",
        arguments: "",
        summary: "says that a line `# interrupt` ends the running search early",
        run: Run::Reply(|_, _| Ok(String::new())),
    },
    GtpCommand {
        name: "gogui-title",
        arguments: "",
        summary: "the name of the engine, for the title of a window",
        run: Run::Reply(|_, _| Ok("Katachi".to_owned())),
    },
    GtpCommand {
        name: "gogui-play_sequence",
        arguments: "COLOR MOVE COLOR MOVE...",
        summary: "plays moves, all or none",
        run: Run::Reply(play_sequence),
    },
    GtpCommand {
        name: "gogui-setup",
        arguments: "COLOR VERTEX COLOR VERTEX...",
        summary: "puts stones on the board; moves before can no longer be undone",
        run: Run::Reply(set_up),
    },
    GtpCommand {
        name: "gogui-setup_player",
        arguments: "COLOR",
        summary: "says whose turn it is",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            session.game.set_turn(color);
            Ok(String::new())
        }),
    },
];

/// What `GoGui` can show besides the pictures of `katachi-gfx`: its type, label and command.
const DISPLAYS: &[(&str, &str, &str)] = &[
    (
        "hstring",
        "Why (steps, reasons, patterns)",
        "katachi-reasons %m %p",
    ),
    (
        "hstring",
        "All moves with their values",
        "katachi-values %m",
    ),
    (
        "hstring",
        "Patterns that fire at a point",
        "katachi-matches %m %p",
    ),
    (
        "hstring",
        "Patterns that fire on the whole board",
        "katachi-matches %m",
    ),
    (
        "hstring",
        "Patterns that come closest at a point",
        "katachi-near %m %p",
    ),
    ("hstring", "Joseki moves", "katachi-joseki_moves %m"),
    (
        "hstring",
        "Reasons of the last generated move",
        "move_reasons %p",
    ),
    (
        "pspairs",
        "Top moves of the last generated move",
        "top_moves",
    ),
    ("pspairs", "Top moves of Black", "top_moves_black"),
    ("pspairs", "Top moves of White", "top_moves_white"),
    ("string", "Score estimate", "estimate_score"),
    ("string", "Final score", "final_score"),
    ("plist", "Dead stones", "final_status_list dead"),
    ("hstring", "String", "worm_data %p"),
    ("plist", "Liberties of a string", "findlib %p"),
    ("string", "Attack on a string", "attack %p"),
    ("string", "Defence of a string", "defend %p"),
    ("hstring", "Dragon", "dragon_data %p"),
    ("plist", "Stones of a dragon", "dragon_stones %p"),
    ("string", "Status of a dragon", "dragon_status %p"),
    ("string", "Attack on a dragon", "owl_attack %p"),
    ("string", "Defence of a dragon", "owl_defend %p"),
    ("string", "Eyes at a point", "eval_eye %p"),
    ("string", "Half eye at a point", "half_eye_data %p"),
    ("hstring", "Time of each stage", "katachi-times"),
    ("hstring", "Databases in use", "katachi-list_patterns"),
    (
        "hstring",
        "Databases for random games",
        "katachi-mc_patterns",
    ),
    (
        "hstring",
        "Weights of moves in random games",
        "katachi-mc_moves %m",
    ),
    (
        "none",
        "Load the databases again",
        "katachi-reload_patterns",
    ),
    ("none", "Forget what was read", "clear_cache"),
];

fn analyze_commands() -> Vec<String> {
    let pictures = gfx::names();
    let pictures = pictures.iter().map(|name| {
        let mut label = (*name).to_owned();
        if let Some(first) = label.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        format!("gfx/{label}/katachi-gfx {name} %m")
    });
    let others = DISPLAYS.iter();
    let others = others.map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
    pictures.chain(others).collect()
}

/// Reads pairs of a colour and a move.
fn pairs(session: &Session, args: &mut Args<'_>) -> Result<Vec<(Color, Option<Point>)>, Failure> {
    let mut pairs = Vec::new();
    while !args.is_empty() {
        pairs.push(tokens::color_and_move(session, args)?);
    }
    Ok(pairs)
}

fn play_sequence(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let moves = pairs(session, args)?;
    // First on a copy: a wrong move changes nothing.
    let mut copy = session.game.clone();
    for &(color, point) in &moves {
        copy.play(color, point)?;
    }
    for (color, point) in moves {
        session.play(color, point)?;
    }
    Ok(String::new())
}

fn set_up(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let changes = pairs(session, args)?;
    let mut stones: Vec<(Color, Point)> = session.game.board().all_stones().collect();
    for (color, point) in changes {
        let point = point.ok_or(Failure::ColorOrCoordinate)?;
        stones.retain(|&(_, at)| at != point);
        stones.push((color, point));
    }
    let mut game = session.game.clone();
    game.set_up(stones)
        .map_err(|error| format!("illegal position: {error}"))?;
    session.set_game(game);
    Ok(String::new())
}
