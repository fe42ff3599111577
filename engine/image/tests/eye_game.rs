//! The values of eye spaces against an evaluation that is written apart: slow, and close to the
//! words of the rules.
//!
//! `EYE_GRAPHS=10000 cargo test --profile ci -p katachi-image --test eye_game` is the long run; it
//! takes some minutes. Without the variable some hundred graphs are tried.

use std::collections::HashMap;

use katachi_image::eyes::game::{EyeGraph, EyeVertex, Solved, value};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What stands on a point. A lost point is connected to the attacker's living stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Man {
    Nobody,
    Attacker,
    Defender,
    Lost,
}
use Man::{Attacker, Defender, Lost, Nobody};

/// The points, and the one where a ko forbids to play.
type Board = (Vec<Man>, Option<usize>);

/// The rules on one graph.
struct Rules<'a> {
    graph: &'a EyeGraph,
}

impl Rules<'_> {
    fn neighbors(&self, at: usize) -> Vec<usize> {
        let mask = self.graph.vertices()[at].neighbors;
        (0..32).filter(|other| mask >> other & 1 != 0).collect()
    }

    fn is_marginal(&self, men: &[Man], at: usize) -> bool {
        self.graph.vertices()[at].marginal
            || self.neighbors(at).iter().any(|&other| men[other] == Lost)
    }

    /// The connected points with the same kind of man.
    fn chain(&self, men: &[Man], from: usize) -> Vec<usize> {
        let mut chain = vec![from];
        let mut looked = 0;
        while looked < chain.len() {
            for other in self.neighbors(chain[looked]) {
                if men[other] == men[from] && !chain.contains(&other) {
                    chain.push(other);
                }
            }
            looked += 1;
        }
        chain
    }

    fn liberties(&self, men: &[Man], chain: &[usize]) -> Vec<usize> {
        let beside = chain.iter().flat_map(|&at| self.neighbors(at));
        let mut free: Vec<usize> = beside.filter(|&at| men[at] == Nobody).collect();
        free.sort_unstable();
        free.dedup();
        free
    }

    fn on_wall(&self, chain: &[usize]) -> bool {
        let vertices = self.graph.vertices();
        chain.iter().any(|&at| vertices[at].anchored)
    }

    /// Removes the chains of this kind next to a point that have no liberties.
    fn capture(&self, men: &mut [Man], at: usize, kind: Man) -> Vec<usize> {
        let mut gone = Vec::new();
        for other in self.neighbors(at) {
            if men[other] != kind {
                continue;
            }
            let chain = self.chain(men, other);
            if self.liberties(men, &chain).is_empty() && !(kind == Defender && self.on_wall(&chain))
            {
                // The points are emptied at the end, so that two chains are judged alike.
                gone.extend(chain);
            }
        }
        gone.sort_unstable();
        gone.dedup();
        for &point in &gone {
            men[point] = Nobody;
        }
        gone
    }

    /// The point where a ko forbids to take back.
    fn ko(&self, men: &[Man], at: usize, gone: &[usize]) -> Option<usize> {
        let chain = self.chain(men, at);
        let is_ko = chain.len() == 1 && gone.len() == 1 && self.liberties(men, &chain) == gone;
        is_ko.then(|| gone[0])
    }

    fn play(&self, (before, ko): &Board, at: usize, side: Man) -> Option<Board> {
        let mut men = before.clone();
        if men[at] != Nobody || *ko == Some(at) {
            return None;
        }
        let marginal = self.is_marginal(&men, at);
        men[at] = side;
        if side == Defender {
            let gone = self.capture(&mut men, at, Attacker);
            let chain = self.chain(&men, at);
            if self.on_wall(&chain) {
                return Some((men, None));
            }
            if self.liberties(&men, &chain).is_empty() {
                return None;
            }
            let ko = self.ko(&men, at, &gone);
            return Some((men, ko));
        }
        let gone = self.capture(&mut men, at, Defender);
        let chain = self.chain(&men, at);
        if marginal {
            for stone in chain {
                men[stone] = Lost;
            }
            return Some((men, None));
        }
        if !self.liberties(&men, &chain).is_empty() {
            let ko = self.ko(&men, at, &gone);
            return Some((men, ko));
        }
        for &stone in &chain {
            men[stone] = Nobody;
        }
        (chain.len() > 1).then_some((men, None))
    }

    fn eyes(&self, men: &[Man]) -> u8 {
        let mut seen = vec![false; men.len()];
        let mut eyes = 0;
        for from in 0..men.len() {
            let inside = |man| man == Nobody || man == Attacker;
            if seen[from] || !inside(men[from]) {
                continue;
            }
            let mut part = vec![from];
            let mut looked = 0;
            seen[from] = true;
            while looked < part.len() {
                for other in self.neighbors(part[looked]) {
                    if !seen[other] && inside(men[other]) {
                        seen[other] = true;
                        part.push(other);
                    }
                }
                looked += 1;
            }
            if part.iter().any(|&at| self.is_marginal(men, at)) {
                continue;
            }
            let empty = part.iter().filter(|&&at| men[at] == Nobody).count();
            eyes += if empty > 1 { 2 } else { 1 };
        }
        eyes.min(2)
    }
}

