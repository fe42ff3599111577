//! Thoughts: the candidates of a turn, and the decision.

use katachi_board::{Color, Point, PointSet};
use katachi_strategy::combination::Combination;

use crate::constants::{
    LEAST_STAKE, LEAST_VALUE, SEARCH_FACTOR, SEARCH_HALF, SEARCH_MARGIN, SEARCH_NEGLECT,
    SEARCH_NOISE, SEARCH_RIVALRY, SEARCH_STAKE,
};
use crate::decision::Decision;
use crate::metamachine::Line;
use crate::monte_carlo::{Report, Tried};
use crate::reasons::{Fired, Reason, Veto};
use crate::thrashing::Thrashing;
use crate::valuation::{Candidate, Obstacle, Searched};

/// A win rate below this, and above its counterpart, counts as this when win rates become points.
const LEAST_CHANCE: f64 = 0.1;

/// The result of thinking about a position.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// The side to move.
    pub color: Color,
    /// All candidates, the best first: by rating or, if a search decided alone, by their number of
    /// simulations.
    pub candidates: Vec<Candidate>,
    /// Moves with reasons that are no candidates, each with what speaks against it.
    pub dropped: Vec<(Candidate, Obstacle)>,
    /// All matches whose constraints hold, even if their moves may not be played.
    pub fired: Vec<Fired>,
    /// The matches that forbid moves, or give their value to others.
    pub vetoes: Vec<Veto>,
    /// The decision.
    pub decision: Decision,
    /// The [rating](Candidate::rating) of the decision; 0 for a pass.
    pub rating: f32,
    /// The report of the search, if a search decided.
    pub report: Option<Report>,
    /// The candidates that the metamachine played ahead, the best score first; the first one is
    /// played.
    pub lines: Vec<Line>,
    /// What combinations say about the moves.
    pub review: Review,
    /// The dead stones that the opponent still plays with.
    pub thrashing: Option<Thrashing>,
}

/// What combinations say about the moves of a turn; nothing if the databases have no patterns of
/// threats.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The combination of the side to move.
    pub own: Option<Combination>,
    /// The combination that the opponent has now.
    pub threat: Option<Combination>,
    /// The moves that prevent it.
    pub defenses: PointSet,
    /// The moves that allow one, of those that were reviewed.
    pub allowed: Vec<(Point, Combination)>,
    /// A move that takes away what another one allows, and that other one.
    pub prepared: Option<[Point; 2]>,
}

