//! Games and databases for tests.

use std::path::{Path, PathBuf};

use katachi_studio::{Games, PatternSet};

/// The record of a professional game on 19x19, which `katachi bench` plays.
pub fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/app/src/bench/kisei-1981.sgf")
}

/// That game.
pub fn games() -> Games {
    let games = Games::read(&[record()], None, None);
    assert_eq!(games.games.len(), 1);
    games
}

/// Short games on 9x9, all different.
pub fn small_games(number: usize) -> Games {
    let folder = tempfile::tempdir().unwrap();
    let letters = "abcdefghi";
    for game in 0..number {
        let points = letters.chars().flat_map(|row| {
            let columns = letters.chars();
            columns.map(move |column| format!("{column}{row}"))
        });
        let points: Vec<String> = points.collect();
        let moves = (0..12).map(|turn| {
            let side = if turn % 2 == 0 { 'B' } else { 'W' };
            format!(";{side}[{}]", points[(game * 7 + turn * 13) % 81])
        });
        let text = format!("(;SZ[9]{})", moves.collect::<String>());
        std::fs::write(folder.path().join(format!("{game:03}.sgf")), text).unwrap();
    }
    let games = Games::read(&[folder.path().to_path_buf()], None, None);
    assert_eq!(games.games.len(), number, "{}", games.read);
    games
}

/// The shipped databases.
pub fn shipped() -> PatternSet {
    PatternSet::of(katachi_databases::built_in(|_| true).unwrap())
}

/// Databases with these sources, each a name and its text.
pub fn set_of(sources: &[(&str, &str)]) -> PatternSet {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in sources {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    PatternSet::open(&[folder.path().to_path_buf()], &[]).unwrap()
}
