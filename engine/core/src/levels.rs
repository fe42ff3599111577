//! Levels: what each of them means for each limit of the engine.
//!
//! Entry point: [`table`]. docs/levels.md shows it. Readers know their own limits
//! ([`Limits`], [`ConnectionLimits`]); the numbers of random games are here.

use std::fmt::Write as _;

use katachi_strategy::owl::{Effort, OwlLimits};
use katachi_tactics::connection::ConnectionLimits;
use katachi_tactics::reading::Limits;

/// The default level.
pub const DEFAULT_LEVEL: i32 = 10;

/// The levels of the [`table`].
pub const LEVELS: std::ops::RangeInclusive<i32> = 0..=12;

/// Playouts of a short search, for each level.
const SHORT_SEARCH: u64 = 300;

/// The factor of the playouts where the databases have no patterns of life and death.
const FOR_LIVES: u64 = 4;

/// The playouts for each level in a game.
const IN_A_GAME: u64 = 500;

/// The points of a board of medium size.
const MEDIUM_BOARD: usize = 13 * 13;

/// A place with more points is searched with fewer simulations.
const SMALL_PLACE: usize = 70;

/// The random games that say which stones are dead and which points are open, for one move.
pub(crate) fn random_games(level: i32) -> u32 {
    16 + 8 * level.clamp(0, 100) as u32
}

/// The playouts of a short search, where patterns and reading leave a move open.
pub(crate) fn short_search(level: i32) -> u64 {
    SHORT_SEARCH * level.clamp(1, 100) as u64
}

/// The same for a move of a game: lives are read briefly there, so that the search has to know
/// more.
pub(crate) fn search_in_a_game(level: i32) -> u64 {
    IN_A_GAME * level.clamp(1, 100) as u64
}

/// The same where no pattern says which groups live, so that the search has to find out.
///
/// A playout takes longer on a board of more points, so above 13x13 there are fewer.
pub(crate) fn search_for_lives(level: i32, area: usize) -> u64 {
    let share = (MEDIUM_BOARD as f32 / area as f32).sqrt().min(1.0);
    ((FOR_LIVES * short_search(level)) as f32 * share) as u64
}

/// The playouts of each search after one of two moves that are rated nearly alike.
pub(crate) fn search_to_compare(level: i32) -> u64 {
    short_search(level) / 2
}

/// The simulations that find the best move in a place of this many points, stones included.
///
/// In a larger place games are longer and a tree says less, so time is better spent in small ones.
pub(crate) fn search_in_place(level: i32, points: usize) -> u32 {
    let share = (SMALL_PLACE as f32 / points as f32).powi(2).min(1.0);
    (4000.0 * level.clamp(1, 100) as f32 * share) as u32
}

/// The simulations that tell the life of a dragon where no pattern does, or check one.
pub(crate) fn survival(level: i32, effort: Effort) -> u32 {
    let for_each_level = match effort {
        Effort::Question => 200,
        Effort::Check => 50,
    };
    for_each_level * level.clamp(1, 100) as u32
}

/// The simulations that say whether two strings become one, to check the answer of a search.
pub(crate) fn junction(level: i32) -> u32 {
    50 * level.clamp(1, 100) as u32
}

/// The moves that the metamachine plays behind each candidate.
pub(crate) fn moves_ahead(level: i32) -> u32 {
    2 * level.clamp(0, 50) as u32 / 5
}

/// The playouts of a move of Monte Carlo play, with this many for each level.
pub(crate) fn playouts(level: i32, for_each: u32) -> u64 {
    level.clamp(1, 1000) as u64 * u64::from(for_each)
}

