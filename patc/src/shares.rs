//! How often a point near an anchor holds each symbol.

use katachi_image::Symbol;

/// The shares in the middle of a game: of 100 points near an anchor, about 60 are empty, 17 hold
/// stones of either side, and 6 are off the board.
const SHARES: [(Symbol, f32); 4] = [
    (Symbol::Empty, 0.60),
    (Symbol::Own, 0.17),
    (Symbol::Opponent, 0.17),
    (Symbol::Off, 0.06),
];

/// The share of points that hold one of these symbols.
pub(crate) fn share(symbols: u8) -> f32 {
    (SHARES.iter())
        .filter(|(symbol, _)| symbols & symbol.bit() != 0)
        .map(|(_, share)| share)
        .sum()
}
