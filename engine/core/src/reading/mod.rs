//! Tactical reading of one string: can it be captured, can it be saved.
//!
//! A simple reader: strings with one or two liberties are read to any depth (ladders), strings
//! with three liberties near the root, strings with more count as safe. A search that runs out of
//! nodes calls the string safe. Kos are seen only where a capture is forbidden by one.

use katachi_board::{Board, Chain, Color, Point};
use katachi_matcher::Outcome;

/// How far the reader looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Moves tried in one question.
    pub nodes: u32,
    /// How many moves deep strings with three liberties are still attacked.
    pub three_liberty_depth: u32,
}

impl Limits {
    /// The limits of a level; the usual level is 10, levels below 0 read like 0.
    pub fn for_level(level: i32) -> Self {
        let level = level.clamp(0, 30) as u32;
        Self {
            nodes: 100 + 100 * level,
            three_liberty_depth: 1 + level / 3,
        }
    }
}

/// The answer to a question about a string: the result, and a move that achieves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The result for the side that moves.
    pub outcome: Outcome,
    /// The move; `None` if there is none or none is needed.
    pub point: Option<Point>,
}

impl Reading {
    const FAILS: Self = Self {
        outcome: Outcome::Lose,
        point: None,
    };
    /// The string is safe as it stands.
    const SAFE: Self = Self {
        outcome: Outcome::Win,
        point: None,
    };
}

/// Reads single strings on a board by trial moves, all of which it takes back.
#[derive(Clone, Debug)]
pub struct Reader {
    limits: Limits,
    nodes: u32,
}

impl Reader {
    /// A reader with these limits.
    pub fn new(limits: Limits) -> Self {
        Self { limits, nodes: 0 }
    }

    /// Whether the opponent, to move, can capture the string on this point.
    pub fn attack(&mut self, board: &mut Board, string: Point) -> Reading {
        self.nodes = 0;
        self.attack_at(board, string, 0)
    }

    /// Whether its owner, to move, can save the string on this point.
    pub fn defend(&mut self, board: &mut Board, string: Point) -> Reading {
        self.nodes = 0;
        self.defend_at(board, string, 0)
    }

    /// All moves with which the opponent can capture the string, each with its result.
    pub fn attacks(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        self.nodes = 0;
        let Some(chain) = board.chain(string) else {
            return Vec::new();
        };
        let attacker = !chain.color();
        let candidates = attack_moves(board, &chain);
        self.working(board, string, attacker, candidates, |reader, board| {
            reader.defend_at(board, string, 1).outcome.reversed()
        })
    }

    /// All moves with which its owner can save the string, each with its result.
    pub fn defenses(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        self.nodes = 0;
        let Some(chain) = board.chain(string) else {
            return Vec::new();
        };
        let defender = chain.color();
        let candidates = defense_moves(board, &chain, 0);
        self.working(board, string, defender, candidates, |reader, board| {
            reader.attack_at(board, string, 1).outcome.reversed()
        })
    }

    fn working(
        &mut self,
        board: &mut Board,
        string: Point,
        mover: Color,
        candidates: Vec<Point>,
        mut result: impl FnMut(&mut Self, &mut Board) -> Outcome,
    ) -> Vec<(Point, Outcome)> {
        let owner = board.at(string);
        let mut found = Vec::new();
        for point in candidates {
            if !board.try_move(mover, point) {
                continue;
            }
            let outcome = if board.at(string) == owner {
                result(self, board)
            } else {
                // Gone: a win for the attacker. (Suicide is not tried.)
                Outcome::Win
            };
            board.take_back();
            if outcome != Outcome::Lose {
                found.push((point, outcome));
            }
        }
        found
    }

    /// Whether a move here is legal and its stone cannot simply be captured.
    pub fn safe_move(&mut self, board: &mut Board, color: Color, point: Point) -> Outcome {
        if !board.try_move(color, point) {
            return Outcome::Lose;
        }
        let attack = self.attack(board, point).outcome;
        board.take_back();
        attack.reversed()
    }

    fn exhausted(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > self.limits.nodes
    }

    fn attack_at(&mut self, board: &mut Board, string: Point, depth: u32) -> Reading {
        let Some(chain) = board.chain(string) else {
            return Reading::SAFE;
        };
        let attacker = !chain.color();
        let liberties = chain.liberty_count();
        let most = if depth <= self.limits.three_liberty_depth {
            3
        } else {
            2
        };
        if liberties > most || self.exhausted() {
            return Reading::FAILS;
        }
        if liberties == 1 {
            return capture(board, &chain);
        }
        let mut best = Reading::FAILS;
        for point in attack_moves(board, &chain) {
            if !board.try_move(attacker, point) {
                continue;
            }
            let outcome = self.defend_at(board, string, depth + 1).outcome.reversed();
            board.take_back();
            if outcome > best.outcome {
                best = Reading {
                    outcome,
                    point: Some(point),
                };
                if outcome == Outcome::Win {
                    break;
                }
            }
        }
        best
    }

