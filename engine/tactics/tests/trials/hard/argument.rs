//! Arguments: two deep readers play a dispute out until one of them gives in.
//!
//! Both say what the side to move can do about the string. If they agree, that is the answer. If
//! not, the reader that promises this side more plays its move, and both are asked about the other
//! side. So each reader has to defend its own claim, and in the end one of them sees that a move
//! of its line fails. The answer counts only if it is what one of them said at first.

use katachi_board::{Board, Color, Point};
use katachi_tactics::reading::{Limits, Reader};
use libtest_mimic::Failed;

use super::place::board_of;
use crate::sample::engines::{Peer, code, outcome};
use crate::sample::records::Drawn;
use crate::solver::Code;

/// The most moves of an argument.
const LONGEST: usize = 40;

/// Our reader with a hundred times the nodes of level 10.
fn deep() -> Limits {
    let nodes = 100 * Limits::for_level(10).nodes;
    Limits {
        nodes,
        ..Limits::for_level(16)
    }
}

/// A result with a move, as a vertex or `PASS`.
type Claim = (Code, String);

/// What this side can do about the string, and whether both readers said so at once; `None` if
/// they end with something that neither said at first.
pub fn argue(drawn: &Drawn, mover: Color, peer: &mut Peer) -> Result<Option<(Code, bool)>, Failed> {
    let mut board = board_of(drawn);
    let mut reader = Reader::new(deep());
    peer.load(drawn)?;
    let mut claims = None;
    let mut turn = mover;
    let tells = std::env::var_os("KATACHI_HARD_SHOW").is_some();
    for length in 0..LONGEST {
        let (first, second) = if board.at(drawn.target).is(drawn.owner) {
            (
                our_claim(&mut reader, &mut board, drawn, turn),
                peer_claim(peer, drawn, turn)?,
            )
        } else {
            // Gone. If it was taken in a ko, that settles nothing.
            if board.ko().is_some() {
                return Ok(None);
            }
            let code = if turn == drawn.owner {
                Code::Lose
            } else {
                Code::Win
            };
            ((code, String::new()), (code, String::new()))
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

fn reversed(code: Code) -> Code {
    match code {
        Code::Lose => Code::Win,
        Code::KoB => Code::KoA,
        Code::KoA => Code::KoB,
        Code::Win => Code::Lose,
    }
}

fn our_claim(reader: &mut Reader, board: &mut Board, drawn: &Drawn, turn: Color) -> Claim {
    let reading = if turn == drawn.owner {
        reader.defend(board, drawn.target)
    } else {
        reader.attack(board, drawn.target)
    };
    let vertex = reading.point.map(|point| point.vertex(drawn.size));
    let vertex = vertex.map_or_else(|| "PASS".to_owned(), |vertex| vertex.to_string());
    (outcome(reading.outcome), vertex)
}

fn peer_claim(peer: &mut Peer, drawn: &Drawn, turn: Color) -> Result<Claim, Failed> {
    let vertex = drawn.target.vertex(drawn.size);
    // GNU Go's manual asks about a defence only where the attack works.
    let attack = peer.send(&format!("attack {vertex}"))?;
    let attack = claim(&attack)?;
    if turn != drawn.owner {
        return Ok(attack);
    }
    if attack.0 == Code::Lose {
        return Ok((Code::Win, "PASS".to_owned()));
    }
    claim(&peer.send(&format!("defend {vertex}"))?)
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
