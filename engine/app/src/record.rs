//! Game records: loading and writing SGF.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use katachi_board::{Board, BoardSize, Color, KoRule, Point, PointSet, Rules, SuicideRule};
use katachi_core::{Game, Thoughts};
use katachi_matcher::DragonStatus;
use katachi_sgf::{
    Action, Collection, Coord, Editor, Error, Node, Partial, Value, parse, parse_partial, write,
};
use katachi_strategy::dragons::Dragons;
use katachi_tactics::reading::Trace;

use crate::rules::record_name;

/// How far a record is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// To its end.
    End,
    /// To just before this move, counted from 1.
    Move(usize),
    /// To just before the first move on this point.
    Point(Point),
}

/// Why a record cannot be loaded. The text before the colon is GNU Go's.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read.
    #[error("cannot open or parse '{file}': {reason}")]
    Parse {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// It can be read but is not a game.
    #[error("cannot load '{file}': {reason}")]
    Load {
        /// The file.
        file: String,
        /// The place and the reason.
        reason: String,
    },
}

/// Reads a record that the command line names; `-` is standard input.
///
/// # Errors
/// If the file cannot be read.
pub fn read(file: &str) -> Result<Vec<u8>, RecordError> {
    let bytes = if file == "-" {
        katachi_files::read_standard_input()
    } else {
        katachi_files::read(Path::new(file))
    };
    let unpacked = bytes.and_then(katachi_sgf::files::unpacked);
    unpacked.map_err(|error| unreadable(file, &error.to_string()))
}

/// Reads a record that a command names, without waiting for input.
///
/// # Errors
/// If the file cannot be read, or is standard input.
pub fn read_now(file: &str) -> Result<Vec<u8>, RecordError> {
    if file == "-" {
        let reason = "expected a file, found standard input, where the commands come from";
        return Err(unreadable(file, reason));
    }
    let bytes = katachi_files::read_now(Path::new(file));
    let unpacked = bytes.and_then(katachi_sgf::files::unpacked);
    unpacked.map_err(|error| unreadable(file, &error.to_string()))
}

/// What is wrong with a record that can be loaded all the same: moves and stones that are left out,
/// and where the file breaks off. A line for each.
pub fn flaws(file: &str, bytes: &[u8]) -> Vec<String> {
    let Ok(Partial { parsed, broken }) = parse_partial(bytes) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if let Some(root) = parsed.collection.roots().next() {
        let size = root.game_info().size;
        let actions = root.main_line().flat_map(|node| node.actions(size));
        lines.extend(actions.filter_map(|action| Some(format!("{file}:{}", action.err()?))));
    }
    // Any other break is an error of its own.
    let unclosed = broken.filter(|error| matches!(error, Error::UnclosedTree { .. }));
    lines.extend(unclosed.map(|error| format!("{file}:{error}")));
    lines
}

fn unreadable(file: &str, reason: &str) -> RecordError {
    RecordError::Parse {
        file: file.to_owned(),
        reason: reason.to_owned(),
    }
}

/// The komi of records without one.
pub fn usual_komi(handicap: usize) -> f32 {
    if handicap > 1 { 0.5 } else { 5.5 }
}

/// Plays the main line of a record's first game. Rules, scoring and time settings of `old` stay.
///
/// Moves that the ko or suicide rule forbids are played all the same: the record says that they
/// happened.
///
/// # Errors
/// If the record is not a game; the error names the place.
pub fn load(file: &str, bytes: &[u8], until: Until, old: &Game) -> Result<Game, RecordError> {
    let collection = parse_games(file, bytes)?;
    let root = first_game(file, &collection)?;
    play_nodes(file, root.main_line(), until, old)
}

/// Reads a record.
///
/// # Errors
/// If it is no SGF; the error names the place.
pub fn parse_games(file: &str, bytes: &[u8]) -> Result<Collection, RecordError> {
    let parsed = parse(bytes).map_err(|error| unreadable(file, &error.to_string()))?;
    Ok(parsed.collection)
}

/// The root of a record's first game.
///
/// # Errors
/// If it has no game.
pub fn first_game<'a>(file: &str, collection: &'a Collection) -> Result<Node<'a>, RecordError> {
    let root = collection.roots().next();
    root.ok_or_else(|| RecordError::Load {
        file: file.to_owned(),
        reason: "no game in it".to_owned(),
    })
}

