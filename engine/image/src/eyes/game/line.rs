//! Lines of best play, as reasons for values.

use std::fmt;

use super::graph::EyeGraph;
use super::position::Position;
use super::search::{Game, Side};

/// A move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who moves.
    pub side: Side,
    /// The vertex; `None` if the side plays elsewhere.
    pub at: Option<usize>,
}

impl fmt::Display for Step {
    /// The attacker is `X`, the defender `O`; vertices count from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Side::Attacker => 'X',
            Side::Defender => 'O',
        };
        match self.at {
            Some(at) => write!(f, "{side}{}", at + 1),
            None => write!(f, "{side} elsewhere"),
        }
    }
}

/// The play of both sides that gives a digit (0 to 3) of a space's value: the best moves until the
/// number of eyes no longer depends on who moves. `None` if the game has more than this number of
/// positions.
pub fn line(graph: &EyeGraph, digit: usize, nodes: usize) -> Option<Vec<Step>> {
    let start = std::iter::once(Position::start(graph, graph.stones()));
    let game = Game::explore(graph, start, nodes)?;
    let mut line = Line {
        game: &game,
        most: 4 * graph.vertices().len(),
        steps: Vec::new(),
    };
    match digit {
        0 => line.leaving(0, Side::Attacker),
        1 => line.alternate(0, Side::Attacker),
        2 => line.alternate(0, Side::Defender),
        _ => line.leaving(0, Side::Defender),
    }
    Some(line.steps)
}

struct Line<'a> {
    game: &'a Game<'a>,
    /// The most moves, since a line may have no end.
    most: usize,
    steps: Vec<Step>,
}

impl Line<'_> {
    fn push(&mut self, side: Side, at: Option<usize>) {
        self.steps.push(Step { side, at });
    }

    /// Both sides in turn, beginning with `side`. The first plays in any case, if he can.
    fn alternate(&mut self, mut number: u32, mut side: Side) {
        let first = self.steps.len();
        while self.steps.len() < self.most {
            let [_, attacked, defended, _] = self.game.digits(number);
            if self.steps.len() > first && attacked == defended {
                return;
            }
            let Some((at, after)) = self.game.best(number, side) else {
                return;
            };
            self.push(side, Some(at));
            (number, side) = (after, side.other());
        }
    }

    /// The other side leaves one move unanswered.
    fn leaving(&mut self, mut number: u32, side: Side) {
        let (own, other) = side.digits();
        let threat = side.threat();
        while self.steps.len() < self.most {
            let digits = self.game.digits(number);
            let goal = digits[threat];
            // Without a threat the first move is answered.
            if goal == digits[own] {
                return self.alternate(number, side);
            }
            let result = |after: u32| self.game.left_once(after, side);
            let mut moves = self.game.moves(number, side).into_iter();
            let good = |&(_, after): &(usize, u32)| {
                result(after) == goal && self.game.digits(after)[other] == digits[own]
            };
            let Some((at, after)) = moves.find(good) else {
                return;
            };
            self.push(side, Some(at));
            let replies = self.game.moves(after, side.other()).into_iter();
            let mut sente = replies.filter(|&(_, reply)| {
                let digits = self.game.digits(reply);
                digits[1] < digits[2] && digits[threat] == goal
            });
            let left = self.game.digits(after)[own] == goal;
            let Some((at, reply)) = sente.next().filter(|_| !left) else {
                self.push(side.other(), None);
                return self.alternate(after, side);
            };
            self.push(side.other(), Some(at));
            number = reply;
        }
    }
}
