//! Arguments: two deep readers play a dispute out until one of them gives in.
//!
//! Both say what the side to move can do about the string, or the pair of strings. If they agree,
//! that is the answer. If not, the reader that promises this side more plays its move, and both
//! are asked about the other side. So each reader has to defend its own claim, and in the end one
//! of them sees that a move of its line fails. The answer counts only if it is what one of them
//! said at first.

use katachi_board::{Board, Color, Point};
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::{Limits, Reader, Reading};
use libtest_mimic::Failed;

use crate::sample::engines::{Peer, code, outcome, pair_question};
use crate::sample::records::Drawn;
use crate::solver::Code;

/// The most moves of an argument.
const LONGEST: usize = 40;

/// The level of our reader of connections in arguments.
const CONNECTION_LEVEL: i32 = 12;

/// A result with a move, as a vertex or `PASS`.
type Claim = (Code, String);

/// How far an argument has come.
pub enum State {
    /// Something is left to read.
    Open,
    /// The side to move has this result.
    Settled(Code),
    /// Nothing is left to read, but that settles nothing.
    Unsettled,
}

/// What is argued about. The owner of the strings is its own side.
pub trait Subject {
    /// How far the argument has come, for the side to move.
    fn state(&self, board: &Board, turn: Color) -> State;

    /// What our deep reader says.
    fn ours(&mut self, board: &mut Board, turn: Color) -> Claim;

    /// What GNU Go says.
    fn theirs(&self, peer: &mut Peer, turn: Color) -> Result<Claim, Failed>;
}

/// What this side can do, and whether both readers said so at once; `None` if they end with
/// something that neither said at first.
pub fn argue(
    subject: &mut impl Subject,
    drawn: &Drawn,
    mover: Color,
    peer: &mut Peer,
) -> Result<Option<(Code, bool)>, Failed> {
    let mut board = drawn.board();
    peer.load(drawn)?;
    let mut claims = None;
    let mut turn = mover;
    let tells = std::env::var_os("KATACHI_HARD_SHOW").is_some();
    for length in 0..LONGEST {
        let (first, second) = match subject.state(&board, turn) {
            State::Unsettled => return Ok(None),
            State::Settled(code) => ((code, String::new()), (code, String::new())),
            State::Open => (subject.ours(&mut board, turn), subject.theirs(peer, turn)?),
        };
        if tells {
            println!("{turn:?} to move: ours {first:?}, GNU Go {second:?}");
        }
        let (first_said, second_said) = *claims.get_or_insert((first.0, second.0));
        if first.0 == second.0 {
            let code = if turn == mover {
                first.0
            } else {
                reversed(first.0)
            };
            let agreed = length == 0;
            let fits = code == first_said || code == second_said;
            return Ok(fits.then_some((code, agreed)));
        }
        let (_, vertex) = if first.0 > second.0 { first } else { second };
        if !play(&mut board, turn, &vertex) || peer.play(turn, &vertex).is_err() {
            return Ok(None);
        }
        turn = !turn;
    }
    Ok(None)
}

/// A string: captured or saved.
pub struct OneString<'a> {
    drawn: &'a Drawn,
    reader: Reader,
}

impl<'a> OneString<'a> {
    pub fn new(drawn: &'a Drawn) -> Self {
        // A hundred times the nodes of level 10.
        let nodes = 100 * Limits::for_level(10).nodes;
        let reader = Reader::new(Limits {
            nodes,
            ..Limits::for_level(16)
        });
        Self { drawn, reader }
    }
}