/// Plays the nodes of a record, from a root downwards, as [`load`] does.
///
/// # Errors
/// If they are not a game; the error names the place.
pub fn play_nodes<'a>(
    file: &str,
    nodes: impl IntoIterator<Item = Node<'a>>,
    until: Until,
    old: &Game,
) -> Result<Game, RecordError> {
    let fail = |reason: String| RecordError::Load {
        file: file.to_owned(),
        reason,
    };
    let mut nodes = nodes.into_iter().peekable();
    let root = nodes
        .peek()
        .ok_or_else(|| fail("no game in it".to_owned()))?;
    let info = root.game_info();
    let size = info.size.board_size().ok_or_else(|| {
        fail(format!(
            "expected a square board of 2 to 25, found {}",
            info.size
        ))
    })?;
    let handicap = info.handicap.unwrap_or(0) as usize;
    let mut game = old.clone();
    game.clear(size);
    game.komi = info
        .komi
        .map_or_else(|| usual_komi(handicap), |komi| komi as f32);
    let rules = game.rules();
    game.set_rules(Rules {
        ko: KoRule::None,
        suicide: SuicideRule::All,
    });
    let mut moves = 0;
    let mut turn = None;
    'record: for node in nodes {
        let place = node.location();
        let mut changes = Vec::new();
        for action in node.actions(info.size).flatten() {
            match action {
                Action::Setup { stone, at } => changes.push((stone, at)),
                Action::Player(side) => turn = Some(side.into()),
                Action::Play { color: side, at } => {
                    set_up(&mut game, &mut changes, place).map_err(&fail)?;
                    let at = at.and_then(Coord::to_point);
                    moves += 1;
                    let stop = match until {
                        Until::End => false,
                        Until::Move(number) => moves >= number.max(1),
                        Until::Point(wanted) => at == Some(wanted),
                    };
                    if stop {
                        turn = Some(side.into());
                        break 'record;
                    }
                    turn = None;
                    game.play(side.into(), at).map_err(|error| {
                        let name = at.map_or("PASS".to_owned(), |at| at.vertex(size).to_string());
                        fail(format!("{place}: move {moves} at {name}: {error}"))
                    })?;
                }
            }
        }
        set_up(&mut game, &mut changes, place).map_err(&fail)?;
    }
    game.set_handicap(handicap);
    game.set_rules(rules);
    if let Some(turn) = turn {
        game.set_turn(turn);
    }
    Ok(game)
}

/// Applies the set-up of a node and clears the list of changes.
fn set_up(
    game: &mut Game,
    changes: &mut Vec<(Option<katachi_sgf::Color>, Coord)>,
    place: impl std::fmt::Display,
) -> Result<(), String> {
    if changes.is_empty() {
        return Ok(());
    }
    let mut stones: Vec<(Color, Point)> = game.board().all_stones().collect();
    katachi_sgf::set_up(&mut stones, changes);
    changes.clear();
    game.set_up(stones)
        .map_err(|error| format!("{place}: {error}"))
}

const PROGRAM: &str = concat!("Katachi:", env!("CARGO_PKG_VERSION"));

/// The position as a record of one node, as GNU Go's `printsgf` writes it. Captures correct the
/// komi. The private property IL lists points where the side to move may not play.
pub fn position(game: &Game, date: &str) -> String {
    let board = game.board();
    let balance = game.captures(Color::White) as f32 - game.captures(Color::Black) as f32;
    let points = |points: &mut dyn Iterator<Item = Point>| {
        let mut text = String::new();
        for point in points.map(Coord::from) {
            // Writing to a string cannot fail.
            let _ = write!(text, "[{point}]");
        }
        text
    };
    let stones = |color: Color| {
        let text = points(&mut board.stones(color).iter());
        let name = format!("A{}", color.initial());
        if text.is_empty() {
            text
        } else {
            name + &text + "\n"
        }
    };
    let turn = game.to_move();
    let illegal = points(&mut board.empty().iter().filter(|&p| !board.is_legal(turn, p)));
    let illegal = if illegal.is_empty() {
        illegal
    } else {
        format!("IL{illegal}")
    };
    format!(
        "(;GM[1]FF[4]\nSZ[{}]\nGN[Katachi {} load and print]\nDT[{date}]\nKM[{:.1}]HA[{}]RU[{}]AP[{PROGRAM}]{}{}PL[{}]{illegal}\n)",
        board.size(),
        env!("CARGO_PKG_VERSION"),
        game.komi + balance,
        game.handicap(),
        record_name(game),
        stones(Color::White),
        stones(Color::Black),
        turn.initial(),
    )
}

