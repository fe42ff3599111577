//! Questions about several strings or about a given move, answered by questions about one string.

use katachi_board::{Board, BreakThrough, Color, Outcome, Point, PointSet};

use super::key::GoalKind;
use super::{Reader, Reading};
use crate::proof::Side;

/// The most candidate moves tried for each string.
const MOST_MOVES: usize = 12;

impl Reader {
    /// Whether the opponent of these two strings, to move, can capture at least one.
    pub fn attack_either(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        self.attack_one_of(board, &[a, b])
    }

    /// Whether the opponent of these strings, to move, can capture at least one.
    fn attack_one_of(&mut self, board: &mut Board, strings: &[Point]) -> Reading {
        self.remember_goal(
            |reader| &mut reader.goals,
            board,
            (GoalKind::AttackOne, strings),
            |reader, board| reader.find_attack_on_one(board, strings),
        )
    }

    fn find_attack_on_one(&mut self, board: &mut Board, strings: &[Point]) -> Reading {
        let mut best = Reading::FAILS;
        for &string in strings {
            let reading = self.attack(board, string);
            if reading.outcome > best.outcome {
                best = reading;
            }
            if best.outcome == Outcome::Win {
                return best;
            }
        }
        let owner = strings.first().and_then(|&string| board.at(string).color());
        let Some(attacker) = owner.map(|color| !color) else {
            return best;
        };
        let moves = if self.limits.double_threats {
            self.double_threats(board, strings)
        } else {
            self.moves_of(board, Side::Prover, strings, &[])
        };
        self.best_of(board, attacker, &moves, best, |reader, board| {
            if reader.limits.double_threats && !reader.are_two_threatened(board, strings) {
                return Outcome::Lose;
            }
            reader.defend_all(board, strings).outcome.reversed()
        })
    }

    /// The candidate moves against at least two of the strings.
    fn double_threats(&mut self, board: &Board, strings: &[Point]) -> Vec<Point> {
        let (mut once, mut twice) = (PointSet::EMPTY, Vec::new());
        for &string in strings {
            for point in self.moves_of(board, Side::Prover, &[string], &[]) {
                if once.contains(point) {
                    twice.push(point);
                }
                once.insert(point);
            }
        }
        twice
    }

    /// Whether two of these strings can be captured, or one is gone.
    fn are_two_threatened(&mut self, board: &mut Board, strings: &[Point]) -> bool {
        // A string with many liberties is likely to be safe, so it decides soon.
        let mut order = strings.to_vec();
        order.sort_by_key(|&string| std::cmp::Reverse(board.liberty_count(string)));
        let mut safe = 0;
        for string in order {
            if board.at(string).is_empty() {
                return true;
            }
            if self.attack(board, string).outcome == Outcome::Lose {
                safe += 1;
                if safe + 1 >= strings.len() {
                    return false;
                }
            }
        }
        true
    }

    /// Whether the owner of these two strings, to move, can save both.
    ///
    /// The point is `None` if no move is needed.
    pub fn defend_both(&mut self, board: &mut Board, a: Point, b: Point) -> Reading {
        self.defend_all(board, &[a, b])
    }

    /// Whether the owner of these strings, to move, can save all.
    fn defend_all(&mut self, board: &mut Board, strings: &[Point]) -> Reading {
        self.remember_goal(
            |reader| &mut reader.goals,
            board,
            (GoalKind::DefendAll, strings),
            |reader, board| reader.find_defense_of_all(board, strings),
        )
    }

