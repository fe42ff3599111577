//! The search over threats and answers.

use katachi_board::{Color, Outcome, Point, PointSet};

use super::scene::{Search, Target, Threat};

/// Targets of later threats lie within this distance of earlier moves. An empty point is a step,
/// and so is each liberty of a string beyond the third.
const NEAR: usize = 5;
/// The liberties of a string that is passed without a step.
const FREE_LIBERTIES: usize = 3;
/// A string with this many liberties is captured by few moves only.
const BARELY_SAFE: usize = 4;

/// What a side gains by force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    /// The first move.
    pub point: Point,
    /// What the least answer loses.
    pub size: usize,
}

/// The threat before a position of the search.
struct Last<'t> {
    point: Point,
    targets: &'t [Target],
    /// Where targets of the next threat may lie.
    area: PointSet,
}

impl Search<'_> {
    /// A combination that gains at least this much; `None` if there is none.
    pub fn find(&mut self, least: usize) -> Option<Gain> {
        self.attack(least, None)
    }

    /// A position with the attacker to move, after this threat and its answer.
    fn attack(&mut self, least: usize, last: Option<&Last<'_>>) -> Option<Gain> {
        if let Some(last) = last {
            let gain = self.capture(least, last);
            if gain.is_some() {
                return gain;
            }
        }
        if self.board.trial_moves() > self.deepest || self.is_spent() {
            return None;
        }
        self.nodes_left -= 1;
        for threat in self.threats(least, last.map(|last| &last.area)) {
            if let Some(size) = self.carry_out(&threat, least, last) {
                let point = threat.point;
                return Some(Gain { point, size });
            }
        }
        None
    }

    /// A string that the last threat leaves to be captured.
    fn capture(&mut self, least: usize, last: &Last<'_>) -> Option<Gain> {
        let mut strings: Vec<Point> = Vec::new();
        if let Some(own) = (self.board.chain(last.point)).filter(|own| own.color() == self.attacker)
        {
            strings.extend(own.neighbors().map(|near| near.origin()));
        }
        let beside = last.point.neighbors().into_iter();
        let targets = last.targets.iter().map(|target| target.string);
        let points: PointSet = beside.chain(targets).collect();
        let points = points & *self.board.stones(!self.attacker);
        strings.extend(self.board.chains_at(&points).map(|chain| chain.origin()));
        strings.sort_unstable();
        strings.dedup();
        for string in strings {
            let value = self.targets.value(self.board, string);
            let Some(size) = value.filter(|value| *value >= least) else {
                continue;
            };
            let attack = self.readers.tactics.attack(self.board, string);
            let point = match attack.outcome {
                Outcome::Lose => self.sure_capture(string),
                _ => attack.point,
            };
            if let Some(point) = point.filter(|point| !self.forbidden.contains(*point)) {
                self.tried.insert(point);
                return Some(Gain { point, size });
            }
        }
        None
    }

    /// A liberty after which nothing saves a string of four liberties, to which reading gives few
    /// of its nodes.
    fn sure_capture(&mut self, string: Point) -> Option<Point> {
        let chain = self.board.chain(string)?;
        if chain.liberty_count() != BARELY_SAFE {
            return None;
        }
        let liberties = chain.liberties();
        liberties.iter().find(|liberty| {
            if !self.board.try_move(self.attacker, *liberty) {
                return false;
            }
            let reader = &mut *self.readers.tactics;
            let captures = reader.attack(self.board, string).outcome == Outcome::Win
                && reader.defend(self.board, string).outcome == Outcome::Lose;
            self.board.take_back();
            captures
        })
    }

    /// What a threat gains whatever the answer is; `None` if an answer refutes it.
    fn carry_out(
        &mut self,
        threat: &Threat,
        least: usize,
        last: Option<&Last<'_>>,
    ) -> Option<usize> {
        let first = threat.targets.first()?;
        if !self.board.try_move(self.attacker, threat.point) {
            return None;
        }
        self.tried.insert(threat.point);
        let answers = self.answers(threat);
        let mut area = last.map_or(PointSet::EMPTY, |last| last.area);
        area |= self.surroundings(threat.point);
        let mut gain = Some(first.value);
        for answer in &answers {
            self.tried.insert(answer);
            let found = self.answer(threat, answer, least, area);
            gain = match found {
                Refuted::No(size) => gain.map(|gain| gain.min(size)),
                Refuted::Illegal => gain,
                Refuted::Yes => None,
            };
            if gain.is_none() {
                break;
            }
        }
        self.board.take_back();
        gain
    }

    /// What the attacker gains after an answer to a threat.
    fn answer(&mut self, threat: &Threat, answer: Point, least: usize, area: PointSet) -> Refuted {
        if !self.board.try_move(!self.attacker, answer) {
            return Refuted::Illegal;
        }
        let last = Last {
            point: threat.point,
            targets: &threat.targets,
            area: area | self.surroundings(answer),
        };
        let found = self.attack(least, Some(&last));
        self.board.take_back();
        found.map_or(Refuted::Yes, |gain| Refuted::No(gain.size))
    }

    /// The points near a move where the next threats may have their targets.
    fn surroundings(&self, point: Point) -> PointSet {
        let mut reached: Vec<PointSet> = vec![PointSet::EMPTY; NEAR + 1];
        let mut seen = PointSet::EMPTY;
        reached[1].insert(point);
        for steps in 1..=NEAR {
            while let Some(next) = (reached[steps] - seen).first() {
                let (points, cost) = match self.board.chain(next) {
                    Some(chain) => {
                        let cost = chain.liberty_count().saturating_sub(FREE_LIBERTIES);
                        (chain.stone_set(), if next == point { 0 } else { cost })
                    }
                    None => (PointSet::from_iter([next]), usize::from(next != point)),
                };
                seen |= points;
                let near = points.neighbors() - seen;
                let on_board = *self.board.empty()
                    | *self.board.stones(Color::Black)
                    | *self.board.stones(Color::White);
                if let Some(reached) = reached.get_mut(steps + cost) {
                    *reached |= near & on_board;
                }
            }
        }
        seen
    }
}

/// What an answer does to a threat.
enum Refuted {
    /// It refutes the threat.
    Yes,
    /// The attacker gains this much.
    No(usize),
    /// It cannot be played.
    Illegal,
}
