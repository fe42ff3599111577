//! Measures how well corner patterns predict the moves of games.

use std::fmt;
use std::ops::AddAssign;

use katachi_board::{Board, BoardSize, Color, Point, Rules};
use katachi_image::General;
use katachi_matcher::Matcher;
use rayon::prelude::*;

use super::games::Game;
use crate::corner::Corner;

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The number of moves to count in each game.
    pub moves: usize,
    /// A corner is this many lines wide and high.
    pub near: usize,
}

/// The counts of a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Games.
    pub games: usize,
    /// Moves in these games, in corners or elsewhere.
    pub moves: usize,
    /// Moves in a corner.
    pub corner_moves: usize,
    /// Moves in a corner in which patterns propose something.
    pub covered: usize,
    /// Moves in a corner that patterns propose.
    pub hits: usize,
    /// The number of proposals in the corners of covered moves.
    pub proposals: usize,
    /// Corners with proposals, counting all four corners before each move.
    pub corners: usize,
    /// The number of proposals in these corners.
    pub corner_proposals: usize,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.corner_moves += other.corner_moves;
        self.covered += other.covered;
        self.hits += other.hits;
        self.proposals += other.proposals;
        self.corners += other.corners;
        self.corner_proposals += other.corner_proposals;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        let share = |one: usize, of: usize| format!("{:.1} %", 100.0 * part(one, of));
        let Self {
            games,
            moves,
            corner_moves,
            covered,
            hits,
            ..
        } = *self;
        writeln!(
            f,
            "{games} games, {moves} moves, {corner_moves} of them in corners"
        )?;
        writeln!(
            f,
            "covered: {covered}, {} of the corner moves",
            share(covered, corner_moves)
        )?;
        writeln!(
            f,
            "proposed: {hits}, {} of the covered moves",
            share(hits, covered)
        )?;
        writeln!(
            f,
            "proposals: {:.2} in the corner of a covered move",
            part(self.proposals, covered)
        )?;
        write!(
            f,
            "proposals: {:.2} in any corner where something is proposed",
            part(self.corner_proposals, self.corners)
        )
    }
}

impl Measure {
    /// Measures games of one size, with all cores. Constraints are ignored.
    pub fn figures(&self, image: &General<'_>, size: BoardSize, games: &[Game]) -> Figures {
        let counted = games.par_iter().filter(|game| game.size == size);
        let counted = counted.map_init(
            || Matcher::new(image, size),
            |matcher, game| self.game(image, matcher, game),
        );
        counted.reduce(Figures::default, |mut one, other| {
            one += other;
            one
        })
    }

    fn game(&self, image: &General<'_>, matcher: &mut Matcher, game: &Game) -> Figures {
        let mut figures = Figures {
            games: 1,
            ..Figures::default()
        };
        let mut board = Board::new(game.size);
        board.set_rules(Rules::SIMPLE);
        for &(side, at) in game.moves.iter().take(self.moves) {
            figures.moves += 1;
            let proposed = proposals(image, matcher, &board, side);
            for (corner, proposed) in Corner::ALL.into_iter().zip(&proposed) {
                let near = |at: Point| self.is_near(corner, at, game.size);
                if !proposed.is_empty() {
                    figures.corners += 1;
                    figures.corner_proposals += proposed.len();
                }
                if let Some(at) = at.filter(|&at| near(at)) {
                    figures.corner_moves += 1;
                    if proposed.iter().any(|&at| near(at)) {
                        figures.covered += 1;
                        figures.proposals += proposed.len();
                        figures.hits += usize::from(proposed.contains(&at));
                    }
                }
            }
            let _ = match at {
                Some(at) => board.play(side, at),
                None => board.pass(side),
            };
        }
        figures
    }

    fn is_near(&self, corner: Corner, at: Point, size: BoardSize) -> bool {
        let (row, col) = corner.from_edges(at, size);
        row.max(col) < self.near
    }
}

/// The proposed points in each corner of [`Corner::ALL`], each once, sorted.
fn proposals(
    image: &General<'_>,
    matcher: &mut Matcher,
    board: &Board,
    side: Color,
) -> [Vec<Point>; 4] {
    let size = board.size();
    let mut proposed: [Vec<Point>; 4] = Default::default();
    for found in matcher.matches(image, board, side) {
        // The anchor of a corner pattern is the corner.
        let corner =
            (Corner::ALL.iter()).position(|corner| corner.from_edges(found.anchor, size) == (0, 0));
        let point = image.pattern(found.pattern as usize);
        let point = point.and_then(|pattern| found.mv(&pattern, size));
        if let (Some(corner), Some(point)) = (corner, point) {
            proposed[corner].push(point);
        }
    }
    for points in &mut proposed {
        points.sort_unstable();
        points.dedup();
    }
    proposed
}
