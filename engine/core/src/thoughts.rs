//! Thoughts: the candidates of a turn, and the decision.

use katachi_board::{Color, Point};

use crate::decision::Decision;
use crate::monte_carlo::Report;
use crate::reasons::Fired;
use crate::valuation::{Candidate, Obstacle, Searched};

/// The result of thinking about a position.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// The side to move.
    pub color: Color,
    /// All candidates, the best first: by value or, after a search, by their number of simulations.
    pub candidates: Vec<Candidate>,
    /// Moves with reasons that are no candidates, each with what speaks against it.
    pub dropped: Vec<(Candidate, Obstacle)>,
    /// All matches whose constraints hold, even if their moves may not be played.
    pub fired: Vec<Fired>,
    /// The decision.
    pub decision: Decision,
    /// The [rating](Candidate::rating) of the decision; 0 for a pass.
    pub rating: f32,
    /// The report of the search, if a search decided.
    pub report: Option<Report>,
}

impl Thoughts {
    /// No candidates: a pass.
    pub(crate) const fn nothing(color: Color) -> Self {
        Self {
            color,
            candidates: Vec::new(),
            dropped: Vec::new(),
            fired: Vec::new(),
            decision: Decision::Pass,
            rating: 0.0,
            report: None,
        }
    }

    /// A move that has nothing to be compared with.
    pub(crate) fn of_move(color: Color, point: Point) -> Self {
        Self {
            candidates: vec![Candidate::without_reasons(point)],
            decision: Decision::Play(point),
            ..Self::nothing(color)
        }
    }

    /// Replaces the decision and the candidates by those of a search.
    pub(crate) fn follow(&mut self, decision: Decision, report: Report) {
        let mut known = std::mem::take(&mut self.candidates);
        let tried = report.moves.iter().filter_map(|tried| {
            let point = tried.point?;
            let searched = Some(Searched {
                visits: tried.visits,
                winrate: tried.winrate as f32,
            });
            let place = known.iter().position(|one| one.point == point);
            Some(match place.map(|place| known.swap_remove(place)) {
                Some(known) => Candidate { searched, ..known },
                None => Candidate {
                    searched,
                    ..Candidate::without_reasons(point)
                },
            })
        });
        self.candidates = tried.collect();
        let point = match decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        };
        let mut candidates = self.candidates.iter();
        let chosen = candidates.find(|candidate| Some(candidate.point) == point);
        self.rating = chosen.map_or(0.0, Candidate::rating);
        self.decision = decision;
        self.report = Some(report);
    }

    /// The candidates with their values, as hints for a search.
    pub(crate) fn hints(&self) -> Vec<(Point, f32)> {
        let candidates = self.candidates.iter();
        (candidates.map(|candidate| (candidate.point, candidate.value))).collect()
    }
}
