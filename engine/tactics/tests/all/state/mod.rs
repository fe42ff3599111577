//! The state that thinking and reading must not change.

use katachi_board::{Board, Color};

/// Everything that a board knows, trial moves and kos included.
pub fn state(board: &Board) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        board.to_string(),
        board.hash(),
        board.ko(),
        board.komaster(),
        board.trial_moves(),
        board.moves().collect::<Vec<_>>(),
        Color::BOTH.map(|color| board.captures(color)),
    )
}
