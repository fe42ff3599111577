//! Replays the set-up commands of a test on our own board, to show its position.
//!
//! A command that cannot be replayed is an error that names it. The report then shows the error,
//! because a board might be wrong. Start reading at [`replay`].

use std::str::FromStr;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, Rules, SuicideRule, fixed_handicap};
use katachi_gtp::{Args, Command, GtpColor, VertexToken, parse_line};
use katachi_sgf::{Action, Coord, Node, Size};

/// A position and its origin.
#[derive(Clone, Debug)]
pub(super) struct Replayed {
    /// The board, including the moves since the stones were set up.
    pub board: Board,
    /// The last loaded record, by its name in the suite.
    pub record: Option<String>,
}

/// Why a position cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{command}`: {reason}")]
pub(super) struct NotReplayed {
    /// The command at which the replay stopped.
    pub command: String,
    /// Why.
    pub reason: String,
}

/// Commands of GNU Go 3.8 that ask, count or set something without changing the position. `genmove`
/// and the like are missing on purpose, and so are unknown commands.
const HARMLESS: &str = "
    aa_confirm_safety accurate_approxlib accuratelib advance_random_seed all_legal all_move_values
    analyze_semeai analyze_semeai_after_move attack attack_either block_off break_in captures
    clear_cache color combination_attack combination_defend connect countlib cputime
    decrease_depths defend defend_both disconnect does_attack does_defend does_surround dragon_data
    dragon_status dragon_stones draw_search_area dump_stack echo echo_err estimate_score eval_eye
    experimental_score eye_data final_score final_status final_status_list findlib finish_sgftrace
    followup_influence get_connection_node_counter get_handicap get_komi get_life_node_counter
    get_owl_node_counter get_random_seed get_reading_node_counter get_trymove_counter gg_genmove
    half_eye_data help increase_depths initial_influence invariant_hash invariant_hash_for_moves
    is_legal is_surrounded kgs-rules kgs-time_settings known_command komi ladder_attack last_move
    level limit_search list_commands list_stones move_history move_influence move_probabilities
    move_reasons move_uncertainty name new_score owl_attack owl_connection_defends owl_defend
    owl_does_attack owl_does_defend owl_substantial owl_threaten_attack owl_threaten_defense
    printsgf protocol_version query_boardsize query_orientation reg_genmove report_uncertainty
    reset_connection_node_counter reset_life_node_counter reset_owl_node_counter
    reset_reading_node_counter reset_search_mask reset_trymove_counter restricted_genmove
    same_dragon set_random_seed set_search_diamond set_search_limit showboard start_sgftrace
    surround_map tactical_analyze_semeai time_left time_settings top_moves top_moves_black
    top_moves_white tune_move_ordering unconditional_status version worm_cutstone worm_data
    worm_stones";

/// The position after these commands. It starts with an empty 19x19 board, as engines do.
///
/// `record` returns the bytes of a game record by its name in `loadsgf`.
///
/// # Errors
/// The first command that cannot be replayed: because it is illegal, because its record is missing,
/// or because its effect is the engine's own choice or unknown.
pub(super) fn replay<'a>(
    setup: &[String],
    mut record: impl FnMut(&str) -> Result<&'a [u8], String>,
) -> Result<Replayed, NotReplayed> {
    let mut position = Replayed {
        board: Board::new(BoardSize::NINETEEN),
        record: None,
    };
    for line in setup {
        let Some(command) = parse_line(line.as_bytes()) else {
            continue;
        };
        step(&mut position, &command, &mut record).map_err(|reason| NotReplayed {
            command: line.clone(),
            reason,
        })?;
    }
    Ok(position)
}

