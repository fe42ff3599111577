//! When the engine resigns.
//!
//! Entry point: [`is_lost`]. The rules are GNU Go's: a side gives up if it has no move and no
//! living dragon, or, on large boards, if it is far behind even in the best case, and nothing big
//! is left to fight for.

use katachi_board::Color;
use katachi_matcher::DragonStatus;
use katachi_strategy::Position;
use katachi_strategy::influence::Region;

use crate::decision::{Decision, Wish};
use crate::estimate::ScoreBounds;
use crate::game::Game;
use crate::reasons::Turn;

/// A side with a move of this value plays on, in points.
const WORTH_PLAYING: f32 = 10.0;

/// On smaller boards only the first rule holds.
const LARGE_BOARD: usize = 19;

/// On the smallest boards nobody resigns.
const SMALLEST_BOARD: usize = 3;

/// A side that is not further behind plays on, in points.
const DEFICIT: f32 = 45.0;

/// The effective size of an opponent's weak dragon that is worth an attack.
const WORTH_ATTACKING: f32 = 10.0;

/// How far a game must have come, from 0 to 1.
const LATE: f32 = 0.8;

/// Whether the side of this wish gives the game up, if this would be its move, with this value in
/// points.
pub(crate) fn is_lost(turn: &mut Turn<'_>, wish: &Wish, decision: Decision, value: f32) -> bool {
    if !wish.may_resign || wish.cleanup || wish.allowed.is_some() || value >= WORTH_PLAYING {
        return false;
    }
    match decision {
        Decision::Pass => has_nothing(turn),
        Decision::Play(_) => is_far_behind(turn),
        Decision::Resign => true,
    }
}

/// Whether the side has no living dragon, while the opponent has one.
fn has_nothing(turn: &mut Turn<'_>) -> bool {
    if turn.board().size().get() < SMALLEST_BOARD {
        return false;
    }
    let dragons = turn.position.dragons();
    let lives = |color: Color| {
        let mut own = dragons.iter().filter(|dragon| dragon.color == color);
        own.any(|dragon| dragon.status() != DragonStatus::Dead)
    };
    !lives(turn.own) && lives(!turn.own)
}

/// Whether the side is far behind even in the best case, late in the game, and no dragon of either
/// side could change that.
fn is_far_behind(turn: &mut Turn<'_>) -> bool {
    if turn.board().size().get() < LARGE_BOARD {
        return false;
    }
    let (game, own) = (turn.game, turn.own);
    best_case(game, own, &mut turn.position) < -DEFICIT
        && !can_turn(own, &mut turn.position)
        && progress(own, &mut turn.position) >= LATE
}

/// The score for a side if it wins all that is critical, in points.
fn best_case(game: &Game, own: Color, position: &mut Position<'_>) -> f32 {
    ScoreBounds::of(game, position).most_for(own)
}

/// Whether the side could save a critical dragon or attack a large weak one.
fn can_turn(own: Color, position: &mut Position<'_>) -> bool {
    position.dragons().iter().any(|dragon| {
        if dragon.color == own {
            dragon.crude_status == DragonStatus::Critical
        } else {
            dragon.is_weak()
                && dragon.effective_size >= WORTH_ATTACKING
                && dragon.status() != DragonStatus::Dead
        }
    })
}

/// How far the game has come, from 0 to 1: points with stones and territory count fully, a moyo
/// three tenths, an area one tenth.
fn progress(own: Color, position: &mut Position<'_>) -> f32 {
    let influence = position.influence(!own);
    let board = &position.board;
    let share = |point| {
        let owned = |region| influence.owner(region, point).is_some();
        if !board.empty().contains(point) || owned(Region::Territory) {
            1.0
        } else if owned(Region::Moyo) {
            0.3
        } else if owned(Region::Area) {
            0.1
        } else {
            0.0
        }
    };
    let points = board.size().points();
    let sum: f32 = points.map(share).sum();
    sum / board.size().area() as f32
}