/// All boards, what follows them, and the digits.
struct Twin {
    eyes: Vec<u8>,
    passed: Vec<usize>,
    /// The boards after moves of the attacker and of the defender, with the moves.
    moves: [Vec<Vec<(usize, usize)>>; 2],
    digits: Vec<[u8; 4]>,
}

impl Twin {
    fn new(graph: &EyeGraph) -> Self {
        let rules = Rules { graph };
        let start = graph.vertices().iter();
        let start = start.map(|vertex| if vertex.stone { Attacker } else { Nobody });
        let mut boards: Vec<Board> = vec![(start.collect(), None)];
        let mut number: HashMap<Board, usize> = HashMap::from([(boards[0].clone(), 0)]);
        let mut twin = Self {
            eyes: Vec::new(),
            passed: Vec::new(),
            moves: [Vec::new(), Vec::new()],
            digits: Vec::new(),
        };
        let mut at = 0;
        while at < boards.len() {
            let board = boards[at].clone();
            let mut add = |after: Board| {
                *number.entry(after).or_insert_with_key(|after| {
                    boards.push(after.clone());
                    boards.len() - 1
                })
            };
            for (side, moves) in [Attacker, Defender].into_iter().zip(&mut twin.moves) {
                let all = 0..board.0.len();
                let legal = all.filter_map(|at| Some((at, rules.play(&board, at, side)?)));
                moves.push(legal.map(|(at, after)| (at, add(after))).collect());
            }
            twin.passed.push(add((board.0.clone(), None)));
            twin.eyes.push(rules.eyes(&board.0));
            at += 1;
        }
        twin.solve();
        twin
    }

    /// Repeats `step` on all boards at once until no digit changes.
    fn until_stable(&mut self, step: impl Fn(&Self, usize) -> [u8; 4]) {
        loop {
            let next: Vec<_> = (0..self.digits.len()).map(|at| step(self, at)).collect();
            if next == self.digits {
                return;
            }
            self.digits = next;
        }
    }

    fn solve(&mut self) {
        self.digits = vec![[2; 4]; self.eyes.len()];
        // The attacker begins, the defender begins; a pass gives the other side the choice to end.
        self.until_stable(|twin, at| {
            let digit =
                |digit: usize| move |&(_, after): &(usize, usize)| twin.digits[after][digit];
            let least = |at: usize| twin.moves[0][at].iter().map(digit(2)).min().unwrap_or(2);
            let most = |at: usize| twin.moves[1][at].iter().map(digit(1)).max().unwrap_or(0);
            let (eyes, passed) = (twin.eyes[at], twin.passed[at]);
            let is_ko = passed != at;
            let end_or_defend = if is_ko {
                twin.digits[passed][2]
            } else {
                most(at).max(eyes)
            };
            let end_or_attack = if is_ko {
                twin.digits[passed][1]
            } else {
                least(at).min(eyes)
            };
            let attacker = least(at).min(end_or_defend);
            let defender = most(at).max(end_or_attack);
            [attacker, attacker, defender, defender]
        });
        // One move is left unanswered; moves that must be answered put that off.
        self.until_stable(|twin, at| {
            let [_, attacker, defender, _] = twin.digits[at];
            let mut all = twin.digits[at];
            (all[0], all[3]) = (attacker, defender);
            for &(_, after) in &twin.moves[0][at] {
                let digits = twin.digits[after];
                if digits[2] > attacker {
                    continue;
                }
                let mut result = digits[1];
                for &(_, answer) in &twin.moves[1][after] {
                    let answer = twin.digits[answer];
                    if answer[1] < answer[2] {
                        result = result.max(answer[0]);
                    }
                }
                all[0] = all[0].min(result);
            }
            for &(_, after) in &twin.moves[1][at] {
                let digits = twin.digits[after];
                if digits[1] < defender {
                    continue;
                }
                let mut result = digits[2];
                for &(_, answer) in &twin.moves[0][after] {
                    let answer = twin.digits[answer];
                    if answer[1] < answer[2] {
                        result = result.min(answer[3]);
                    }
                }
                all[3] = all[3].max(result);
            }
            all
        });
    }

