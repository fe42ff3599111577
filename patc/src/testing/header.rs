//! The first line of a test: settings and expectations, with commas between them.
//!
//! ```text
//! # patc: test O is white, board 9, fires, lib(a) is 2, plays
//! # patc: test game lost.sgf move 42 at D5, silent
//! ```

use katachi_board::{BoardSize, Color, Point};
use katachi_image::Role;

use super::model::{Expectation, Position, Wanted};
use crate::check::question;
use crate::diagnostic::{Code, nearest};
use crate::model::Pattern;
use crate::report::{Report, did_you_mean};
use crate::source::{Span, Spanned};

/// What the first line says.
pub(super) struct Header {
    /// Whether a game is named.
    pub names_game: bool,
    /// The game; `None` if there is none, or after mistakes.
    pub game: Option<Position>,
    /// The size of the board, if it is named.
    pub board: Option<Spanned<BoardSize>>,
    /// The side that is O, if it is named.
    pub own: Option<Color>,
    /// The stones of the handicap, if they are named.
    pub handicap: Option<usize>,
    pub expectations: Vec<Expectation>,
}

/// The words that begin a part, with their meaning.
pub const EXPECTATIONS: [(&str, &str); 11] = [
    ("fires", "the pattern fires, in some orientation"),
    ("silent", "the pattern does not fire"),
    (
        "refused",
        "the diagram fits, but class, safety, constraint or helper refuses",
    ),
    ("misses", "the diagram does not fit"),
    (
        "works",
        "reading finds that the move captures, or saves, a string of the diagram",
    ),
    (
        "fails",
        "reading finds that the move does neither capture nor save a string",
    ),
    (
        "plays",
        "patterns and reading choose this point, or that of `*`",
    ),
    (
        "avoids",
        "patterns and reading do not choose this point, or that of `*`",
    ),
    ("game", "the position of a game: `game FILE move 42 at D5`"),
    ("board", "the size of the board: `board 9`"),
    (
        "handicap",
        "the stones of the handicap in all: `handicap 4`",
    ),
];

/// The meaning of a word that begins a part.
pub fn expectation_meaning(word: &str) -> Option<&'static str> {
    let mut words = EXPECTATIONS.iter();
    words
        .find(|(known, _)| *known == word)
        .map(|(_, meaning)| *meaning)
}

/// What stands between an expression and its value.
const IS: &str = " is ";

/// Reads the line; `span` begins at the word `test`.
pub(super) fn read(role: Role, pattern: &Pattern, span: Span, report: &mut Report<'_>) -> Header {
    let mut header = Header {
        names_game: false,
        game: None,
        board: None,
        own: None,
        handicap: None,
        expectations: Vec::new(),
    };
    let keyword = "test".len();
    let before = report.diagnostics.len();
    for part in parts(report.source.slice(span), keyword) {
        let part = span.part(part.0, part.1 - part.0);
        read_part(role, pattern, part, &mut header, report);
    }
    if header.expectations.is_empty() && report.diagnostics.len() == before {
        let message = "expected what must happen, found nothing";
        let help = "such as `fires`, `silent`, `plays`, or a value: `lib(a) is 2`";
        report.add_with_help(Code::NoExpectation, span, message, help);
    }
    header
}

