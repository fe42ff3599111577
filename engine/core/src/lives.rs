//! Questions about the lives of dragons, with whatever knowledge there is.
//!
//! Entry points: [`Engine::attack_dragon`] and [`Engine::defend_dragon`]. With patterns of life and
//! death, [owl](katachi_strategy::owl) reads. Without them, the exact search of closed areas comes
//! first; what it leaves open is decided by random games near the dragon
//! ([`survival`](crate::monte_carlo::survival)).

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{self, Life};
use katachi_strategy::owl::{Owl, OwlReading};
use katachi_tactics::reading::Reading;

use crate::engine::Engine;
use crate::game::Game;
use crate::levels;
use crate::monte_carlo::{Goal, Player, Survival};

/// The share of random games that a side has to win.
const SUCCESS: f32 = 0.5;

/// A dragon whose life random games tell.
struct Dragon<'a> {
    player: &'a Player,
    board: Board,
    color: Color,
    stones: PointSet,
    simulations: u32,
}

impl Dragon<'_> {
    fn search(&self, mover: Color, has_threats: Option<Color>) -> Option<Survival> {
        let goal = Goal {
            stones: &self.stones,
            mover,
            has_threats,
        };
        self.player.survival(&self.board, &goal, self.simulations)
    }

    /// What a side achieves, to move.
    fn read(&self, mover: Color) -> Reading {
        let succeeds = |found: &Survival| {
            let rate = if mover == self.color {
                found.rate
            } else {
                1.0 - found.rate
            };
            rate > SUCCESS
        };
        let by = |has_threats| {
            let found = self.search(mover, has_threats);
            found.map(|found| (succeeds(&found), found))
        };
        let answer = |outcome, point| Reading { outcome, point };
        match by(None) {
            None => answer(Outcome::Lose, None),
            Some((true, found)) => match by(Some(!mover)).filter(|_| found.is_about_ko) {
                None => answer(Outcome::Win, found.best),
                // A success that needs no ko is better, so is its move.
                Some((true, without)) => answer(Outcome::Win, without.best),
                Some((false, _)) => answer(Outcome::KoA, found.best),
            },
            Some((false, found)) => match by(Some(mover)).filter(|_| found.is_about_ko) {
                Some((true, with)) => answer(Outcome::KoB, with.best),
                _ => answer(Outcome::Lose, None),
            },
        }
    }

    /// What the owner achieves; a dragon that nobody can kill needs no move.
    fn defend(&self) -> Reading {
        let found = self.read(self.color);
        let is_safe = || self.read(!self.color).outcome == Outcome::Lose;
        if found.outcome == Outcome::Win && is_safe() {
            return Reading {
                outcome: Outcome::Win,
                point: None,
            };
        }
        found
    }
}

impl Engine {
    /// Whether the opponent, to move, can kill the dragon of this stone.
    pub fn attack_dragon(&mut self, game: &Game, stone: Point) -> OwlReading {
        let closed = |owl: &mut Owl<'_>| owl.attack_in_closed_area(stone);
        let by_games = |dragon: &Dragon<'_>| dragon.read(!dragon.color);
        let found = self.without_patterns(game, stone, closed, by_games);
        found.unwrap_or_else(|| self.position(game).owl().attack(stone))
    }

    /// Whether its owner, to move, can let the dragon of this stone live.
    pub fn defend_dragon(&mut self, game: &Game, stone: Point) -> OwlReading {
        let closed = |owl: &mut Owl<'_>| owl.defend_in_closed_area(stone);
        let found = self.without_patterns(game, stone, closed, |dragon| dragon.defend());
        found.unwrap_or_else(|| self.position(game).owl().defend(stone))
    }

    /// What random games say about the life of a dragon whose status nothing else tells.
    pub fn guess_life(&mut self, game: &Game, dragon: &dragons::Dragon) -> Option<Life> {
        if dragon.status() != DragonStatus::Unknown {
            return None;
        }
        let dragon = self.by_games(game, dragon.origin)?;
        let attack = dragon.read(!dragon.color);
        let life = Life {
            attack,
            attack_is_certain: false,
            ..Life::ALIVE
        };
        if attack.outcome == Outcome::Lose {
            return Some(life);
        }
        let defense = dragon.read(dragon.color);
        Some(Life {
            status: match defense.outcome {
                Outcome::Lose => DragonStatus::Dead,
                _ => DragonStatus::Critical,
            },
            defense,
            defense_is_certain: false,
            ..life
        })
    }

    /// An answer where no patterns read lives: that of the closed area, else that of random games.
    fn without_patterns(
        &mut self,
        game: &Game,
        stone: Point,
        closed: impl FnOnce(&mut Owl<'_>) -> Option<OwlReading>,
        by_games: impl FnOnce(&Dragon<'_>) -> Reading,
    ) -> Option<OwlReading> {
        if self.analyst.knowledge().reads_lives() {
            return None;
        }
        let found = closed(&mut self.position(game).owl());
        found.or_else(|| {
            let dragon = self.by_games(game, stone)?;
            Some(OwlReading {
                reading: by_games(&dragon),
                is_certain: false,
            })
        })
    }

    /// Whether this move of the opponent kills the dragon of this stone: the result code.
    pub fn kills_dragon(&mut self, game: &Game, point: Point, stone: Point) -> Outcome {
        let Some(mut dragon) = self.by_games(game, stone) else {
            return self.position(game).owl().does_attack(point, stone);
        };
        if !dragon.board.try_move(!dragon.color, point) {
            return Outcome::Lose;
        }
        if dragon.board.at(stone).is_empty() {
            return Outcome::Win;
        }
        dragon.read(dragon.color).outcome.reversed()
    }

    /// Whether this move of its owner lets the dragon of this stone live: the result code.
    pub fn saves_dragon(&mut self, game: &Game, point: Point, stone: Point) -> Outcome {
        let Some(mut dragon) = self.by_games(game, stone) else {
            return self.position(game).owl().does_defend(point, stone);
        };
        if !dragon.board.try_move(dragon.color, point) {
            return Outcome::Lose;
        }
        dragon.read(!dragon.color).outcome.reversed()
    }

    /// The dragon of this stone, if random games have to tell its life.
    fn by_games(&mut self, game: &Game, stone: Point) -> Option<Dragon<'_>> {
        if self.analyst.knowledge().reads_lives() {
            return None;
        }
        let dragons = self.position(game).groups();
        let dragon = dragons.at(stone)?;
        let (color, stones) = (dragon.color, dragon.stones);
        let simulations = levels::survival(self.analyst.level());
        Some(Dragon {
            player: self.player.as_ref()?,
            board: game.board().clone(),
            color,
            stones,
            simulations,
        })
    }
}
