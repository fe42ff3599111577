//! Checking every index of an opened image once, in an order that makes later checks valid.

use super::records::{LAST, MAX_OFFSET, NONE, Offset, PatternRecord, Run};
use super::view::General;
use crate::bytecode::{self, Surroundings};
use crate::language::{Attribute, Cell};
use crate::{HELPERS, Invalid};

impl General<'_> {
    pub(super) fn validate(&self) -> Result<(), Invalid> {
        let check = |section, index, good: bool, reason| {
            let invalid = Invalid {
                section,
                index,
                reason,
            };
            if good { Ok(()) } else { Err(invalid) }
        };
        for (index, run) in self.files.iter().enumerate() {
            let good = self.text.get(run.range()).is_some();
            check("files", index, good, "a name beyond the text")?;
        }
        for (index, cell) in self.cells.iter().enumerate() {
            let good = Cell::from_number(cell.cell).is_some() && cell.at.is_near();
            check("cells", index, good, "an unknown or far cell")?;
        }
        for (index, label) in self.labels.iter().enumerate() {
            let good = label.letter.is_ascii_alphabetic() && label.at.is_near();
            check("labels", index, good, "no letter, or far away")?;
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
        for (index, probe) in self.probes.iter().enumerate() {
            check("probes", index, probe.is_near(), "too far away")?;
        }
        // Where the runs of the next pattern must begin: runs that overlap could make a small
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
                // The range has been checked with the pattern.
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
        let (states, probes) = (self.states.len(), self.probes.len());
        for (index, state) in self.states.iter().enumerate() {
            let mut ends = true;
            for next in state.next {
                let next = next.get();
                if next != NONE {
                    ends = false;
                    let later = next as usize > index && (next as usize) < states;
                    check(
                        "states",
                        index,
                        later,
                        "a next state that is not a later one",
                    )?;
                }
            }
            let reads = ends || usize::from(state.probe.get()) < probes;
            check("states", index, reads, "a probe beyond the probes")?;
            let accepts = state.accepts.get();
            let good = accepts == NONE || (accepts as usize) < self.accepts.len();
            check("states", index, good, "a list beyond the accepts")?;
        }
        for (index, entry) in self.accepts.iter().enumerate() {
            let pattern = (entry.get() & !LAST) as usize;
            check(
                "accepts",
                index,
                pattern < self.patterns.len(),
                "an unknown pattern",
            )?;
        }
        let ended = self
            .accepts
            .last()
            .is_none_or(|entry| entry.get() & LAST != 0);
        check(
            "accepts",
            self.accepts.len(),
            ended,
            "the last list has no end",
        )?;
        for (index, root) in self.roots.iter().enumerate() {
            let good = root.anchor < 3 && (root.state.get() as usize) < states;
            check("roots", index, good, "an unknown state or anchor")?;
        }
        Ok(())
    }

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
        let values = self.values.get(pattern.values.range());
        let labels = self.labels.get(pattern.labels.range());
        let (Some(cells), Some(values), Some(labels)) = (cells, values, labels) else {
            return Err("cells, labels or values beyond their table");
        };
        let inside = |at: Offset| {
            at.row >= top_left.row
                && at.col >= top_left.col
                && i32::from(at.row) <= last_row
                && i32::from(at.col) <= last_col
        };
        if !cells.iter().all(|cell| inside(cell.at)) || !labels.iter().all(|l| inside(l.at)) {
            return Err("a cell or label outside the diagram");
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

/// How far the tables are used up by the patterns so far.
#[derive(Default)]
struct Ends {
    cells: usize,
    labels: usize,
    values: usize,
    code: usize,
}

impl Ends {
    /// Whether the pattern's runs begin where the last ones ended; moves on behind them.
    fn advance(&mut self, pattern: &PatternRecord) -> bool {
        let follows = |end: &mut usize, run: Run| {
            let range = run.range();
            let good = range.is_empty() || range.start == *end;
            *end = if range.is_empty() { *end } else { range.end };
            good
        };
        follows(&mut self.cells, pattern.cells)
            && follows(&mut self.labels, pattern.labels)
            && follows(&mut self.values, pattern.values)
            && follows(&mut self.code, pattern.constraint)
            && follows(&mut self.code, pattern.action)
    }
}