/// The parts of a line from byte `from` on: commas outside parentheses separate them. Empty ones
/// are left out.
fn parts(line: &str, from: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let (mut depth, mut is_quoted, mut start) = (0usize, false, from);
    let bytes = line.bytes().enumerate().skip(from);
    for (at, byte) in bytes.chain(std::iter::once((line.len(), b','))) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if at == line.len() || depth == 0 && !is_quoted => {
                let text = line.get(start..at).unwrap_or_default();
                let first = start + text.len() - text.trim_start().len();
                if !text.trim().is_empty() {
                    parts.push((first, first + text.trim().len()));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    parts
}

/// The words of a part with their places; a word between quotation marks may hold blanks.
fn words(report: &Report<'_>, part: Span) -> Vec<Spanned<String>> {
    let text = report.source.slice(part);
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.trim().is_empty()) {
        let start = at + rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let (inside, length) = match rest.strip_prefix('"').and_then(|rest| rest.find('"')) {
            Some(end) => (1, end + 2),
            None => (0, rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        let span = part.part(start, length);
        words.push(Spanned {
            value: report
                .source
                .excerpt(span.part(inside, length - 2 * inside)),
            span,
        });
        at = start + length;
    }
    words
}

fn read_part(
    role: Role,
    pattern: &Pattern,
    part: Span,
    header: &mut Header,
    report: &mut Report<'_>,
) {
    let all = words(report, part);
    let Some((first, rest)) = all.split_first() else {
        return;
    };
    match first.value.as_str() {
        "game" => {
            header.names_game = true;
            header.game = game(part, rest, report);
            // What follows the vertex without a comma is a part of its own.
            if let Some(next) = rest.get(5) {
                let next = Span::new(next.span.start, part.end);
                read_part(role, pattern, next, header, report);
            }
            return;
        }
        "board" => {
            header.board = board(part, rest, report).or(header.board);
            return;
        }
        "handicap" => {
            header.handicap = handicap(role, part, rest, report).or(header.handicap);
            return;
        }
        _ => {}
    }
    let text = report.source.slice(part);
    match text {
        "O is black" | "X is white" => header.own = Some(Color::Black),
        "O is white" | "X is black" => header.own = Some(Color::White),
        _ => {
            let wanted = match text.rfind(IS) {
                Some(at) => value(pattern, part, at, report),
                None => word(role, first, rest, report),
            };
            let text = report.source.excerpt(part);
            header.expectations.extend(wanted.map(|wanted| Expectation {
                text,
                span: part,
                wanted,
            }));
        }
    }
}

/// Reads `FILE move 42 at D5`.
fn game(part: Span, words: &[Spanned<String>], report: &mut Report<'_>) -> Option<Position> {
    let word = |at: usize| words.get(at).map(|word| word.value.as_str());
    if let (Some(file), Some("move"), Some(number), Some("at"), Some(vertex)) =
        (word(0), word(1), word(2), word(3), word(4))
        && let Some(number) = number.parse().ok().filter(|&number| number > 0)
    {
        return Some(Position::Game {
            file: file.to_owned(),
            number,
            vertex: vertex.to_owned(),
        });
    }
    let message = format!(
        "expected `game FILE move NUMBER at VERTEX`, found `{}`",
        report.source.display(part)
    );
    let help = "the position before that move, counted from 1; quote a name with blanks";
    report.add_with_help(Code::NoPosition, part, message, help);
    None
}

/// Reads `9`.
fn board(
    part: Span,
    words: &[Spanned<String>],
    report: &mut Report<'_>,
) -> Option<Spanned<BoardSize>> {
    if let [word] = words
        && let Some(size) = word.value.parse().ok().and_then(BoardSize::new)
    {
        return Some(Spanned {
            value: size,
            span: part,
        });
    }
    let message = format!(
        "expected `board` and a size from 2 to {}, found `{}`",
        BoardSize::MAX,
        report.source.display(part)
    );
    let help = "without it the borders of the drawing decide, or the board is 19x19";
    report.add_with_help(Code::UnknownExpectation, part, message, help);
    None
}

/// Reads `9`, the stones of a handicap.
fn handicap(
    role: Role,
    part: Span,
    words: &[Spanned<String>],
    report: &mut Report<'_>,
) -> Option<usize> {
    if role != Role::Handicap {
        let message = format!(
            "expected `handicap` in the database `handicap` only, found it in `{}`",
            role.profile().name
        );
        let help = "it says how many stones Black places in all";
        report.add_with_help(Code::UnknownExpectation, part, message, help);
        return None;
    }
    if let [word] = words
        && let Ok(stones) = word.value.parse()
        && (1..=BoardSize::NINETEEN.area()).contains(&stones)
    {
        return Some(stones);
    }
    let message = format!(
        "expected `handicap` and a number of stones, found `{}`",
        report.source.display(part)
    );
    let help = "all stones of the handicap, those on the board included; 9 without it";
    report.add_with_help(Code::UnknownExpectation, part, message, help);
    None
}

/// Reads an expectation that is a word, perhaps with a vertex.
fn word(
    role: Role,
    first: &Spanned<String>,
    rest: &[Spanned<String>],
    report: &mut Report<'_>,
) -> Option<Wanted> {
    let vertex = rest.first().map(|word| word.value.clone());
    let (wanted, words) = match first.value.as_str() {
        "fires" => (Wanted::Fires, 0),
        "silent" => (Wanted::Silent, 0),
        "refused" => (Wanted::Refused, 0),
        "misses" => (Wanted::Misses, 0),
        "works" => (Wanted::Works, 0),
        "fails" => (Wanted::Fails, 0),
        "plays" => (Wanted::Plays(vertex), 1),
        "avoids" => (Wanted::Avoids(vertex), 1),
        other => {
            let near = nearest(other, EXPECTATIONS.iter().map(|(word, _)| *word));
            let help = did_you_mean(
                near,
                "`fires`, `silent`, `refused`, `misses`, `plays`, `avoids`, or a value: `lib(a) is 2`",
            );
            let message = format!("expected what must happen, found `{other}`");
            report
                .add_with_help(Code::UnknownExpectation, first.span, message, help)
                .replace(first.span, near);
            return None;
        }
    };
    if let Some(more) = rest.get(words) {
        let message = format!(
            "expected a comma or the end of the line after `{}`, found `{}`",
            first.value, more.value
        );
        let help = "commas stand between what must happen";
        report.add_with_help(Code::UnknownExpectation, more.span, message, help);
        return None;
    }
    let reads = matches!(wanted, Wanted::Works | Wanted::Fails);
    if reads && !matches!(role, Role::Attack | Role::Defense) {
        let message = format!(
            "expected `{}` in the databases `attack` and `defense` only, found it in `{}`",
            first.value,
            role.profile().name
        );
        let help = "`fires` and `silent` say whether the pattern fires";
        report.add_with_help(Code::UnknownExpectation, first.span, message, help);
        return None;
    }
    Some(wanted)
}

/// Reads `lib(a) is 2`; `at` is where the words between expression and value begin.
fn value(pattern: &Pattern, part: Span, at: usize, report: &mut Report<'_>) -> Option<Wanted> {
    let expr = question(pattern, part.part(0, at), report);
    let from = at + IS.len();
    let number = part.part(from, part.end - part.start - from);
    let Ok(value) = report.source.slice(number).trim().parse::<f32>() else {
        let message = format!(
            "expected a number after `is`, found `{}`",
            report.source.display(number)
        );
        let help = "a comparison is 1 if it holds, else 0";
        report.add_with_help(Code::TestQuestion, number, message, help);
        return None;
    };
    Some(Wanted::Value(Box::new(expr?), value))
}

/// Checks that the named points are on the board.
pub(super) fn check_vertices(
    expectations: &[Expectation],
    size: BoardSize,
    report: &mut Report<'_>,
) {
    for one in expectations {
        let (Wanted::Plays(Some(vertex)) | Wanted::Avoids(Some(vertex))) = &one.wanted else {
            continue;
        };
        if let Err(error) = Point::from_vertex(vertex, size) {
            let help = "without a vertex, it is the point of the test";
            report.add_with_help(Code::TestPoint, one.span, error.to_string(), help);
        }
    }
}
