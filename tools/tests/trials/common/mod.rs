//! Engines of every behaviour for the tests of the programs. The engine is the test program itself,
//! started with `--engine BEHAVIOUR SEED`.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use katachi_board::{Board, BoardSize, Color, Point, fixed_handicap};
use katachi_gtp::{Answer, Command, Handler, Listener, Reply, Stream, serve};

/// Runs the engine if the arguments ask for it.
pub fn engine() -> Option<ExitCode> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, flag, behaviour, seed] = arguments.as_slice() else {
        return None;
    };
    (flag == "--engine").then_some(())?;
    let mut engine = Engine {
        behaviour: behaviour.clone(),
        seed: seed.parse().unwrap_or(0),
        board: Board::new(BoardSize::NINETEEN),
        random: seed.parse::<u64>().unwrap_or(0) + 1,
        moves: 0,
        generated: 0,
        rules: Vec::new(),
    };
    let input = Listener::new(io::stdin()).ok()?;
    Some(match serve(input, io::stdout().lock(), &mut engine) {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

impl Handler for Engine {
    fn handle(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
        match command.name() {
            "kata-analyze" if self.analyses() => self.analyze(command, stream),
            _ => self.answer(command),
        }
    }
}

/// The command line of an engine with this behaviour.
pub fn command(behaviour: &str, seed: &str) -> String {
    let program = std::env::current_exe().expect("the test program has a path");
    format!("'{}' --engine {behaviour} {seed}", program.display())
}

struct Engine {
    behaviour: String,
    seed: u64,
    board: Board,
    random: u64,
    /// The number of moves in this game.
    moves: usize,
    /// The number of moves since the engine was started.
    generated: usize,
    /// The rules it has received, in order.
    rules: Vec<String>,
}

/// The answer to `kata-get-rules` for Chinese rules with simple ko.
const SIMPLE_KO: &str = r#"{"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#;

impl Engine {
    fn answer(&mut self, command: &Command) -> Answer {
        let mut args = command.args();
        let words: Vec<&str> = args.rest().split_whitespace().collect();
        let is = |behaviour: &str| self.behaviour == behaviour;
        match (command.name(), words.as_slice()) {
            ("list_commands", _) => {
                let commands = "boardsize clear_board komi play genmove reg_genmove final_score name version \
                    list_commands place_free_handicap set_free_handicap time_settings time_left turn \
                    quit cputime";
                let lacking = if is("weak") { "genmove" } else { "-" };
                let rules: &[&str] = match self.behaviour.as_str() {
                    "kgs-ruled" => &["kgs-rules"],
                    "json-ruled" | "stubborn" => &["kata-set-rules", "kata-get-rules", "kgs-rules"],
                    "teacher" | "mute-teacher" => &["kata-raw-nn"],
                    _ if self.analyses() => &["kata-analyze"],
                    _ => &[],
                };
                let known = commands.split_whitespace().filter(|name| *name != lacking);
                let known = known.chain(rules.iter().copied());
                Reply::success(known.collect::<Vec<_>>().join("\n")).into()
            }
            ("name", _) => Reply::success(format!("Fake {}", self.behaviour)).into(),
            ("version", _) => Reply::success(self.seed.to_string()).into(),
            ("boardsize", [size]) => match size.parse().ok().and_then(BoardSize::new) {
                Some(size) if !is("small") || size.get() < 7 => {
                    self.board = Board::new(size);
                    Reply::success("").into()
                }
                _ => Reply::failure("unacceptable size").into(),
            },
            ("clear_board", _) => {
                self.board = Board::new(self.board.size());
                self.moves = 0;
                Reply::success("").into()
            }
            ("komi" | "time_left" | "time_settings", _) => Reply::success("").into(),
            ("kata-set-rules", [name]) if is("json-ruled") && !name.starts_with('{') => {
                Reply::failure("no names, please").into()
            }
            ("kata-set-rules" | "kgs-rules", [rules]) => {
                self.rules.push(format!("{} {rules}", command.name()));
                Reply::success("").into()
            }
            ("kata-get-rules", _) if is("stubborn") => Reply::success(SIMPLE_KO).into(),
            ("kata-get-rules", _) => {
                let last = self.rules.last().and_then(|told| told.split_once(' '));
                Reply::success(last.map_or("?", |(_, rules)| rules)).into()
            }
            ("turn", [color]) => Reply::success(*color).into(),
            ("cputime", _) => Reply::success(format!("{}.5", self.generated)).into(),
            ("place_free_handicap", [stones]) => {
                let points = fixed_handicap(self.board.size(), stones.parse().unwrap_or(0));
                let mut points = points.unwrap_or_default();
                // An engine may place fewer stones than asked for.
                points.truncate(3);
                let size = self.board.size();
                let names = points.iter().map(|point| point.vertex(size).to_string());
                let names: Vec<String> = names.collect();
                self.set_handicap(&points);
                Reply::success(names.join(" ")).into()
            }
            ("set_free_handicap", names) => {
                let size = self.board.size();
                let points = names
                    .iter()
                    .filter_map(|name| Point::from_vertex(name, size).ok());
                let points: Vec<Point> = points.collect();
                self.set_handicap(&points);
                Reply::success("").into()
            }
            ("genmove" | "reg_genmove", [_]) if is("passing") => Reply::success("PASS").into(),
            ("genmove" | "reg_genmove", [_]) if is("giving-up") => Reply::success("resign").into(),
            ("genmove" | "reg_genmove", [_]) if is("nonsense") => Reply::success("here").into(),
            ("genmove" | "reg_genmove", [_]) if is("taken") => {
                let taken = self.board.moves().find_map(|(_, at)| at);
                let name = taken.map(|point| point.vertex(self.board.size()).to_string());
                Reply::success(name.unwrap_or_default()).into()
            }
            ("genmove" | "reg_genmove", [_]) if is("low") => Reply::success("A4").into(),
            ("play", [color, vertex]) => self.play(color, vertex),
            ("genmove", [color]) => self.generate(color),
            ("reg_genmove", [color]) => {
                let before = (self.board.clone(), self.random, self.moves);
                let answer = self.generate(color);
                (self.board, self.random, self.moves) = before;
                answer
            }
            ("final_score", _) if is("mute") => std::process::exit(3),
            // Refuses to score, and lists the received rules as the reason.
            ("final_score", _) if !self.rules.is_empty() => {
                Reply::failure(format!("told {}", self.rules.join(", "))).into()
            }
            ("final_score", _) if is("boaster") => Reply::success("B+99.5").into(),
            ("final_score", _) => {
                let stones = |color| self.board.stones(color).len() as i64;
                match stones(Color::Black) - stones(Color::White) {
                    0 => Reply::success("0").into(),
                    lead if lead > 0 => Reply::success(format!("B+{lead}")).into(),
                    lead => Reply::success(format!("W+{}", -lead)).into(),
                }
            }
            ("kata-raw-nn", _) if is("mute-teacher") && self.board.moves().len() > 2 => {
                std::process::exit(4)
            }
            ("kata-raw-nn", _) if is("teacher") || is("mute-teacher") => {
                Reply::success(format!("symmetry 0\nwhiteLead {:.3}", -self.lead())).into()
            }
            ("protocol_version", _) => Reply::success("2").into(),
            ("quit", _) => Answer::Quit(Reply::success("")),
            _ => Reply::failure("unknown command").into(),
        }
    }

    /// Whether it is a teacher that searches: `analyst`, or `analyst-black` and `analyst-white`,
    /// which always speak for one side.
    fn analyses(&self) -> bool {
        self.behaviour.starts_with("analyst")
    }

    /// Black's lead: the sum of the columns of black stones less that of white ones.
    fn lead(&self) -> f64 {
        let columns = |color| -> usize {
            let stones = self.board.stones(color);
            stones.iter().map(|stone| stone.col() + 1).sum()
        };
        columns(Color::Black) as f64 - columns(Color::White) as f64
    }

    /// Writes lines with more and more visits until the next command arrives. The score is right
    /// from the twentieth visit on.
    fn analyze(&mut self, command: &Command, stream: &mut Stream<'_>) -> Answer {
        let to_move = color_of(command.args().rest());
        let side = match self.behaviour.as_str() {
            "analyst-black" => Color::Black,
            "analyst-white" => Color::White,
            _ => to_move,
        };
        let lead = if side == Color::Black {
            self.lead()
        } else {
            -self.lead()
        };
        stream.begin();
        for visits in (10..).step_by(10) {
            let shift = if visits < 20 { 1.0 } else { 0.0 };
            let score = lead + shift;
            stream.line(&format!(
                "info move A1 visits {visits} scoreMean 77 scoreLead {score} order 0 pv A1 \
                 info move pass visits 0 scoreLead -99 order 1 pv pass"
            ));
            if stream.is_interrupted() {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Answer::Streamed
    }

    fn set_handicap(&mut self, points: &[Point]) {
        let stones = points.iter().map(|&point| (Color::Black, point));
        if let Ok(board) = Board::with_stones(self.board.size(), stones) {
            self.board = board;
        }
    }

    fn play(&mut self, color: &str, vertex: &str) -> Answer {
        let color = color_of(color);
        if self.behaviour == "picky" && self.board.moves().len() >= 3 {
            return Reply::failure("I do not like this move").into();
        }
        let played = match Point::from_vertex(vertex, self.board.size()) {
            Ok(point) => self.board.play(color, point).is_ok(),
            Err(_) => self.board.pass(color).is_ok(),
        };
        if played {
            Reply::success("").into()
        } else {
            Reply::failure("illegal move").into()
        }
    }

    fn generate(&mut self, color: &str) -> Answer {
        let color = color_of(color);
        self.moves += 1;
        self.generated += 1;
        let size = self.board.size();
        match self.behaviour.as_str() {
            "patient" => std::thread::sleep(Duration::from_millis(3)),
            "resigning" if self.moves == 3 => return Reply::success("resign").into(),
            "crashing" if self.moves == 3 => {
                let _ = io::stderr().write_all(b"out of ideas\n");
                std::process::exit(7);
            }
            "hanging" if self.moves == 3 => std::thread::sleep(Duration::from_mins(1)),
            "sleepy" if self.moves == 3 => std::thread::sleep(Duration::from_secs(10)),
            "babbling" if self.moves == 3 => {
                let mut output = io::stdout();
                let _ = output.write_all(b"I think I am winning\n");
                let _ = output.flush();
            }
            "cheating" if self.moves == 3 => {
                let taken = size
                    .points()
                    .find(|&point| !self.board.at(point).is_empty());
                let name = taken.map(|point| point.vertex(size).to_string());
                return Reply::success(name.unwrap_or_default()).into();
            }
            "mumbling" if self.moves == 3 => return Reply::success("Q99").into(),
            "endless" => {}
            _ if self.moves > 8 => {
                let _ = self.board.pass(color);
                return Reply::success("PASS").into();
            }
            _ => {}
        }
        let legal: Vec<Point> = (size.points())
            .filter(|&point| self.board.is_legal(color, point))
            .collect();
        // Knuth's multiplier is good enough for a fake engine.
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let choice = (self.random >> 33) as usize % legal.len().max(1);
        let Some(&point) = legal.get(choice) else {
            let _ = self.board.pass(color);
            return Reply::success("PASS").into();
        };
        let _ = self.board.play(color, point);
        Reply::success(point.vertex(size).to_string()).into()
    }
}

fn color_of(text: &str) -> Color {
    if text.to_ascii_lowercase().starts_with('b') {
        Color::Black
    } else {
        Color::White
    }
}
