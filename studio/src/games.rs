//! Games, and the positions of them that are looked at.

use std::path::PathBuf;

use katachi_board::{BoardSize, Color, Point};
use katachi_core::Game;
use katachi_joseki::mine::{self, Census, GameReader, Part, fingerprint};

/// The games of some records.
#[derive(Clone, Debug)]
pub struct Games {
    /// The games, in the order of the files; each once. Games with handicap stones are left out.
    pub games: Vec<mine::Game>,
    /// What was read, and what was skipped.
    pub read: Census,
}

impl Games {
    /// Reads files, folders and archives, and keeps at most this many games on boards of this size.
    pub fn read(paths: &[PathBuf], size: Option<BoardSize>, most: Option<usize>) -> Self {
        let mut games: Vec<mine::Game> = Vec::new();
        let reader = GameReader {
            size,
            part: Part::All,
        };
        let read = reader.read(paths, |batch, _| games.extend_from_slice(batch));
        games.truncate(most.unwrap_or(usize::MAX));
        Self { games, read }
    }

    /// The number of all positions with a move to come.
    pub fn moves(&self) -> usize {
        self.games.iter().map(|game| game.moves.len()).sum()
    }

    /// The game of the engine before a move, with the usual komi.
    pub fn position(&self, place: Place) -> Option<Game> {
        let record = self.games.get(place.game)?;
        let mut game = start(record);
        for &(color, at) in record.moves.get(..place.before)? {
            game.play(color, at).ok()?;
        }
        Some(game)
    }

    /// The side to move in a position, and the point that it played.
    pub fn played(&self, place: Place) -> Option<(Color, Option<Point>)> {
        self.games.get(place.game)?.moves.get(place.before).copied()
    }

    /// The name of a position: the record and the number of the move to come.
    pub fn name(&self, place: Place) -> String {
        let record = self.games.get(place.game);
        let record = record.map_or("", mine::Game::short_name);
        format!("{record} move {}", place.before + 1)
    }
}

/// Komi in all positions, in points: records rarely name it, and the opening does not depend on it.
pub const KOMI: f32 = 6.5;

/// The start of a game.
pub(crate) fn start(record: &mine::Game) -> Game {
    let mut game = Game::new(record.size);
    game.komi = KOMI;
    game
}

/// A position: a game, and the number of moves before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The index of the game.
    pub game: usize,
    /// The number of moves before.
    pub before: usize,
}

/// Some of the positions of games, by a hash of the game and the number of the move. So a larger
/// choice contains a smaller one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    /// In the order of the choice.
    chosen: Vec<Place>,
}

impl Positions {
    /// All positions, game by game.
    pub fn all(games: &Games) -> Self {
        let places = games.games.iter().enumerate();
        let places = places.flat_map(|(game, record)| {
            (0..record.moves.len()).map(move |before| Place { game, before })
        });
        Self {
            chosen: places.collect(),
        }
    }

    /// This many positions, or all if there are fewer.
    pub fn some(games: &Games, wanted: usize) -> Self {
        let mut keyed: Vec<(u64, Place)> = Vec::new();
        for (game, record) in games.games.iter().enumerate() {
            let seed = fingerprint(record.size, &record.moves);
            for before in 0..record.moves.len() {
                let mut hasher = blake3::Hasher::new();
                hasher.update(&seed).update(&(before as u64).to_le_bytes());
                let hash = hasher.finalize();
                let key = hash.as_bytes().first_chunk().copied().unwrap_or_default();
                keyed.push((u64::from_le_bytes(key), Place { game, before }));
            }
        }
        keyed.sort_unstable();
        keyed.truncate(wanted);
        Self {
            chosen: keyed.into_iter().map(|(_, place)| place).collect(),
        }
    }

    /// The positions, in the order of the choice.
    pub fn places(&self) -> &[Place] {
        &self.chosen
    }

    /// The numbers of moves before the chosen positions of each game, ascending.
    pub fn by_game(&self, games: usize) -> Vec<Vec<usize>> {
        let mut by_game = vec![Vec::new(); games];
        for place in &self.chosen {
            if let Some(moves) = by_game.get_mut(place.game) {
                moves.push(place.before);
            }
        }
        for moves in &mut by_game {
            moves.sort_unstable();
        }
        by_game
    }
}
