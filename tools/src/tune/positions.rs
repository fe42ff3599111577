//! Extracts positions from games; in each, candidate moves compete.

use std::ops::Range;

use katachi_board::{Board, PointSet, Rules};
use katachi_joseki::mine::Game;
use katachi_matcher::patterns3x3::{near, neighborhood, situation};
use rayon::prelude::*;

use super::mm::{Competitions, Entry};
use super::shape::{NEIGHBORHOODS, Shape};

/// The positions of games: in each the candidates compete, and the played move wins.
///
/// Candidates are the legal moves that do not fill an [own
/// eye](katachi_image::monte_carlo::Neighborhood::is_eye). Moves of equal shape are one team; teams
/// are numbered in the order of their shapes.
#[derive(Debug, Default)]
pub struct Positions {
    /// The shape of each team.
    pub shapes: Vec<Shape>,
    /// The competitions.
    pub competitions: Competitions,
    /// The positions of each game.
    pub games: Vec<Range<usize>>,
    /// Played moves that are not candidates, because they filled an eye.
    pub filled: usize,
}

/// The positions of one game.
struct GamePositions {
    /// For each position the end of its shapes, and the played shape.
    ends: Vec<(usize, Shape)>,
    shapes: Vec<(Shape, u32)>,
    filled: usize,
}

impl Positions {
    /// The positions of these games. `each` is called once for each game, in any order.
    pub fn of(games: &[Game], each: impl Fn() + Sync) -> Self {
        let parts: Vec<GamePositions> = (games.par_iter())
            .map(|game| {
                let part = of_game(game);
                each();
                part
            })
            .collect();
        let all = parts.iter().flat_map(|part| &part.shapes);
        let mut shapes: Vec<Shape> = Vec::new();
        for (count, &(shape, _)) in all.enumerate() {
            shapes.push(shape);
            // There are few different shapes, and each occurs very often, so remove duplicates now
            // and then.
            if count % 1_000_000 == 0 {
                shapes.sort_unstable();
                shapes.dedup();
            }
        }
        shapes.sort_unstable();
        shapes.dedup();
        let mut positions = Self::default();
        let team = |shape: Shape| shapes.partition_point(|&other| other < shape) as u32;
        for part in parts {
            let first = positions.competitions.len();
            let mut start = 0;
            for (end, played) in part.ends {
                let entries = part.shapes[start..end].iter().map(|&(shape, count)| Entry {
                    team: team(shape),
                    count,
                });
                positions.competitions.push(entries, team(played));
                start = end;
            }
            positions.games.push(first..positions.competitions.len());
            positions.filled += part.filled;
        }
        positions.shapes = shapes;
        positions
    }
}

fn of_game(game: &Game) -> GamePositions {
    let mut found = GamePositions {
        ends: Vec::new(),
        shapes: Vec::new(),
        filled: 0,
    };
    let mut board = Board::new(game.size);
    board.set_rules(Rules::SIMPLE);
    // One move behind `board`, to find what the last move has touched.
    let mut before = board.clone();
    let mut touched = PointSet::EMPTY;
    let mut candidates: Vec<Shape> = Vec::new();
    for &(color, point) in &game.moves {
        if let Some(played) = point {
            candidates.clear();
            let mut chosen = None;
            for at in board.empty() {
                let around = neighborhood(&board, at, color);
                if around.is_eye() || !board.is_legal(color, at) {
                    continue;
                }
                let does = situation(&board, at, color, touched.contains(at));
                let shape = Shape::new(NEIGHBORHOODS.place(around), does.number());
                candidates.push(shape);
                if at == played {
                    chosen = Some(shape);
                }
            }
            match chosen {
                None => found.filled += 1,
                Some(chosen) => {
                    candidates.sort_unstable();
                    let equal = candidates.chunk_by(|a, b| a == b);
                    let counted = equal.map(|equal| (equal[0], equal.len() as u32));
                    found.shapes.extend(counted);
                    found.ends.push((found.shapes.len(), chosen));
                }
            }
        }
        let played = |board: &mut Board| match point {
            // The record was checked under these rules.
            Some(point) => board.play(color, point).is_ok(),
            None => board.pass(color).is_ok(),
        };
        if !played(&mut board) {
            break;
        }
        touched = point.map_or(PointSet::EMPTY, |point| near(&before, &board, color, point));
        played(&mut before);
    }
    found
}