    fn find_defense_of_all(&mut self, board: &mut Board, strings: &[Point]) -> Reading {
        if strings.iter().any(|&string| board.at(string).is_empty()) {
            return Reading::FAILS;
        }
        let Some(defender) = strings.first().and_then(|&string| board.at(string).color()) else {
            return Reading::FAILS;
        };
        let attacks: Vec<Reading> = (strings.iter())
            .map(|&string| self.attack(board, string))
            .collect();
        if attacks.iter().all(|attack| attack.outcome == Outcome::Lose) {
            return Reading::DONE;
        }
        // First try the moves that save one string, and the points where it would be attacked.
        let mut first = Vec::new();
        for (&string, attack) in strings.iter().zip(attacks) {
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
        let moves = self.moves_of(board, Side::Disprover, strings, &first);
        let best = Reading::FAILS;
        self.best_of(board, defender, &moves, best, |reader, board| {
            let mut saved = Outcome::Win;
            for &string in strings {
                saved = saved.min(reader.attack(board, string).outcome.reversed());
                if saved == Outcome::Lose {
                    break;
                }
            }
            saved
        })
    }

    /// The first of these moves with the best result, or `best` if no move is better.
    ///
    /// `ask` gives the result for the side that moved, on the board after the move.
    fn best_of(
        &mut self,
        board: &mut Board,
        color: Color,
        moves: &[Point],
        mut best: Reading,
        mut ask: impl FnMut(&mut Self, &mut Board) -> Outcome,
    ) -> Reading {
        for &point in moves {
            if best.outcome == Outcome::Win {
                break;
            }
            let outcome = self.after_move(board, color, point, &mut ask);
            if let Some(outcome) = outcome.filter(|&outcome| outcome > best.outcome) {
                best = Reading::by(outcome, point);
            }
        }
        best
    }

    /// What becomes of three stones around a wedge `W` of their opponent, who moves.
    ///
    /// ```text
    /// a y b
    /// x W z
    /// ```
    ///
    /// The opponent captures one of `x`, `y`, `z`, or it cuts. To cut, it needs a stone on `a` or
    /// `b`, so that neither that stone nor the wedge can be captured. Results by ko do not count.
    pub fn break_through(&mut self, board: &mut Board, stones: [Point; 3]) -> BreakThrough {
        self.remember_goal(
            |reader| &mut reader.breaks,
            board,
            (GoalKind::Break, &stones),
            |reader, board| reader.find_break_through(board, stones),
        )
    }

    fn find_break_through(&mut self, board: &mut Board, stones: [Point; 3]) -> BreakThrough {
        let [left, middle, right] = stones;
        let Some(owner) = board.at(middle).color() else {
            return BreakThrough::Gone;
        };
        if stones.iter().any(|&stone| !board.at(stone).is(owner)) {
            return BreakThrough::Gone;
        }
        if self.attack_one_of(board, &stones).outcome == Outcome::Win {
            return BreakThrough::Captures;
        }
        let beside = |near: &Point| {
            board.at(*near).is(!owner)
                && [middle, right]
                    .iter()
                    .all(|stone| stone.neighbors().contains(near))
        };
        let Some(wedge) = left.neighbors().into_iter().find(beside) else {
            return BreakThrough::Fails;
        };
        if [left, right]
            .into_iter()
            .any(|stone| self.cuts(board, wedge, middle, stone))
        {
            BreakThrough::Cuts
        } else {
            BreakThrough::Fails
        }
    }

    /// Whether the owner of the wedge, to move, can hold both points that two diagonal stones
    /// share: the wedge and the point opposite.
    fn cuts(&mut self, board: &mut Board, wedge: Point, a: Point, b: Point) -> bool {
        let breaker = board.at(wedge).color();
        let across = (a.neighbors().into_iter())
            .find(|near| *near != wedge && b.neighbors().contains(near))
            .filter(|near| board.size().contains(*near));
        let (Some(breaker), Some(across)) = (breaker, across) else {
            return false;
        };
        match board.at(across).color() {
            Some(color) if color != breaker => false,
            Some(_) => self.defend_both(board, wedge, across).outcome == Outcome::Win,
            None => {
                let holds = self.after_move(board, breaker, across, |reader, board| {
                    reader.attack_either(board, wedge, across).outcome == Outcome::Lose
                });
                holds == Some(true)
            }
        }
    }

    /// The result of attacking a string with this move.
    ///
    /// [`Outcome::Lose`] unless the move does better than the best attack elsewhere, or captures a
    /// string that its owner could save now.
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

    /// The result of saving a capturable string with this move of its owner.
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

    /// The defender's result if it may also pass.
    fn defend_or_pass(&mut self, board: &mut Board, string: Point) -> Outcome {
        let defense = self.defend(board, string).outcome;
        if defense == Outcome::Win {
            return defense;
        }
        defense.max(self.attack(board, string).outcome.reversed())
    }

    /// Threats: moves of the opponent after which it can capture a string that is safe now. Each
    /// comes with the result of that capture.
    pub fn attack_threats(&mut self, board: &mut Board, string: Point) -> Vec<(Point, Outcome)> {
        let Some(owner) = board.at(string).color() else {
            return Vec::new();
        };
        if self.attack(board, string).outcome != Outcome::Lose {
            return Vec::new();
        }
        let mut threats = Vec::new();
        for point in self.moves_of(board, Side::Prover, &[string], &[]) {
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

    /// [`attack`](Self::attack) with these first moves forbidden.
    pub fn restricted_attack(
        &mut self,
        board: &mut Board,
        string: Point,
        forbidden: &[Point],
    ) -> Reading {
        self.restricted(board, string, Side::Prover, forbidden)
    }

    /// [`defend`](Self::defend) with these first moves forbidden.
    pub fn restricted_defend(
        &mut self,
        board: &mut Board,
        string: Point,
        forbidden: &[Point],
    ) -> Reading {
        self.restricted(board, string, Side::Disprover, forbidden)
    }

    fn restricted(
        &mut self,
        board: &mut Board,
        string: Point,
        side: Side,
        forbidden: &[Point],
    ) -> Reading {
        let mut left = self.moves_of(board, side, &[string], &[]);
        left.retain(|point| !forbidden.contains(point));
        self.read(board, string, side, Some(&left))
    }

    /// The candidate moves about the strings, with `first` in front.
    fn moves_of(
        &mut self,
        board: &Board,
        side: Side,
        strings: &[Point],
        first: &[Point],
    ) -> Vec<Point> {
        let mut points = first.to_vec();
        for &string in strings {
            let moves = self.candidates(board, string, side);
            points.extend(moves.into_iter().take(MOST_MOVES));
        }
        let mut seen = PointSet::EMPTY;
        points.retain(|&point| {
            let new = !seen.contains(point);
            seen.insert(point);
            new
        });
        points
    }

    /// Plays a trial move, asks, and takes it back; `None` if the move is illegal.
    fn after_move<T>(
        &mut self,
        board: &mut Board,
        color: Color,
        point: Point,
        ask: impl FnOnce(&mut Self, &mut Board) -> T,
    ) -> Option<T> {
        self.used.at(point);
        if !board.try_move(color, point) {
            return None;
        }
        let answer = ask(self, board);
        board.take_back();
        Some(answer)
    }
}
