//! The automata of an image as one graph without cycles.

use katachi_image::general::automaton::{Automata, Candidate, Head};
use katachi_image::{General, Offset, Symbol};

use crate::shares::share;

/// The automata of an image as a graph: its nodes are the states, by their number.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    pub(super) general: General<'a>,
    automata: Automata<'a>,
    points: Vec<Offset>,
    /// The places of the states in their table.
    places: Vec<usize>,
    /// The numbers of the states, targets later.
    order: Vec<usize>,
}

impl<'a> Graph<'a> {
    /// The automata of this image; `None` if its patterns are matched by something else.
    pub fn of(general: General<'a>) -> Option<Self> {
        let automata = general.automata();
        if automata.is_empty() {
            return None;
        }
        let places: Vec<usize> = automata.places().collect();
        let mut order: Vec<usize> = (0..places.len()).collect();
        // Targets read later points, and states without targets come last.
        order.sort_by_key(|&state| {
            let head = automata.head(places[state]);
            let reads = head.targets() > 0;
            (!reads, if reads { head.point() } else { 0 })
        });
        Some(Self {
            general,
            automata,
            points: automata.points().collect(),
            places,
            order,
        })
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no states; never so.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The mean number of states that the scan of an anchor visits, if the points around anchors
    /// hold each symbol as often as in the middle of a game.
    ///
    /// It is exact: the sum of the probabilities of all states. A scan never reads a point twice,
    /// so the probability of a path is the product of the shares of its symbols.
    pub fn mean_scan(&self) -> f64 {
        let share = |symbol: Symbol| f64::from(share(symbol.bit()));
        let starts: Vec<_> = self.starts().collect();
        // Anchors with other symbols are not scanned.
        let anchors = (Symbol::ALL.into_iter())
            .filter(|&symbol| starts.iter().any(|&(anchor, _)| anchor == symbol));
        let all: f64 = anchors.map(share).sum();
        let mut reached = vec![0.0; self.len()];
        for (anchor, start) in starts {
            reached[start] += share(anchor) / all;
        }
        let mut sum = 0.0;
        for &state in &self.order {
            sum += reached[state];
            for symbol in Symbol::ALL {
                if let Some(target) = self.after(state, symbol) {
                    reached[target] += reached[state] * share(symbol);
                }
            }
        }
        sum
    }

    /// The states, targets later.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// The automata: the symbol of the anchor, and the state after it was read.
    pub(super) fn starts(&self) -> impl Iterator<Item = (Symbol, usize)> + '_ {
        (self.automata.starts()).filter_map(|(anchor, start)| {
            let anchor = Symbol::ALL.into_iter().find(|&one| one as usize == anchor);
            Some((anchor?, self.at(start)?))
        })
    }

    /// The point that a state reads; `None` if it is the last one of a scan.
    pub(super) fn point(&self, state: usize) -> Option<Offset> {
        let head = self.head(state);
        let point = self.points.get(head.point()).copied();
        point.filter(|_| head.targets() > 0)
    }

    /// The state after this symbol was read; `None` if nothing more can fit.
    pub(super) fn after(&self, state: usize, symbol: Symbol) -> Option<usize> {
        let head = self.head(state);
        let class = head.class(symbol);
        let target = (class > 0).then(|| self.automata.target(self.places[state], head, class));
        self.at(target?)
    }

    /// The states that may follow, each with the symbols that lead to it, in the order of the
    /// symbols.
    pub(super) fn targets(&self, state: usize) -> Vec<(usize, Vec<Symbol>)> {
        let mut targets: Vec<(usize, Vec<Symbol>)> = Vec::new();
        for symbol in Symbol::ALL {
            let Some(target) = self.after(state, symbol) else {
                continue;
            };
            match targets.iter_mut().find(|(known, _)| *known == target) {
                Some((_, symbols)) => symbols.push(symbol),
                None => targets.push((target, vec![symbol])),
            }
        }
        targets
    }

