//! The exact number of eyes of an enclosed space, by search over all positions in it.
//!
//! The wall lives alone if the space gives two eyes; beside a real eye elsewhere it lives if the
//! space gives one. So both questions are questions of life and death: can the attacker, whose
//! outside stones are safe, capture the wall? [`Game`] explores every position of the space and
//! marks those where the wall lives for good, even if the owner always passes, and those where it
//! is gone. From these follow the positions where a side can force its aim. A question that neither
//! side wins is a seki, or its lines have no end.

use std::collections::HashMap;

use katachi_board::{Board, Color, KoRule, Point, Rules, SuicideRule};

/// The most positions.
const NODES: usize = 200_000;

/// Who may retake a ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threats {
    Nobody,
    Only(Color),
}

/// How a question ends with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Lives,
    Dies,
    Open,
}

/// A position: three states for each point, and the ko that a side may not retake.
type Key = (u32, Option<(Color, Point)>);

/// What follows a move.
#[derive(Clone, Copy, Debug)]
enum Next {
    Captured,
    Node(usize),
}

/// All positions that arise from the first one.
pub struct Game {
    owner: Color,
    points: Vec<Point>,
    kos: Vec<Option<(Color, Point)>>,
    /// The moves of the owner and of the attacker.
    moves: Vec<[Vec<(usize, Next)>; 2]>,
    /// The same stones without a ko.
    passed: Vec<usize>,
    of: HashMap<Key, usize>,
    wall: Point,
    /// Positions where the attacker captures if the owner always passes.
    falls: Vec<bool>,
}

impl Game {
    /// The game of the owner's wall with all points where somebody may play. `None` if it has too
    /// many positions.
    pub fn explore(
        board: &Board,
        points: &[Point],
        wall: Point,
        suicide: SuicideRule,
    ) -> Option<Self> {
        let mut board = board.clone();
        board.set_rules(Rules {
            ko: KoRule::None,
            suicide,
        });
        let mut game = Self {
            owner: board.at(wall).color()?,
            points: points.to_vec(),
            kos: Vec::new(),
            moves: Vec::new(),
            passed: Vec::new(),
            of: HashMap::new(),
            wall,
            falls: Vec::new(),
        };
        game.visit(&mut board, None)?;
        game.find_falls();
        Some(game)
    }

    fn code(&self, board: &Board) -> u32 {
        self.points.iter().fold(0, |code, &point| {
            let state = match board.at(point).color() {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            3 * code + state
        })
    }

    /// The number of a position; new ones are explored.
    fn visit(&mut self, board: &mut Board, ko: Option<(Color, Point)>) -> Option<usize> {
        let key = (self.code(board), ko);
        if let Some(&known) = self.of.get(&key) {
            return Some(known);
        }
        let node = self.moves.len();
        if node >= NODES {
            return None;
        }
        self.of.insert(key, node);
        self.kos.push(ko);
        self.moves.push([Vec::new(), Vec::new()]);
        self.passed.push(node);
        if ko.is_some() {
            self.passed[node] = self.visit(board, None)?;
        }
        for (side, color) in [self.owner, !self.owner].into_iter().enumerate() {
            for place in 0..self.points.len() {
                let point = self.points[place];
                if !board.at(point).is_empty() || board.play(color, point).is_err() {
                    continue;
                }
                let next = if board.at(self.wall).is_empty() {
                    // The owner does not play the suicide of the wall.
                    (color != self.owner).then_some(Next::Captured)
                } else {
                    let ko = board.ko().map(|ko| (!color, ko));
                    Some(Next::Node(self.visit(board, ko)?))
                };
                board.undo();
                if let Some(next) = next {
                    self.moves[node][side].push((place, next));
                }
            }
        }
        Some(node)
    }

    fn find_falls(&mut self) {
        self.falls = vec![false; self.moves.len()];
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for node in 0..self.moves.len() {
                if self.falls[node] {
                    continue;
                }
                let falls = |&(_, next): &(usize, Next)| match next {
                    Next::Captured => true,
                    Next::Node(next) => self.falls[self.passed[next]],
                };
                if self.moves[node][1].iter().any(falls) {
                    self.falls[node] = true;
                    changed = true;
                }
            }
        }
    }

    /// For each position and side to move (the owner first), how it ends.
    pub fn solve(&self, threats: Threats) -> Vec<[End; 2]> {
        let mut ends: Vec<[End; 2]> = (self.falls.iter())
            .map(|&falls| [if falls { End::Open } else { End::Lives }; 2])
            .collect();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for node in (0..ends.len()).rev() {
                for side in 0..2 {
                    if ends[node][side] != End::Open {
                        continue;
                    }
                    let (wish, other) = [(End::Lives, End::Dies), (End::Dies, End::Lives)][side];
                    let passed = ends[self.passed[node]][1 - side];
                    let mut all_bad = passed == other;
                    let mut good = passed == wish;
                    for next in self.legal(node, side, threats).map(|(_, next)| next) {
                        let end = end_after(&ends, next, side);
                        good |= end == wish;
                        all_bad &= end == other;
                    }
                    let end = if good {
                        wish
                    } else if all_bad {
                        other
                    } else {
                        continue;
                    };
                    ends[node][side] = end;
                    changed = true;
                }
            }
        }
        ends
    }

    fn legal(
        &self,
        node: usize,
        side: usize,
        threats: Threats,
    ) -> impl Iterator<Item = (usize, Next)> {
        let color = [self.owner, !self.owner][side];
        let banned = self.kos[node]
            .filter(|&(banned, _)| banned == color && threats != Threats::Only(color));
        let banned = banned.map(|(_, point)| point);
        let moves = self.moves[node][side].iter().copied();
        moves.filter(move |&(place, _)| Some(self.points[place]) != banned)
    }

    /// The points of a side's first moves, with how they end.
    pub fn first_moves(&self, ends: &[[End; 2]], side: usize) -> Vec<(Point, End)> {
        let moves = self.moves[0][side].iter();
        moves
            .map(|&(place, next)| (self.points[place], end_after(ends, next, side)))
            .collect()
    }
}

/// How a position ends after a move of this side.
fn end_after(ends: &[[End; 2]], next: Next, side: usize) -> End {
    match next {
        Next::Captured => End::Dies,
        Next::Node(next) => ends[next][1 - side],
    }
}
