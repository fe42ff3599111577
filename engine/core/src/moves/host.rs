//! The position as the virtual machine asks about it.

use katachi_board::{Board, Color, Point};
use katachi_matcher::{Answer, Done, Host, Outcome};

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

    fn attack_outcome(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) {
            return Outcome::Win;
        }
        self.reader.attack(self.board, string).outcome
    }

    fn defend_outcome(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) || self.attack_outcome(string) == Outcome::Lose {
            return Outcome::Lose;
        }
        self.reader.defend(self.board, string).outcome
    }
}

impl Host for PositionHost<'_> {
    fn liberties(&mut self, string: Point) -> Answer<usize> {
        Some(self.board.liberty_count(string))
    }

    fn string_size(&mut self, string: Point) -> Answer<usize> {
        Some(self.board.chain(string).map_or(0, |chain| chain.len()))
    }

    fn is_same_string(&mut self, a: Point, b: Point) -> Answer<bool> {
        Some(self.board.chain(a).is_some_and(|chain| chain.contains(b)))
    }

    fn stone(&mut self, point: Point) -> Answer<Option<Color>> {
        Some(self.board.at(point).color())
    }

    fn is_ko(&mut self, point: Point) -> Answer<bool> {
        if self.board.at(point).is_empty() {
            return Some(point.neighbors().into_iter().any(|near| {
                self.is_ko_stone(near)
                    && (self.board.chain(near)).is_some_and(|c| c.liberties().contains(point))
            }));
        }
        Some(self.is_ko_stone(point))
    }

    fn is_legal(&mut self, color: Color, point: Point) -> Answer<bool> {
        let legal = self.board.try_move(color, point);
        if legal {
            self.board.take_back();
        }
        Some(legal)
    }

    fn is_suicide(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.board.at(point).is_empty() && self.board.is_suicide(color, point))
    }

    fn approximate_liberties(&mut self, color: Color, point: Point) -> Answer<usize> {
        if !self.board.at(point).is_empty() {
            return Some(0);
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
        Some(liberties.len().min(8))
    }

    fn accurate_liberties(&mut self, color: Color, point: Point) -> Answer<usize> {
        Some(self.board.liberties_after(color, point).len())
    }

    fn captures_something(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.captured_by(color, point))
    }

    fn is_visible_along_edge(&mut self, color: Color, behind: Point, from: Point) -> Answer<bool> {
        let size = self.board.size();
        let (rows, cols) = (
            from.row() as i32 - behind.row() as i32,
            from.col() as i32 - behind.col() as i32,
        );
        // Along an edge one of the two stays; only lines 1 to 5 count as an edge.
        let step = match (rows, cols) {
            (0, cols) if cols != 0 => (0, cols.signum()),
            (rows, 0) if rows != 0 => (rows.signum(), 0),
            _ => return Some(false),
        };
        if size.edge_distance(from) > 4 {
            return Some(false);
        }
        let mut at = Some(from);
        while let Some(point) = at {
            if let Some(found) = self.board.at(point).color() {
                return Some(found == color);
            }
            at = point.offset(step.0, step.1, size);
        }
        Some(false)
    }

    fn attack(&mut self, string: Point) -> Answer<Outcome> {
        Some(self.attack_outcome(string))
    }

    fn defend(&mut self, string: Point) -> Answer<Outcome> {
        Some(self.defend_outcome(string))
    }

    fn does_attack(&mut self, point: Point, string: Point) -> Answer<Outcome> {
        let Some(color) = self.board.at(string).color() else {
            return Some(Outcome::Lose);
        };
        let known = self.attack_outcome(string);
        if known == Outcome::Win && self.defend_outcome(string) == Outcome::Lose {
            return Some(Outcome::Lose);
        }
        if !self.board.try_move(!color, point) {
            return Some(Outcome::Lose);
        }
        let outcome = if self.is_gone(string) {
            Outcome::Win
        } else {
            self.reader.defend(self.board, string).outcome.reversed()
        };
        self.board.take_back();
        Some(
            if outcome > known || (outcome == Outcome::Win && known == Outcome::Win) {
                outcome
            } else {
                Outcome::Lose
            },
        )
    }

    fn does_defend(&mut self, point: Point, string: Point) -> Answer<bool> {
        let Some(color) = self.board.at(string).color() else {
            return Some(false);
        };
        if self.attack_outcome(string) == Outcome::Lose || !self.board.try_move(color, point) {
            return Some(false);
        }
        let saved = self.attack_outcome(string) == Outcome::Lose;
        self.board.take_back();
        Some(saved)
    }

    fn safe_move(&mut self, color: Color, point: Point) -> Answer<Outcome> {
        Some(self.reader.safe_move(self.board, color, point))
    }

    fn forbids(&mut self, color: Color, point: Point, answer: Point) -> Answer<bool> {
        if !self.board.try_move(color, point) {
            return Some(false);
        }
        let safe = self.reader.safe_move(self.board, !color, answer);
        self.board.take_back();
        Some(safe == Outcome::Lose)
    }

    fn attack_after(
        &mut self,
        first: Color,
        moves: &[Option<Point>],
        target: Point,
    ) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.attack_outcome(target)))
    }

    fn defend_after(
        &mut self,
        first: Color,
        moves: &[Option<Point>],
        target: Point,
    ) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| {
            if host.is_gone(target) {
                return Outcome::Lose;
            }
            if host.attack_outcome(target) == Outcome::Lose {
                return Outcome::Win;
            }
            host.reader.defend(host.board, target).outcome
        }))
    }

    fn liberties_after(
        &mut self,
        first: Color,
        moves: &[Option<Point>],
        target: Point,
    ) -> Answer<usize> {
        Some(self.after(first, moves, |host| host.board.liberty_count(target)))
    }

    fn has_safe_neighbors(&mut self, string: Point) -> Answer<bool> {
        let neighbors: Vec<Point> = (self.board.chain(string))
            .map(|chain| {
                chain
                    .neighbors()
                    .map(|neighbor| neighbor.origin())
                    .collect()
            })
            .unwrap_or_default();
        let all_safe =
            (neighbors.into_iter()).all(|neighbor| self.attack_outcome(neighbor) == Outcome::Lose);
        Some(all_safe)
    }

    fn is_obvious_false_eye(&mut self, color: Color, point: Point) -> Answer<bool> {
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
                    2 * i32::from(self.attack_outcome(near) == Outcome::Lose)
                }
                Some(_) => 0,
            };
        }
        Some(sum >= 4)
    }

    fn can_finish_ko(&mut self, string: Point) -> Answer<bool> {
        let Some(chain) = self.board.chain(string) else {
            return Some(false);
        };
        let stones: Vec<Point> = chain.adjacent_stones().iter().collect();
        Some(stones.into_iter().any(|stone| self.is_ko_stone(stone)))
    }

    fn can_be_squeezed_by_ko(&mut self, string: Point) -> Answer<bool> {
        let Some(chain) = self.board.chain(string).filter(|c| c.liberty_count() == 2) else {
            return Some(false);
        };
        let (color, liberties) = (chain.color(), chain.liberties());
        Some(liberties.iter().any(|liberty| {
            liberty.neighbors().into_iter().any(|near| {
                self.board.at(near).is(color)
                    && self.is_ko_stone(near)
                    && (self.board.chain(near)).is_some_and(|c| c.liberties().contains(liberty))
            })
        }))
    }

    fn touches_stone_in_atari(&mut self, string: Point, defendable: bool) -> Answer<bool> {
        let neighbors: Vec<Point> = (self.board.chain(string))
            .map(|chain| {
                let in_atari = chain
                    .neighbors()
                    .filter(|neighbor| neighbor.liberty_count() == 1);
                in_atari.map(|neighbor| neighbor.origin()).collect()
            })
            .unwrap_or_default();
        let touches = neighbors.into_iter().any(|neighbor| {
            self.attack_outcome(neighbor) == Outcome::Win
                && (!defendable || self.defend_outcome(neighbor) != Outcome::Lose)
        });
        Some(touches)
    }

    fn is_bent_four(&mut self, string: Point) -> Answer<bool> {
        let size = self.board.size();
        let Some(chain) = self.board.chain(string).filter(|chain| chain.len() == 4) else {
            return Some(false);
        };
        let on_edge = chain.stones().all(|stone| size.edge_distance(stone) == 0);
        let in_corner = |stone: Point| {
            let near = stone.neighbors();
            near.iter().filter(|near| !size.contains(**near)).count() == 2
                && near.iter().filter(|near| chain.contains(**near)).count() == 2
        };
        Some(on_edge && chain.stones().any(in_corner))
    }

    fn breaks_mirror(&mut self, color: Color, point: Point) -> Answer<bool> {
        let size = self.board.size();
        let middle = size.get() / 2;
        let turn = katachi_board::Symmetry::new(2).unwrap_or(katachi_board::Symmetry::IDENTITY);
        Some(
            color == Color::White
                && self.komi <= 0.0
                && size.get() % 2 == 1
                && (point.row(), point.col()) == (middle, middle)
                && self.board.all_stones().count() > 10
                && self
                    .board
                    .all_stones()
                    .all(|(stone, at)| self.board.at(turn.apply_to_point(at, size)).is(!stone)),
        )
    }

    fn stone_count(&mut self, color: Color) -> Answer<usize> {
        Some(self.board.stones(color).len())
    }

    fn is_scoring(&mut self) -> Answer<bool> {
        Some(self.scoring)
    }

    fn forbid_move(&mut self, point: Point) -> Done {
        self.forbidden.push(point);
        Some(())
    }

    fn replace_move(&mut self, from: Point, to: Point) -> Done {
        self.replaced.push((from, to));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::{BoardSize, Symmetry};
    use katachi_image::{Arguments, Autohelper, HELPERS, Image, Role};
    use katachi_matcher::{Match, Question};
    use patc::{Source, compile};

    use super::*;
    use crate::reading::Limits;

    /// Asks this engine with a pattern of two strings around its move, as it lies in the middle of a board.
    fn ask<T>(
        helper: &str,
        action: &str,
        ask: impl Fn(&Question<'_>, &mut PositionHost<'_>) -> T,
    ) -> T {
        let action = if action.is_empty() {
            String::new()
        } else {
            format!(">return {action};\n")
        };
        let text = format!(
            "Pattern T\n\n.XO.\n.*..\n....\n\n:8,-{helper}\n\nabcd\n.*..\n....\n\n{action}"
        );
        let compiled = compile(Role::Patterns, vec![Source::new("t.db", text.as_str())]);
        let image = Image::from_vec(compiled.image.expect("no errors")).expect("valid");
        let general = image.general().expect("patterns");
        let size = BoardSize::new(9).expect("a size");
        let at = |name: &str| Point::from_vertex(name, size).expect("a vertex");
        let mut board = Board::new(size);
        assert!(board.try_move(Color::Black, at("E6")));
        assert!(board.try_move(Color::White, at("F6")));
        let found = Match {
            anchor: at("E6"),
            pattern: 0,
            symmetry: Symmetry::IDENTITY,
        };
        let pattern = general.pattern(0).expect("one pattern");
        assert_eq!(found.mv(&pattern, size), Some(at("E5")));
        let question = Question::new(pattern, found, Color::White, size);
        let mut host = PositionHost {
            board: &mut board,
            reader: &mut Reader::new(Limits::for_level(1)),
            komi: 6.5,
            scoring: false,
            forbidden: Vec::new(),
            replaced: Vec::new(),
        };
        ask(&question, &mut host)
    }

    /// The column "answered by this engine" is what this engine does.
    #[test]
    fn the_tables_of_functions_and_helpers_tell_the_truth() {
        for &function in Autohelper::ALL {
            let signature = function.signature();
            // b is X's stone and c is O's: about an empty point some functions need not ask much.
            let arguments = match signature.arguments {
                Arguments::Points(n) => ["b", "c", "b", "d"][..usize::from(n)].join(","),
                Arguments::List => "b,c".to_owned(),
                Arguments::Moves(targets) => {
                    ["*", "b", "c", "a"][..=usize::from(targets)].join(",")
                }
            };
            let call = format!("{}({arguments})", signature.name);
            let value = ask("", &call, |question, host| question.act(host));
            assert_eq!(value.is_some(), signature.answered, "{call}");
        }
        for helper in HELPERS {
            let line = format!(",{}", helper.name);
            let answer = ask(&line, "", |question, host| question.helper_holds(host));
            assert_eq!(answer.is_some(), helper.answered, "{}", helper.name);
        }
    }
}
