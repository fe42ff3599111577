//! Where examples come from.

use katachi_board::{Board, Color, Point, PointSet, Rules, Scoring};
use katachi_joseki::mine;
use katachi_strategy::dragons::{Dragon, Dragons};
use katachi_strategy::{Analyst, Knowledge};
use katachi_tactics::life::{LifeReader, Limits};
use katachi_tactics::reading::{self, Reader};

use super::example::{Example, Scene};
use super::prove::Prover;
use crate::problems::{Problem, name_hash};

/// The level of the engine that finds dragons.
const LEVEL: i32 = 5;
/// Komi does not matter to dragons.
const KOMI: f32 = 6.5;
/// The nodes of one search for a proof.
const NODES: u32 = 50_000;
/// The most empty points of an area in which something is proven.
const POINTS: usize = 20;
/// The most gaps in the wall around it.
const GAPS: usize = 3;
/// The moves between two positions of a game that are looked at.
const APART: usize = 18;
/// The first and the last move before which a position of a game is looked at.
const MOVES: [usize; 2] = [30, 230];
/// A dragon weaker than this is in danger.
const WEAK: f32 = 0.4;
/// The fewest stones of a dragon of a game.
const FEWEST_STONES: usize = 2;

/// A problem or a game.
#[derive(Clone, Debug)]
pub enum Source {
    /// A problem of life and death.
    Problem(Problem),
    /// A game.
    Game(mine::Game),
}

impl Source {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Problem(problem) => &problem.id,
            Self::Game(game) => game.short_name(),
        }
    }
}

/// Whether a source is held back for measuring: one in three, by a hash of its name.
pub fn is_held_back(name: &str) -> bool {
    name_hash(name).is_multiple_of(3)
}

/// Finds examples.
#[derive(Debug)]
pub struct Worker {
    analyst: Analyst,
    lives: LifeReader,
    reader: Reader,
}

impl Worker {
    /// A worker whose engine knows these databases.
    pub fn new(knowledge: Knowledge) -> Self {
        Self {
            analyst: Analyst::new(knowledge, LEVEL),
            lives: LifeReader::new(Limits {
                nodes: NODES,
                points: POINTS,
                gaps: GAPS,
            }),
            reader: Reader::new(reading::Limits::for_level(LEVEL)),
        }
    }

    /// The examples of a source.
    pub fn examples(&mut self, source: &Source) -> Vec<Example> {
        match source {
            Source::Problem(problem) => self.of_problem(problem),
            Source::Game(game) => self.of_game(game),
        }
    }

    fn dragons(&mut self, board: &Board) -> std::sync::Arc<Dragons> {
        (self.analyst)
            .position(board, KOMI, Scoring::default())
            .groups()
    }

    /// The proven examples about a dragon, for this side. `doubtful` are stones of the other side
    /// that may die themselves. One of the moves `known` is right, if there are any.
    fn proven(
        &mut self,
        board: &mut Board,
        dragon: &Dragon,
        doubtful: PointSet,
        mover: Color,
        known: &[Point],
    ) -> Vec<Example> {
        let mut prover = Prover {
            lives: &mut self.lives,
            reader: &mut self.reader,
            doubtful,
            defender: dragon.color,
            known,
            examples: Vec::new(),
        };
        prover.collect(board, &dragon.stones, mover, 0);
        prover.examples
    }

    fn of_problem(&mut self, problem: &Problem) -> Vec<Example> {
        let stones = problem.stones.iter().copied();
        let Ok(mut board) = Board::with_stones(problem.size, stones) else {
            return Vec::new();
        };
        board.set_rules(Rules::SIMPLE);
        let dragons = self.dragons(&board);
        let mover = problem.to_move;
        let near: PointSet = problem.first.iter().copied().collect();
        let near = near.with_surroundings().with_surroundings();
        // The dragon in question is one that the right moves are near.
        let mut asked: Vec<&Dragon> = (dragons.iter())
            .filter(|dragon| dragon.stones.intersects(&near))
            .collect();
        asked.sort_by_key(|dragon| std::cmp::Reverse(dragon.stones.len()));
        for dragon in asked {
            // Problems are made so that the stones outside live.
            let doubtful = PointSet::EMPTY;
            let found = self.proven(&mut board, dragon, doubtful, mover, &problem.first);
            if !found.is_empty() {
                return found;
            }
        }
        self.of_solution(problem, &mut board, &dragons, &near)
    }

