//! Games and databases for benches and trials, from the folder of shared material and our own.

#![allow(dead_code, reason = "each program uses a part of this")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use katachi_board::{BoardSize, Color, Point, Rules};
use katachi_image::{Image, Role};
use katachi_sgf::Sequence;
use katachi_strategy::{Database, Knowledge};
use patc::{Source, compile};

/// The games of a title, by file.
pub fn records(title: &str) -> Result<BTreeMap<PathBuf, Vec<u8>>, String> {
    let archive = katachi_testkit::shared(&format!("data/games/pro19/{title}.tgz"))?;
    katachi_testkit::archived(&archive, "sgf").map_err(|error| error.to_string())
}

/// The size of the board and the moves of a game, without passes; `None` if it is not an even game
/// that can be read.
pub fn game(bytes: &[u8]) -> Option<(BoardSize, Vec<(Color, Point)>)> {
    let record = katachi_sgf::parse(bytes).ok()?;
    let root = record.collection.roots().next()?;
    let size = katachi_sgf::board_size(root).ok()?;
    let game = Sequence::of_main_line(root, Rules::SIMPLE).ok()?;
    let moves = game.moves.iter();
    let moves = moves.filter_map(|&(color, point)| Some((color, point?)));
    game.stones.is_empty().then(|| (size, moves.collect()))
}

/// The databases that `KATACHI_BENCH_DATABASES` names, separated by commas: roles for GNU Go's,
/// paths from the root of the project for others. Without the variable, GNU Go's databases of
/// influence; none if they are absent.
pub fn knowledge() -> Knowledge {
    let asked = std::env::var("KATACHI_BENCH_DATABASES");
    let names = asked.unwrap_or_else(|_| "influence,barriers".to_owned());
    let folder = katachi_testkit::shared("peer/gnugo-3.8/patterns");
    let databases = names
        .split(',')
        .filter(|name| !name.is_empty())
        .filter_map(|name| {
            if name.contains('/') {
                return Some(ours(name));
            }
            Some(read(&folder.as_ref().ok()?.join(format!("{name}.db"))))
        });
    Knowledge::new(databases.collect())
}

/// The database at a path from the root of the project.
pub fn ours(path: &str) -> Database {
    read(&katachi_testkit::workspace_root().join(path))
}

fn read(path: &Path) -> Database {
    let text = std::fs::read_to_string(path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_stem().expect("a name").to_string_lossy();
    compiled(&name, role(path), text)
}

/// The role of a file: its name up to the first point or hyphen.
pub fn role(path: &Path) -> Role {
    let name = path.file_name().expect("a name").to_string_lossy();
    let name = name.split(['.', '-']).next().unwrap_or_default();
    Role::by_name(name).expect("a role")
}

/// A database of one text.
pub fn compiled(name: &str, role: Role, text: String) -> Database {
    let compiled = compile(role, vec![Source::new(name, text)]);
    let image = (compiled.image).unwrap_or_else(|| panic!("{name}: {:?}", compiled.diagnostics));
    Database {
        name: name.to_owned(),
        image: Arc::new(Image::from_vec(image).expect("valid")),
    }
}

/// The number in an environment variable.
pub fn number(variable: &str, usual: usize) -> usize {
    let text = std::env::var(variable).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}