/// What is noted about the engine's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoteFlags {
    /// Dead and critical dragons.
    pub dragons: bool,
    /// The values of considered moves.
    pub values: bool,
}

impl std::str::FromStr for NoteFlags {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let has = |flag: char| text.contains(flag);
        if text.is_empty() || text.contains(|flag: char| !"dv".contains(flag)) {
            return Err(format!("expected d, v or dv, found `{text}`"));
        }
        Ok(Self {
            dragons: has('d'),
            values: has('v'),
        })
    }
}

/// A value as the label of a point: in whole points, without a sign before 0.
pub fn label(value: f32) -> String {
    format!("{:.0}", value.round() + 0.0)
}

/// A note about a move of the game.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// The stones of dead dragons.
    pub dead: PointSet,
    /// The stones of critical dragons.
    pub critical: PointSet,
    /// Labels on the points considered.
    pub labels: Vec<(Point, String)>,
    /// A comment.
    pub comment: String,
}

impl Note {
    /// Adds the values of the best moves: rounded as labels, exact in the comment.
    pub fn add_values(&mut self, thoughts: &Thoughts, size: BoardSize) {
        for candidate in thoughts.candidates.iter().take(10) {
            self.labels
                .push((candidate.point, label(candidate.rating())));
            let vertex = candidate.point.vertex(size);
            let _ = writeln!(self.comment, "{vertex} {:.2}", candidate.rating());
        }
    }

    /// Writes it at the current node, below a comment that is there.
    pub fn write(&self, editor: &mut Editor<'_>) {
        for (at, label) in &self.labels {
            editor.label((*at).into(), label);
        }
        for (property, stones) in [("MA", self.dead), ("SQ", self.critical)] {
            // These property names are valid.
            let _ = editor.points(property, stones.iter().map(Coord::from));
        }
        if !self.comment.is_empty() {
            let earlier = editor.node().value("C").map(Value::text);
            let comments = earlier.into_iter().chain([self.comment.clone()]);
            editor.comment(&comments.collect::<Vec<_>>().join("\n"));
        }
    }

    /// Adds the dead and the critical dragons.
    pub fn add_dragons(&mut self, dragons: &Dragons) {
        for dragon in dragons {
            match dragon.status() {
                DragonStatus::Dead => self.dead |= dragon.stones,
                DragonStatus::Critical => self.critical |= dragon.stones,
                _ => {}
            }
        }
    }
}

/// The game as a record, with these properties in its root, whose names are capital letters.
/// `notes` has a note for some moves, by the number of moves before them.
pub fn record(
    game: &Game,
    notes: &[(usize, Note)],
    properties: &[(&str, &str)],
    date: &str,
) -> String {
    let mut collection = Collection::new();
    let mut editor = collection.new_game();
    editor.size(game.board().size().into());
    editor.komi(game.komi.into());
    // Names of capital letters are valid.
    let _ = editor.set("AP", PROGRAM);
    let _ = editor.set("RU", record_name(game));
    let _ = editor.set("DT", date);
    if game.handicap() > 0 {
        let _ = editor.set("HA", &game.handicap().to_string());
    }
    for (name, value) in properties {
        let _ = editor.set(name, value);
    }
    for side in Color::BOTH {
        let stones = game.start().iter().filter(|(stone, _)| *stone == side);
        let points: Vec<Coord> = stones.map(|&(_, at)| at.into()).collect();
        if !points.is_empty() {
            editor.stones(Some(side.into()), points);
        }
    }
    let mut of_moves: BTreeMap<usize, Vec<&Note>> = BTreeMap::new();
    for (number, note) in notes {
        of_moves.entry(*number).or_default().push(note);
    }
    let annotate = |editor: &mut Editor<'_>, moves: usize| {
        for note in of_moves.get(&moves).into_iter().flatten() {
            note.write(editor);
        }
    };
    annotate(&mut editor, 0);
    for (number, (side, at)) in game.board().moves().enumerate() {
        editor.play(side.into(), at.map(Coord::from));
        annotate(&mut editor, number + 1);
    }
    write(&collection)
}

