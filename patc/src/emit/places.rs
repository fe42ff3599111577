//! Where things are, as an image says it: names of files, lines, offsets from an anchor.

use katachi_image::Offset;
use katachi_image::general::Run;

use crate::model::Pattern;
use crate::source::{Source, SourceId, Span};

/// The offset of a cell from the pattern's anchor.
pub(super) fn offset(pattern: &Pattern, row: usize, col: usize) -> Offset {
    let (anchor_row, anchor_col) = pattern.anchor;
    Offset {
        row: (row as isize - anchor_row as isize) as i8,
        col: (col as isize - anchor_col as isize) as i8,
    }
}

/// The names of the source files, as an image holds them.
pub(super) struct Files {
    /// The names, one behind the other.
    pub text: String,
    /// Where each name is.
    pub files: Vec<Run>,
}

impl Files {
    pub fn of(sources: &[Source]) -> Self {
        let mut all = Self {
            text: String::new(),
            files: Vec::new(),
        };
        for source in sources {
            let start = all.text.len();
            all.text.push_str(source.name());
            all.files.push(Run::between(start, all.text.len()));
        }
        all
    }
}

/// The line of a place, from 1.
pub(super) fn line(sources: &[Source], source: SourceId, span: Span) -> u32 {
    (sources.get(source.0)).map_or(0, |source| source.origin(span.start))
}
