//! The position as the virtual machine asks about it.

use katachi_board::{Board, Color, Point};
use katachi_matcher::{Host, Outcome};

use crate::reading::Reader;

/// Answers questions about a position and collects what actions say about its moves.
pub(super) struct PositionHost<'a> {
    pub board: &'a mut Board,
    pub reader: &'a mut Reader,
    pub komi: f32,
    pub scoring: bool,
    /// Moves that an action forbids.
    pub forbidden: Vec<Point>,
    /// Moves whose value goes to another one.
    pub replaced: Vec<(Point, Point)>,
}

/// The most moves that a list of moves may have.
const MAX_LIST: usize = katachi_image::Arguments::MAX;

impl PositionHost<'_> {
    /// Plays a list of moves, colours alternating whatever happens to each, asks, and takes them back.
    fn after<T>(
        &mut self,
        first: Color,
        moves: &[Option<Point>],
        question: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut color = first;
        let mut played = 0;
        for point in moves.iter().take(MAX_LIST) {
            if let Some(point) = *point {
                // An illegal move is skipped; a ko may be retaken.
                let legal = self.board.try_move(color, point) || self.board.try_ko(color, point);
                played += usize::from(legal);
            }
            color = !color;
        }
        let answer = question(self);
        for _ in 0..played {
            self.board.take_back();
        }
        answer
    }

    fn is_gone(&self, string: Point) -> bool {
        self.board.chain(string).is_none()
    }

    /// Whether the stone stands in a ko: a single stone with one liberty, around which only
    /// opponents or the edge are, and whose captor could be retaken.
    fn is_ko_stone(&self, stone: Point) -> bool {
        let Some(chain) = self.board.chain(stone) else {
            return false;
        };
        if chain.len() != 1 || chain.liberty_count() != 1 {
            return false;
        }
        let color = chain.color();
        let Some(liberty) = chain.liberties().first() else {
            return false;
        };
        // Whoever takes the stone stands alone on its liberty, with the stone's place to breathe.
        liberty.neighbors().into_iter().all(|near| {
            near == stone || self.board.at(near).is(color) || !self.board.size().contains(near)
        })
    }

    fn captured_by(&self, color: Color, point: Point) -> bool {
        self.board.at(point).is_empty()
            && point
                .neighbors()
                .into_iter()
                .any(|near| self.board.at(near).is(!color) && self.board.liberty_count(near) == 1)
    }
}

