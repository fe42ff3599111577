//! When the engine resigns.

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_core::{Decision, Engine, Game, Wish};
use katachi_strategy::Knowledge;

fn decision(board: Board, wish: &Wish) -> Decision {
    let mut game = Game::new(board.size());
    game.komi = 6.5;
    game.set_board(board);
    Engine::new(Knowledge::default())
        .think(&game, wish)
        .decision
}

fn willing(color: Color) -> Wish {
    Wish {
        may_resign: true,
        ..Wish::of(color)
    }
}

/// Black lives with two eyes; White has a captured stone, or nothing.
const WITHOUT_HOPE: &str = "
    . X . X .
    X X X X X
    . . X . .
    X X X X X
    . X . X .";

#[test]
fn a_side_without_living_stones_and_moves_resigns() {
    let board: Board = WITHOUT_HOPE.parse().expect("a board");
    assert_eq!(
        decision(board.clone(), &willing(Color::White)),
        Decision::Resign
    );
    // The winner passes, and so does who may not resign.
    assert_eq!(
        decision(board.clone(), &willing(Color::Black)),
        Decision::Pass
    );
    assert_eq!(decision(board, &Wish::of(Color::White)), Decision::Pass);
    // An empty board is no lost game.
    let empty = Board::new(BoardSize::NINETEEN);
    assert_eq!(decision(empty, &willing(Color::White)), Decision::Pass);
}

/// Two walls with eyes divide a board of nineteen lines: Black has these columns at the left.
/// Stones inside make the territories safe.
fn divided(black: usize) -> Board {
    let size = BoardSize::NINETEEN;
    let mut stones = Vec::new();
    for point in size.points() {
        let (row, column) = (point.row(), point.col());
        // Each side has two eyes in its corner of the upper edge.
        let eye = |from: usize| row == 0 && (column == from || column == from + 2);
        let inside = row % 3 == 2 && column % 3 == 1;
        let (own, other) = (inside && column < black, inside && column > black);
        if (own || column == black - 1 || (column < 4 && row < 2)) && !eye(0) {
            stones.push((Color::Black, point));
        } else if (other || column == black || (column >= 15 && row < 2)) && !eye(16) {
            stones.push((Color::White, point));
        }
    }
    Board::with_stones(size, stones).expect("every string has a liberty")
}

#[test]
fn a_side_that_is_far_behind_resigns_at_the_end() {
    for (black, color, lost) in [
        (7, Color::Black, true),
        (7, Color::White, false),
        (13, Color::White, true),
        (10, Color::White, false),
        (10, Color::Black, false),
    ] {
        // White's wall steps back at one point: a neutral point is left to play for.
        let divided = divided(black);
        let at = |column| Point::new(10, column).expect("a point");
        let stones = (divided.all_stones()).filter(|&(_, point)| point != at(black));
        let stones = stones.chain([(Color::White, at(black + 1))]);
        let board = Board::with_stones(BoardSize::NINETEEN, stones);
        let board = board.expect("every string has a liberty");
        let decision = decision(board, &willing(color));
        assert_ne!(decision, Decision::Pass);
        assert_eq!(
            decision == Decision::Resign,
            lost,
            "{black} columns, {color}: {decision:?}"
        );
    }
}
