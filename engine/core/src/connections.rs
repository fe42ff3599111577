//! What reading and random games together say about connections.
//!
//! Entry points: [`Connections::connect`], [`Connections::disconnect`]. The
//! [reader](ConnectionReader) knows no move far from the shortest way, so it finds too many cuts.
//! Random games between the strings ([`junction`]) do: a cut counts only if they bear it out, and a
//! connection that the reader does not find counts if they find one.

use katachi_board::{Board, Outcome, Point};
use katachi_strategy::owl::Witness;
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::Reading;

use crate::levels;
use crate::monte_carlo::{Findings, Lives, Strings, junction, outcome_of};

/// A connection that the reader does not find counts if more than this part of the games find one.
const JOINED: f32 = 0.55;
/// A cut that the reader finds counts if more than this part of the games cut. They also follow
/// mistakes, and one mistake joins the strings.
const CUT: f32 = 1.0 / 3.0;

/// Reads connections of a position.
pub struct Connections<'a> {
    /// The reader.
    pub reader: &'a mut ConnectionReader,
    /// What random games are played by; `None` leaves the answers to the reader.
    pub games: Option<&'a Lives>,
    /// The level of the engine, which says how many games there are.
    pub level: i32,
}

impl Connections<'_> {
    /// Whether the owner of two strings, to move, can connect them: what
    /// [`ConnectionReader::connect`] finds, else a plain success of the games; and who says so.
    pub fn connect(&mut self, board: &mut Board, a: Point, b: Point) -> (Reading, Witness) {
        let found = self.reader.connect(board, a, b);
        let games = match found.outcome {
            Outcome::Lose => self.ask(board, [a, b], (true, JOINED)),
            _ => None,
        };
        games
            .filter(|(games, _)| games.outcome == Outcome::Win)
            .unwrap_or((found, Witness::Search))
    }

    /// Whether the opponent, to move, can cut two strings of one colour: what
    /// [`ConnectionReader::disconnect`] finds, unless the games show that it fails; and who says
    /// so.
    pub fn disconnect(&mut self, board: &mut Board, a: Point, b: Point) -> (Reading, Witness) {
        let found = self.reader.disconnect(board, a, b);
        let games = match found.outcome {
            Outcome::Lose => None,
            _ => self.ask(board, [a, b], (false, CUT)),
        };
        games
            .filter(|(games, _)| games.outcome == Outcome::Lose)
            .unwrap_or((found, Witness::Search))
    }

    /// What the games say about the owner of two strings, to move, or else its opponent, which has
    /// to win more than the part `bar`. `None` if there are no games.
    fn ask(
        &self,
        board: &Board,
        stones: [Point; 2],
        (is_owner, bar): (bool, f32),
    ) -> Option<(Reading, Witness)> {
        let owner = board.at(stones[0]).color()?;
        if !board.at(stones[1]).is(owner) {
            return None;
        }
        let mover = if is_owner { owner } else { !owner };
        let (sources, simulations) = (self.games?.sources(), levels::junction(self.level));
        let search = |has_threats| {
            let strings = Strings {
                stones,
                mover,
                has_threats,
            };
            junction(board, &strings, sources, (simulations, bar))
        };
        let found = search(None)?;
        let succeeds = |found: &Findings| found.share(is_owner) > bar;
        let (outcome, by) = outcome_of(&found, mover, succeeds, |side| search(Some(side)));
        let by = by.unwrap_or(found);
        let best = by.tried.first().map(|best| best.point);
        let reading = Reading {
            outcome,
            point: best.filter(|_| outcome != Outcome::Lose),
        };
        Some((reading, Witness::Games(by.share(is_owner))))
    }
}
