//! The Go Modem Protocol, byte by byte, with a board program that this file plays.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const OK: u8 = 0;
const DENY: u8 = 1;
const NEW: u8 = 2;
const QUERY: u8 = 3;
const ANSWER: u8 = 4;
const MOVE: u8 = 5;
const TAKE_BACK: u8 = 6;

/// The other side.
struct Board {
    engine: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    number: u8,
    received: u8,
}

impl Board {
    fn start(options: &[&str]) -> Self {
        Self::start_in("gmp", options)
    }

    /// Starts the engine in this mode.
    fn start_in(mode: &str, options: &[&str]) -> Self {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args([
                "--mode",
                mode,
                "--patterns",
                "builtin",
                "--seed",
                "1",
                "--level",
                "1",
            ])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        Self {
            input: engine.stdin.take(),
            output: engine.stdout.take().expect("a pipe"),
            engine,
            number: 0,
            received: 0,
        }
    }

    fn write(&mut self, command: u8, value: u16) {
        let first = self.received << 1 | self.number;
        let third = 0x80 | command << 4 | (value >> 7) as u8;
        let fourth = 0x80 | (value & 0x7f) as u8;
        let sum = 0x80 | first.wrapping_add(third).wrapping_add(fourth);
        let input = self.input.as_mut().expect("an open pipe");
        input
            .write_all(&[first, sum, third, fourth])
            .expect("it reads");
    }

    /// Sends a new packet.
    fn send(&mut self, command: u8, value: u16) {
        self.number = 1 - self.number;
        self.write(command, value);
    }

    /// The next packet, whose numbers must be right.
    fn receive(&mut self) -> (u8, u16) {
        let mut bytes = [0; 4];
        self.output.read_exact(&mut bytes).expect("a packet");
        let [first, sum, third, fourth] = bytes;
        assert_eq!(sum, 0x80 | first.wrapping_add(third).wrapping_add(fourth));
        assert_eq!(first >> 1, self.number, "it confirms the last packet");
        let command = third >> 4 & 7;
        if command != OK {
            assert_eq!(
                first & 1,
                1 - self.received,
                "packets are numbered 1, 0, 1 ..."
            );
            self.received = first & 1;
        }
        (
            command,
            u16::from(third & 7) << 7 | u16::from(fourth & 0x7f),
        )
    }

    /// Begins a game with these settings.
    fn begin(&mut self, size: u16, handicap: u16, color: u16) {
        self.send(NEW, 0);
        assert_eq!(self.receive().0, OK);
        self.answer(size, handicap, color);
    }

    /// Answers the questions about a game.
    fn answer(&mut self, size: u16, handicap: u16, color: u16) {
        self.answer_to(&[(7, 1), (9, size), (8, handicap), (11, color)]);
    }

    /// Answers these questions, each a number with its answer.
    fn answer_to(&mut self, questions: &[(u16, u16)]) {
        for &(setting, value) in questions {
            assert_eq!(self.receive(), (QUERY, setting));
            self.send(ANSWER, value);
        }
        assert_eq!(self.receive().0, OK);
    }

    /// Receives and confirms a move: the point, 0 for a pass, and whether White plays it.
    fn moved(&mut self) -> (u16, bool) {
        let (command, value) = self.receive();
        assert_eq!(command, MOVE);
        self.write(OK, 0x3ff);
        (value & 0x1ff, value & 0x200 != 0)
    }

    fn end(mut self) {
        self.input = None;
        assert!(self.engine.wait().expect("it ends").success());
    }
}

#[test]
fn a_board_program_of_old_plays_a_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.sgf").display().to_string();
    let mut board = Board::start(&["-o", &file]);
    // It has Black, we have White.
    board.begin(5, 1, 2);
    board.send(MOVE, 13);
    assert_eq!(board.receive().0, OK);
    let (point, is_white) = board.moved();
    assert!(is_white && (1..=25).contains(&point) && point != 13);
    // The point is taken.
    board.send(MOVE, 13);
    assert_eq!(board.receive().0, DENY);
    board.write(OK, 0x3ff);
    // A packet that comes twice is confirmed twice, and plays one move.
    board.send(TAKE_BACK, 2);
    assert_eq!(board.receive().0, OK);
    board.write(TAKE_BACK, 2);
    assert_eq!(board.receive().0, OK);
    board.send(MOVE, 8);
    assert_eq!(board.receive().0, OK);
    let (point, is_white) = board.moved();
    assert!(is_white && point != 8);
    board.send(MOVE, 0);
    assert_eq!(board.receive().0, OK);
    board.moved();
    board.end();
    let text = std::fs::read_to_string(&file).expect("a record");
    assert!(
        text.contains("SZ[5]KM[5.5]") && text.contains(";B[cd];W["),
        "{text}"
    );
    assert!(!text.contains("B[cc]"), "taken back: {text}");
}

#[test]
fn the_simplified_protocol_takes_the_size_from_the_command_line() {
    let mut board = Board::start_in("sgmp", &["--boardsize", "5", "--chinese-rules"]);
    board.send(NEW, 0);
    assert_eq!(board.receive().0, OK);
    board.answer_to(&[(8, 1), (11, 1)]);
    let (point, is_white) = board.moved();
    assert!(!is_white && (1..=25).contains(&point));
    board.end();
}

#[test]
fn the_engine_begins_a_game_if_nobody_else_does() {
    let mut board = Board::start(&[]);
    // It has heard nothing, so its numbers begin at 1 as ours do.
    assert_eq!(board.receive(), (NEW, 0));
    // It has no settings.
    for setting in [7, 8] {
        board.send(QUERY, setting);
        assert_eq!(board.receive(), (ANSWER, 0));
    }
    board.write(OK, 0x3ff);
    board.answer(7, 1, 1);
    let (_, is_white) = board.moved();
    assert!(!is_white);
    board.end();
}

#[test]
fn the_engine_begins_where_it_is_its_turn() {
    // The other side has White: we are Black.
    let mut board = Board::start(&[]);
    board.begin(7, 1, 1);
    let (_, is_white) = board.moved();
    assert!(!is_white);
    // And in the next game White moves after the handicap stones.
    board.begin(9, 2, 2);
    let (_, is_white) = board.moved();
    assert!(is_white);
    // A packet that is not confirmed comes again; noise is passed over.
    board
        .input
        .as_mut()
        .expect("a pipe")
        .write_all(b"\x41\xff")
        .expect("it reads");
    board.send(MOVE, 41);
    let first = board.receive();
    assert!(first.0 == OK || first.0 == DENY);
    board.end();
}
