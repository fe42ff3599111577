//! Games and databases for benches, from the folder of shared material.

use std::collections::BTreeMap;
use std::path::PathBuf;
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

/// GNU Go's databases of influence, and what else is in `KATACHI_BENCH_DATABASES`: roles, separated
/// by commas. No databases if they are absent.
pub fn knowledge() -> Knowledge {
    let asked = std::env::var("KATACHI_BENCH_DATABASES");
    let roles = asked.unwrap_or_else(|_| "influence,barriers".to_owned());
    let Ok(folder) = katachi_testkit::shared("peer/gnugo-3.8/patterns") else {
        return Knowledge::default();
    };
    let databases = roles
        .split(',')
        .filter(|name| !name.is_empty())
        .map(|name| {
            let role = Role::by_name(name).expect("a role");
            let text = std::fs::read_to_string(folder.join(format!("{name}.db"))).expect("a file");
            let image = compile(role, vec![Source::new(name, text)]).image;
            Database {
                name: name.to_owned(),
                image: Arc::new(Image::from_vec(image.expect("no errors")).expect("valid")),
            }
        });
    Knowledge::new(databases.collect())
}

/// The number in an environment variable.
pub fn number(variable: &str, usual: usize) -> usize {
    let text = std::env::var(variable).ok();
    text.map_or(usual, |text| text.parse().expect("a number"))
}
