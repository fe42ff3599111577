//! Free handicap: the stones that the engine places itself.
//!
//! Entry point: [`Engine::free_handicap`]. Three sources answer in this order, until all stones
//! stand:
//!
//! 1. databases of the role `handicap`. While they are matched, black stones stand on the four
//!    corner points, so that patterns of empty corners have anchors. One match is drawn at random,
//!    with weight 2 to the power of its value, and its stones are placed.
//! 2. the usual handicap points and star points that are far from other stones
//! 3. the points that are furthest from other stones

use katachi_board::{
    Board, BoardSize, Color, NoLiberty, Point, fixed_handicap, max_fixed_handicap, star_points,
};
use katachi_image::{Attribute, Cell, Pattern, Role};
use katachi_matcher::{Match, Question};
use katachi_strategy::Position;
use katachi_strategy::host::{GameFacts, PositionHost};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::engine::Engine;
use crate::game::Game;

/// Matches beyond this number take the place of the least valued one.
const MOST_MATCHES: usize = 40;

/// A pattern whose value is further below the best one is never drawn.
const RANGE: f32 = 10.0;

/// A usual point is free if no stone is within this many rows and columns.
const ROOM: usize = 1;

/// Handicap stones that were placed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// Their points.
    pub points: Vec<Point>,
    /// Who chose them.
    pub source: PlacementSource,
}

/// Who chose the points of handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacementSource {
    /// A pattern: the index of its database, and its own index.
    Pattern {
        /// An index into the engine's knowledge.
        database: usize,
        /// An index into the database.
        pattern: u32,
    },
    /// The list of handicap points and star points.
    UsualPoint,
    /// The distance from other stones.
    Room,
}

/// A match that may be drawn.
struct Offer {
    value: f32,
    placement: Placement,
}

/// The stones on the board, and those to come.
struct Progress {
    total: usize,
    placed: Vec<Point>,
}

impl Progress {
    fn remaining(&self) -> usize {
        self.total - self.placed.len()
    }

    /// The board with the stones, and with one more on each of these points.
    fn board(&self, size: BoardSize, more: &[Point]) -> Result<Board, NoLiberty> {
        let points = self.placed.iter().chain(more);
        Board::with_stones(size, points.map(|&point| (Color::Black, point)))
    }
}

impl Engine {
    /// The stones of a free handicap, in the order in which they are placed, on a board of this
    /// game's size. Fewer are returned if no source has a place for the others. The seed determines
    /// all choices.
    pub fn free_handicap(&mut self, game: &Game, stones: usize, seed: u64) -> Vec<Placement> {
        let size = game.board().size();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut placements = Vec::new();
        let mut progress = Progress {
            total: stones,
            placed: Vec::new(),
        };
        while progress.remaining() > 0 {
            let drawn = self.by_pattern(game, &progress, &mut rng);
            let chosen = drawn
                .or_else(|| by_list(size, &progress))
                .or_else(|| by_room(size, &progress));
            let Some(placement) = chosen else {
                break;
            };
            // No stone may lose its last liberty.
            if progress.board(size, &placement.points).is_err() {
                break;
            }
            progress.placed.extend(&placement.points);
            placements.push(placement);
        }
        placements
    }

    /// What patterns propose for the next stones of a handicap of this size, while these stand: the
    /// placements of which [`free_handicap`](Self::free_handicap) draws one.
    pub fn handicap_placements(
        &mut self,
        game: &Game,
        placed: &[Point],
        stones: usize,
    ) -> Vec<Placement> {
        let progress = Progress {
            total: stones.max(placed.len()),
            placed: placed.to_vec(),
        };
        let offers = self.matching(game, &progress).into_iter();
        offers.map(|offer| offer.placement).collect()
    }