    /// The example of a problem's right moves. The dragon is that of the side whose stones lie
    /// nearer to the corner.
    fn of_solution(
        &mut self,
        problem: &Problem,
        board: &mut Board,
        dragons: &Dragons,
        near: &PointSet,
    ) -> Vec<Example> {
        let height = |color: Color| {
            let stones = board.stones(color);
            let sum: usize = stones.iter().map(|point| height(board, point)).sum();
            sum as f32 / stones.len().max(1) as f32
        };
        let [black, white] = [height(Color::Black), height(Color::White)];
        // Problems that do not say who is inside are left out.
        if (black - white).abs() < 0.3 {
            return Vec::new();
        }
        let defender = if black < white {
            Color::Black
        } else {
            Color::White
        };
        let goals = (dragons.iter()).filter(|one| one.color == defender);
        let dragon =
            (goals.filter(|one| one.stones.intersects(near))).max_by_key(|one| one.stones.len());
        let Some(dragon) = dragon else {
            return Vec::new();
        };
        let points = problem.allowed().into_iter();
        vec![self.unproven(board, dragon, problem.to_move, points, &problem.first)]
    }

    /// The example of a dragon in which these moves are known to be right, and no others of these
    /// points.
    fn unproven(
        &mut self,
        board: &mut Board,
        dragon: &Dragon,
        mover: Color,
        points: impl Iterator<Item = Point>,
        right: &[Point],
    ) -> Example {
        let moves: Vec<(Point, bool)> = points
            .filter(|point| board.is_legal(mover, *point))
            .map(|point| (point, right.contains(&point)))
            .collect();
        let mut scene = Scene {
            board,
            goal: &dragon.stones,
            defender: dragon.color,
            mover,
        };
        Example::new(&mut scene, &mut self.reader, &moves, false)
    }

    fn of_game(&mut self, game: &mine::Game) -> Vec<Example> {
        let mut board = Board::new(game.size);
        board.set_rules(Rules::SIMPLE);
        let mut found = Vec::new();
        let first = MOVES[0] + game.moves.len() % APART;
        for (number, &(color, point)) in game.moves.iter().enumerate() {
            let is_asked =
                number >= first && number <= MOVES[1] && (number - first).is_multiple_of(APART);
            if let (true, Some(played)) = (is_asked, point) {
                found.extend(self.of_position(&mut board.clone(), color, played));
            }
            let went_on = match point {
                Some(point) => board.play(color, point).is_ok(),
                None => board.pass(color).is_ok(),
            };
            if !went_on {
                break;
            }
        }
        found
    }

    fn of_position(&mut self, board: &mut Board, color: Color, played: Point) -> Vec<Example> {
        let dragons = self.dragons(board);
        let mut found = Vec::new();
        let asked = (dragons.iter())
            .filter(|dragon| dragon.needs_reading() && dragon.stones.len() >= FEWEST_STONES);
        for dragon in asked {
            let weak =
                (dragons.iter()).filter(|one| one.color != dragon.color && one.needs_reading());
            let doubtful = weak.fold(PointSet::EMPTY, |set, one| set | one.stones);
            let mut proven = Vec::new();
            for mover in [color, !color] {
                proven.extend(self.proven(board, dragon, doubtful, mover, &[]));
            }
            if proven.is_empty() && dragon.crude_weakness >= WEAK {
                proven.extend(self.of_played(board, dragon, color, played));
            }
            found.extend(proven);
        }
        found
    }

    /// The example of a move that was played near a dragon in danger.
    fn of_played(
        &mut self,
        board: &mut Board,
        dragon: &Dragon,
        mover: Color,
        played: Point,
    ) -> Option<Example> {
        let near = dragon.stones.with_surroundings().with_surroundings();
        if !near.contains(played) {
            return None;
        }
        let points = near & *board.empty();
        Some(self.unproven(board, dragon, mover, points.iter(), &[played]))
    }
}

/// How far a point is from the nearest corner, at most 9.
fn height(board: &Board, point: Point) -> usize {
    let last = board.size().get() - 1;
    let near = |at: usize| at.min(last - at);
    near(point.row()).max(near(point.col())).min(9) + near(point.row()).min(near(point.col()))
}
