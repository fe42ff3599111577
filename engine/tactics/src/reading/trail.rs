//! The area that an answer depends on.
//!
//! A search reads two things: stones, and liberty counts. If another position has the same stones
//! on every point of the [area](Trail::area), it has the same strings and liberty counts there. The
//! same search would then take the same steps and give the same answer. That is why a remembered
//! answer stays valid while its area does not change.
//!
//! A [`Trail`] collects the points while a question is read. Code in `moves` and `rules` that reads
//! a new point must add it to the trail, unless the move list before has already done so. The test
//! below finds omissions: it changes points just outside of areas and expects the same search.

use katachi_board::{Board, Chain, Point, PointSet};

/// The points that a search has read.
#[derive(Clone, Copy)]
pub(super) struct Trail {
    /// Moves played, tried or weighed. Each depends on the liberties of the strings beside it.
    moves: PointSet,
    /// Borders of strings whose neighbours were counted.
    borders: PointSet,
}

impl Trail {
    /// No points yet.
    pub const EMPTY: Self = Self {
        moves: PointSet::EMPTY,
        borders: PointSet::EMPTY,
    };

    /// Adds a move that was played, tried or weighed, or a point whose neighbours were read.
    #[inline]
    pub fn at(&mut self, point: Point) {
        self.moves.insert(point);
    }

    /// Adds the strings beside this one.
    #[inline]
    pub fn around(&mut self, string: &Chain<'_>) {
        string.add_border(&mut self.borders);
    }

    /// The points that the answer depends on; `board` is the position of the question.
    pub fn area(&self, board: &Board) -> PointSet {
        let near = self.moves | self.moves.neighbors() | self.borders;
        let mut area = near;
        for string in board.chains_at(&near) {
            area.extend(string.stones());
            string.add_border(&mut area);
        }
        area
    }
}

#[cfg(test)]
mod tests {
    //! Changes points just outside of an area: if the area lacks a point, some answer changes. The
    //! usual run takes 30 boards; `KATACHI_TRAIL_BOARDS=4000` takes 4,000.
    #![allow(
        clippy::print_stdout,
        reason = "the long run says how many questions it asked"
    )]

    use katachi_board::{BoardSize, Color, PointState, Rules};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::super::rules::Regime;
    use super::super::{Limits, Reader, Reading, Side};
    use super::*;

    /// Changes tried for each question.
    const CHANGES: usize = 8;

    /// A board after this many random moves: captures and moves near the last one are preferred.
    fn random_board(size: BoardSize, moves: usize, dice: &mut Xoshiro256PlusPlus) -> Board {
        let mut board = Board::new(size);
        let mut color = Color::Black;
        let mut near: Option<Point> = None;
        for _ in 0..moves {
            let wanted = dice.random_range(0..3);
            let suits = |point: &Point| match (wanted, near) {
                (0, _) => board.captures_something(color, *point),
                (1, Some(last)) => {
                    let far = |a: usize, b: usize| a.abs_diff(b) > 2;
                    !far(last.row(), point.row()) && !far(last.col(), point.col())
                }
                _ => true,
            };
            let legal = size.points().filter(|&point| board.is_legal(color, point));
            let (some, others): (Vec<Point>, Vec<Point>) = legal.partition(suits);
            let choice = if some.is_empty() { others } else { some };
            if choice.is_empty() {
                break;
            }
            let point = choice[dice.random_range(0..choice.len())];
            board.play(color, point).expect("a legal move");
            near = Some(point);
            color = !color;
        }
        let board = Board::with_stones(size, board.all_stones());
        let mut board = board.expect("strings with liberties");
        board.set_rules(Rules::SIMPLE);
        board
    }

    /// Points just outside of the area: beside it, and on or around strings that reach into it.
    fn fringe(board: &Board, area: &PointSet) -> Vec<Point> {
        let mut near = *area | area.neighbors();
        for string in board.chains_at(area) {
            near.extend(string.stones());
            string.add_border(&mut near);
        }
        let points = board.size().points();
        points
            .filter(|point| near.contains(*point) && !area.contains(*point))
            .collect()
    }

    /// The board with another state of this point; `None` if a string would have no liberty.
    fn changed(board: &Board, point: Point, dice: &mut Xoshiro256PlusPlus) -> Option<Board> {
        let old = board.at(point);
        let all = [PointState::Empty, Color::Black.into(), Color::White.into()];
        let others: Vec<PointState> = all.into_iter().filter(|&new| new != old).collect();
        let new = others[dice.random_range(0..others.len())].color();
        let rest = board.all_stones().filter(|&(_, stone)| stone != point);
        let stones = rest.chain(new.map(|color| (color, point)));
        let mut board = Board::with_stones(board.size(), stones).ok()?;
        board.set_rules(Rules::SIMPLE);
        Some(board)
    }

    /// The answer, its nodes, and its area; `all` asks for every move of the list in turn.
    fn read(
        reader: &mut Reader,
        board: &mut Board,
        string: Point,
        side: Side,
        all: bool,
    ) -> (Vec<Reading>, u64, PointSet) {
        let begun = reader.nodes();
        let chain = board.chain(string).expect("a string");
        let terms = reader.terms(&chain, Regime::DefenderFree);
        reader.searcher.begin();
        let found = if all {
            let list = reader.searcher.list(board, &terms, side == Side::Attacker);
            let ask = |point| reader.search(board, terms, side, Some(&[point]));
            list.into_iter().map(ask).collect()
        } else {
            vec![reader.search(board, terms, side, None)]
        };
        let area = reader.searcher.area(board);
        (found, reader.nodes() - begun, area)
    }

    fn check(boards: u64) -> u64 {
        let mut asked = 0;
        for seed in 0..boards {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let size = BoardSize::new(dice.random_range(7..=13)).expect("a size");
            let moves = dice.random_range(size.area() / 5..size.area());
            let mut board = random_board(size, moves, &mut dice);
            let mut reader = Reader::new(Limits::for_level([10, 7, 1][seed as usize % 3]));
            let few = board.chains().filter(|chain| chain.liberty_count() <= 4);
            let strings: Vec<Point> = few.map(|chain| chain.origin()).collect();
            for string in strings {
                for (side, all) in [
                    (Side::Attacker, false),
                    (Side::Defender, false),
                    (
                        [Side::Attacker, Side::Defender][dice.random_range(0..2)],
                        true,
                    ),
                ] {
                    let answer = read(&mut reader, &mut board, string, side, all);
                    let fringe = fringe(&board, &answer.2);
                    for _ in 0..CHANGES.min(fringe.len()) {
                        let point = fringe[dice.random_range(0..fringe.len())];
                        let Some(mut other) = changed(&board, point, &mut dice) else {
                            continue;
                        };
                        asked += 1;
                        let again = read(&mut reader, &mut other, string, side, all);
                        let vertex = |point: Point| point.vertex(size);
                        assert_eq!(
                            answer,
                            again,
                            "{side:?} {}, all moves: {all}, after a change at {}, on\n{board}",
                            vertex(string),
                            vertex(point)
                        );
                    }
                }
            }
        }
        asked
    }

    #[test]
    fn nothing_outside_of_the_area_counts() {
        let boards = std::env::var("KATACHI_TRAIL_BOARDS").ok();
        let boards = boards.map_or(30, |text| text.parse().expect("a number"));
        let asked = check(boards);
        println!("{asked} questions after changes outside of the area of their answers");
        assert!(asked > 1000);
    }
}
