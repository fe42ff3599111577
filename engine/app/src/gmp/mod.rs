//! The Go Modem Protocol of old board programs such as cgoban: `katachi --mode gmp`.
//!
//! Entry point: [`serve`]. [`packet`] has the four bytes of a packet, [`link`] confirms packets and
//! repeats them. A new game, moves and moves taken back become commands of GTP.
//!
//! Either side begins a game: some programs do, others wait for it. The other side is asked for
//! rules, size, handicap and colour, in the simplified protocol for the last two. What it does not
//! know, or is not asked for, is as on the command line. The protocol has no komi and no resigning.

mod link;
mod packet;

use std::io::Write;
use std::time::Duration;

use katachi_board::{BoardSize, Color, Scoring, column_letter};

use crate::gtp::reply;
use crate::session::Session;
use crate::speaker::complain;
use link::{Link, Response};
use packet::Command;

/// The settings that are asked for, by their numbers in the protocol.
const RULES: u16 = 7;
const HANDICAP: u16 = 8;
const SIZE: u16 = 9;
const COLOR: u16 = 11;

/// How long the other side may take to begin the first game, before we do.
const FIRST_WORD: Duration = Duration::from_millis(1500);

/// How long the other side may take between two questions.
const SILENCE: Duration = Duration::from_millis(700);

/// The bit of a move that says that White plays it.
const WHITE: u16 = 0x200;

/// A form of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The other side is asked for all settings.
    Full,
    /// The other side is asked for handicap and colour only: `--mode sgmp`.
    Simplified,
}

/// Plays games until the other side goes.
///
/// # Errors
/// If packets cannot be written, or are not confirmed.
pub fn serve(session: &mut Session, dialect: Dialect) -> anyhow::Result<()> {
    session.usual.may_resign = false;
    let mut link = Link::new(std::io::stdin(), std::io::stdout());
    // Our colour, once a game has begun.
    let mut own = None;
    let mut first = link.receive_within(FIRST_WORD)?;
    if first.is_none() && link.send(Command::NewGame, 0)? == Response::Confirmed {
        // Some programs ask before they let themselves be asked. We have no settings of our own.
        while let Some((Command::Query, _)) = link.receive_within(SILENCE)? {
            link.send(Command::Answer, 0)?;
        }
        let color = begin(session, &mut link, dialect)?;
        answer(session, &mut link, color)?;
        own = Some(color);
    }
    loop {
        let next = match first.take() {
            Some(packet) => Some(packet),
            None => link.receive()?,
        };
        let Some((command, value)) = next else {
            break;
        };
        session.look_for_news();
        match command {
            Command::NewGame => {
                link.confirm()?;
                own = Some(begin(session, &mut link, dialect)?);
            }
            Command::Query => {
                link.send(Command::Answer, 0)?;
            }
            Command::Move if follow(session, value) => link.confirm()?,
            Command::TakeBack if does(session, &format!("gg-undo {value}")) => link.confirm()?,
            Command::Move | Command::TakeBack | Command::Extended => link.refuse()?,
            Command::Ok | Command::Deny | Command::Answer => {}
        }
        if let Some(own) = own {
            answer(session, &mut link, own)?;
        }
    }
    session.save();
    Ok(())
}

/// Carries out a command of GTP; whether it succeeds.
fn does(session: &mut Session, command: &str) -> bool {
    let done = reply(session, command);
    if let Err(why) = &done {
        complain(&format!("{command}: {why}"));
    }
    done.is_ok()
}

/// Begins a game with the settings of the other side; our colour.
fn begin<W: Write>(
    session: &mut Session,
    link: &mut Link<W>,
    dialect: Dialect,
) -> anyhow::Result<Color> {
    let mut ask = |setting| {
        Ok::<_, anyhow::Error>(match link.send(Command::Query, setting)? {
            Response::Value(value) => value,
            _ => 0,
        })
    };
    let (rules, size) = match dialect {
        Dialect::Full => (ask(RULES)?, ask(SIZE)?),
        Dialect::Simplified => (0, 0),
    };
    let (handicap, color) = (ask(HANDICAP)?, ask(COLOR)?);
    // Each question has confirmed the answer before it; nothing may follow the last one.
    link.confirm()?;
    match rules {
        1 => session.game.scoring = Scoring::Territory,
        2 => session.game.scoring = Scoring::Area,
        _ => {}
    }
    let size = BoardSize::new(size.into()).unwrap_or(session.game.board().size());
    does(session, &format!("boardsize {size}"));
    if handicap > 1 {
        does(session, &format!("fixed_handicap {handicap}"));
    }
    // The other side says which colour it has.
    Ok(if color == 1 {
        Color::Black
    } else {
        Color::White
    })
}

/// Plays a move of the other side; whether it is legal.
fn follow(session: &mut Session, value: u16) -> bool {
    let color = if value & WHITE == 0 { "black" } else { "white" };
    let size = session.game.board().size().get();
    let vertex = match usize::from(value & !WHITE).checked_sub(1) {
        None => "pass".to_owned(),
        Some(place) => {
            let letter = column_letter(place % size).unwrap_or('?');
            format!("{letter}{}", place / size + 1)
        }
    };
    does(session, &format!("play {color} {vertex}"))
}

/// Plays our move, if it is our turn.
fn answer<W: Write>(session: &mut Session, link: &mut Link<W>, own: Color) -> anyhow::Result<()> {
    let last = session.game.board().moves().rev().take(2);
    let passes = last.filter(|(_, point)| point.is_none()).count();
    if passes == 2 || session.game.to_move() != own {
        return Ok(());
    }
    let vertex = match reply(session, &format!("genmove {own}")) {
        Ok(vertex) => vertex,
        Err(why) => {
            complain(&format!("genmove {own}: {why}"));
            return Ok(());
        }
    };
    let size = session.game.board().size();
    let place =
        katachi_board::Point::from_vertex(&vertex, size).map_or(0, |point| place_of(point, size));
    let side = match own {
        Color::Black => 0,
        Color::White => WHITE,
    };
    link.send(Command::Move, side | place)?;
    Ok(())
}

/// The number of a point in the protocol: A1 is 1, B1 is 2.
fn place_of(point: katachi_board::Point, size: BoardSize) -> u16 {
    let line = size.get() - 1 - point.row();
    (line * size.get() + point.col() + 1) as u16
}