    fn defend_at(&mut self, board: &mut Board, string: Point, depth: u32) -> Reading {
        let Some(chain) = board.chain(string) else {
            return Reading::FAILS;
        };
        let defender = chain.color();
        let safe = if depth <= self.limits.three_liberty_depth {
            4
        } else {
            3
        };
        if chain.liberty_count() >= safe || self.exhausted() {
            return Reading::SAFE;
        }
        let mut best = Reading::FAILS;
        for point in defense_moves(board, &chain, depth) {
            if !board.try_move(defender, point) {
                continue;
            }
            let outcome = self.attack_at(board, string, depth + 1).outcome.reversed();
            board.take_back();
            if outcome > best.outcome {
                best = Reading {
                    outcome,
                    point: Some(point),
                };
                if outcome == Outcome::Win {
                    break;
                }
            }
        }
        best
    }
}

/// Taking a string in atari off the board.
fn capture(board: &Board, chain: &Chain<'_>) -> Reading {
    let attacker = !chain.color();
    let Some(point) = chain.liberties().first() else {
        return Reading::FAILS;
    };
    // What takes stones is never suicide, so only a ko can forbid it.
    let outcome = if board.is_ko(attacker, point) {
        Outcome::KoB
    } else {
        Outcome::Win
    };
    Reading {
        outcome,
        point: Some(point),
    }
}

/// The liberties, first those where the string would gain most by extending.
fn attack_moves(board: &Board, chain: &Chain<'_>) -> Vec<Point> {
    let color = chain.color();
    let mut moves: Vec<Point> = chain.liberties().iter().collect();
    moves.sort_by_key(|&point| std::cmp::Reverse(board.liberties_after(color, point).len()));
    moves
}

/// Captures of neighbours in atari, then extensions, then, near the root, ataris on neighbours.
fn defense_moves(board: &Board, chain: &Chain<'_>, depth: u32) -> Vec<Point> {
    let color = chain.color();
    let mut moves: Vec<Point> = Vec::new();
    let mut add = |point: Point| {
        if !moves.contains(&point) {
            moves.push(point);
        }
    };
    for neighbor in chain
        .neighbors()
        .filter(|neighbor| neighbor.liberty_count() == 1)
    {
        neighbor.liberties().iter().for_each(&mut add);
    }
    let mut extensions: Vec<(usize, Point)> = chain
        .liberties()
        .iter()
        .map(|point| (board.liberties_after(color, point).len(), point))
        // An extension into atari saves nothing, unless it captures, and that has come first.
        .filter(|(liberties, _)| *liberties > 1)
        .collect();
    extensions.sort_by_key(|&(liberties, _)| std::cmp::Reverse(liberties));
    for (_, point) in extensions {
        add(point);
    }
    if depth < 3 && chain.liberty_count() > 1 {
        for neighbor in chain
            .neighbors()
            .filter(|neighbor| neighbor.liberty_count() == 2)
        {
            neighbor.liberties().iter().for_each(&mut add);
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a board")
    }

    fn read(text: &str, string: &str) -> (Outcome, Outcome) {
        let mut board = board(text);
        let string = Point::from_vertex(string, board.size()).expect("a vertex");
        let mut reader = Reader::new(Limits::for_level(10));
        let before = board.to_string();
        let result = (
            reader.attack(&mut board, string).outcome,
            reader.defend(&mut board, string).outcome,
        );
        assert_eq!(board.to_string(), before);
        assert_eq!(board.trial_moves(), 0);
        result
    }

    #[test]
    fn a_stone_in_atari_is_captured_or_runs() {
        let open = "
            . . . . .
            . O X . .
            O X O . .
            . . . . .
            . . . . .";
        assert_eq!(read(open, "B3"), (Outcome::Win, Outcome::Win));
        let closed = "
            . O . . .
            O X O . .
            O X O . .
            O . O . .
            . O . . .";
        assert_eq!(read(closed, "B3"), (Outcome::Win, Outcome::Lose));
    }

    #[test]
    fn a_ladder_works_unless_something_stands_in_its_way() {
        let ladder = |breaker: &str| {
            format!(
                ". . . . . . . . .
                 . . O O . . . . .
                 . O X . . . . . .
                 . . O . . . . . .
                 . . . . . . . . .
                 . . . . . . {breaker} . .
                 . . . . . . . . .
                 . . . . . . . . .
                 . . . . . . . . ."
            )
        };
        assert_eq!(read(&ladder("."), "C7"), (Outcome::Win, Outcome::Lose));
        assert_eq!(read(&ladder("X"), "C7").1, Outcome::Win);
    }

    #[test]
    fn many_liberties_are_safe() {
        let text = "
            . . . . .
            . . . . .
            . . X . .
            . . . . .
            . . . . .";
        assert_eq!(read(text, "C3"), (Outcome::Lose, Outcome::Win));
    }

    #[test]
    fn a_forbidden_ko_capture_is_only_a_ko() {
        let mut board = board(
            ". X O . .
             X . X O .
             . X O . .
             . . . . .
             . . . . .",
        );
        let size = board.size();
        let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
        board.play(Color::White, at("B4")).expect("takes the ko");
        let mut reader = Reader::new(Limits::for_level(10));
        assert_eq!(reader.attack(&mut board, at("B4")).outcome, Outcome::KoB);
    }
}
