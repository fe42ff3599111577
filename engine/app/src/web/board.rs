//! The board of the studio: moves, records, and positions that are pasted.

use anyhow::{Context, bail};
use katachi_board::{Board, BoardSize, Color, Point};
use katachi_core::Game;

use super::ask::{BoardNow, Step};
use super::desk::Desk;
use crate::game_tree::GameTree;

/// What a pasted text is called in messages.
const PASTED: &str = "the pasted text";

/// Changes the board.
///
/// # Errors
/// If a move is illegal, or a text is neither a record nor a position; the board stays then.
pub fn step(desk: &mut Desk, step: &Step) -> anyhow::Result<()> {
    let color = desk.session.game.to_move();
    match step {
        Step::Play { at } => {
            let point = vertex(&desk.session.game, at)?;
            desk.session
                .play(color, Some(point))
                .with_context(|| format!("{color} at {at}"))?;
            desk.tree.play(color, Some(point));
            Ok(())
        }
        Step::Pass {} => {
            desk.session.play(color, None)?;
            desk.tree.play(color, None);
            Ok(())
        }
        Step::Back { moves } => {
            let _ = (0..*moves).try_for_each(|_| desk.tree.back().then_some(()));
            show(desk)
        }
        Step::Forward { moves } => {
            let _ = (0..*moves).try_for_each(|_| desk.tree.forward().then_some(()));
            show(desk)
        }
        Step::Turn {} => {
            desk.tree.set_turn(!color);
            show(desk)
        }
        Step::Clear { size } => {
            let size = BoardSize::new(*size).with_context(|| {
                let most = BoardSize::MAX;
                format!("expected a board of 2 to {most} lines, found {size}")
            })?;
            desk.session.clear(size);
            desk.tree = GameTree::of(&desk.session.game)?;
            Ok(())
        }
        Step::Paste { text } => paste(desk, text),
    }
}

/// Puts the place in the tree on the board.
fn show(desk: &mut Desk) -> anyhow::Result<()> {
    let game = desk.tree.game(&desk.session.game)?;
    desk.session.set_game(game);
    Ok(())
}

fn paste(desk: &mut Desk, text: &str) -> anyhow::Result<()> {
    if text.trim_start().starts_with('(') {
        let mut tree = GameTree::read(PASTED, text.as_bytes())?;
        tree.go_to_end();
        let game = tree.game(&desk.session.game)?;
        desk.session.set_game(game);
        desk.tree = tree;
        return Ok(());
    }
    let board = drawn(text)?;
    let mut game = desk.session.game.clone();
    game.clear(board.size());
    game.set_up(board.all_stones())?;
    game.set_turn(Color::Black);
    desk.tree = GameTree::of(&game)?;
    desk.session.set_game(game);
    Ok(())
}

/// The position of a drawing: rows of `.`, `+`, `X` and `O`. Coordinates, borders, and what stands
/// beside the rows, are skipped, as programs print them.
fn drawn(text: &str) -> anyhow::Result<Board> {
    let rows: Vec<String> = text.lines().filter_map(row).collect();
    if rows.is_empty() {
        bail!("expected a record (SGF) or rows of `.`, `X` and `O`, found neither");
    }
    rows.join("\n")
        .parse()
        .context("expected a whole board of `.`, `X` and `O`")
}

/// The cells of a row; `None` for a line of coordinates, a border, or other text.
fn row(line: &str) -> Option<String> {
    let line = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
    let line = line.trim_start_matches(['|', ' ']);
    let is_cell = |c: char| matches!(c, '.' | '+' | 'X' | 'O' | 'x' | 'o' | '#');
    let cells = line.chars().filter(|c| !matches!(c, ' ' | '(' | ')'));
    let cells: String = cells.take_while(|&c| is_cell(c)).collect();
    let rest = line.trim_start_matches(|c: char| is_cell(c) || matches!(c, ' ' | '(' | ')'));
    // A row of coordinates begins with letters, some of which look like stones.
    let ends = rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || c == '|');
    let black = |c| if matches!(c, 'x' | '#') { 'X' } else { c };
    let white = |c| if c == 'o' { 'O' } else { c };
    (ends && !cells.is_empty()).then(|| cells.chars().map(black).map(white).collect())
}

/// The point of this name.
///
/// # Errors
/// If it is not on the board.
pub fn vertex(game: &Game, at: &str) -> anyhow::Result<Point> {
    Ok(Point::from_vertex(at, game.board().size())?)
}

/// The board as a page gets it.
pub fn now(desk: &Desk) -> BoardNow {
    let game = &desk.session.game;
    let (board, size) = (game.board(), game.board().size());
    let cell = |point: Point| match board.at(point).color() {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    };
    let cells: Vec<char> = size.points().map(cell).collect();
    let last = board.last_move().and_then(|(_, point)| point);
    BoardNow {
        size: size.get(),
        rows: cells.chunks(size.get()).map(String::from_iter).collect(),
        turn: game.to_move().name(),
        number: game.moves().len(),
        last: last.map(|point| point.vertex(size).to_string()),
        captured: [Color::Black, Color::White].map(|color| game.captures(color)),
        goes_on: !desk.tree.continuations().is_empty(),
        comment: desk.tree.comment(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_of_programs_are_read() {
        let ours = "   A B C\n 3 . X . 3\n 2 O + . 2   WHITE (O) has captured 0 stones\n 1 . .(X)1\n   A B C";
        let plain = ".x.\no..\n..#\n";
        let framed = "+---+\n|.X.|\n|O..|\n|..X|\n+---+";
        let wanted = ". X .\nO . .\n. . X\n"
            .parse::<Board>()
            .unwrap()
            .to_string();
        for text in [ours, plain, framed] {
            assert_eq!(drawn(text).unwrap().to_string(), wanted, "{text}");
        }
        for text in ["", "nothing here", "X.\nO", "A B C O"] {
            assert!(drawn(text).is_err(), "{text}");
        }
    }
}
