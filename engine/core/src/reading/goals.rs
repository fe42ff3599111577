//! Questions about more than one string, or about a given move, made of questions about one.

use katachi_board::{Board, Color, Point};
use katachi_matcher::{BreakThrough, Outcome};

use super::moves;
use super::rules::Regime;
use super::{Reader, Reading, Side};

/// Moves that are tried for each of two strings.
const MOST_MOVES: usize = 12;

impl Reader {
    /// Whether the opponent of two strings of a colour, to move, can capture at least one of them.
    pub fn attack_either(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let mut best = Reading::FAILS;
        for string in [a, b] {
            let reading = self.attack(board, string);
            if reading.outcome > best.outcome {
                best = reading;
            }
            if best.outcome == Outcome::Win {
                return best;
            }
        }
        let Some(attacker) = board.at(a).color().map(|color| !color) else {
            return best;
        };
        for point in self.moves_of(board, Side::Attacker, [a, b], &[]) {
            let outcome = self.after_move(board, attacker, point, |reader, board| {
                reader.defend_both(board, a, b).outcome.reversed()
            });
            if let Some(outcome) = outcome.filter(|&outcome| outcome > best.outcome) {
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

    /// Whether the owner of two strings, to move, can save both.
    ///
    /// The move is `None` if none is needed.
    pub fn defend_both(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        let Some(defender) = board.at(a).color() else {
            return Reading::FAILS;
        };
        if board.chain(b).is_none() {
            return Reading::FAILS;
        }
        let attacks = [self.attack(board, a), self.attack(board, b)];
        if attacks.iter().all(|attack| attack.outcome == Outcome::Lose) {
            return Reading::DONE;
        }
        // First what saves one of them, and where they would be attacked.
        let mut first = Vec::new();
        for (string, attack) in [a, b].into_iter().zip(attacks) {
            if attack.outcome == Outcome::Lose {
                continue;
            }
            let defense = self.defend(board, string);
            if defense.outcome == Outcome::Lose {
                return Reading::FAILS;
            }
            first.extend(defense.point);
            first.extend(attack.point);
        }
        let mut best = Reading::FAILS;
        for point in self.moves_of(board, Side::Defender, [a, b], &first) {
            let outcome = self.after_move(board, defender, point, |reader, board| {
                let saved = reader.attack(board, a).outcome.reversed();
                if saved == Outcome::Lose {
                    return saved;
                }
                saved.min(reader.attack(board, b).outcome.reversed())
            });
            if let Some(outcome) = outcome.filter(|&outcome| outcome > best.outcome) {
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

    /// What becomes of three stones around a wedge, with the wedging side to move next.
    ///
    /// `stones` are its neighbours; the second one lies between the others.
    pub fn break_through(&mut self, board: &mut Board, stones: [Point; 3]) -> BreakThrough {
        let [left, middle, right] = stones;
        let Some(owner) = board.at(middle).color() else {
            return BreakThrough::Gone;
        };
        if stones.iter().any(|&stone| !board.at(stone).is(owner)) {
            return BreakThrough::Gone;
        }
        let pairs = [(left, middle), (middle, right), (left, right)];
        if (pairs.into_iter()).any(|(a, b)| self.attack_either(board, a, b).outcome == Outcome::Win)
        {
            return BreakThrough::Captures;
        }
        // The cut stands if the wedge cannot be captured where it separates the outer stones.
        let wedge = (left.neighbors().into_iter())
            .filter(|near| board.at(*near).is(!owner))
            .find(|near| right.neighbors().contains(near) || middle.neighbors().contains(near));
        let cuts = wedge.is_some_and(|wedge| {
            self.attack(board, wedge).outcome == Outcome::Lose
                && !board.chain(left).is_some_and(|chain| chain.contains(right))
        });
        if cuts {
            BreakThrough::Cuts
        } else {
            BreakThrough::Fails
        }
    }

    /// The result of attacking a string with this move: [`Outcome::Lose`] unless that is better than
    /// what attacking elsewhere gives, or captures a string that can be saved now.
    pub fn does_attack(&mut self, board: &mut Board, point: Point, string: Point) -> Outcome {
        let Some(owner) = board.at(string).color() else {
            return Outcome::Lose;
        };
        let known = self.attack(board, string).outcome;
        if known == Outcome::Win && self.defend(board, string).outcome == Outcome::Lose {
            return Outcome::Lose;
        }
        let outcome = self.after_move(board, !owner, point, |reader, board| {
            if board.at(string).is(owner) {
                reader.defend_or_pass(board, string).reversed()
            } else {
                Outcome::Win
            }
        });
        match outcome {
            Some(outcome) if outcome > known || (outcome == known && known == Outcome::Win) => {
                outcome
            }
            _ => Outcome::Lose,
        }
    }

    /// Whether this move of its owner saves a string that can be captured.
    pub fn does_defend(&mut self, board: &mut Board, point: Point, string: Point) -> Outcome {
        let Some(owner) = board.at(string).color() else {
            return Outcome::Lose;
        };
        let attack = self.attack(board, string).outcome;
        if attack == Outcome::Lose {
            return Outcome::Lose;
        }
        let after = self.after_move(board, owner, point, |reader, board| {
            reader.attack(board, string).outcome
        });
        match after {
            Some(after) if after < attack => after.reversed(),
            _ => Outcome::Lose,
        }
    }

    /// The defender's result if it may also leave things as they are.
    fn defend_or_pass(&mut self, board: &mut Board, string: Point) -> Outcome {
        let defense = self.defend(board, string).outcome;
        if defense == Outcome::Win {
            return defense;
        }
        defense.max(self.attack(board, string).outcome.reversed())
    }

    /// Moves of the opponent after which it could capture a string that it cannot capture now, each with
    /// the result of that next move.
    pub fn attack_threats(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        let Some(owner) = board.at(string).color() else {
            return Vec::new();
        };
        if self.attack(board, string).outcome != Outcome::Lose {
            return Vec::new();
        }
        let mut threats = Vec::new();
        for point in self.moves_of(board, Side::Attacker, [string; 2], &[]) {
            let outcome = self.after_move(board, !owner, point, |reader, board| {
                reader.attack(board, string).outcome
            });
            if let Some(outcome) = outcome.filter(|&outcome| outcome != Outcome::Lose) {
                threats.push((point, outcome));
            }
        }
        threats.sort_by_key(|&(point, outcome)| (std::cmp::Reverse(outcome), point));
        threats
    }

    /// [`attack`](Self::attack) without these first moves.
    pub fn restricted_attack(
        &mut self,
        board: &mut Board,
        string: Point,
        forbidden: &[Point],
    ) -> Reading {
        self.restricted(board, string, Side::Attacker, forbidden)
    }

    /// [`defend`](Self::defend) without these first moves.
    pub fn restricted_defend(
        &mut self,
        board: &mut Board,
        string: Point,
        forbidden: &[Point],
    ) -> Reading {
        self.restricted(board, string, Side::Defender, forbidden)
    }

    fn restricted(
        &mut self,
        board: &mut Board,
        string: Point,
        side: Side,
        forbidden: &[Point],
    ) -> Reading {
        let mut left = self.moves_of(board, side, [string; 2], &[]);
        left.retain(|point| !forbidden.contains(point));
        self.read(board, string, side, Some(&left))
    }

    /// Moves that come into question about the strings, `first` before all others.
    fn moves_of(
        &mut self,
        board: &Board,
        side: Side,
        strings: [Point; 2],
        first: &[Point],
    ) -> Vec<Point> {
        let mut points = first.to_vec();
        let mut candidates = moves::Candidates::new();
        for string in strings {
            let Some(terms) = self.terms(board, string, Regime::BothBound) else {
                continue;
            };
            match side {
                Side::Attacker => {
                    moves::attack(&mut candidates, board, &terms, 0);
                }
                Side::Defender => moves::defense(&mut candidates, board, &terms, 0),
            }
            points.extend(candidates.points().take(MOST_MOVES));
        }
        let mut seen = katachi_board::PointSet::EMPTY;
        points.retain(|&point| {
            let new = !seen.contains(point);
            seen.insert(point);
            new
        });
        points
    }

    /// Asks after a trial move; `None` if it is illegal.
    fn after_move<T>(
        &mut self,
        board: &mut Board,
        color: Color,
        point: Point,
        ask: impl FnOnce(&mut Self, &mut Board) -> T,
    ) -> Option<T> {
        if !board.try_move(color, point) {
            return None;
        }
        let answer = ask(self, board);
        board.take_back();
        Some(answer)
    }
}
