//! The two readers that are compared: ours, and GNU Go over GTP.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use katachi_board::{Color, Outcome, Point};
use katachi_gtp::{Client, ClientError};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::{Limits, Reader};
use libtest_mimic::Failed;

use super::list::Fact;
use super::records::Drawn;
use crate::solver::Code;

/// How many peers have been started: several may run at once, and each has a file of its own.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// The answer of a reader about a string; about its defence only if that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    pub attack: Code,
    pub defend: Option<Code>,
}

impl Said {
    pub fn differs(self, fact: Fact) -> bool {
        self.attack != fact.attack || self.defend != fact.defend
    }
}

/// The code that a reader prints so.
pub fn code(printed: u8) -> Code {
    match printed {
        1 => Code::Win,
        2 => Code::KoA,
        3 => Code::KoB,
        _ => Code::Lose,
    }
}

/// A result of our readers as the solver names it.
pub fn outcome(outcome: Outcome) -> Code {
    match outcome {
        Outcome::Win => Code::Win,
        Outcome::KoA => Code::KoA,
        Outcome::KoB => Code::KoB,
        Outcome::Lose => Code::Lose,
    }
}

/// Our reader at level 10. It is asked for a defence only if an attack is proven, as GNU Go's
/// manual requires.
pub fn ours(drawn: &Drawn, fact: Fact) -> Said {
    ours_within(Limits::for_level(10), drawn, |_| fact.defend.is_some())
}

/// Our reader with these limits, asked about the defence if that is wanted after the attack.
pub fn ours_within(limits: Limits, drawn: &Drawn, wanted: impl FnOnce(Code) -> bool) -> Said {
    let mut board = drawn.board();
    let mut reader = Reader::new(limits);
    reader.thoroughly(|reader| {
        let attack = outcome(reader.attack(&mut board, drawn.target).outcome);
        let defend =
            wanted(attack).then(|| outcome(reader.defend(&mut board, drawn.target).outcome));
        Said { attack, defend }
    })
}

/// Our reader of connections about two strings, asked about connecting them if that is wanted after
/// the question whether they can be cut.
pub fn our_pair(
    reader: &mut ConnectionReader,
    drawn: &Drawn,
    other: Point,
    wanted: impl FnOnce(Code) -> bool,
) -> Said {
    let mut board = drawn.board();
    let attack = outcome(reader.disconnect(&mut board, drawn.target, other).outcome);
    let defend =
        wanted(attack).then(|| outcome(reader.connect(&mut board, drawn.target, other).outcome));
    Said { attack, defend }
}

/// A program that answers over GTP.
pub struct Peer {
    client: Client,
    file: PathBuf,
}

impl Peer {
    /// GNU Go at level 10; `None`, with a message, if the program is not installed.
    pub fn start() -> Option<Self> {
        Self::at_level(10)
    }

    /// The same at any level.
    pub fn at_level(level: u32) -> Option<Self> {
        let program = match katachi_testkit::program("gnugo") {
            Ok(program) => program,
            Err(reason) => {
                println!("only our reader is asked: {reason}");
                return None;
            }
        };
        let level = level.to_string();
        let arguments = ["--mode", "gtp", "--quiet", "--level", level.as_str()];
        Some(Self::spawn(program, arguments).expect("gnugo starts"))
    }

    /// The program that this command line starts; its words have no blanks.
    pub fn of(command: &str) -> Result<Self, Failed> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("expected a program, found nothing")?;
        Self::spawn(program, words).map_err(|error| format!("{command}: {error}").into())
    }

    fn spawn<'a>(
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ClientError> {
        let client = Client::spawn(program, arguments)?;
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("truth-{}-{number}.sgf", std::process::id());
        Ok(Self {
            client,
            file: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name),
        })
    }

    pub fn ask(&mut self, drawn: &Drawn, fact: Fact) -> Result<Said, Failed> {
        self.load(drawn)?;
        self.judge(drawn, |_| fact.defend.is_some())
    }

    /// Sets the position up.
    pub fn load(&mut self, drawn: &Drawn) -> Result<(), Failed> {
        std::fs::write(&self.file, record(drawn))?;
        self.send(&format!("loadsgf {}", self.file.display()))?;
        Ok(())
    }

    /// Asks about a string of the position that is set up, about its defence if that is wanted
    /// after the attack.
    pub fn judge(
        &mut self,
        drawn: &Drawn,
        wanted: impl FnOnce(Code) -> bool,
    ) -> Result<Said, Failed> {
        let vertex = drawn.target.vertex(drawn.size);
        self.answers(
            [format!("attack {vertex}"), format!("defend {vertex}")],
            wanted,
        )
    }

    /// Asks about two strings, as [`our_pair`] does.
    pub fn judge_pair(
        &mut self,
        drawn: &Drawn,
        other: Point,
        wanted: impl FnOnce(Code) -> bool,
    ) -> Result<Said, Failed> {
        let question = |verb| pair_question(verb, drawn, other);
        self.answers(["disconnect", "connect"].map(question), wanted)
    }

    /// The codes that two commands answer; the second is sent if that is wanted after the first.
    fn answers(
        &mut self,
        [attack, defend]: [String; 2],
        wanted: impl FnOnce(Code) -> bool,
    ) -> Result<Said, Failed> {
        let attack = self.read(&attack)?;
        let defend = if wanted(attack) {
            Some(self.read(&defend)?)
        } else {
            None
        };
        Ok(Said { attack, defend })
    }

    /// Plays a move, or a pass.
    pub fn play(&mut self, color: Color, vertex: &str) -> Result<(), Failed> {
        self.send(&format!("play {color} {vertex}"))?;
        Ok(())
    }

    /// Sends a command and returns the reply's text.
    pub fn send(&mut self, command: &str) -> Result<String, Failed> {
        let reply = self.client.send(command)?;
        if reply.is_success() {
            Ok(reply.text().to_owned())
        } else {
            Err(format!("{command}: {}", reply.text()).into())
        }
    }

    /// The result code that a command answers first.
    fn read(&mut self, command: &str) -> Result<Code, Failed> {
        let text = self.send(command)?;
        let first = text.split_whitespace().next().unwrap_or_default();
        let printed = first.parse().map_err(|_| {
            Failed::from(format!("{command}: expected a result code, found `{text}`"))
        })?;
        Ok(code(printed))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
    }
}

/// A question about two strings, as GNU Go is asked it.
pub fn pair_question(verb: &str, drawn: &Drawn, other: Point) -> String {
    let [a, b] = [drawn.target, other].map(|point| point.vertex(drawn.size));
    format!("{verb} {a} {b}")
}

/// The position as a record of one node.
pub fn record(drawn: &Drawn) -> String {
    let mut text = format!("(;FF[4]GM[1]SZ[{}]", drawn.size);
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = drawn.stones.iter().filter(|(found, _)| *found == color);
        for (at, (_, point)) in stones.enumerate() {
            if at == 0 {
                text.push_str(name);
            }
            let letter = |index: usize| char::from(b'a' + index as u8);
            text.extend(['[', letter(point.col()), letter(point.row()), ']']);
        }
    }
    let mover = (!drawn.owner).initial();
    text + &format!("PL[{mover}])\n")
}