impl Host for PositionHost<'_> {
    fn liberties(&mut self, string: Point) -> usize {
        self.board.liberty_count(string)
    }

    fn string_size(&mut self, string: Point) -> usize {
        self.board.chain(string).map_or(0, |chain| chain.len())
    }

    fn is_same_string(&mut self, a: Point, b: Point) -> bool {
        self.board.chain(a).is_some_and(|chain| chain.contains(b))
    }

    fn stone(&mut self, point: Point) -> Option<Color> {
        self.board.at(point).color()
    }

    fn is_ko(&mut self, point: Point) -> bool {
        if self.board.at(point).is_empty() {
            return point.neighbors().into_iter().any(|near| {
                self.is_ko_stone(near)
                    && (self.board.chain(near)).is_some_and(|c| c.liberties().contains(point))
            });
        }
        self.is_ko_stone(point)
    }

    fn is_legal(&mut self, color: Color, point: Point) -> bool {
        let legal = self.board.try_move(color, point);
        if legal {
            self.board.take_back();
        }
        legal
    }

    fn is_suicide(&mut self, color: Color, point: Point) -> bool {
        self.board.at(point).is_empty() && self.board.is_suicide(color, point)
    }

    fn approximate_liberties(&mut self, color: Color, point: Point) -> usize {
        if !self.board.at(point).is_empty() {
            return 0;
        }
        let mut liberties = katachi_board::PointSet::EMPTY;
        for near in point.neighbors() {
            if self.board.at(near).is_empty() {
                liberties.insert(near);
            } else if let Some(chain) = self.board.chain(near).filter(|c| c.color() == color) {
                liberties |= chain.liberties();
            }
        }
        liberties.remove(point);
        liberties.len().min(8)
    }

    fn accurate_liberties(&mut self, color: Color, point: Point) -> usize {
        self.board.liberties_after(color, point).len()
    }

    fn captures_something(&mut self, color: Color, point: Point) -> bool {
        self.captured_by(color, point)
    }

    fn is_visible_along_edge(&mut self, color: Color, behind: Point, from: Point) -> bool {
        let size = self.board.size();
        let (rows, cols) = (
            from.row() as i32 - behind.row() as i32,
            from.col() as i32 - behind.col() as i32,
        );
        // Along an edge one of the two stays; only lines 1 to 5 count as an edge.
        let step = match (rows, cols) {
            (0, cols) if cols != 0 => (0, cols.signum()),
            (rows, 0) if rows != 0 => (rows.signum(), 0),
            _ => return false,
        };
        if size.edge_distance(from) > 4 {
            return false;
        }
        let mut at = Some(from);
        while let Some(point) = at {
            if let Some(found) = self.board.at(point).color() {
                return found == color;
            }
            at = point.offset(step.0, step.1, size);
        }
        false
    }

    fn attack(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) {
            return Outcome::Win;
        }
        self.reader.attack(self.board, string).outcome
    }

    fn defend(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) || self.attack(string) == Outcome::Lose {
            return Outcome::Lose;
        }
        self.reader.defend(self.board, string).outcome
    }

    fn does_attack(&mut self, point: Point, string: Point) -> Outcome {
        let Some(color) = self.board.at(string).color() else {
            return Outcome::Lose;
        };
        let known = self.attack(string);
        if known == Outcome::Win && self.defend(string) == Outcome::Lose {
            return Outcome::Lose;
        }
        if !self.board.try_move(!color, point) {
            return Outcome::Lose;
        }
        let outcome = if self.is_gone(string) {
            Outcome::Win
        } else {
            self.reader.defend(self.board, string).outcome.reversed()
        };
        self.board.take_back();
        if outcome > known || (outcome == Outcome::Win && known == Outcome::Win) {
            outcome
        } else {
            Outcome::Lose
        }
    }

    fn does_defend(&mut self, point: Point, string: Point) -> bool {
        let Some(color) = self.board.at(string).color() else {
            return false;
        };
        if self.attack(string) == Outcome::Lose || !self.board.try_move(color, point) {
            return false;
        }
        let saved = self.attack(string) == Outcome::Lose;
        self.board.take_back();
        saved
    }

    fn safe_move(&mut self, color: Color, point: Point) -> Outcome {
        self.reader.safe_move(self.board, color, point)
    }

    fn forbids(&mut self, color: Color, point: Point, answer: Point) -> bool {
        if !self.board.try_move(color, point) {
            return false;
        }
        let safe = self.reader.safe_move(self.board, !color, answer);
        self.board.take_back();
        safe == Outcome::Lose
    }

    fn attack_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> Outcome {
        self.after(first, moves, |host| host.attack(target))
    }

    fn defend_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> Outcome {
        self.after(first, moves, |host| {
            if host.is_gone(target) {
                return Outcome::Lose;
            }
            if host.attack(target) == Outcome::Lose {
                return Outcome::Win;
            }
            host.reader.defend(host.board, target).outcome
        })
    }

    fn liberties_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> usize {
        self.after(first, moves, |host| host.board.liberty_count(target))
    }

    fn has_safe_neighbors(&mut self, string: Point) -> bool {
        let neighbors: Vec<Point> = (self.board.chain(string))
            .map(|chain| {
                chain
                    .neighbors()
                    .map(|neighbor| neighbor.origin())
                    .collect()
            })
            .unwrap_or_default();
        neighbors
            .into_iter()
            .all(|neighbor| self.attack(neighbor) == Outcome::Lose)
    }

    fn is_obvious_false_eye(&mut self, color: Color, point: Point) -> bool {
        // Diagonals count 2 for an opponent stone that stays, 1 beyond one edge, 0 beyond both;
        // from 4 on the eye is false (fact sheet of the engine, section 11).
        let size = self.board.size();
        let on_board = |x: i32| (0..size.get() as i32).contains(&x);
        let mut sum = 0;
        for (row, col) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let at = (point.row() as i32 + row, point.col() as i32 + col);
            sum += match point.offset(row, col, size) {
                None => i32::from(on_board(at.0) || on_board(at.1)),
                Some(near) if self.board.at(near).is(!color) => {
                    2 * i32::from(self.attack(near) == Outcome::Lose)
                }
                Some(_) => 0,
            };
        }
        sum >= 4
    }

    fn can_finish_ko(&mut self, string: Point) -> bool {
        let Some(chain) = self.board.chain(string) else {
            return false;
        };
        let stones: Vec<Point> = chain.adjacent_stones().iter().collect();
        stones.into_iter().any(|stone| self.is_ko_stone(stone))
    }

    fn can_be_squeezed_by_ko(&mut self, string: Point) -> bool {
        let Some(chain) = self.board.chain(string).filter(|c| c.liberty_count() == 2) else {
            return false;
        };
        let (color, liberties) = (chain.color(), chain.liberties());
        liberties.iter().any(|liberty| {
            liberty.neighbors().into_iter().any(|near| {
                self.board.at(near).is(color)
                    && self.is_ko_stone(near)
                    && (self.board.chain(near)).is_some_and(|c| c.liberties().contains(liberty))
            })
        })
    }

    fn touches_stone_in_atari(&mut self, string: Point, defendable: bool) -> bool {
        let neighbors: Vec<Point> = (self.board.chain(string))
            .map(|chain| {
                let in_atari = chain
                    .neighbors()
                    .filter(|neighbor| neighbor.liberty_count() == 1);
                in_atari.map(|neighbor| neighbor.origin()).collect()
            })
            .unwrap_or_default();
        neighbors.into_iter().any(|neighbor| {
            self.attack(neighbor) == Outcome::Win
                && (!defendable || self.defend(neighbor) != Outcome::Lose)
        })
    }

    fn is_bent_four(&mut self, string: Point) -> bool {
        let size = self.board.size();
        let Some(chain) = self.board.chain(string).filter(|chain| chain.len() == 4) else {
            return false;
        };
        let on_edge = chain.stones().all(|stone| size.edge_distance(stone) == 0);
        let in_corner = |stone: Point| {
            let near = stone.neighbors();
            near.iter().filter(|near| !size.contains(**near)).count() == 2
                && near.iter().filter(|near| chain.contains(**near)).count() == 2
        };
        on_edge && chain.stones().any(in_corner)
    }

    fn breaks_mirror(&mut self, color: Color, point: Point) -> bool {
        let size = self.board.size();
        let middle = size.get() / 2;
        let turn = katachi_board::Symmetry::new(2).unwrap_or(katachi_board::Symmetry::IDENTITY);
        color == Color::White
            && self.komi <= 0.0
            && size.get() % 2 == 1
            && (point.row(), point.col()) == (middle, middle)
            && self.board.all_stones().count() > 10
            && self
                .board
                .all_stones()
                .all(|(stone, at)| self.board.at(turn.apply_to_point(at, size)).is(!stone))
    }

    fn has_no_stones(&mut self, color: Color) -> bool {
        !self.scoring && self.board.stones(color).is_empty()
    }

    fn is_scoring(&mut self) -> bool {
        self.scoring
    }

    fn forbid_move(&mut self, point: Point) {
        self.forbidden.push(point);
    }

    fn replace_move(&mut self, from: Point, to: Point) {
        self.replaced.push((from, to));
    }
}
