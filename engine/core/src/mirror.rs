//! Mirror go: answering each move with the opposite point.
//!
//! Entry points: [`MirrorGo::answer`] plays it, [`center_against`] plays against it.

use katachi_board::{Board, BoardSize, Color, Point, Symmetry};

use crate::game::Game;

/// Mirror go of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MirrorGo {
    /// With this many stones on the board it ends; `None` for never.
    pub limit: Option<usize>,
}

impl MirrorGo {
    /// The move that makes the board its own mirror image with colours exchanged. It is opposite
    /// the last move; on a board without history it is the first one.
    pub fn answer(&self, game: &Game, color: Color) -> Option<Point> {
        let board = game.board();
        if (self.limit).is_some_and(|limit| board.all_stones().count() >= limit) {
            return None;
        }
        let completes = |&point: &Point| {
            let mut board = board.clone();
            board.play(color, point).is_ok() && is_mirrored(&board)
        };
        match board.last_move() {
            Some((last, Some(point))) if last != color => {
                Some(opposite(point, board.size())).filter(completes)
            }
            Some(_) => None,
            None => board.empty().iter().find(completes),
        }
    }
}

/// The centre, if the opponent plays mirror go against Black, who began: it has no opposite point.
/// On even boards, the middle point that is highest and furthest left.
pub fn center_against(board: &Board, own: Color) -> Option<Point> {
    /// With fewer stones it may be chance.
    const MANY: usize = 10;
    let middle = (board.size().get() - 1) / 2;
    let center = Point::new(middle, middle)?;
    let suspicious = own == Color::Black && board.all_stones().count() > MANY;
    (suspicious && board.empty().contains(center) && is_mirrored(board)).then_some(center)
}

/// The point on the other side of the centre.
fn opposite(point: Point, size: BoardSize) -> Point {
    Symmetry::turns(2).apply_to_point(point, size)
}

/// Whether there is a stone of the other colour opposite each stone but that in the centre.
fn is_mirrored(board: &Board) -> bool {
    board.all_stones().all(|(color, point)| {
        let other = opposite(point, board.size());
        other == point || board.at(other).is(!color)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str, board: &Board) -> Point {
        Point::from_vertex(name, board.size()).expect("a vertex")
    }

    fn played(lines: usize, moves: &[&str]) -> Game {
        let mut game = Game::new(BoardSize::new(lines).expect("a size"));
        for name in moves {
            let point = at(name, game.board());
            game.play(game.to_move(), Some(point)).expect("legal");
        }
        game
    }

    #[test]
    fn the_opposite_point_answers_the_last_move() {
        let game = played(9, &["C3"]);
        let opposite = Some(at("G7", game.board()));
        assert_eq!(MirrorGo::default().answer(&game, Color::White), opposite);
        let limited = MirrorGo { limit: Some(1) };
        assert_eq!(limited.answer(&game, Color::White), None);
        assert_eq!(MirrorGo::default().answer(&game, Color::Black), None);
        let centre = played(9, &["E5"]);
        assert_eq!(MirrorGo::default().answer(&centre, Color::White), None);
        let broken = played(9, &["C3", "D3", "F7"]);
        assert_eq!(MirrorGo::default().answer(&broken, Color::White), None);
    }

    #[test]
    fn a_board_without_history_is_completed() {
        let board: Board = "X . .\n. . .\n. . .".parse().expect("a board");
        let mut game = Game::new(board.size());
        game.set_board(board);
        let answer = MirrorGo::default().answer(&game, Color::White);
        assert_eq!(answer, Some(at("C1", game.board())));
    }

    #[test]
    fn the_centre_ends_mirror_go() {
        let mut moves = vec!["C3", "G7", "C7", "G3", "C5", "G5", "E3", "E7", "D4", "F6"];
        assert_eq!(
            center_against(played(9, &moves).board(), Color::Black),
            None
        );
        moves.extend(["D6", "F4"]);
        let game = played(9, &moves);
        let centre = Some(at("E5", game.board()));
        assert_eq!(center_against(game.board(), Color::Black), centre);
        assert_eq!(center_against(game.board(), Color::White), None);
        let even = played(
            8,
            &[
                "C3", "F6", "C6", "F3", "B2", "G7", "B7", "G2", "D3", "E6", "D6", "E3",
            ],
        );
        let middle = Some(at("D5", even.board()));
        assert_eq!(center_against(even.board(), Color::Black), middle);
    }
}