    /// The lanes that a state reports.
    pub(super) fn reported(&self, state: usize) -> impl Iterator<Item = Candidate> + use<'a> {
        self.automata.reported(self.places[state], self.head(state))
    }

    /// The points of a reported lane that are left to test.
    pub(super) fn left(&self, state: usize, one: Candidate) -> usize {
        if !self.head(state).is_leaf() {
            return 0;
        }
        let lane = self.general.all_lanes().get(one.lane as usize);
        let pattern = lane.and_then(|lane| self.general.pattern(lane.pattern.get() as usize));
        let tests = pattern.map_or(0, |pattern| pattern.tests().len());
        tests.saturating_sub(one.read as usize)
    }

    /// For each state whether it can still report one of these lanes.
    pub(super) fn keeps(&self, wanted: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut keeps = vec![false; self.len()];
        for &state in self.order.iter().rev() {
            let reports = self.reported(state).any(|one| wanted(one.lane as usize));
            keeps[state] = reports || self.targets(state).iter().any(|&(target, _)| keeps[target]);
        }
        keeps
    }

    /// For each state the number of lanes that it can still report.
    pub(super) fn lanes_left(&self) -> Vec<usize> {
        let mut counts = vec![0; self.len()];
        let reported: Vec<Vec<usize>> = (0..self.len())
            .map(|state| self.reported(state).map(|one| one.lane as usize).collect())
            .collect();
        let targets: Vec<_> = (0..self.len()).map(|state| self.targets(state)).collect();
        // 64 lanes at a time, a bit for each.
        for block in 0..self.general.all_lanes().len().div_ceil(64) {
            let mut sets = vec![0u64; self.len()];
            for &state in self.order.iter().rev() {
                let own = reported[state].iter().filter(|&lane| lane / 64 == block);
                let own = own.fold(0, |set, lane| set | 1 << (lane % 64));
                let later = targets[state].iter().map(|&(target, _)| sets[target]);
                sets[state] = later.fold(own, |set, more| set | more);
                counts[state] += sets[state].count_ones() as usize;
            }
        }
        counts
    }

    fn head(&self, state: usize) -> Head {
        self.automata.head(self.places[state])
    }

    /// The number of the state at this place.
    fn at(&self, place: usize) -> Option<usize> {
        self.places.binary_search(&place).ok()
    }
}

/// The symbols as diagrams have them, `#` for points off the board.
pub(super) fn letters(symbols: &[Symbol]) -> String {
    let letter = |symbol: &Symbol| match symbol {
        Symbol::Empty => ".",
        Symbol::Own => "O",
        Symbol::Opponent => "X",
        Symbol::Off => "#",
    };
    symbols.iter().map(letter).collect::<Vec<_>>().join(" ")
}

/// A point, as the row and column to which it lies from the anchor.
pub(super) fn place(at: Offset) -> String {
    format!("({}, {})", at.row, at.col)
}

#[cfg(test)]
mod tests {
    use katachi_image::{Image, Role};

    use super::*;
    use crate::{Method, Source, compile_for};

    const TEXT: &str = "attribute_map general

Pattern Between

X*X

:+,-

Pattern Touch

O*

:8,-
";

    fn image() -> Image {
        let sources = vec![Source::new("mine.db", TEXT)];
        let compiled = compile_for(Role::Patterns, Method::Automaton, sources);
        Image::from_vec(compiled.image.unwrap()).unwrap()
    }

    /// The number of states that a scan visits, if the points hold these symbols.
    fn visits(graph: &Graph<'_>, anchor: Symbol, holds: &dyn Fn(Offset) -> Symbol) -> f64 {
        let starts = graph.starts().filter(|(symbol, _)| *symbol == anchor);
        let visits = starts.map(|(_, start)| {
            let next = |&state: &usize| graph.after(state, holds(graph.point(state)?));
            std::iter::successors(Some(start), next).count() as f64
        });
        visits.sum()
    }

    #[test]
    fn the_mean_scan_is_that_of_all_boards() {
        let image = image();
        let graph = Graph::of(image.general().unwrap()).unwrap();
        let share = |symbol: Symbol| f64::from(share(symbol.bit()));
        let points = &graph.points;
        let (mut sum, mut all) = (0.0, 0.0);
        for anchor in [Symbol::Own, Symbol::Opponent] {
            all += share(anchor);
            for board in 0..1usize << (2 * points.len()) {
                let holds = |place: usize| Symbol::ALL[board >> (2 * place) & 3];
                let at = |at: Offset| holds(points.iter().position(|one| *one == at).unwrap());
                let chance: f64 = (0..points.len()).map(|place| share(holds(place))).product();
                sum += share(anchor) * chance * visits(&graph, anchor, &at);
            }
        }
        let mean = graph.mean_scan();
        assert!((mean - sum / all).abs() < 1e-4, "{mean} {}", sum / all);
    }

    #[test]
    fn targets_come_later_and_keep_no_new_lane() {
        let image = image();
        let graph = Graph::of(image.general().unwrap()).unwrap();
        let left = graph.lanes_left();
        let mut seen = vec![false; graph.len()];
        for &state in graph.order() {
            seen[state] = true;
            for (target, _) in graph.targets(state) {
                assert!(!seen[target]);
                assert!(left[target] > 0 && left[target] <= left[state]);
            }
        }
        let lanes = image.general().unwrap().all_lanes().len();
        let found: usize = graph.starts().map(|(_, start)| left[start]).sum();
        assert_eq!(found, lanes);
        for lane in 0..lanes {
            let keeps = graph.keeps(|one| one == lane);
            let starts = graph.starts().filter(|&(_, start)| keeps[start]);
            assert_eq!(starts.count(), 1);
        }
    }
}