    /// The vertices of one side's best moves.
    fn vital(&self, side: usize) -> Vec<usize> {
        let (goal, other) = (self.digits[0][1 + side], 2 - side);
        let sum = |after: usize| i32::from(self.digits[after].iter().sum::<u8>());
        let worth = |after: usize| if side == 0 { -sum(after) } else { sum(after) };
        let good = self.moves[side][0].iter().copied();
        let good: Vec<_> = good
            .filter(|&(_, after)| self.digits[after][other] == goal)
            .collect();
        let best = good.iter().map(|&(_, after)| worth(after)).max();
        let best = good
            .iter()
            .filter(|&&(_, after)| Some(worth(after)) == best);
        best.map(|&(at, _)| at).collect()
    }

    /// The vertices of one side's moves that matter: those that give the number of eyes which it
    /// gets if it begins; where that is what the other side gets, too, those that threaten to
    /// change it.
    fn all_vital(&self, side: usize) -> Vec<usize> {
        let digits = self.digits[0];
        let (own, other, twice) = [(1, 2, 0), (2, 1, 3)][side];
        let is_urgent = digits[1] != digits[2];
        if !is_urgent && digits[twice] == digits[own] {
            return Vec::new();
        }
        let moves = self.moves[side][0].iter().copied();
        let vital = moves.filter(|&(_, after)| {
            if self.digits[after][other] != digits[own] {
                return false;
            }
            // Nobody answers at once, or after replies that must be answered themselves.
            let replies = self.moves[1 - side][after].iter();
            let replies = replies.map(|&(_, reply)| self.digits[reply]);
            let delayed = replies.filter(|digits| digits[1] < digits[2]);
            let results = delayed.map(|digits| digits[twice]);
            let results = results.chain([self.digits[after][own]]);
            let result = [results.clone().max(), results.min()][side];
            is_urgent || result == Some(digits[twice])
        });
        vital.map(|(at, _)| at).collect()
    }
}

/// A random space on a grid, with margins, stones and edges.
fn random_space(rng: &mut impl Rng, size: usize) -> EyeGraph {
    let mut points: Vec<(i32, i32)> = vec![(0, 0)];
    while points.len() < size {
        let (row, col) = points[rng.random_range(0..points.len())];
        let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][rng.random_range(0..4)];
        if !points.contains(&(row + down, col + right)) {
            points.push((row + down, col + right));
        }
    }
    // Any point can be the edge of the board that lies above or left of all.
    let edges: [bool; 2] = [rng.random_bool(0.3), rng.random_bool(0.3)];
    let top = points.iter().map(|point| point.0).min();
    let left = points.iter().map(|point| point.1).min();
    let vertices = points.iter().map(|&(row, col)| {
        let touching = points.iter().enumerate();
        let touching =
            touching.filter(|(_, other)| (row - other.0).abs() + (col - other.1).abs() == 1);
        let neighbors: u32 = touching.fold(0, |set, (at, _)| set | 1 << at);
        let edge = u8::from(edges[0] && Some(row) == top) + u8::from(edges[1] && Some(col) == left);
        let marginal = neighbors.count_ones() + u32::from(edge) < 4 && rng.random_bool(0.2);
        EyeVertex::new(neighbors, edge, marginal, rng.random_bool(0.3))
    });
    EyeGraph::new(vertices.collect()).expect("neighbours are mutual")
}

fn naive(graph: &EyeGraph) -> Solved {
    let twin = Twin::new(graph);
    let value = katachi_image::eyes::EyeValue(twin.digits[0]);
    let vital = |side| {
        if value.is_urgent() {
            twin.vital(side)
        } else {
            Vec::new()
        }
    };
    Solved {
        value,
        attacks: vital(0),
        defenses: vital(1),
        all_attacks: twin.all_vital(0),
        all_defenses: twin.all_vital(1),
    }
}

