//! The `sgfsheet` program: draws the first moves of many games on one page. Start reading at
//! [`run`].

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Parser;
use katachi_board::Rules;
use katachi_files::stream::causes;
use katachi_files::{complain, write};
use katachi_sgf::files::visit;
use katachi_sgf::{Sequence, board_size};
use katachi_tools::sheet::Sheet;

const EXAMPLES: &str = "\
Examples:
  How do fifty games of a match begin?
    sgfsheet --moves 20 -o openings.svg match-*.sgf
";

/// Draws the first moves of game records as small boards on one page, an SVG file.
///
/// Games stand in the natural order of their files (match-2 before match-10); below each board
/// stand its name, the result and the players, and the numbers of passes.
///
/// Records that are no games are skipped and named.
#[derive(Parser, Debug)]
#[command(name = "sgfsheet", version, after_help = EXAMPLES)]
struct Options {
    /// How many moves are shown.
    #[arg(long, value_name = "MOVES", default_value_t = 20)]
    moves: usize,
    /// Boards in a row.
    #[arg(long, value_name = "BOARDS", default_value_t = 5)]
    columns: usize,
    /// The page.
    #[arg(short, long, value_name = "FILE.svg")]
    output: PathBuf,
    /// SGF files, folders of them, or .tgz archives.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

fn main() -> ExitCode {
    katachi_program::end("sgfsheet", 1, run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<()> {
    ensure!(
        options.columns > 0,
        "--columns: expected at least 1, found 0"
    );
    let mut sheet = Sheet::new(options.moves, options.columns);
    visit(&options.games, &mut |file| -> anyhow::Result<()> {
        let added = (file.bytes.map_err(anyhow::Error::from))
            .and_then(|bytes| add(&mut sheet, (&file.name, &file.inner), &bytes));
        if let Err(error) = added {
            complain!("{}: {}", file.name, causes(error.as_ref()));
        }
        Ok(())
    })?;
    ensure!(
        !sheet.is_empty(),
        "expected games, found none that can be shown"
    );
    write(&options.output, sheet.svg().as_bytes())
        .with_context(|| options.output.display().to_string())?;
    Ok(())
}

/// Adds all games of a file to the page.
fn add(sheet: &mut Sheet, names: (&str, &str), bytes: &[u8]) -> anyhow::Result<()> {
    let parsed = katachi_sgf::parse(bytes)?;
    for root in parsed.collection.roots() {
        let game = Sequence::of_main_line(root, Rules::SIMPLE)?;
        sheet.add(names, board_size(root)?, &root.game_info(), &game);
    }
    Ok(())
}
