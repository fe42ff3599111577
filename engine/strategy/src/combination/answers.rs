//! Moves of the defender that answer a threat.

use katachi_board::{Outcome, Point, PointSet};

use super::scene::{Search, Threat};

/// The most liberties of a target that are tried as answers.
const MOST_LIBERTIES: usize = 4;
/// The liberties of the attacker's strings beside a target are answers if it has at most this many.
const FEW_LIBERTIES: usize = 3;

impl Search<'_> {
    /// The moves that save one of the strings under threat, or capture something beside them. The
    /// threat stands on the board.
    pub(super) fn answers(&mut self, threat: &Threat) -> PointSet {
        let mut answers = PointSet::EMPTY;
        for target in &threat.targets {
            self.add_answers(target.string, &mut answers);
        }
        answers
    }

    fn add_answers(&mut self, string: Point, answers: &mut PointSet) {
        let Some(chain) = self.board.chain(string) else {
            return;
        };
        let liberties = chain.liberties();
        let mut tried = PointSet::EMPTY;
        if liberties.len() <= MOST_LIBERTIES {
            tried |= liberties;
        }
        let neighbors: Vec<(Point, PointSet)> = (chain.neighbors())
            .map(|near| (near.origin(), near.liberties()))
            .collect();
        let defense = self.readers.tactics.defend(self.board, string);
        if defense.outcome != Outcome::Lose {
            answers.extend(defense.point);
        }
        for (near, liberties) in neighbors {
            let attack = self.readers.tactics.attack(self.board, near);
            if attack.outcome == Outcome::Win {
                answers.extend(attack.point);
            }
            if liberties.len() <= FEW_LIBERTIES {
                tried |= liberties;
            }
        }
        for point in &(tried - *answers) {
            if self.saves(point, string) {
                answers.insert(point);
            }
        }
    }

    /// Whether a string is safe after a move of its owner.
    fn saves(&mut self, point: Point, string: Point) -> bool {
        if !self.board.try_move(!self.attacker, point) {
            return false;
        }
        let saves = !self.can_capture(string);
        self.board.take_back();
        saves
    }
}
