//! Attacks and defences from the databases of the roles `attack` and `defense`.
//!
//! Reading stops at the first move that works, and tries moves near the liberties only. Patterns
//! propose others. The move of an attack pattern is tried against every opponent string under an
//! opponent cell of its diagram; that of a defence pattern for every own string under an own cell.

use katachi_board::Point;
use katachi_image::{Cell, Pattern, Role};
use katachi_matcher::{Match, Question};

use super::tactics::{MOST_LIBERTIES, Tactics};
use crate::host::holds;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;
use katachi_tactics::connection::ConnectionReader;

/// The databases and their matchers, with what their constraints need besides tactics.
pub struct Advice<'a> {
    /// The databases.
    pub knowledge: &'a Knowledge,
    /// Their matchers.
    pub matchers: &'a mut Matchers,
    /// The reader of connections.
    pub connections: &'a mut ConnectionReader,
    /// Points that White gets for moving second.
    pub komi: f32,
}

impl Advice<'_> {
    /// Tries the moves of the attack patterns.
    pub(super) fn attacks(&mut self, tactics: &mut Tactics<'_>) {
        self.consult(tactics, Role::Attack, Cell::Opponent);
    }

    /// Tries the moves of the defence patterns.
    pub(super) fn defenses(&mut self, tactics: &mut Tactics<'_>) {
        self.consult(tactics, Role::Defense, Cell::Own);
    }

    /// Tries the move of each match whose constraint holds, on the worms under cells of this kind.
    fn consult(&mut self, tactics: &mut Tactics<'_>, role: Role, wanted: Cell) {
        let size = tactics.board.size();
        let matches = (self.matchers).of_role(self.knowledge, role, tactics.board);
        for (own, pattern, found) in matches {
            let Some((point, worms)) = worms_under(tactics, &pattern, found, wanted) else {
                continue;
            };
            // A constraint may read, so it is evaluated only if there is a worm to try.
            let question = Question::new(pattern, found, own, size);
            let readers = Readers {
                tactics: tactics.reader,
                connections: self.connections,
            };
            if worms.is_empty() || !holds(&question, tactics.board, readers, self.komi) {
                continue;
            }
            for worm in worms {
                match wanted {
                    Cell::Opponent => tactics.try_attack(worm, point),
                    _ => tactics.try_defense(worm, point),
                }
            }
        }
    }
}

/// The move of a match, and the indices of the worms to try it on: worms under a cell of this kind
/// that can be attacked at all.
fn worms_under(
    tactics: &Tactics<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    wanted: Cell,
) -> Option<(Point, Vec<usize>)> {
    let size = tactics.board.size();
    let point = found.mv(pattern, size)?;
    let mut places = Vec::new();
    for cell in pattern.cells() {
        if Cell::from_number(cell.cell) != Some(wanted) {
            continue;
        }
        let stone = found.point(cell.at, size)?;
        let place = (tactics.worms.iter()).position(|worm| worm.stones.contains(stone))?;
        let worm = &tactics.worms[place];
        let asked = match wanted {
            Cell::Opponent => !worm.is_invincible && worm.liberties[0] <= MOST_LIBERTIES,
            _ => !worm.attacks.is_empty(),
        };
        if asked && !places.contains(&place) {
            places.push(place);
        }
    }
    Some((point, places))
}
