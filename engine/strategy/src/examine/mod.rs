//! The examination of positions: worms, and what patterns say about influence and dragons.
//!
//! [`Counsel`] consults patterns for a run of influence, [`Joining`] joins strings to dragons by
//! patterns. [`examine`] finds the worms. It runs these
//! steps, each on the results of those before:
//!
//! 1. shape: effective size, liberties of order 1 to 4, genus, cutting stones
//!    ([`shape`](crate::shape))
//! 2. unconditional life and death ([`unconditional`](katachi_tactics::unconditional))
//! 3. the best attack and the best defence by reading (`tactics`), and those of the attack and
//!    defence databases (`patterns`)
//! 4. the worm's own liberties as further attacks and defences
//! 5. side effects: known moves that attack or defend another worm as well
//! 6. pairs of worms that both seem lost, lunches
//! 7. possible cuts, by the patterns of connections (`cuts`)
//! 8. inessential worms

mod conditions;
mod cuts;
mod influence;
mod joining;
mod patterns;
mod plan;
mod tactics;
mod verdicts;

use katachi_board::Board;
use katachi_tactics::reading::Reader;

use crate::shape;
use crate::worms::Worms;

pub(crate) use influence::Counsel;
pub(crate) use joining::Joining;
pub use patterns::Advice;
pub(crate) use plan::Plans;
pub(crate) use verdicts::Verdicts;

/// Examines a position. It plays trial moves and takes them back.
pub fn examine(board: &mut Board, reader: &mut Reader, advice: &mut Advice<'_>) -> Worms {
    let mut worms = Worms::of_shape(board);
    let mut tactics = tactics::Tactics {
        board,
        reader,
        worms: &mut worms.list,
    };
    tactics.find_attacks();
    advice.attacks(&mut tactics);
    tactics.find_defenses();
    advice.defenses(&mut tactics);
    tactics.try_liberties();
    tactics.find_cross_effects();
    tactics.repair_pairs();
    tactics.find_lunches(&worms.at);
    let cuts = advice.possible_cuts(board, reader);
    for worm in &mut worms.list {
        worm.cutstone2 = (cuts.iter())
            .filter(|stone| worm.stones.contains(**stone))
            .count();
        worm.is_inessential = worm.genus == 0
            && worm.liberties[1] == 0
            && worm.cutstone == 0
            && worm.lunch.is_none()
            && (board.chain(worm.origin))
                .is_some_and(|chain| shape::leaves_closed_hole(board, &chain));
    }
    worms
}
