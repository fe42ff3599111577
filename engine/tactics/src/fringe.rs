//! For tests of areas: random boards, and changes just outside of an area.
//!
//! If an area lacks a point, an answer changes after some change of a point beside the area.

use katachi_board::{Board, BoardSize, Color, Point, PointSet, PointState, Rules};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of boards of a run: 30, or what this variable says.
pub fn boards(variable: &str) -> u64 {
    let boards = std::env::var(variable).ok();
    boards.map_or(30, |text| text.parse().expect("a number"))
}

/// A board after this many random moves: captures and moves near the last one are preferred.
pub fn random_board(size: BoardSize, moves: usize, dice: &mut Xoshiro256PlusPlus) -> Board {
    let mut board = Board::new(size);
    let mut color = Color::Black;
    let mut near: Option<Point> = None;
    for _ in 0..moves {
        let wanted = dice.random_range(0..3);
        let suits = |point: &Point| match (wanted, near) {
            (0, _) => board.captures_something(color, *point),
            (1, Some(last)) => last.distance(*point) <= 2,
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

/// Changes points just outside of an area, one at a time and this often at most. `check` gets each
/// point and the board after the change. Returns the number of changes.
pub fn each_change(
    board: &Board,
    area: &PointSet,
    most: usize,
    dice: &mut Xoshiro256PlusPlus,
    mut check: impl FnMut(Point, &mut Board),
) -> u64 {
    let mut changes = 0;
    let fringe = fringe(board, area);
    for _ in 0..most.min(fringe.len()) {
        let point = fringe[dice.random_range(0..fringe.len())];
        if let Some(mut other) = changed(board, point, dice) {
            changes += 1;
            check(point, &mut other);
        }
    }
    changes
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
