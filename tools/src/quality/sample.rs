//! Positions of game records, drawn by hash.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use katachi_board::{BoardSize, Color, Point};
use katachi_joseki::mine::{Census, Game, GameReader, Part, fingerprint};
use katachi_sgf::Move;
use katachi_studio::Phase;

/// The positions to draw. A hash of each game decides everything, so the same game gives the same
/// position in every file and folder, and a larger sample contains a smaller one.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of positions; each is of another game.
    pub positions: usize,
    /// Divides the games by their hash, and takes one part.
    pub part: HashPart,
    /// The numbers of the moves to judge, from 1.
    pub moves: RangeInclusive<usize>,
    /// The size of the board; `None` accepts all sizes.
    pub size: Option<BoardSize>,
}

/// One of several equal parts; written `1/7`, the first of seven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashPart {
    number: u32,
    of: u32,
}

impl HashPart {
    /// Everything.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    pub(crate) fn has(self, hash: u32) -> bool {
        hash % self.of == self.number - 1
    }
}

impl std::str::FromStr for HashPart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("expected a part such as 1/7, the first of seven".to_owned()),
        }
    }
}

impl fmt::Display for HashPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A position and the move that was played in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The record's path; in an archive `ARCHIVE:PATH`.
    pub record: String,
    /// The size of the board.
    pub size: BoardSize,
    /// The moves before.
    pub moves: Vec<Move>,
    /// The side to move.
    pub color: Color,
    /// The point that was played, or `None` for a pass.
    pub played: Option<Point>,
    /// The place in the order of the sample.
    order: u64,
}

impl Position {
    /// The number of the move to judge, from 1.
    pub fn number(&self) -> usize {
        self.moves.len() + 1
    }

    /// The phase of the game.
    pub fn phase(&self) -> Phase {
        Phase::of(self.number(), self.size)
    }

    /// A name for messages: the record and the number of the move.
    pub fn name(&self) -> String {
        format!("{}, move {}", self.record, self.number())
    }

    /// The moves, and one more of the side to move.
    pub fn moves_with(&self, at: Option<Point>) -> Vec<Move> {
        let next = [(self.color, at)];
        self.moves.iter().copied().chain(next).collect()
    }

    /// A hash of the position, and of how it came about.
    pub fn fingerprint(&self) -> [u8; 16] {
        fingerprint(self.size, &self.moves)
    }

    /// A number of its own, for `%n` in the command of an engine.
    pub fn seed(&self) -> usize {
        (self.order & 0x7fff_ffff) as usize
    }
}

impl Sample {
    /// Draws positions from the records in files, folders and archives. Games with handicap stones
    /// are left out, as are games that occur a second time. `progress` receives the counts so far.
    pub fn draw(
        &self,
        paths: &[PathBuf],
        mut progress: impl FnMut(&Census),
    ) -> (Vec<Position>, Census) {
        let reader = GameReader {
            size: self.size,
            part: Part::All,
        };
        let mut drawn: Vec<Position> = Vec::new();
        let census = reader.read(paths, |games, census| {
            drawn.extend(games.iter().filter_map(|game| self.position(game)));
            drawn.sort_by(|a, b| a.order.cmp(&b.order).then(a.record.cmp(&b.record)));
            drawn.truncate(self.positions);
            progress(census);
        });
        (drawn, census)
    }

    /// The position of a game, unless the game belongs to another part or is too short.
    fn position(&self, game: &Game) -> Option<Position> {
        let hash = fingerprint(game.size, &game.moves);
        let word = |at: usize| {
            hash[at..]
                .first_chunk()
                .map_or(0, |&bytes| u32::from_le_bytes(bytes))
        };
        let (part, number) = (word(0), word(4) as usize);
        let (first, last) = (*self.moves.start(), *self.moves.end());
        let last = last.min(game.moves.len());
        if !self.part.has(part) || last < first {
            return None;
        }
        let before = first + number % (last - first + 1) - 1;
        let (color, played) = *game.moves.get(before)?;
        Some(Position {
            record: game.record.clone(),
            size: game.size,
            moves: game.moves[..before].to_vec(),
            color,
            played,
            order: u64::from(word(8)) << 32 | u64::from(word(12)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(positions: usize, part: &str) -> Sample {
        Sample {
            positions,
            part: part.parse().unwrap(),
            moves: 2..=4,
            size: None,
        }
    }

    /// A folder with games of different lengths, in which all moves differ.
    fn games() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let rows = "abcdefghi";
        for (number, row) in rows.chars().enumerate() {
            let sides = "BW".chars().cycle();
            let moves = rows.chars().zip(sides).take(number + 1);
            let moves: Vec<String> = moves
                .map(|(column, side)| format!(";{side}[{column}{row}]"))
                .collect();
            let moves = moves.concat();
            let path = folder.path().join(format!("{number}.sgf"));
            std::fs::write(path, format!("(;SZ[9]{moves})")).unwrap();
        }
        folder
    }

    #[test]
    fn a_larger_sample_contains_a_smaller_one() {
        let folder = games();
        let paths = [folder.path().to_path_buf()];
        let draw = |positions, part| sample(positions, part).draw(&paths, |_| ()).0;
        let all = draw(100, "1/1");
        // The game of one move is too short.
        assert_eq!(all.len(), 8);
        for position in &all {
            let number = position.number();
            assert!((2..=4).contains(&number), "{number}");
            assert_eq!(position.color, Color::BOTH[(number - 1) % 2]);
        }
        assert!(all.iter().any(|one| one.number() != all[0].number()));
        assert_eq!(draw(3, "1/1"), all[..3]);
        let mut parts: Vec<Position> = ["1/3", "2/3", "3/3"]
            .iter()
            .flat_map(|part| draw(100, part))
            .collect();
        parts.sort_by_key(|position| position.order);
        assert_eq!(parts, all);
    }

    #[test]
    fn the_same_game_elsewhere_gives_the_same_position() {
        let folder = games();
        let one = folder.path().join("5.sgf");
        let other = folder.path().join("elsewhere.sgf");
        std::fs::copy(&one, &other).unwrap();
        let draw = |path: &PathBuf| sample(1, "1/1").draw(std::slice::from_ref(path), |_| ()).0;
        let (one, other) = (draw(&one), draw(&other));
        assert_eq!(one[0].moves, other[0].moves);
        assert_eq!(one[0].seed(), other[0].seed());
        // A game that occurs twice counts once.
        assert_eq!(
            sample(100, "1/1")
                .draw(&[folder.path().into()], |_| ())
                .0
                .len(),
            8
        );
    }

    #[test]
    fn parts_are_checked() {
        for wrong in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3"] {
            assert!(wrong.parse::<HashPart>().is_err(), "{wrong}");
        }
        assert_eq!("2/7".parse::<HashPart>().unwrap().to_string(), "2/7");
    }
}
