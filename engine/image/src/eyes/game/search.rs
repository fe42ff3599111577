//! All positions of a game, and their values.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::graph::EyeGraph;
use super::position::Position;
use crate::eyes::language::EyeValue;

/// The value of an eye space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// How many eyes.
    pub value: EyeValue,
    /// The vertices of the attacker's best moves, ascending; none unless the value is urgent.
    ///
    /// All of them leave the second digit's number of eyes. Of these moves the ones whose result
    /// has the smallest sum of digits are best.
    pub attacks: Vec<usize>,
    /// The vertices of the defender's best moves, ascending; none unless the value is urgent. They
    /// leave the third digit's number, and the result has the greatest sum of digits.
    pub defenses: Vec<usize>,
    /// The vertices of all attacker's moves that matter, ascending, as GNU Go's `analyze_eyegraph`
    /// marks them: those that leave the second digit's number; if the value is not urgent, those
    /// that threaten to leave the first digit's, if that is less.
    pub all_attacks: Vec<usize>,
    /// The same for the defender, with the third and the fourth digit.
    pub all_defenses: Vec<usize>,
}

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The opponent of the eye space's owner.
    Attacker,
    /// The owner of the eye space.
    Defender,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// The digits of a value if this side and if the other side begins.
    pub(super) const fn digits(self) -> (usize, usize) {
        match self {
            Self::Attacker => (1, 2),
            Self::Defender => (2, 1),
        }
    }

    /// The digit of a value if this side begins and once moves twice.
    pub(super) const fn threat(self) -> usize {
        match self {
            Self::Attacker => 0,
            Self::Defender => 3,
        }
    }

    /// The better of two numbers of eyes for this side.
    fn better(self, a: u8, b: u8) -> u8 {
        match self {
            Self::Attacker => a.min(b),
            Self::Defender => a.max(b),
        }
    }

    /// Whether the first number of eyes is better for this side than the second.
    fn prefers(self, a: u8, b: u8) -> bool {
        a != b && self.better(a, b) == a
    }
}

/// The positions that can arise from some first ones, with their values.
pub(super) struct Game<'a> {
    graph: &'a EyeGraph,
    /// Where the first positions are.
    starts: Vec<u32>,
    positions: Vec<Position>,
    nodes: Vec<Node>,
    /// The positions after the attacker's and the defender's moves, in runs.
    next: Vec<u32>,
    digits: Vec<[u8; 4]>,
}

/// What can happen in a position.
struct Node {
    /// Where the runs of the attacker's and of the defender's moves begin, and where they end.
    runs: [u32; 3],
    /// The position after a pass.
    passed: u32,
    /// The eyes if the game ends.
    count: u8,
}

/// Positions with their numbers.
#[derive(Default)]
struct Numbers {
    of: HashMap<Position, u32, BuildHasherDefault<FxHasher>>,
    positions: Vec<Position>,
}

impl Numbers {
    fn number(&mut self, position: Position) -> u32 {
        let next = self.positions.len() as u32;
        *self.of.entry(position).or_insert_with(|| {
            self.positions.push(position);
            next
        })
    }
}

impl<'a> Game<'a> {
    /// Finds all positions; `None` if they are more than `most`.
    pub fn explore(
        graph: &'a EyeGraph,
        starts: impl Iterator<Item = Position>,
        most: usize,
    ) -> Option<Self> {
        let mut numbers = Numbers::default();
        let starts = starts.map(|start| numbers.number(start)).collect();
        let (mut nodes, mut next) = (Vec::new(), Vec::new());
        while nodes.len() < numbers.positions.len() {
            if numbers.positions.len() > most {
                return None;
            }
            let position = numbers.positions[nodes.len()];
            let mut runs = [next.len() as u32; 3];
            let attacks = position
                .open()
                .filter_map(|at| position.attacked(graph, at));
            next.extend(attacks.map(|after| numbers.number(after)));
            runs[1] = next.len() as u32;
            let defenses = position
                .open()
                .filter_map(|at| position.defended(graph, at));
            next.extend(defenses.map(|after| numbers.number(after)));
            runs[2] = next.len() as u32;
            nodes.push(Node {
                runs,
                passed: numbers.number(position.passed()),
                count: position.count(graph),
            });
        }
        let mut game = Self {
            graph,
            starts,
            digits: vec![[2; 4]; nodes.len()],
            positions: numbers.positions,
            nodes,
            next,
        };
        game.alternate();
        game.leave_once();
        Some(game)
    }

    /// The positions after the moves of a side.
    fn next(&self, node: &Node, side: Side) -> &[u32] {
        let [attacks, defenses, end] = node.runs.map(|at| at as usize);
        match side {
            Side::Attacker => &self.next[attacks..defenses],
            Side::Defender => &self.next[defenses..end],
        }
    }

    /// One digit of all positions after the moves of a side.
    fn after(&self, node: &Node, side: Side, digit: usize) -> impl Iterator<Item = u8> {
        let next = self.next(node, side).iter();
        next.map(move |&at| self.digits[at as usize][digit])
    }

    /// Changes digits from the last position to the first until nothing changes. A position whose
    /// next ones are all final is final, too: only what a ko or a capture can repeat is seen again.
    fn settle(&mut self, digits: impl Fn(&Self, usize) -> [u8; 4]) {
        let mut is_final = vec![false; self.nodes.len()];
        loop {
            let mut changed = false;
            for at in (0..self.nodes.len()).rev() {
                if is_final[at] {
                    continue;
                }
                let after = digits(self, at);
                changed |= after != self.digits[at];
                self.digits[at] = after;
                let node = &self.nodes[at];
                let passed = node.passed as usize;
                let [begin, _, end] = node.runs.map(|run| run as usize);
                let mut next = self.next[begin..end].iter();
                is_final[at] =
                    (passed == at || is_final[passed]) && next.all(|&next| is_final[next as usize]);
            }
            if !changed {
                return;
            }
        }
    }

