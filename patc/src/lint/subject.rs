//! A pattern as lints see it.

use katachi_image::{Cell, HELPERS, Role};

use super::geometry;
use crate::model::{Diagram, Pattern};
use crate::source::{Source, Span};
use crate::syntax::lines::Row;
use crate::syntax::pattern::{DiagramLine, PatternSyntax};

/// A pattern with everything that lints ask about it.
pub(super) struct Subject<'a> {
    pub role: Role,
    pub pattern: &'a Pattern,
    pub syntax: &'a PatternSyntax,
    pub source: &'a Source,
    /// The diagram with anchors as ordinary stones, unless anchors have a meaning of their own in
    /// this database.
    pub plain: Diagram,
    /// The orientations in which it is equal to itself.
    pub diagram_symmetries: u8,
    /// Row and column of the move.
    pub mv: Option<(usize, usize)>,
}

/// The helpers that read certain points near the move, with the symmetries of these points as bit
/// masks of orientations. They also store something even when they reject.
const DIRECTED: [(&str, u8); 2] = [
    ("throw_in_atari_helper", 1 << 5 | 1),
    ("cutstone2_helper", 1 << 6 | 1),
];

/// The symmetries of a helper that reads certain points; `None` for other helpers.
pub(super) fn directed(helper: Option<usize>) -> Option<u8> {
    let name = HELPERS.get(helper?)?.name;
    let found = DIRECTED.iter().find(|(directed, _)| *directed == name);
    found.map(|&(_, symmetries)| symmetries)
}

impl<'a> Subject<'a> {
    pub fn new(
        role: Role,
        pattern: &'a Pattern,
        syntax: &'a PatternSyntax,
        source: &'a Source,
    ) -> Self {
        let mut plain = pattern.diagram.clone();
        // Barriers credit an intrusion to its anchors; elsewhere anchors are ordinary stones.
        if role != Role::Barriers {
            for cell in &mut plain.cells {
                *cell = match *cell {
                    Cell::OwnAnchor => Cell::Own,
                    Cell::OpponentAnchor => Cell::Opponent,
                    other => other,
                };
            }
        }
        Self {
            role,
            pattern,
            syntax,
            source,
            diagram_symmetries: geometry::symmetries(&plain),
            mv: plain.find(|cell| cell == Cell::Move),
            plain,
        }
    }

    /// Where the symmetry code stands.
    pub fn symmetry_span(&self) -> Span {
        let colon = self.syntax.colon.as_ref();
        let field = colon.and_then(|line| line.value.first());
        field.map_or(self.pattern.span, |field| field.span)
    }

    /// Each cell of the constraint diagram with a label, and the label.
    pub fn labelled_cells(&self) -> impl Iterator<Item = (usize, u8)> {
        let characters = rows(&self.syntax.constraint_diagram)
            .flat_map(|row| self.source.slice(row.cells).bytes());
        let is_label = |letter: u8| {
            let labels = self.pattern.labels.iter();
            letter.is_ascii()
                && labels
                    .into_iter()
                    .any(|label| label.letter == char::from(letter))
        };
        characters
            .enumerate()
            .filter(move |&(_, letter)| is_label(letter))
    }

    /// Where a cell of the main diagram stands.
    pub fn cell_span(&self, row: usize, col: usize) -> Option<Span> {
        let row = rows(&self.syntax.diagram).nth(row)?;
        Some(row.cells.part(col, 1))
    }

    /// Where a cell of the constraint diagram stands, by its number in reading order.
    pub fn label_span(&self, at: usize) -> Option<Span> {
        let cols = self.pattern.diagram.cols.max(1);
        let row = rows(&self.syntax.constraint_diagram).nth(at / cols)?;
        Some(row.cells.part(at % cols, 1))
    }
}

/// The colour of a cell that is a stone: whether it is an own one.
pub(super) fn color(cell: Cell) -> Option<bool> {
    let own = matches!(cell, Cell::Own | Cell::OwnAnchor);
    cell.is_stone().then_some(own)
}

fn rows(diagram: &[DiagramLine]) -> impl Iterator<Item = &Row> {
    diagram.iter().filter_map(|line| match line {
        DiagramLine::Row(row) => Some(row),
        DiagramLine::Edge(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directed_helpers_are_known_ones() {
        for (name, _) in DIRECTED {
            assert!(HELPERS.iter().any(|helper| helper.name == name));
        }
    }
}