    /// Draws one of the matches of the databases.
    fn by_pattern(
        &mut self,
        game: &Game,
        progress: &Progress,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Placement> {
        let mut found = self.matching(game, progress);
        let best = found.iter().map(|one| one.value).reduce(f32::max)?;
        found.retain(|one| one.value >= best - RANGE);
        let weight = |one: &Offer| f64::from(one.value - best + RANGE).exp2();
        let total: f64 = found.iter().map(weight).sum();
        let mut left = rng.random::<f64>() * total;
        let drawn = found.iter().position(|one| {
            left -= weight(one);
            left < 0.0
        });
        Some(found.swap_remove(drawn.unwrap_or(0)).placement)
    }

    /// The matches whose stones are not too many, and whose constraints hold.
    fn matching(&mut self, game: &Game, progress: &Progress) -> Vec<Offer> {
        let size = game.board().size();
        let Ok(board) = progress.board(size, &corners(size)) else {
            return Vec::new();
        };
        let facts = GameFacts {
            handicap: [progress.total, progress.remaining()],
            ..GameFacts::default()
        };
        let mut position = (self.analyst).position(&board, game.komi, game.scoring);
        let knowledge = position.knowledge();
        let mut kept: Vec<Offer> = Vec::new();
        for (database, general) in knowledge.of_role(Role::Handicap) {
            for found in position.matches(database, &general, Color::Black) {
                let Some(pattern) = general.pattern(found.pattern as usize) else {
                    continue;
                };
                let points = stones_of(&pattern, found, size);
                if points.is_empty() || points.len() > progress.remaining() {
                    continue;
                }
                let Position { board, readers, .. } = &mut position;
                let mut host = PositionHost::new(board, readers.reborrow(), game.komi);
                host.game = facts;
                let question = Question::new(pattern, found, Color::Black, size);
                if !question.accepts(&mut host) {
                    continue;
                }
                let source = PlacementSource::Pattern {
                    database,
                    pattern: found.pattern,
                };
                let value = pattern.value(Attribute::Value).unwrap_or(0.0);
                let placement = Placement { points, source };
                keep(&mut kept, Offer { value, placement });
            }
        }
        kept
    }
}

/// Keeps an offer, in the place of the least valued one if there are many.
fn keep(kept: &mut Vec<Offer>, offer: Offer) {
    if kept.len() < MOST_MATCHES {
        kept.push(offer);
        return;
    }
    let least = (0..kept.len()).min_by(|&a, &b| kept[a].value.total_cmp(&kept[b].value));
    if let Some(least) = least {
        kept[least] = offer;
    }
}

/// The stones that a match places: its move, and the cells marked `!`.
fn stones_of(pattern: &Pattern<'_>, found: Match, size: BoardSize) -> Vec<Point> {
    let marked = (pattern.cells().iter())
        .filter(|cell| Cell::from_number(cell.cell) == Some(Cell::Bang))
        .filter_map(|cell| found.point(cell.at, size));
    found.mv(pattern, size).into_iter().chain(marked).collect()
}

/// The stones of a side that stand on a board but for the corner points, and the board as patterns
/// of free handicaps are matched on it: with stones on all corner points.
///
/// # Errors
/// If a stone has no liberty then.
pub fn handicap_view(board: &Board, color: Color) -> Result<(Vec<Point>, Board), NoLiberty> {
    let size = board.size();
    let corners = corners(size);
    let stones = board.stones(color).iter();
    let placed: Vec<Point> = stones.filter(|point| !corners.contains(point)).collect();
    let all = placed.iter().chain(&corners);
    let view = Board::with_stones(size, all.map(|&point| (color, point)))?;
    Ok((placed, view))
}

/// The four corner points, where black stones stand while patterns are matched.
fn corners(size: BoardSize) -> Vec<Point> {
    let last = size.get() - 1;
    let corners = [(0, last), (last, 0), (0, 0), (last, last)];
    (corners.into_iter())
        .filter_map(|(row, col)| Point::new(row, col))
        .collect()
}

/// The first of the usual points with room around it.
fn by_list(size: BoardSize, progress: &Progress) -> Option<Placement> {
    let handicap = fixed_handicap(size, max_fixed_handicap(size)).unwrap_or_default();
    let usual = handicap.into_iter().chain(&star_points(size));
    let has_room = |point: &Point| distance(*point, &progress.placed) > ROOM;
    Some(Placement {
        points: vec![usual.into_iter().find(has_room)?],
        source: PlacementSource::UsualPoint,
    })
}

/// The empty point that is furthest from other stones; of several, one far from the edge.
fn by_room(size: BoardSize, progress: &Progress) -> Option<Placement> {
    let line = |at: usize| at.min(size.get() - 1 - at);
    let room = |point: Point| {
        let edge = line(point.row()).min(line(point.col()));
        (distance(point, &progress.placed), edge)
    };
    let empty = (size.points()).filter(|&point| distance(point, &progress.placed) > 0);
    Some(Placement {
        points: vec![empty.max_by_key(|&point| room(point))?],
        source: PlacementSource::Room,
    })
}

/// The distance from a point to the nearest of these stones, in rows or columns, whichever are
/// more.
fn distance(point: Point, stones: &[Point]) -> usize {
    let rows = |stone: &Point| stone.row().abs_diff(point.row());
    let columns = |stone: &Point| stone.col().abs_diff(point.col());
    let distances = stones.iter().map(|stone| rows(stone).max(columns(stone)));
    distances.min().unwrap_or(usize::MAX)
}
