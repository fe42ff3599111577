//! Reads the compressed form of books, `.dbz`: one entry a line, `NAME WEIGHT POINTS`.
//!
//! POINTS are pairs of letters, column then row; `aa` is the top left corner. The first pair is the
//! move. Stones follow, the opponent's and one's own in turn; `tt` fills the place of a missing
//! stone where one side has more. The board size is the number at the end of the file's name, as in
//! `fuseki19.dbz`, or that of a line `board_size N`.
//!
//! Such files are large, so this reader splits lines by hand instead of using a grammar.

use std::path::Path;

use katachi_image::full_board::{MAX_SIZE, MIN_SIZE, Stone};

use super::demands::{MAX_WEIGHT, has_breathless_string};
use super::model::{Book, BookEntry};
use crate::check::MAX_NAME;
use crate::diagnostic::{Code, nearest};
use crate::report::Report;
use crate::source::Span;

/// Reads the entries of a source.
pub(super) fn read(book: &mut Book, report: &mut Report<'_>) {
    let text = report.source.text();
    let mut size = size_of_name(report.source.name());
    let mut asked_for_size = false;
    let mut start = 0;
    for line in text.split('\n') {
        let place = start;
        start += line.len() + 1;
        let line = line.trim_ascii_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let words = Words { line, place, at: 0 };
        if line.starts_with("board_size") {
            size = board_size(words, report);
            // A malformed size has been reported already.
            asked_for_size |= size.is_none();
            continue;
        }
        let Some(size) = size else {
            if !asked_for_size {
                let message = "expected a board size before the first entry, found none";
                let help = "end the file's name with it, as in `fuseki19.dbz`, or add a line `board_size 19`";
                report.add_with_help(Code::NoBoardSize, words.all(), message, help);
            }
            asked_for_size = true;
            continue;
        };
        entry(words, size, book, report);
    }
}

/// The number at the end of a file's name.
fn size_of_name(name: &str) -> Option<u8> {
    let stem = Path::new(name).file_stem()?.to_str()?;
    let digits = stem.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    in_range(stem[digits..].parse().ok()?)
}

fn in_range(size: u8) -> Option<u8> {
    (MIN_SIZE..=MAX_SIZE).contains(&size).then_some(size)
}

/// The words of a line with their places.
struct Words<'a> {
    line: &'a str,
    place: usize,
    at: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = (&'a str, Span);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.line.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let start = self.at;
        while bytes
            .get(self.at)
            .is_some_and(|byte| !byte.is_ascii_whitespace())
        {
            self.at += 1;
        }
        let span = Span::new(self.place + start, self.place + self.at);
        (start < self.at).then(|| (&self.line[start..self.at], span))
    }
}

impl Words<'_> {
    /// The whole line.
    fn all(&self) -> Span {
        Span::new(self.place, self.place + self.line.len())
    }
}

fn board_size(mut words: Words<'_>, report: &mut Report<'_>) -> Option<u8> {
    let all = words.all();
    let (keyword, argument) = (words.next(), words.next());
    if let (Some(("board_size", _)), Some((number, span)), None) = (keyword, argument, words.next())
    {
        let size = number.parse().ok().and_then(in_range);
        if size.is_none() {
            let message = format!(
                "expected a board size from {MIN_SIZE} to {MAX_SIZE}, found `{}`",
                report.source.display(span)
            );
            report.add(Code::BadBoardSize, span, message);
        }
        return size;
    }
    let message = "expected `board_size` and one number, found something else";
    report.add(Code::BadBoardSize, all, message);
    None
}

fn entry(mut words: Words<'_>, size: u8, book: &mut Book, report: &mut Report<'_>) {
    let all = words.all();
    let (Some((name, span)), Some(weight), Some((points, place)), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        let message = "expected a name, a weight and points, found another number of words";
        let first = words.line.split_ascii_whitespace().next();
        let keyword = first.and_then(|word| nearest(word, ["board_size"]));
        match keyword {
            Some(keyword) => {
                let help = format!("did you mean `{keyword}`?");
                report.add_with_help(Code::BookWords, all, message, help);
            }
            None => {
                report.add_with_help(Code::BookWords, all, message, "comments begin with `#`");
            }
        }
        return;
    };
    if name.len() > MAX_NAME {
        let message = format!(
            "expected a name of at most {MAX_NAME} characters, found {}",
            name.len()
        );
        report.add(Code::LongName, span, message);
        return;
    }
    let weight = read_weight(weight, report);
    let before = book.stones.len();
    let mv = read_points(points, place, size, &mut book.stones, report);
    let (Some(weight), Some(mv)) = (weight, mv) else {
        book.stones.truncate(before);
        return;
    };
    book.entries.push(BookEntry {
        name: name.to_owned(),
        source: report.id,
        span,
        size,
        mv,
        stones: before..book.stones.len(),
        weight,
    });
}

fn read_weight((word, span): (&str, Span), report: &mut Report<'_>) -> Option<u32> {
    let weight = word
        .parse()
        .ok()
        .filter(|weight| (1..=MAX_WEIGHT).contains(weight));
    if weight.is_none() {
        let message = format!(
            "expected a weight from 1 to {MAX_WEIGHT}, found `{}`",
            report.source.display(span)
        );
        let help = "the weight says how often the move was played";
        report.add_with_help(Code::BookWeight, span, message, help);
    }
    weight
}

/// Adds the stones of an entry and returns the move; `None` after errors.
fn read_points(
    points: &str,
    place: Span,
    size: u8,
    stones: &mut Vec<Stone>,
    report: &mut Report<'_>,
) -> Option<(u8, u8)> {
    /// A pair that stands for no point, as in game records.
    const FILLER: &[u8] = b"tt";
    let before = stones.len();
    let mut mv = None;
    // Occupied points: a row each, a bit for each column.
    let mut taken = [0u32; MAX_SIZE as usize];
    for (number, pair) in points.as_bytes().chunks(2).enumerate() {
        let span = place.part(2 * number, pair.len());
        if pair == FILLER && size <= 19 && number > 0 {
            continue;
        }
        let &[col, row] = pair else {
            let message = "expected two letters for each point, found one";
            report.add(Code::HalfPoint, span, message);
            return None;
        };
        let (col, row) = (col.wrapping_sub(b'a'), row.wrapping_sub(b'a'));
        if col >= size || row >= size {
            let last = char::from(b'a' + size - 1);
            let message = format!(
                "expected letters from `a` to `{last}` on a board of {size} lines, found `{}`",
                report.source.display(span)
            );
            let help = match (pair, number) {
                (FILLER, 0) => "an entry proposes a move and never a pass".to_owned(),
                _ => "the first letter is the column, the second the row, `aa` the top left"
                    .to_owned(),
            };
            report.add_with_help(Code::BookPoint, span, message, help);
            return None;
        }
        let bit = 1 << col;
        let line = &mut taken[usize::from(row)];
        if *line & bit != 0 {
            let message = format!(
                "expected each point once, found `{}` again",
                report.source.display(span)
            );
            let help = "the first point is the move, the others are stones on the board";
            report.add_with_help(Code::TakenPoint, span, message, help);
            return None;
        }
        *line |= bit;
        if mv.is_none() {
            mv = Some((row, col));
        } else {
            let own = number % 2 == 0;
            stones.push(Stone { row, col, own });
        }
    }
    if size > 0 && has_breathless_string(&stones[before..], size) {
        let message = "expected a position that can arise, found stones without liberties";
        report.add(Code::Breathless, place, message);
    }
    mv
}