fn step<'a>(
    position: &mut Replayed,
    command: &Command,
    record: &mut impl FnMut(&str) -> Result<&'a [u8], String>,
) -> Result<(), String> {
    let board = &mut position.board;
    let mut args = command.args();
    match command.name() {
        "loadsgf" => {
            let file = args.word().ok_or("expected a file name, found none")?;
            *board = load(record(file)?, args)?;
            position.record = Some(file.to_owned());
        }
        "boardsize" => {
            let size = args.integer().and_then(|size| usize::try_from(size).ok());
            let size = size.and_then(BoardSize::new);
            *board = Board::new(size.ok_or("expected a board size from 2 to 25")?);
            position.record = None;
        }
        "clear_board" => {
            *board = Board::new(board.size());
            position.record = None;
        }
        "play" => {
            let color = color(&mut args).ok_or("expected a colour")?;
            play(board, color, &mut args)?;
        }
        "black" => play(board, Color::Black, &mut args)?,
        "white" => play(board, Color::White, &mut args)?,
        "gogui-play_sequence" => {
            while let Some(color) = color(&mut args) {
                play(board, color, &mut args)?;
            }
        }
        "undo" => undo(board, 1)?,
        "gg-undo" => undo(board, args.integer().unwrap_or(1))?,
        "trymove" | "tryko" => {
            let color = color(&mut args).ok_or("expected a colour")?;
            let done = match vertex(board.size(), &mut args)? {
                None => {
                    board.try_pass(color);
                    true
                }
                Some(point) if command.name() == "tryko" => board.try_ko(color, point),
                Some(point) => board.try_move(color, point),
            };
            if !done {
                return Err("the move is illegal".to_owned());
            }
        }
        "popgo" => {
            board.take_back().ok_or("there is no trial move")?;
        }
        "fixed_handicap" => {
            let stones = args.integer().and_then(|n| usize::try_from(n).ok());
            let points = stones.and_then(|n| fixed_handicap(board.size(), n));
            place(board, &points.ok_or("no such handicap on this board")?)?;
        }
        "set_free_handicap" => {
            let mut points = Vec::new();
            while !args.is_empty() {
                let point = vertex(board.size(), &mut args)?;
                points.push(point.ok_or("expected vertices, found a pass")?);
            }
            place(board, &points)?;
        }
        name if is_harmless(name) => {}
        name if name.contains("genmove") || name == "place_free_handicap" => {
            return Err("the engine chose its moves, and they are not recorded".to_owned());
        }
        _ => return Err("this report does not know what it does to the position".to_owned()),
    }
    Ok(())
}

fn is_harmless(name: &str) -> bool {
    HARMLESS.split_ascii_whitespace().any(|known| known == name)
}

fn color(args: &mut Args<'_>) -> Option<Color> {
    Some(match args.color()? {
        GtpColor::Black => Color::Black,
        GtpColor::White => Color::White,
    })
}

/// The next argument as a point of the board, or `None` for a pass.
fn vertex(size: BoardSize, args: &mut Args<'_>) -> Result<Option<Point>, String> {
    match args.vertex() {
        Some(VertexToken::Pass) => Ok(None),
        Some(VertexToken::Point { letter, row }) => {
            Point::from_column_and_row(letter.into(), row as usize, size)
                .map(Some)
                .ok_or_else(|| {
                    let letter = char::from(letter);
                    format!("{letter}{row} is not on a {size}x{size} board")
                })
        }
        None => Err("expected a vertex".to_owned()),
    }
}

fn play(board: &mut Board, color: Color, args: &mut Args<'_>) -> Result<(), String> {
    match vertex(board.size(), args)? {
        Some(point) => board.play(color, point),
        None => board.pass(color),
    }
    .map_err(|illegal| illegal.to_string())
}

fn undo(board: &mut Board, moves: i64) -> Result<(), String> {
    for _ in 0..moves {
        board.undo().ok_or("there is no move to take back")?;
    }
    Ok(())
}

fn place(board: &mut Board, points: &[Point]) -> Result<(), String> {
    if board.all_stones().next().is_some() {
        return Err("the board is not empty".to_owned());
    }
    let stones = points.iter().map(|&point| (Color::Black, point));
    *board = Board::with_stones(board.size(), stones).map_err(|error| error.to_string())?;
    Ok(())
}

