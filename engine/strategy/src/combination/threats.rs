//! Moves of the attacker that threaten to capture something.

use katachi_board::{Outcome, Point, PointSet};
use katachi_image::{Cell, Pattern, Role};
use katachi_matcher::{Match, Question};

use super::scene::{Search, Target, Threat};
use crate::host::PositionHost;

/// The most strings that one move threatens.
const MOST_TARGETS: usize = 4;
/// A self-atari may threaten a string with at most this number of liberties.
const FEW_LIBERTIES: usize = 2;

/// The pattern's part in a threat.
struct Proposal {
    point: Point,
    strings: Vec<Point>,
    sacrifices: bool,
    is_conditional: bool,
}

impl Search<'_> {
    /// The threats of the attacker, those to the smallest strings first.
    pub(super) fn threats(&mut self, least: usize, area: Option<&PointSet>) -> Vec<Threat> {
        let mut threats: Vec<Threat> = Vec::new();
        for proposal in self.proposals(area) {
            for &string in &proposal.strings {
                self.add_threat(&mut threats, &proposal, string, least);
            }
        }
        threats.retain(|threat| {
            threat.targets.len() >= 2 || threat.targets.iter().any(|one| !one.is_conditional)
        });
        for threat in &mut threats {
            threat.targets.sort_by_key(|target| target.value);
        }
        threats.sort_by_key(|threat| threat.targets.first().map_or(0, |first| first.value));
        threats
    }

    /// Adds a string to what the move of a proposal threatens, if reading agrees.
    fn add_threat(
        &mut self,
        threats: &mut Vec<Threat>,
        proposal: &Proposal,
        string: Point,
        least: usize,
    ) {
        let point = proposal.point;
        let Some(chain) = self.board.chain(string) else {
            return;
        };
        let (origin, liberties) = (chain.origin(), chain.liberty_count());
        let value = self.targets.value(self.board, origin);
        let Some(value) = value.filter(|value| *value >= least) else {
            return;
        };
        let known = threats.iter_mut().find(|threat| threat.point == point);
        if let Some(threat) = known {
            let target = threat.targets.iter_mut().find(|one| one.string == origin);
            if let Some(target) = target {
                target.is_conditional &= proposal.is_conditional;
                return;
            }
            if threat.targets.len() >= MOST_TARGETS {
                return;
            }
        }
        let throws_in = !proposal.sacrifices && self.board.is_self_atari(self.attacker, point);
        if throws_in && (liberties > FEW_LIBERTIES || self.safe_move(point) == Outcome::Lose) {
            return;
        }
        if !self.threatens(point, origin) {
            return;
        }
        let target = Target {
            string: origin,
            value,
            is_conditional: proposal.is_conditional,
        };
        match threats.iter_mut().find(|threat| threat.point == point) {
            Some(threat) => threat.targets.push(target),
            None => threats.push(Threat {
                point,
                targets: vec![target],
            }),
        }
    }

    /// Whether a string is captured by a move, or could be captured after it.
    fn threatens(&mut self, point: Point, string: Point) -> bool {
        if !self.board.try_move(self.attacker, point) {
            return false;
        }
        let threatens = self.board.at(string).is_empty() || self.can_capture(string);
        self.board.take_back();
        threatens
    }

    /// The result of a move, if it must not simply be captured.
    fn safe_move(&mut self, point: Point) -> Outcome {
        let reader = &mut *self.readers.tactics;
        reader.safe_move(self.board, self.attacker, point)
    }

    /// The moves of the patterns whose constraints hold.
    fn proposals(&mut self, area: Option<&PointSet>) -> Vec<Proposal> {
        let defender = *self.board.stones(!self.attacker);
        let goal = area.map_or(defender, |area| *area & defender);
        let mut proposals = Vec::new();
        for (place, general) in self.knowledge.of_role(Role::AaAttackPats) {
            let (board, own) = (&*self.board, self.attacker);
            let found = self.matchers.around((place, &general), board, own, &goal);
            for found in found {
                let Some(pattern) = general.pattern(found.pattern as usize) else {
                    continue;
                };
                proposals.extend(self.proposal(&pattern, found, &goal));
            }
        }
        proposals
    }

    fn proposal(
        &mut self,
        pattern: &Pattern<'_>,
        found: Match,
        goal: &PointSet,
    ) -> Option<Proposal> {
        let size = self.board.size();
        let point = found.mv(pattern, size)?;
        if self.forbidden.contains(point) {
            return None;
        }
        let cells = pattern.cells().iter();
        let opponent = cells.filter(|cell| {
            matches!(
                Cell::from_number(cell.cell),
                Some(Cell::Opponent | Cell::OpponentAnchor)
            )
        });
        let stones = opponent.filter_map(|cell| found.point(cell.at, size));
        let strings: Vec<Point> = stones.filter(|stone| goal.contains(*stone)).collect();
        if strings.is_empty() {
            return None;
        }
        let question = Question::new(*pattern, found, self.attacker, size);
        let readers = self.readers.reborrow();
        let mut host = PositionHost::new(self.board, readers, self.komi).quick_with(self.known);
        question.accepts(&mut host).then(|| Proposal {
            point,
            strings,
            sacrifices: pattern.classes().has('s'),
            is_conditional: pattern.classes().has('c'),
        })
    }
}
