//! `--benchmark`: some games of the engine against itself, and how long they took.

use std::time::Instant;

use katachi_board::Point;
use katachi_core::{Decision, result};
use katachi_files::say;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::session::Session;
use crate::traces;

/// The random moves at the beginning of each game.
const RANDOM_MOVES: usize = 4;

/// Plays the games, and prints a line for each, then totals.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(session: &mut Session, games: u32) -> anyhow::Result<()> {
    let start = session.game.clone();
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(session.seed);
    let (mut moves, mut seconds) = (0, 0.0);
    for number in 1..=games {
        session.set_game(start.clone());
        for _ in 0..RANDOM_MOVES {
            random_move(session, &mut dice);
        }
        let began = Instant::now();
        let (played, score) = play(session)?;
        let took = began.elapsed().as_secs_f64();
        say!("game {number}: {score}, {played} moves, {took:.3} seconds")?;
        moves += played;
        seconds += took;
        session.advance_seed(1);
    }
    say!("{moves} moves played in {seconds:.3} seconds")?;
    say!("{:.3} seconds/move", seconds / f64::from(moves.max(1)))?;
    Ok(say!("{}", traces::nodes(session))?)
}

/// Plays a random legal move, if there is one.
fn random_move(session: &mut Session, dice: &mut Xoshiro256PlusPlus) {
    let (board, color) = (session.game.board(), session.game.to_move());
    let legal = board.empty().iter().filter(|&at| board.is_legal(color, at));
    let legal: Vec<Point> = legal.collect();
    if let Some(&point) = legal.choose(dice) {
        session.follow(color, Some(point));
    }
}

/// Plays a game to its end: the number of moves, and the result.
fn play(session: &mut Session) -> anyhow::Result<(u32, String)> {
    let (mut played, mut resigns) = (0, None);
    session.play_out(false, |_, color, decision| {
        match decision {
            Decision::Resign => resigns = Some(color),
            _ => played += 1,
        }
        Ok(())
    })?;
    if let Some(color) = resigns {
        return Ok((played, format!("{}+R", (!color).initial())));
    }
    let end = session.count(session.seed);
    Ok((played, result(end.score(&session.game))))
}
