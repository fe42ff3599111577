//! The board's answers in positions of real games with some trial moves, in comparison with slow
//! versions on the naive board. Skipped if the games are not available.

mod slow;

use std::path::Path;
use std::process::ExitCode;

use katachi_board::naive::NaiveBoard;
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_testkit::{archived, run, shared, trial};
use libtest_mimic::Failed;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use slow::{ANYTHING, SlowBoard, compare_points, compare_strings, compare_superstrings};

/// The moves of a record without passes: everything like `;B[dp]`. This is enough for games without
/// variations.
fn moves(record: &str) -> Vec<(Color, Point)> {
    let node = |text: &str| {
        let color = match text.get(..2)? {
            "B[" => Color::Black,
            "W[" => Color::White,
            _ => return None,
        };
        let [col, row, b']'] = *text.as_bytes().get(2..5)? else {
            return None;
        };
        let line = |letter: u8| Some(usize::from(letter.checked_sub(b'a')?));
        Some((color, Point::new(line(row)?, line(col)?)?))
    };
    record.split(';').filter_map(node).collect()
}

/// Compares one position of each of some games of the archive, with trial moves.
fn compare_games(
    archive: &Path,
    size: usize,
    games: usize,
    superstrings: bool,
) -> Result<(), Failed> {
    let size = BoardSize::new(size).expect("2 to 25");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let records = archived(archive, "sgf")?;
    let mut compared = 0;
    for record in records.values().step_by((records.len() / games).max(1)) {
        let game = moves(&String::from_utf8_lossy(record));
        let mut board = Board::new(size);
        let wanted = rng.random_range(0..game.len().max(1));
        for &(color, point) in &game[..wanted.min(game.len())] {
            if board.play(color, point).is_err() {
                break;
            }
        }
        // A new naive board has no history, which would make it slow. It has the stones, but no
        // captures.
        let mut naive = NaiveBoard::new(size, ANYTHING);
        for (color, point) in board.all_stones() {
            naive.play(color, point).expect("no capture");
        }
        for _ in 0..rng.random_range(0..12) {
            let empty: Vec<Point> = board.empty().iter().collect();
            let color = Color::BOTH[rng.random_range(0..2)];
            let point = empty[rng.random_range(0..empty.len())];
            if board.try_move(color, point) {
                naive.play(color, point).expect("anything is allowed");
            }
        }
        let position = SlowBoard::new(&naive, size);
        compare_strings(&board, &position);
        compare_points(&board, &position);
        if superstrings {
            compare_superstrings(&mut board, &position);
        }
        compared += 1;
    }
    if compared < games {
        return Err(format!("expected {games} games, found {compared}").into());
    }
    Ok(())
}

fn main() -> ExitCode {
    let small = shared("data/games/dan9/ogs-dan-9x9.tgz");
    let large = shared("data/games/pro19/gosei.tgz");
    let trials = vec![
        trial("games_on_9x9", small, |archive| {
            compare_games(&archive, 9, 30, true)
        }),
        trial("games_on_19x19", large, |archive| {
            compare_games(&archive, 19, 3, false)
        }),
    ];
    run(trials)
}