/// The variations of searches from a position as a tree. Each move has its place among the moves
/// of all searches, the number of visits, the hash of the position behind it, as the command
/// `invariant_hash` gives it, and its result.
pub fn variations(board: &Board, komi: f32, trace: Option<&Trace>) -> String {
    let mut collection = Collection::new();
    let mut editor = collection.new_game();
    editor.size(board.size().into()).komi(komi.into());
    // This value contains nothing that SGF could not write.
    let _ = editor.set("AP", PROGRAM);
    for side in Color::BOTH {
        let points: Vec<Coord> = board.stones(side).iter().map(Coord::from).collect();
        if !points.is_empty() {
            editor.stones(Some(side.into()), points);
        }
    }
    let moves = trace.map_or(0, |trace| trace.moves().len());
    let mut about = format!("{moves} moves read");
    if trace.is_some_and(Trace::is_full) {
        about.push_str("; later ones are left out");
    }
    editor.comment(&about);
    let root = editor.id();
    if let Some(trace) = trace {
        write_trace(&mut editor, root, trace);
    }
    write(&collection)
}

/// Writes the variations below a node.
fn write_trace(editor: &mut Editor<'_>, root: katachi_sgf::NodeId, trace: &Trace) {
    // Moves still to be written, each with its parent node; the next one is last.
    let mut open: Vec<_> = (trace.roots().iter().rev()).map(|&at| (root, at)).collect();
    while let Some((parent, at)) = open.pop() {
        let Some(played) = trace.moves().get(at) else {
            continue;
        };
        editor.go_to(parent);
        editor.play(played.color.into(), played.point.map(Coord::from));
        let (order, visits) = (played.order, played.visits);
        let mut comment = format!("move {order}, {visits} visits");
        if let Some(hash) = played.hash {
            let _ = write!(comment, ", hash {hash:016x}");
        }
        if let Some(note) = &played.note {
            let _ = write!(comment, "\n{note}");
        }
        editor.comment(&comment);
        let here = editor.id();
        open.extend(played.next.iter().rev().map(|&next| (here, next)));
    }
}

/// Today's date (UTC) as records write it: `2026-11-21`.
pub fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str, until: Until) -> Game {
        load(
            "x.sgf",
            text.as_bytes(),
            until,
            &Game::new(BoardSize::NINETEEN),
        )
        .expect("a game")
    }

    #[test]
    fn labels_are_whole_points() {
        let labels = [-0.02, -0.6, 0.4, 12.5].map(label);
        assert_eq!(labels, ["0", "-1", "0", "13"]);
    }

    #[test]
    fn records_are_played_up_to_a_move_or_a_point() {
        let text = "(;SZ[9]KM[6.5];B[ee];W[cc];B[gg])";
        assert_eq!(game(text, Until::End).board().moves().len(), 3);
        let before_second = game(text, Until::Move(2));
        assert_eq!(before_second.board().moves().len(), 1);
        assert_eq!(before_second.to_move(), Color::White);
        let point = Point::new(6, 6).unwrap();
        let before_point = game(text, Until::Point(point));
        assert_eq!(before_point.board().moves().len(), 2);
        assert_eq!(before_point.to_move(), Color::Black);
    }

    #[test]
    fn set_up_handicap_and_turn_are_taken_over() {
        let game = game("(;SZ[9]HA[2]AB[cc][gg]PL[W])", Until::End);
        assert_eq!(game.handicap(), 2);
        assert_eq!(game.board().all_stones().count(), 2);
        assert_eq!(game.to_move(), Color::White);
        assert!((game.komi - 0.5).abs() < 1e-6);
    }

    #[test]
    fn errors_say_where() {
        let old = Game::new(BoardSize::NINETEEN);
        let error = |text: &str| load("x.sgf", text.as_bytes(), Until::End, &old).unwrap_err();
        assert!(
            error("hello")
                .to_string()
                .starts_with("cannot open or parse 'x.sgf'")
        );
        let occupied = error("(;SZ[9];B[aa];W[aa])").to_string();
        assert!(
            occupied.contains("move 2 at A9") && occupied.contains("1:14"),
            "{occupied}"
        );
        assert!(error("(;SZ[26])").to_string().contains("26"));
        assert!(error("(;SZ[9:13])").to_string().contains("9:13"));
    }

    #[test]
    fn a_saved_game_loads_as_the_same_position() {
        let game = game("(;SZ[9]AB[cc]AW[gg]KM[0.5];W[ee];B[];W[ef])", Until::End);
        let text = record(&game, &[], &[("RE", "B+1.5")], "2026-01-01");
        let again = self::game(&text, Until::End);
        assert_eq!(again.board().to_string(), game.board().to_string());
        assert_eq!(again.board().moves().len(), 3);
        let shown = position(&game, "2026-01-01");
        let from_position = self::game(&shown, Until::End);
        assert_eq!(from_position.board().to_string(), game.board().to_string());
    }
}