    /// The second and the third digit. They begin at two eyes and fall as far as the attacker can
    /// force it, so lines without end do not help him.
    fn alternate(&mut self) {
        self.settle(|game, at| {
            let node = &game.nodes[at];
            let attacked = game.after(node, Side::Attacker, 2).min().unwrap_or(2);
            let defended = game.after(node, Side::Defender, 1).max().unwrap_or(0);
            // After a pass the other side may move or end the game. A pass that ends a ko goes on.
            let [_, attacker, defender, _] = game.digits[node.passed as usize];
            let (answered, attack) = if node.passed as usize == at {
                (defended.max(node.count), attacked.min(node.count))
            } else {
                (defender, attacker)
            };
            let (attacker, defender) = (attacked.min(answered), defended.max(attack));
            [attacker, attacker, defender, defender]
        });
    }

    /// The first and the fourth digit. They begin at their neighbours and change as far as the side
    /// that moves twice can force it.
    fn leave_once(&mut self) {
        self.settle(|game, at| {
            let mut digits = game.digits[at];
            for side in [Side::Attacker, Side::Defender] {
                let (own, _) = side.digits();
                let next = game.next(&game.nodes[at], side).iter();
                let good = next.filter(|&&after| game.is_good(at, after, side));
                let results = good.map(|&after| game.left_once(after, side));
                digits[side.threat()] = results.fold(digits[own], |a, b| side.better(a, b));
            }
            digits
        });
    }

    /// Whether a move of `side`, with the position after it, would be as good if it were answered.
    fn is_good(&self, before: usize, after: u32, side: Side) -> bool {
        let (own, other) = side.digits();
        self.digits[after as usize][other] == self.digits[before][own]
    }

    /// The result after a move of `side` if the other side must once leave a move unanswered.
    pub fn left_once(&self, number: u32, side: Side) -> u8 {
        let (own, _) = side.digits();
        let node = &self.nodes[number as usize];
        let replies = self.next(node, side.other()).iter();
        let sente = replies.map(|&reply| self.digits[reply as usize]);
        let sente = sente.filter(|digits| digits[1] < digits[2]);
        let left = self.digits[number as usize][own];
        sente.fold(left, |a, digits| {
            side.other().better(a, digits[side.threat()])
        })
    }

    /// The digits of a position.
    pub fn digits(&self, number: u32) -> [u8; 4] {
        self.digits[number as usize]
    }

    /// The moves of a side with the positions after them.
    pub fn moves(&self, number: u32, side: Side) -> Vec<(usize, u32)> {
        let position = self.positions[number as usize];
        let after = |at: &usize| match side {
            Side::Attacker => position.attacked(self.graph, *at),
            Side::Defender => position.defended(self.graph, *at),
        };
        let places = position.open().filter(|at| after(at).is_some());
        let next = self.next(&self.nodes[number as usize], side);
        places.zip(next.iter().copied()).collect()
    }

    /// The side's moves that give the number of eyes which it gets if it begins, and of these the
    /// ones with the best sum of digits. None if only a pass gives it.
    fn vital(&self, number: u32, side: Side) -> Vec<(usize, u32)> {
        let (own, other) = side.digits();
        let goal = self.digits(number)[own];
        let mut moves = self.moves(number, side);
        moves.retain(|&(_, after)| self.digits(after)[other] == goal);
        let sum = |after: u32| self.digits(after).iter().sum::<u8>();
        let sums = moves.iter().map(|&(_, after)| sum(after));
        if let Some(best) = sums.reduce(|a, b| side.better(a, b)) {
            moves.retain(|&(_, after)| !side.prefers(best, sum(after)));
        }
        moves
    }

    /// The side's moves that give the number of eyes which it gets if it begins. Where the other
    /// side gets the same, those that threaten to change it by a second move.
    fn all_vital(&self, number: u32, side: Side) -> Vec<usize> {
        let digits = self.digits(number);
        let (own, other) = side.digits();
        let goal = digits[side.threat()];
        let is_urgent = digits[own] != digits[other];
        if !is_urgent && goal == digits[own] {
            return Vec::new();
        }
        let moves = self.moves(number, side).into_iter();
        let vital = moves.filter(|&(_, after)| {
            self.is_good(number as usize, after, side)
                && (is_urgent || self.left_once(after, side) == goal)
        });
        vital.map(|(at, _)| at).collect()
    }

    /// A best move of a side with the position after it.
    pub fn best(&self, number: u32, side: Side) -> Option<(usize, u32)> {
        self.vital(number, side).first().copied()
    }

    /// The value of one of the first positions.
    pub fn solved(&self, start: usize) -> Solved {
        let number = self.starts[start];
        let value = EyeValue(self.digits(number));
        let vertices = |side| {
            let moves = if value.is_urgent() {
                self.vital(number, side)
            } else {
                Vec::new()
            };
            moves.into_iter().map(|(at, _)| at).collect()
        };
        Solved {
            value,
            attacks: vertices(Side::Attacker),
            defenses: vertices(Side::Defender),
            all_attacks: self.all_vital(number, Side::Attacker),
            all_defenses: self.all_vital(number, Side::Defender),
        }
    }
}