/// The place where to stop in a record.
#[derive(Clone, Copy)]
enum Until {
    End,
    Move(i64),
    Point(Point),
}

/// Plays the main line of a record's first game up to the place that the arguments name: before a
/// move, counted from 1; before the first move at a vertex; or the end.
///
/// Moves that ko or suicide rules forbid are played all the same, since records show real games. As
/// in GNU Go, a number below 1, or a vertex without a move, means the end.
fn load(bytes: &[u8], mut args: Args<'_>) -> Result<Board, String> {
    let parsed = katachi_sgf::parse(bytes).map_err(|error| error.to_string())?;
    let root = parsed.collection.roots().next().ok_or("no game in it")?;
    let given = root.game_info().size;
    let size = (given.board_size())
        .ok_or_else(|| format!("expected a square board of 2 to 25, found {given}"))?;
    let until = if args.is_empty() {
        Until::End
    } else if let Some(number) = args.integer() {
        if number < 1 {
            Until::End
        } else {
            Until::Move(number)
        }
    } else {
        vertex(size, &mut args)?.map_or(Until::End, Until::Point)
    };
    let mut board = Board::new(size);
    let usual = board.rules();
    board.set_rules(Rules {
        ko: KoRule::None,
        suicide: SuicideRule::All,
    });
    let mut moves = 0;
    for node in root.main_line() {
        let done = enter(&mut board, node, given, until, &mut moves)
            .map_err(|reason| format!("{}: {reason}", node.location()))?;
        if done {
            break;
        }
    }
    board.set_rules(usual);
    Ok(board)
}

/// Executes a node; returns whether the wanted move has been reached.
fn enter(
    board: &mut Board,
    node: Node<'_>,
    size: Size,
    until: Until,
    moves: &mut i64,
) -> Result<bool, String> {
    let actions: Vec<Action> = node.actions(size).flatten().collect();
    let changes = actions.iter().filter_map(|action| match *action {
        Action::Setup { stone, at } => Some((stone, at)),
        _ => None,
    });
    let changes: Vec<_> = changes.collect();
    if !changes.is_empty() {
        let mut stones: Vec<(Color, Point)> = board.all_stones().collect();
        katachi_sgf::set_up(&mut stones, &changes);
        let rules = board.rules();
        *board = Board::with_stones(board.size(), stones).map_err(|error| error.to_string())?;
        board.set_rules(rules);
    }
    for action in actions {
        let Action::Play { color: side, at } = action else {
            continue;
        };
        let at = at.and_then(Coord::to_point);
        *moves += 1;
        let reached = match until {
            Until::End => false,
            Until::Move(number) => *moves >= number,
            Until::Point(wanted) => at == Some(wanted),
        };
        if reached {
            return Ok(true);
        }
        match at {
            Some(at) => board.play(side.into(), at),
            None => board.pass(side.into()),
        }
        .map_err(|illegal| format!("move {moves}: {illegal}"))?;
    }
    Ok(false)
}