impl Subject for OneString<'_> {
    fn state(&self, board: &Board, turn: Color) -> State {
        let Drawn { target, owner, .. } = *self.drawn;
        if board.at(target).is(owner) {
            State::Open
        } else if board.ko().is_some() {
            // It was taken in a ko.
            State::Unsettled
        } else {
            State::Settled(lost(turn == owner))
        }
    }

    fn ours(&mut self, board: &mut Board, turn: Color) -> Claim {
        let Drawn { target, owner, .. } = *self.drawn;
        our_claim(board, |board| {
            if turn == owner {
                self.reader.defend(board, target)
            } else {
                self.reader.attack(board, target)
            }
        })
    }

    fn theirs(&self, peer: &mut Peer, turn: Color) -> Result<Claim, Failed> {
        let vertex = self.drawn.target.vertex(self.drawn.size);
        // GNU Go's manual asks about a defence only where the attack works.
        let attack = claim(&peer.send(&format!("attack {vertex}"))?)?;
        if turn != self.drawn.owner {
            return Ok(attack);
        }
        if attack.0 == Code::Lose {
            return Ok((Code::Win, "PASS".to_owned()));
        }
        claim(&peer.send(&format!("defend {vertex}"))?)
    }
}

/// A pair of strings of a colour: cut or connected.
pub struct Pair<'a> {
    /// The first string.
    drawn: &'a Drawn,
    other: Point,
    reader: ConnectionReader,
}

impl<'a> Pair<'a> {
    pub fn new(drawn: &'a Drawn, other: Point) -> Self {
        Self {
            drawn,
            other,
            reader: ConnectionReader::for_level(CONNECTION_LEVEL),
        }
    }
}

impl Subject for Pair<'_> {
    fn state(&self, board: &Board, turn: Color) -> State {
        let Drawn { target, owner, .. } = *self.drawn;
        let is_cut = [target, self.other]
            .iter()
            .any(|&stone| !board.at(stone).is(owner));
        let is_one = || {
            board
                .chain(target)
                .is_some_and(|chain| chain.contains(self.other))
        };
        if is_cut {
            State::Settled(lost(turn == owner))
        } else if is_one() {
            State::Settled(lost(turn != owner))
        } else {
            State::Open
        }
    }

    fn ours(&mut self, board: &mut Board, turn: Color) -> Claim {
        let Drawn { target, owner, .. } = *self.drawn;
        our_claim(board, |board| {
            if turn == owner {
                self.reader.connect(board, target, self.other)
            } else {
                self.reader.disconnect(board, target, self.other)
            }
        })
    }

    fn theirs(&self, peer: &mut Peer, turn: Color) -> Result<Claim, Failed> {
        let verb = if turn == self.drawn.owner {
            "connect"
        } else {
            "disconnect"
        };
        claim(&peer.send(&pair_question(verb, self.drawn, self.other))?)
    }
}

/// The result of a side that has lost, or else won.
fn lost(it_has: bool) -> Code {
    if it_has { Code::Lose } else { Code::Win }
}

fn reversed(code: Code) -> Code {
    match code {
        Code::Lose => Code::Win,
        Code::KoB => Code::KoA,
        Code::KoA => Code::KoB,
        Code::Win => Code::Lose,
    }
}

fn our_claim(board: &mut Board, ask: impl FnOnce(&mut Board) -> Reading) -> Claim {
    let reading = ask(board);
    let vertex = reading.point.map(|point| point.vertex(board.size()));
    let vertex = vertex.map_or_else(|| "PASS".to_owned(), |vertex| vertex.to_string());
    (outcome(reading.outcome), vertex)
}

fn claim(text: &str) -> Result<Claim, Failed> {
    let mut words = text.split_whitespace();
    let printed = words.next().and_then(|word| word.parse().ok());
    let printed = printed.ok_or_else(|| format!("expected a result code, found `{text}`"))?;
    Ok((code(printed), words.next().unwrap_or("PASS").to_owned()))
}

/// Plays a move on our board; `false` if it is illegal.
fn play(board: &mut Board, color: Color, vertex: &str) -> bool {
    if vertex == "PASS" {
        return board.pass(color).is_ok();
    }
    let point = Point::from_vertex(vertex, board.size());
    point.is_ok_and(|point| board.play(color, point).is_ok())
}
