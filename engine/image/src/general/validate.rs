//! Validation: checks every index of an opened image once, in an order in which earlier checks make
//! later ones valid.

use super::automaton::Automata;
use super::records::{
    CellRecord, CornerNode, GROUP, LabelRecord, LaneRecord, MAX_CORNER_STONES, MAX_OFFSET,
    MAX_TESTS, MAX_VALUES, MAX_WINDOW, Offset, PatternRecord, corner_node,
};
use super::view::General;
use crate::bytecode::{self, Surroundings};
use crate::document::check;
use crate::language::{Attribute, Cell, Symbol, border};
use crate::run::Run;
use crate::{HELPERS, Invalid};

impl General<'_> {
    pub(super) fn validate(&self) -> Result<(), Invalid> {
        for (index, run) in self.files.iter().enumerate() {
            let good = self.text.get(run.range()).is_some();
            check("files", index, good, "a name beyond the text")?;
        }
        for (index, value) in self.values.iter().enumerate() {
            let known = Attribute::from_number(value.attribute).is_some();
            let good = known && value.number.get().is_finite();
            check(
                "values",
                index,
                good,
                "an unknown attribute or no finite number",
            )?;
        }
        for (index, test) in self.tests.iter().enumerate() {
            let good = test.at.is_near() && test.allowed < 16;
            check("tests", index, good, "too far away, or unknown symbols")?;
        }
        for (index, at) in self.window.iter().enumerate() {
            check("window", index, at.is_near(), "too far away")?;
        }
        let window = self.window.len();
        check(
            "window",
            window,
            window <= MAX_WINDOW && window.is_multiple_of(GROUP),
            "too many points, or no whole groups",
        )?;
        // The places where the next pattern's runs must begin. Overlapping runs could make a small
        // image expensive to check and to match.
        let mut ends = Ends::default();
        for (index, pattern) in self.patterns.iter().enumerate() {
            self.validate_pattern(pattern)
                .or_else(|reason| check("patterns", index, false, reason))?;
            let in_order = ends.advance(pattern);
            check(
                "patterns",
                index,
                in_order,
                "its entries do not follow the last pattern's",
            )?;
            for program in [pattern.constraint, pattern.action] {
                // The pattern's check has covered this range.
                let code = self.code.get(program.range()).unwrap_or_default();
                let around = Surroundings {
                    arguments: self.arguments,
                    labels: pattern.labels.range().len(),
                    has_move: pattern.has_move != 0,
                };
                bytecode::validate(code, around).map_err(|invalid| Invalid {
                    index: program.range().start + invalid.index,
                    ..invalid
                })?;
            }
        }
        // The runs of slates follow each other, too; there is at most one slate for each anchor.
        let (mut lanes, mut masks) = (0, 0);
        let mut anchors = 0;
        for (index, slate) in self.slates.iter().enumerate() {
            let in_order = slate.anchor >= anchors;
            check("slates", index, in_order, "anchors that do not rise")?;
            anchors = slate.anchor.saturating_add(1);
            let rows = window * Symbol::ALL.len();
            let good = slate.anchor < 3
                && slate.lanes.range().start == lanes
                && self.lanes.get(slate.lanes.range()).is_some()
                && slate.masks.range().start == masks
                && self.masks.get(slate.masks.range()).is_some()
                && slate.masks.range().len() == rows * slate.words();
            check(
                "slates",
                index,
                good,
                "an unknown anchor, or wrong lanes or masks",
            )?;
            lanes = slate.lanes.range().end;
            masks = slate.masks.range().end;
            // A bit beyond the last lane would stand for a lane that does not exist.
            let beyond = slate.lanes.range().len() % 64;
            if beyond != 0 {
                let rows = self.masks.get(slate.masks.range()).unwrap_or_default();
                let mut last = rows.iter().skip(slate.words() - 1).step_by(slate.words());
                let good = last.all(|word| word.get() >> beyond == 0);
                check("slates", index, good, "a mask with too many lanes")?;
            }
            // A lane that occurs twice would match twice, and a small image could delay a move.
            let run = slate.lanes.range();
            let own = self.lanes.get(run.clone()).unwrap_or_default();
            let order = |lane: &LaneRecord| (lane.pattern.get(), lane.symmetry);
            for (place, pair) in own.windows(2).enumerate() {
                let rises = order(&pair[0]) < order(&pair[1]);
                let reason = "lanes that do not rise by pattern and symmetry";
                check("lanes", run.start + place + 1, rises, reason)?;
            }
        }
        for (index, lane) in self.lanes.iter().enumerate() {
            let good = (lane.pattern.get() as usize) < self.patterns.len() && lane.symmetry < 8;
            check("lanes", index, good, "an unknown pattern or symmetry")?;
        }
        let automata = Automata::at(self.automata);
        check(
            "automata",
            0,
            automata.is_some(),
            "a table that is not whole",
        )?;
        automata.unwrap_or_default().validate(self.lanes.len())?;
        // The ends of the open nodes, the innermost last.
        let mut open: Vec<usize> = Vec::new();
        for (index, node) in self.corners.iter().enumerate() {
            while open.last() == Some(&index) {
                open.pop();
            }
            let enclosing = open.last().copied().unwrap_or(self.corners.len());
            self.validate_node(*node, index, enclosing, open.len())
                .or_else(|reason| check("corners", index, false, reason))?;
            if node.flags & corner_node::PATTERN == 0 {
                open.push(node.next.get() as usize);
            }
        }
        Ok(())
    }

    /// Checks a node after this many stones, in a branch that ends before `end`.
    fn validate_node(
        &self,
        node: CornerNode,
        index: usize,
        end: usize,
        stones: usize,
    ) -> Result<(), &'static str> {
        let next = node.next.get() as usize;
        let limit = MAX_OFFSET as u8;
        if stones > MAX_CORNER_STONES {
            return Err("too many stones");
        }
        if node.flags & corner_node::PATTERN != 0 {
            let pattern = (self.patterns.get(next)).ok_or("an unknown pattern")?;
            let border = pattern.borders;
            if (border & (border::NORTH | border::SOUTH)).count_ones() != 1
                || (border & (border::WEST | border::EAST)).count_ones() != 1
            {
                return Err("a pattern that stands in no corner");
            }
            let fits = node.at.iter().all(|&lines| (1..=limit).contains(&lines));
            if !fits || usize::from(node.stones) != stones {
                return Err("a pattern too large, or with a wrong number of stones");
            }
        } else {
            if next <= index || next > end {
                return Err("a branch that does not end within its own");
            }
            let fits = node.at.iter().all(|&line| line < limit);
            if !fits || node.stones == 0 || usize::from(node.stones) > stones + 1 {
                return Err("a stone too far away, or with a wrong number of stones");
            }
            if stones == 0 && node.flags & corner_node::SAME == 0 {
                return Err("a first stone of another colour than itself");
            }
        }
        Ok(())
    }

    #[expect(
        clippy::needless_bitwise_bool,
        reason = "no branches where there are many cells: five times faster"
    )]
    fn validate_pattern(&self, pattern: &PatternRecord) -> Result<(), &'static str> {
        let name = self.text.get(pattern.name.range());
        if name.is_none_or(str::is_empty) {
            return Err("a name beyond the text");
        }
        if usize::from(pattern.file.get()) >= self.files.len() {
            return Err("an unknown file");
        }
        let PatternRecord {
            top_left,
            extent,
            mv,
            ..
        } = pattern;
        let (last_row, last_col) = (
            i32::from(top_left.row) + i32::from(extent.row) - 1,
            i32::from(top_left.col) + i32::from(extent.col) - 1,
        );
        let limit = i32::from(MAX_OFFSET);
        if !top_left.is_near()
            || extent.row < 1
            || extent.col < 1
            || last_row > limit
            || last_col > limit
            || (pattern.has_move != 0 && !mv.is_near())
        {
            return Err("a diagram too large");
        }
        let cells = self.cells.get(pattern.cells.range());
        if self.tests.get(pattern.tests.range()).is_none() {
            return Err("tests beyond their table");
        }
        let values = self.values.get(pattern.values.range());
        let labels = self.labels.get(pattern.labels.range());
        let (Some(cells), Some(values), Some(labels)) = (cells, values, labels) else {
            return Err("cells, labels or values beyond their table");
        };
        // The diagram limits what is examined for each match of the pattern.
        let area = (extent.row as usize) * (extent.col as usize);
        if cells.len() > area || pattern.tests.range().len() > MAX_TESTS {
            return Err("more cells than its diagram has, or too many tests");
        }
        if values.len() > MAX_VALUES {
            return Err("too many values");
        }
        // Whether an offset is in the diagram: differences wrap, and a diagram has at most 51
        // lines.
        let inside = |at: Offset| {
            let down = at.row.wrapping_sub(top_left.row) as u8;
            let right = at.col.wrapping_sub(top_left.col) as u8;
            (down < extent.row as u8) & (right < extent.col as u8)
        };
        // No early exit: there are many cells, and usually all are good.
        let kinds = Cell::CHARACTERS.len() as u8;
        let good = |good: bool, cell: &CellRecord| good & inside(cell.at) & (cell.cell < kinds);
        if !cells.iter().fold(true, good) {
            return Err("an unknown cell, or one outside the diagram");
        }
        let is_label = |label: &LabelRecord| label.letter.is_ascii_alphabetic() && inside(label.at);
        if !labels.iter().all(is_label) {
            return Err("a label that is no letter, or outside the diagram");
        }
        if labels.len() > 250
            || values
                .iter()
                .any(|value| usize::from(value.label) > labels.len())
        {
            return Err("an unknown label");
        }
        if !pattern.symmetry.is_ascii_graphic() || usize::from(pattern.helper) > HELPERS.len() {
            return Err("an unknown symmetry code or helper");
        }
        if self.code.get(pattern.constraint.range()).is_none()
            || self.code.get(pattern.action.range()).is_none()
        {
            return Err("code beyond its table");
        }
        Ok(())
    }
}

/// The ends of the table parts that the patterns so far have used.
#[derive(Default)]
struct Ends {
    cells: usize,
    tests: usize,
    labels: usize,
    values: usize,
    code: usize,
}

impl Ends {
    /// Whether the pattern's runs begin where the last ones ended; then moves behind them.
    fn advance(&mut self, pattern: &PatternRecord) -> bool {
        let follows = |end: &mut usize, run: Run| {
            let range = run.range();
            let good = range.is_empty() || range.start == *end;
            *end = if range.is_empty() { *end } else { range.end };
            good
        };
        follows(&mut self.cells, pattern.cells)
            && follows(&mut self.tests, pattern.tests)
            && follows(&mut self.labels, pattern.labels)
            && follows(&mut self.values, pattern.values)
            && follows(&mut self.code, pattern.constraint)
            && follows(&mut self.code, pattern.action)
    }
}