/// The vertices in a text such as `1 (F1|F2)`: a capital column letter and a row number on a board
/// of this size, with no letter or digit on either side.
pub(super) fn vertices(text: &str, size: BoardSize) -> Vec<Point> {
    let mut found = Vec::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut chars = word.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic);
        let row = usize::from_str(chars.as_str()).ok();
        if let (Some(letter), Some(row)) = (letter, row)
            && let Some(point) = Point::from_column_and_row(letter, row, size)
            && !found.contains(&point)
        {
            found.push(point);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "(;SZ[9]AB[aa];B[cc];W[dd];AW[ee]B[ff];W[])";

    fn at(commands: &[&str]) -> Result<Board, NotReplayed> {
        let setup: Vec<String> = commands.iter().map(|&command| command.to_owned()).collect();
        let record = |file: &str| match file {
            "games/x.sgf" => Ok(RECORD.as_bytes()),
            _ => Err("no such file".to_owned()),
        };
        replay(&setup, record).map(|position| position.board)
    }

    fn stones(commands: &[&str]) -> String {
        let board = at(commands).unwrap();
        let size = board.size();
        let name = |(color, point): (Color, Point)| {
            let vertex = point.vertex(size);
            format!("{}{vertex}", color.initial())
        };
        board.all_stones().map(name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn records_stop_where_gnu_go_stops() {
        // GNU Go 3.8 gives these positions for this record.
        assert_eq!(stones(&["loadsgf games/x.sgf 1"]), "BA9");
        assert_eq!(stones(&["loadsgf games/x.sgf 2"]), "BA9 BC7");
        assert_eq!(stones(&["loadsgf games/x.sgf 3"]), "BA9 BC7 WD6 WE5");
        assert_eq!(stones(&["loadsgf games/x.sgf D6"]), "BA9 BC7");
        for whole in ["", " 0", " 4", " 5", " -1", " E4"] {
            let command = format!("loadsgf games/x.sgf{whole}");
            assert_eq!(stones(&[&command]), "BA9 BC7 WD6 WE5 BF4", "{whole}");
        }
    }

    #[test]
    fn moves_trial_moves_and_handicaps() {
        let set_up = ["boardsize 9", "clear_board", "komi 5.5", "play b E5"];
        assert_eq!(stones(&set_up), "BE5");
        let more = [&set_up[..], &["white d5 # here", "undo", "trymove w C3"]].concat();
        assert_eq!(stones(&more), "BE5 WC3");
        assert_eq!(stones(&[&more[..], &["popgo"]].concat()), "BE5");
        assert_eq!(
            stones(&["boardsize 9", "fixed_handicap 2"]),
            "BG7 BC3".to_owned()
        );
        assert_eq!(
            stones(&["boardsize 9", "set_free_handicap A1 B2"]),
            "BB2 BA1"
        );
        let sequence = ["boardsize 9", "gogui-play_sequence b A1 w PASS b B2"];
        assert_eq!(stones(&sequence), "BB2 BA1");
        assert_eq!(
            stones(&["level 8", "attack E5", "report_uncertainty on"]),
            ""
        );
    }

    #[test]
    fn what_cannot_be_replayed_is_named() {
        let reason = |commands: &[&str]| at(commands).unwrap_err().to_string();
        for (commands, expected) in [
            (
                &["loadsgf none.sgf"][..],
                "`loadsgf none.sgf`: no such file",
            ),
            (&["genmove b"], "`genmove b`: the engine chose its moves"),
            (&["orientation 3"], "`orientation 3`: this report"),
            (&["play b Z25"], "`play b Z25`: Z25 is not on a 19x19 board"),
            (&["popgo"], "`popgo`: there is no trial move"),
            (&["boardsize 26"], "`boardsize 26`: expected a board size"),
            (
                &["boardsize 9", "play b A1", "play w A1"],
                "`play w A1`: the point is occupied",
            ),
        ] {
            let found = reason(commands);
            assert!(found.starts_with(expected), "{found}");
        }
    }

    #[test]
    fn vertices_are_found_in_commands_and_expectations() {
        let size = BoardSize::NINETEEN;
        let names = |text: &str| {
            let points = vertices(text, size);
            let names: Vec<String> = (points.iter())
                .map(|point| point.vertex(size).to_string())
                .collect();
            names.join(" ")
        };
        assert_eq!(names("1 (F1|F2|PASS)"), "F1 F2");
        assert_eq!(names("critical A15 A15"), "A15");
        assert_eq!(names("!P13"), "P13");
        assert_eq!(names(r"W\+141.5 .*"), "");
        assert_eq!(names("attack e5"), "E5");
        assert_eq!(names("I5 A20 A0 3 B2B D4D5"), "");
    }
}