/// A limit of the engine: its name, and its value at a level.
type Limit = (&'static str, fn(i32) -> u64);

/// All limits that a level sets.
const LIMITS: &[Limit] = &[
    ("reading: depth", |level| of_reading(level).depth.into()),
    ("reading: branch_depth", |level| {
        of_reading(level).branch_depth.into()
    }),
    ("reading: defense_depth", |level| {
        of_reading(level).defense_depth.into()
    }),
    ("reading: backfill_depth", |level| {
        of_reading(level).backfill_depth.into()
    }),
    ("reading: break_chain_depth", |level| {
        of_reading(level).break_chain_depth.into()
    }),
    ("reading: ko_depth", |level| {
        of_reading(level).ko_depth.into()
    }),
    ("reading: four_liberty_depth", |level| {
        of_reading(level).four_liberty_depth.into()
    }),
    ("reading: superstring_depth", |level| {
        of_reading(level).superstring_depth.into()
    }),
    ("reading: nodes", |level| of_reading(level).nodes.into()),
    ("reading for influence: nodes", |level| {
        of_reading(level).hasty().nodes.into()
    }),
    ("reading for lives: nodes", |level| {
        of_reading(level).in_search().nodes.into()
    }),
    ("connections: depth", |level| {
        ConnectionLimits::for_level(level).depth.into()
    }),
    ("connections: narrow_depth", |level| {
        ConnectionLimits::for_level(level).narrow_depth.into()
    }),
    ("connections: ko_depth", |level| {
        ConnectionLimits::for_level(level).ko_depth.into()
    }),
    ("connections: nodes", |level| {
        ConnectionLimits::for_level(level).nodes.into()
    }),
    ("areas: depth", |level| {
        ConnectionLimits::for_area(level).depth.into()
    }),
    ("areas: nodes", |level| {
        ConnectionLimits::for_area(level).nodes.into()
    }),
    ("lives: reading_depth", |level| {
        OwlLimits::for_level(level).reading_depth as u64
    }),
    ("lives: branch_depth", |level| {
        OwlLimits::for_level(level).branch_depth as u64
    }),
    ("lives: distrust_depth", |level| {
        OwlLimits::for_level(level).distrust_depth as u64
    }),
    ("lives: nodes", |level| {
        OwlLimits::for_level(level).nodes.into()
    }),
    ("lives in a game: nodes", |level| {
        OwlLimits::for_level(level).brief().nodes.into()
    }),
    ("random games", |level| random_games(level).into()),
    ("short search: playouts", short_search),
    ("to compare moves: playouts", search_to_compare),
    ("in a game: playouts", search_in_a_game),
    ("without lives: playouts", |level| {
        search_for_lives(level, MEDIUM_BOARD)
    }),
    ("on 19x19 without lives", |level| {
        search_for_lives(level, 19 * 19)
    }),
    ("a place: simulations, at most", |level| {
        search_in_place(level, SMALL_PLACE).into()
    }),
    ("games about a life", |level| {
        survival(level, Effort::Question).into()
    }),
    ("games to check a life", |level| {
        survival(level, Effort::Check).into()
    }),
    ("games to check a connection", |level| {
        junction(level).into()
    }),
    ("metamachine: moves", |level| moves_ahead(level).into()),
];

fn of_reading(level: i32) -> Limits {
    Limits::for_level(level)
}

/// What the [`LEVELS`] mean for each limit, as a table in Markdown.
pub fn table() -> String {
    let width = LIMITS.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut text = format!("| {:<width$} |", "level");
    for level in LEVELS {
        let _ = write!(text, " {level:>5} |");
    }
    let _ = write!(text, "\n|{}|", "-".repeat(width + 2));
    for _ in LEVELS {
        text.push_str("------:|");
    }
    text.push('\n');
    for (name, at) in LIMITS {
        let _ = write!(text, "| {name:<width$} |");
        for level in LEVELS {
            let _ = write!(text, " {:>5} |", at(level));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_falls_when_the_level_rises() {
        for (name, at) in LIMITS {
            for level in -2..25 {
                assert!(at(level) <= at(level + 1), "{name} at {level}");
            }
        }
        assert!(playouts(1, 8000) < playouts(2, 8000));
    }

    #[test]
    fn large_boards_have_fewer_playouts() {
        let playouts = [9, 13, 19, 25].map(|size| search_for_lives(10, size * size));
        assert_eq!(playouts[0], playouts[1]);
        assert!(playouts[1] > playouts[2] && playouts[2] > playouts[3]);
    }

    #[test]
    fn a_larger_place_is_searched_less() {
        let at = |points| search_in_place(DEFAULT_LEVEL, points);
        assert_eq!(at(0), at(SMALL_PLACE));
        assert_eq!(at(2 * SMALL_PLACE), at(SMALL_PLACE) / 4);
    }
}