#[test]
fn values_agree_with_an_exhaustive_evaluation() {
    let count = std::env::var("EYE_GRAPHS")
        .ok()
        .and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(400);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let mut of_value: HashMap<_, usize> = HashMap::new();
    for number in 0..count {
        let most = if number % 8 == 0 { 9 } else { 7 };
        let size = rng.random_range(1..=most);
        let graph = random_space(&mut rng, size);
        let solved = value(&graph, usize::MAX).expect("no limit");
        assert!(solved.value.is_valid());
        assert_eq!(solved, naive(&graph), "{number}: {graph:?}");
        *of_value.entry(solved.value).or_default() += 1;
    }
    // The graphs are not all alike.
    assert!(of_value.len() >= 12, "{of_value:?}");
}

/// The space that rows show: `.` and `!` are empty, `X` and `$` hold stones.
fn space(rows: &[&str]) -> EyeGraph {
    let all = rows.iter().enumerate();
    let points: Vec<(usize, usize, char)> = all
        .flat_map(|(row, text)| text.chars().enumerate().map(move |(col, c)| (row, col, c)))
        .filter(|point| point.2 != ' ')
        .collect();
    let vertices = points.iter().map(|&(row, col, character)| {
        let touches =
            |other: &&(usize, usize, char)| row.abs_diff(other.0) + col.abs_diff(other.1) == 1;
        let mut neighbors = 0;
        for (at, _) in points
            .iter()
            .enumerate()
            .filter(|(_, other)| touches(other))
        {
            neighbors |= 1 << at;
        }
        let (marginal, stone) = ("!$".contains(character), "X$".contains(character));
        EyeVertex::new(neighbors, 0, marginal, stone)
    });
    EyeGraph::new(vertices.collect()).expect("neighbours are mutual")
}

fn digits(rows: &[&str]) -> String {
    value(&space(rows), usize::MAX)
        .expect("no limit")
        .value
        .to_string()
}

#[test]
fn known_spaces_have_their_values() {
    for (expected, rows) in [
        ("1111", &["."] as &[&str]),
        ("1111", &[".."]),
        ("1122", &["..."]),
        ("1222", &["...."]),
        ("2222", &["....."]),
        ("1112", &["..", ".."]),
        ("1122", &[" . ", "..."]),
        ("1122", &["...", ".. "]),
        ("1222", &["...", "..."]),
        ("2222", &["...", "...", "..."]),
        ("1111", &[".XX."]),
        ("2222", &[".XXX."]),
        ("0011", &["!."]),
        ("0111", &["!.."]),
        ("1112", &["!..."]),
        ("0001", &["!.!"]),
        ("0011", &["!..!"]),
        ("0022", &[".!."]),
        ("1222", &["X.X"]),
        ("0001", &["$X."]),
        // Examples of GNU Go's manual.
        ("1122", &[" X   ", "XX.!."]),
        ("0111", &[" .  ", ".X.!"]),
        ("0112", &["  !", " .X", "!..."]),
    ] {
        assert_eq!(digits(rows), expected, "{rows:?}");
    }
    // Exactly one eye, no matter who begins.
    assert_eq!(&digits(&["!  ", "... ", "...!"])[1..3], "11");
}

#[test]
fn limits_and_bad_graphs_are_refused() {
    let graph = space(&["....", "...."]);
    assert_eq!(value(&graph, 10), None);
    assert!(value(&graph, 1_000_000).is_some());
    let lonely = EyeVertex::new(0b10, 0, false, false);
    assert_eq!(
        EyeGraph::new(vec![
            lonely,
            EyeVertex {
                neighbors: 0,
                ..lonely
            }
        ]),
        None
    );
    let row = |count: usize| {
        (0..count).map(move |at| {
            let next = if at + 1 < count { 2u32 << at } else { 0 };
            EyeVertex::new(next | (1 << at) >> 1, 0, false, false)
        })
    };
    assert!(EyeGraph::new(row(32).collect()).is_some());
    assert_eq!(
        EyeGraph::new(Vec::new())
            .and_then(|none| value(&none, 9))
            .map(|s| s.value.0),
        Some([0; 4])
    );
}