impl Thoughts {
    /// No candidates: a pass.
    pub(crate) fn nothing(color: Color) -> Self {
        Self {
            color,
            candidates: Vec::new(),
            dropped: Vec::new(),
            fired: Vec::new(),
            vetoes: Vec::new(),
            decision: Decision::Pass,
            rating: 0.0,
            report: None,
            lines: Vec::new(),
            review: Review::default(),
            thrashing: None,
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

    /// The moves that a search in one place has tried, of which the first is played.
    pub(crate) fn in_place(color: Color, tried: Vec<Tried>) -> Self {
        let mut thoughts = Self::nothing(color);
        (thoughts.candidates, _) = thoughts.tried(tried.into_iter(), by_winrate);
        let best = thoughts.candidates.first();
        let decision = best.map_or(Decision::Pass, |best| Decision::Play(best.point));
        thoughts.decide(decision, None);
        thoughts
    }

    /// Replaces the decision and the candidates by those of a search, which alone rates them.
    pub(crate) fn follow(&mut self, decision: Decision, report: Report) {
        (self.candidates, _) = self.tried(searched(&report), by_winrate);
        self.decide(decision, Some(report));
    }

    /// Rates each move by values and a search together: its value, in points, plus what the search
    /// adds to it. The best one is played, unless something else is decided already.
    ///
    /// If scores spread like a logistic distribution, a point more is worth 4 p (1 - p) / (√(2π) ×
    /// standard deviation) of a win, where p is the win rate; a normal distribution of an even game
    /// has the same. So win rates become points: many on an open board, few in the endgame.
    ///
    /// The error of a value grows with what is at stake, that of a search does not. So the more the
    /// best move is worth, the more of what the search adds counts (`by_stake`). There a move also
    /// loses [points](SEARCH_NEGLECT) if the search prefers another one: as if search and values
    /// were two experts whose odds are multiplied (G. Hinton, "Training Products of Experts by
    /// Minimizing Contrastive Divergence", 2002). In a game, and if
    /// the values do not know which groups live, it counts [more often](SEARCH_FACTOR): the
    /// search knows better there, and has [more](crate::levels::search_in_a_game)
    /// [playouts](crate::levels::search_for_lives).
    ///
    /// A stone that gains nothing costs what `cost` says: its side's point or a prisoner, where a
    /// point is somebody's.
    pub(crate) fn weigh(
        &mut self,
        decided: Option<Decision>,
        report: Report,
        by_stake: bool,
        cost: impl Fn(Point) -> f32,
    ) {
        let most = report.moves.first().map_or(0.0, |most| most.winrate);
        let threshold = most - f64::from(SEARCH_MARGIN) / 100.0;
        let chance = most.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        let points_of_a_win =
            std::f64::consts::TAU.sqrt() * report.deviation / (4.0 * chance * (1.0 - chance));
        let values = self.candidates.iter().map(|candidate| candidate.value);
        let stake = values.fold(LEAST_STAKE, f32::max);
        let (share, neglected) = if by_stake {
            (stake / (stake + SEARCH_STAKE), SEARCH_NEGLECT)
        } else {
            (SEARCH_FACTOR, 0.0)
        };
        let visits = report.moves.iter().map(|tried| tried.visits);
        let most_visits = visits.max().unwrap_or(0) as f32;
        let neglect = |visits: f32| neglected * ((most_visits + 1.0) / (visits + 1.0)).ln();
        let rate = |value: f32, tried: &Tried| {
            let points = points_of_a_win * (tried.winrate - threshold);
            let visits = tried.visits as f32;
            let cost = if value < LEAST_VALUE {
                cost(tried.point)
            } else {
                0.0
            };
            let added = share * points as f32 * visits / (visits + SEARCH_HALF);
            value - cost + added - neglect(visits)
        };
        let (mut candidates, untried) = self.tried(searched(&report), rate);
        candidates.extend(untried);
        let rating = |one: &Candidate| match one.searched {
            Some(searched) => searched.rating,
            None => one.value - neglect(0.0),
        };
        candidates.sort_by(|a, b| (rating(b).total_cmp(&rating(a))).then(a.point.cmp(&b.point)));
        let best = candidates.first();
        let best = best.map_or(Decision::Pass, |best| Decision::Play(best.point));
        self.candidates = candidates;
        self.decide(decided.unwrap_or(best), Some(report));
    }

    /// The move that is to be played, and the next one if it is rated nearly as high. The search
    /// has tried both.
    pub(crate) fn close_rivals(&self) -> Option<[Point; 2]> {
        let [best, rival, ..] = self.candidates.as_slice() else {
            return None;
        };
        let are_tried = best.searched.is_some() && rival.searched.is_some();
        let are_close = rival.rating() >= best.rating() - SEARCH_RIVALRY;
        let is_played = self.decision == Decision::Play(best.point);
        (are_tried && are_close && is_played).then_some([best.point, rival.point])
    }

    /// Adds to the rating of the second move what its score is [clearly](SEARCH_NOISE) better than
    /// that of the first, in points. It is played if it is then rated higher.
    pub(crate) fn challenge(&mut self, better: f32) {
        let [best, rival, ..] = self.candidates.as_mut_slice() else {
            return;
        };
        let rating = rival.rating() + (better - SEARCH_NOISE).max(0.0);
        if rating > best.rating() {
            if let Some(searched) = &mut rival.searched {
                searched.rating = rating;
            }
            let point = rival.point;
            self.candidates.swap(0, 1);
            self.play(point);
        }
    }

    /// The move that is to be played, if it is worth nothing.
    pub(crate) fn idle(&self) -> Option<Point> {
        let played = self.played().filter(|one| one.value < LEAST_VALUE);
        played.map(|one| one.point)
    }

    /// The moves against which a pattern or an atari speaks.
    pub(crate) fn spoken_against(&self) -> PointSet {
        let against = [Obstacle::Forbidden, Obstacle::SelfAtari];
        let dropped = self.dropped.iter();
        let dropped = dropped.filter(|(_, obstacle)| against.contains(obstacle));
        dropped.map(|(one, _)| one.point).collect()
    }

    /// Drops the moves that are worth nothing, unless they are at these points, where a pass
    /// changes something, and no pattern or atari speaks against them.
    pub(crate) fn leave(&mut self, stake: &PointSet, report: &mut Report) {
        let values = self.hints();
        let stake = *stake - self.spoken_against();
        let is_worth = |point: Point| {
            let value = values.iter().find(|(other, _)| *other == point);
            stake.contains(point) || value.is_some_and(|(_, value)| *value >= LEAST_VALUE)
        };
        self.candidates.retain(|one| is_worth(one.point));
        (report.moves).retain(|one| one.point.is_some_and(is_worth));
    }

    /// The thoughts that searches after their moves decide for: these, where nothing speaks for the
    /// move, those that have [left out](Self::leave) such moves except where a pass changes
    /// something, or all of them. `gain` tells the points that the decision of some thoughts gains
    /// against that of others. A move that nothing speaks for must gain more than
    /// [noise](SEARCH_NOISE) where a pass changes something, and [much](SEARCH_RIVALRY) elsewhere.
    pub(crate) fn unless_idle(
        self,
        [at_stake, busy]: [Self; 2],
        gain: impl Fn(&Self, &Self) -> Option<f32>,
    ) -> Self {
        let was_left = self.decision != at_stake.decision;
        let is_noise = |gain: f32| gain < SEARCH_NOISE;
        let others = if at_stake.idle().is_some() && gain(&at_stake, &busy).is_some_and(is_noise) {
            busy
        } else {
            at_stake
        };
        let against = self.spoken_against();
        let is_open = self.idle().is_some_and(|point| !against.contains(point));
        let is_much = |gain: f32| gain >= SEARCH_RIVALRY;
        if was_left && is_open && gain(&self, &others).is_some_and(is_much) {
            self
        } else {
            others
        }
    }

    /// Whether the ko on this point, which may not be retaken now, decides about more than a stone:
    /// reading says that to take it captures, kills or saves more.
    pub(crate) fn is_about_ko(&self, ko: Point) -> bool {
        let is_large = |reason: &Reason| reason.stones_decided().is_some_and(|stones| stones > 1);
        let mut dropped = self.dropped.iter();
        dropped.any(|(one, against)| {
            let is_banned = one.point == ko && *against == Obstacle::Illegal;
            is_banned && one.reasons.iter().any(is_large)
        })
    }

    /// The moves that a search has tried, in its order, with their ratings, and the candidates that
    /// it has not tried. No candidates are left.
    fn tried(
        &mut self,
        moves: impl Iterator<Item = Tried>,
        rate: impl Fn(f32, &Tried) -> f32,
    ) -> (Vec<Candidate>, Vec<Candidate>) {
        let mut known = std::mem::take(&mut self.candidates);
        // What speaks against a move counts, whoever proposes it.
        let worthless = |point: Point| {
            let mut dropped = self.dropped.iter();
            let is_it = |(one, against): &&(Candidate, Obstacle)| {
                one.point == point && *against == Obstacle::Worthless
            };
            dropped.find(is_it).map(|(one, _)| one.clone())
        };
        let tried = moves.map(|tried| {
            let place = known.iter().position(|one| one.point == tried.point);
            let candidate = (place.map(|place| known.swap_remove(place)))
                .or_else(|| worthless(tried.point))
                .unwrap_or_else(|| Candidate::without_reasons(tried.point));
            let searched = Some(Searched {
                visits: tried.visits,
                winrate: tried.winrate as f32,
                rating: rate(candidate.value, &tried),
            });
            Candidate {
                searched,
                ..candidate
            }
        });
        let tried = tried.collect();
        (tried, known)
    }

    fn decide(&mut self, decision: Decision, report: Option<Report>) {
        self.decision = decision;
        self.rating = self.played().map_or(0.0, Candidate::rating);
        self.report = report;
    }

    /// The candidates with their ratings: the move that is played first, rated as high as any, then
    /// the best ones.
    pub(crate) fn rated(&self) -> Vec<(Point, f32)> {
        let candidates = self.candidates.iter();
        let mut rated: Vec<_> = (candidates.map(|one| (one.point, one.rating()))).collect();
        let most = rated.iter().map(|(_, rating)| *rating).fold(0.0, f32::max);
        if let Decision::Play(played) = self.decision {
            rated.retain(|(point, _)| *point != played);
            rated.insert(0, (played, most));
        }
        rated
    }

    /// Decides for this move.
    pub(crate) fn play(&mut self, point: Point) {
        if self.candidates.iter().all(|one| one.point != point) {
            self.candidates.push(Candidate::without_reasons(point));
        }
        self.decision = Decision::Play(point);
        self.rating = self.played().map_or(0.0, Candidate::rating);
    }

    /// Decides for a pass.
    pub(crate) fn pass(&mut self) {
        self.decision = Decision::Pass;
        self.rating = 0.0;
    }

    /// The candidate that is played; `None` for a pass.
    pub fn played(&self) -> Option<&Candidate> {
        let Decision::Play(point) = self.decision else {
            return None;
        };
        let mut candidates = self.candidates.iter();
        candidates.find(|candidate| candidate.point == point)
    }

    /// Whether the move that is played comes from a book.
    pub(crate) fn is_by_the_book(&self) -> bool {
        let is_book = |reason: &Reason| matches!(reason, Reason::Book { .. });
        (self.played()).is_some_and(|played| played.reasons.iter().any(is_book))
    }

    /// The candidates that the metamachine compares: the one that is played, and the next ones that
    /// are rated half as high at least. There are none if the best rated one is not played.
    pub(crate) fn rivals(&self) -> Vec<Point> {
        const MOST: usize = 3;
        const LEAST_SHARE: f32 = 0.5;
        let Some(best) = self.candidates.first() else {
            return Vec::new();
        };
        if self.is_by_the_book() || self.decision != Decision::Play(best.point) {
            return Vec::new();
        }
        let least = (LEAST_SHARE * best.rating()).max(LEAST_VALUE);
        let candidates = self.candidates.iter().take(MOST);
        let good = candidates.take_while(|one| one.rating() >= least);
        good.map(|one| one.point).collect()
    }

    /// Decides for the line with the best score, the first of equal ones.
    pub(crate) fn choose_line(&mut self, mut lines: Vec<Line>) {
        // Sorting is stable: among equal scores the better rated move stays ahead.
        lines.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = lines.first().and_then(|line| *line.moves.first()?);
        if let Some(point) = best {
            self.play(point);
        }
        self.lines = lines;
    }

    /// The line that begins with a move, if the metamachine played it ahead.
    pub fn line(&self, point: Point) -> Option<&Line> {
        let mut lines = self.lines.iter();
        lines.find(|line| line.moves.first() == Some(&Some(point)))
    }

    /// The candidates with their values, as hints for a search.
    pub(crate) fn hints(&self) -> Vec<(Point, f32)> {
        let candidates = self.candidates.iter();
        (candidates.map(|candidate| (candidate.point, candidate.value))).collect()
    }
}

/// The moves that a search has tried, without the pass.
fn searched(report: &Report) -> impl Iterator<Item = Tried> {
    report.moves.iter().filter_map(|one| {
        Some(Tried {
            point: one.point?,
            visits: one.visits,
            winrate: one.winrate,
        })
    })
}

/// A rating by the win rate alone.
fn by_winrate(_: f32, tried: &Tried) -> f32 {
    100.0 * tried.winrate as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monte_carlo::MoveReport;

    fn point(col: usize) -> Point {
        Point::new(3, col).expect("a point")
    }

    /// A search that tried the moves in these columns with these visits and win rates, in games
    /// whose scores spread like this.
    fn report(deviation: f64, tried: &[(usize, u32, f64)]) -> Report {
        let moves = tried.iter().map(|&(col, visits, winrate)| MoveReport {
            point: Some(point(col)),
            visits,
            winrate,
            score: 0.0,
            prior: 0.1,
            lower_bound: 0.0,
            variation: Vec::new(),
        });
        Report {
            visits: tried.iter().map(|(_, visits, _)| visits).sum(),
            winrate: 0.5,
            score: 0.0,
            deviation,
            moves: moves.collect(),
            ownership: Vec::new(),
        }
    }

    /// The spread of scores early in a game on 19x19, and late.
    const OPEN: f64 = 75.0;
    const CLOSED: f64 = 15.0;

    /// Candidates with these values by column.
    fn thoughts(values: &[(usize, f32)]) -> Thoughts {
        let candidates = values.iter().map(|&(col, value)| Candidate {
            value,
            ..Candidate::without_reasons(point(col))
        });
        Thoughts {
            candidates: candidates.collect(),
            ..Thoughts::nothing(Color::Black)
        }
    }

    /// The candidates, in order. The first one is played.
    fn order(thoughts: &Thoughts) -> Vec<usize> {
        let best = thoughts.candidates.first().map(|best| best.point);
        assert_eq!(
            thoughts.decision,
            best.map_or(Decision::Pass, Decision::Play)
        );
        let points = thoughts.candidates.iter().map(|one| one.point);
        points.map(Point::col).collect()
    }

    /// The candidates after a search, in order, from these values by column.
    fn weighed(deviation: f64, values: &[(usize, f32)], tried: &[(usize, u32, f64)]) -> Vec<usize> {
        let mut thoughts = thoughts(values);
        thoughts.weigh(None, report(deviation, tried), true, |_| 0.0);
        order(&thoughts)
    }

    #[test]
    fn a_win_rate_that_many_playouts_agree_on_outweighs_a_value() {
        let tried = [(1, 2000, 0.6), (2, 500, 0.4)];
        assert_eq!(weighed(OPEN, &[(1, 2.0), (2, 15.0)], &tried), [1, 2]);
    }

    #[test]
    fn late_in_a_game_a_win_rate_is_worth_few_points() {
        let tried = [(1, 1000, 0.6), (2, 1000, 0.4)];
        assert_eq!(weighed(OPEN, &[(1, 2.0), (2, 10.0)], &tried), [1, 2]);
        assert_eq!(weighed(CLOSED, &[(1, 2.0), (2, 10.0)], &tried), [2, 1]);
    }

    #[test]
    fn a_search_counts_the_more_the_more_is_at_stake() {
        let tried = [(1, 1000, 0.6), (2, 1000, 0.4)];
        assert_eq!(weighed(CLOSED, &[(1, 0.5), (2, 2.0)], &tried), [2, 1]);
        assert_eq!(weighed(CLOSED, &[(1, 30.0), (2, 31.5)], &tried), [1, 2]);
    }

    #[test]
    fn between_moves_that_win_equally_often_the_value_decides() {
        let tried = [(1, 1000, 0.50), (2, 900, 0.49)];
        assert_eq!(weighed(OPEN, &[(1, 2.0), (2, 15.0)], &tried), [2, 1]);
    }

    #[test]
    fn a_few_playouts_hardly_count() {
        let tried = [(1, 1000, 0.5), (2, 5, 0.1)];
        assert_eq!(weighed(OPEN, &[(1, 2.0), (2, 30.0)], &tried), [2, 1]);
    }

    #[test]
    fn of_equal_moves_the_search_prefers_what_it_tried_more_often() {
        let tried = [(1, 1000, 0.5), (2, 300, 0.5)];
        assert_eq!(weighed(CLOSED, &[(1, 9.0), (2, 9.5)], &tried), [1, 2]);
        let tried = [(1, 1000, 0.5), (2, 900, 0.5)];
        assert_eq!(weighed(CLOSED, &[(1, 9.0), (2, 9.5)], &tried), [2, 1]);
    }

    /// The moves that are compared, and the moves in their order after the second one turns out to
    /// be better by this.
    fn challenged(values: &[(usize, f32)], better: f32) -> (Option<[usize; 2]>, Vec<usize>) {
        let tried: Vec<_> = (values.iter()).map(|&(col, _)| (col, 900, 0.5)).collect();
        let mut thoughts = thoughts(values);
        thoughts.weigh(None, report(CLOSED, &tried), true, |_| 0.0);
        let rivals = thoughts.close_rivals();
        if rivals.is_some() {
            thoughts.challenge(better);
        }
        (
            rivals.map(|rivals| rivals.map(Point::col)),
            order(&thoughts),
        )
    }

    #[test]
    fn of_two_moves_that_are_rated_alike_the_one_with_a_clearly_better_score_is_played() {
        let values = [(1, 12.0), (2, 9.0), (3, 8.0)];
        assert_eq!(challenged(&values, 5.5), (Some([1, 2]), vec![2, 1, 3]));
        assert_eq!(challenged(&values, 4.5), (Some([1, 2]), vec![1, 2, 3]));
        assert_eq!(challenged(&values, -20.0), (Some([1, 2]), vec![1, 2, 3]));
    }

    #[test]
    fn a_move_that_is_rated_much_higher_has_no_rival() {
        let values = [(1, 30.0), (2, 9.0)];
        assert_eq!(challenged(&values, 50.0), (None, vec![1, 2]));
    }

    #[test]
    fn a_move_that_was_not_tried_needs_a_much_higher_value() {
        let tried = [(1, 1000, 0.5)];
        assert_eq!(weighed(OPEN, &[(1, 2.0), (2, 5.0)], &tried), [1, 2]);
        assert_eq!(weighed(OPEN, &[(1, 2.0), (2, 50.0)], &tried), [2, 1]);
    }

    #[test]
    fn a_stone_that_gains_nothing_costs_its_point() {
        let tried = [(1, 1000, 0.5), (2, 1000, 0.8)];
        for (cost, best) in [(0.0, 2), (1.0, 1)] {
            let mut thoughts = Thoughts::nothing(Color::Black);
            thoughts.candidates = vec![Candidate {
                value: 0.2,
                ..Candidate::without_reasons(point(1))
            }];
            thoughts.weigh(None, report(CLOSED, &tried), true, |_| cost);
            assert_eq!(thoughts.decision, Decision::Play(point(best)), "{cost}");
        }
    }

    #[test]
    fn what_is_worth_nothing_where_nothing_is_at_stake_is_left_out() {
        let mut thoughts = Thoughts::nothing(Color::Black);
        thoughts.candidates = [(1, 2.0), (2, 0.1)]
            .map(|(col, value)| Candidate {
                value,
                ..Candidate::without_reasons(point(col))
            })
            .to_vec();
        thoughts.dropped = vec![(Candidate::without_reasons(point(5)), Obstacle::SelfAtari)];
        let tried = [1, 2, 3, 4, 5].map(|col| (col, 100, 0.5));
        let mut report = report(CLOSED, &tried);
        let stake = [point(4), point(5)].into_iter().collect();
        thoughts.leave(&stake, &mut report);
        let left = report
            .moves
            .iter()
            .filter_map(|one| one.point)
            .map(Point::col);
        assert_eq!(left.collect::<Vec<_>>(), [1, 4]);
        assert_eq!(thoughts.hints(), [(point(1), 2.0)]);
    }

    #[test]
    fn a_move_that_nothing_speaks_for_must_gain_something() {
        let of = |col: usize| Thoughts::of_move(Color::Black, point(col));
        // The columns of the moves that are chosen first, and where a pass changes something, with
        // what they gain. Without such moves the side passes.
        let chosen = |first: Thoughts, at_stake, [much, little]: [f32; 2]| {
            let gain = |some: &Thoughts, _: &Thoughts| {
                let is_first = some.decision == Decision::Play(point(1));
                Some(if is_first { much } else { little })
            };
            let others = [of(at_stake), Thoughts::nothing(Color::Black)];
            first.unless_idle(others, gain).idle().map(Point::col)
        };
        assert_eq!(chosen(of(1), 2, [4.5, 2.5]), Some(2));
        assert_eq!(chosen(of(1), 2, [4.5, 1.5]), None);
        assert_eq!(chosen(of(1), 2, [5.5, 1.5]), Some(1));
        // Where a pass changes something, less is enough.
        assert_eq!(chosen(of(1), 1, [2.5, 0.0]), Some(1));
        assert_eq!(chosen(of(1), 1, [1.5, 0.0]), None);
        // A self-atari is no such move.
        let mut first = of(1);
        first.dropped = vec![(Candidate::without_reasons(point(1)), Obstacle::SelfAtari)];
        assert_eq!(chosen(first, 2, [9.0, 2.5]), Some(2));
    }

    /// A search does not forget what reading has found against a move.
    #[test]
    fn what_speaks_against_a_move_counts_in_a_search() {
        let mut thoughts = Thoughts::nothing(Color::Black);
        let bad = Candidate {
            value: -16.0,
            ..Candidate::without_reasons(point(1))
        };
        thoughts.dropped = vec![(bad, Obstacle::Worthless)];
        let tried = [(1, 1000, 0.55), (2, 1000, 0.5)];
        thoughts.weigh(None, report(CLOSED, &tried), true, |_| 0.0);
        assert_eq!(thoughts.decision, Decision::Play(point(2)));
    }
}
