//! The steps of the examination.

use katachi_board::Board;
use katachi_tactics::reading::Reader;

use super::cuts::PossibleCuts;
use super::patterns::Advice;
use super::tactics;
use super::worm::Worms;
use crate::host::PotentialCuts as _;
use crate::readers::Readers;
use crate::shape;

impl Worms {
    /// Examines a position. It plays trial moves and takes them back.
    pub fn examine(board: &mut Board, reader: &mut Reader, advice: &mut Advice<'_>) -> Self {
        let mut worms = Self::of_shape(board);
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
        tactics.find_threats();
        let cuts = PossibleCuts::new(advice.knowledge, advice.matchers, board);
        for worm in &mut worms.list {
            let readers = Readers {
                tactics: reader,
                connections: advice.connections,
            };
            worm.cutstone2 = cuts.of(board, readers, advice.komi, worm.origin);
            worm.is_inessential = worm.genus == 0
                && worm.liberties[1] == 0
                && worm.cutstone == 0
                && worm.lunch.is_none()
                && (board.chain(worm.origin))
                    .is_some_and(|chain| shape::leaves_closed_hole(board, &chain));
        }
        worms
    }
}
