//! The layout of eye shapes and Monte Carlo rules. Their lines are short and stay as they are; only
//! blank lines, line ends and trailing blanks change.

use katachi_image::Kind;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// `Pattern 101`: an eye shape begins.
    Name,
    /// A row of a picture.
    Row,
    /// What the picture is worth.
    Colon,
    /// A comment.
    Comment,
}

/// A line that is not blank.
struct Line<'a> {
    sort: Sort,
    /// The blank lines before it.
    blanks: usize,
    bytes: &'a [u8],
}

/// Formats the file, which must be one without mistakes.
///
/// Two blank lines stand before an eye shape and the comments that belong to it, one between the
/// parts of a shape and between rules, none in a picture. Elsewhere the author's blank lines stay,
/// at most two.
pub(super) fn format(kind: Kind, bytes: &[u8]) -> Vec<u8> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut blanks = 0;
    for line in bytes.split(|&byte| byte == b'\n') {
        // Leading blanks of a row count: they are points outside the eye space.
        let line = line.trim_ascii_end();
        let sort = match line.first() {
            None => {
                blanks += 1;
                continue;
            }
            Some(b'#') => Sort::Comment,
            Some(b':') => Sort::Colon,
            Some(_) if kind == Kind::Eyes && line.starts_with(b"Pattern") => Sort::Name,
            Some(_) => Sort::Row,
        };
        lines.push(Line {
            sort,
            blanks: std::mem::take(&mut blanks),
            bytes: line,
        });
    }
    let mut out = Vec::with_capacity(bytes.len());
    for (place, line) in lines.iter().enumerate() {
        let gap = place.checked_sub(1).map_or(0, |before| gap(&lines, before));
        out.extend(std::iter::repeat_n(b'\n', gap));
        out.extend_from_slice(line.bytes);
        out.push(b'\n');
    }
    out
}

/// The blank lines behind a line that is not the last.
fn gap(lines: &[Line<'_>], before: usize) -> usize {
    let (above, below) = (&lines[before], &lines[before + 1]);
    match (above.sort, below.sort) {
        // Comments directly above a shape belong to it.
        (Sort::Comment, Sort::Name) if below.blanks == 0 => 0,
        (_, Sort::Name) => 2,
        (Sort::Row, Sort::Row) => 0,
        (Sort::Name, Sort::Row) | (Sort::Row, Sort::Colon) => 1,
        (Sort::Colon, Sort::Row) => below.blanks.clamp(1, 2),
        (_, Sort::Comment) if leads_to_name(&lines[before + 1..]) => 2,
        (Sort::Comment, _) | (_, Sort::Comment) => below.blanks.min(2),
        (_, Sort::Colon) => below.blanks.min(1),
    }
}

/// Whether these lines begin with comments directly above a shape, with a blank line before them.
fn leads_to_name(lines: &[Line<'_>]) -> bool {
    let comments = lines
        .iter()
        .take_while(|line| line.sort == Sort::Comment)
        .count();
    let together = |line: &Line<'_>| line.blanks == 0;
    lines[0].blanks > 0
        && lines[1..comments].iter().all(together)
        && (lines.get(comments)).is_some_and(|line| line.sort == Sort::Name && together(line))
}
