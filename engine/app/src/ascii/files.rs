//! Loading and saving records.

use std::io::{self, Write};
use std::path::Path;

use super::table::{Next, Table, tell};
use crate::game_tree::GameTree;
use crate::record::{self, RecordError, Until};

impl Table<'_> {
    /// Writes the record to a file.
    pub(super) fn save_as(&mut self, file: &str, output: &mut dyn Write) -> io::Result<Next> {
        if file.is_empty() {
            return tell(Err("Name a file: save FILE".to_owned()), output);
        }
        let text = match katachi_files::write_now(Path::new(file), self.record().as_bytes()) {
            Ok(()) => Ok(format!("Written to {file}; `load {file}` goes on with it.")),
            Err(error) => Err(format!("Cannot write {file}: {error}")),
        };
        tell(text, output)
    }

    /// Goes on with the record in a file.
    pub(super) fn load(&mut self, line: &str, output: &mut dyn Write) -> io::Result<Next> {
        if line.is_empty() {
            return tell(
                Err("Name a file, and perhaps a move: load FILE 20".to_owned()),
                output,
            );
        }
        // File names may have blanks; a number behind one is a move.
        let (file, until) = match line.rsplit_once(' ') {
            Some((file, number)) if number.parse::<usize>().is_ok() => {
                let number = number.parse().unwrap_or_default();
                (file.trim_end(), Until::Move(number))
            }
            _ if self.inspects => (line, Until::Move(0)),
            _ => (line, Until::End),
        };
        let old = &self.session.game;
        let loaded = read(file, until).and_then(|tree| Ok((tree.game(old)?, tree)));
        match loaded {
            Ok((game, tree)) => {
                self.session.set_game(game);
                self.tree = tree;
                (self.over, self.waits) = (None, true);
                Ok(Next::Show)
            }
            Err(error) => tell(Err(error.to_string()), output),
        }
    }
}

/// The record in a file, at a place.
fn read(file: &str, until: Until) -> Result<GameTree, RecordError> {
    let mut tree = GameTree::read(file, &record::read_now(file)?)?;
    tree.go_to(until);
    Ok(tree)
}
