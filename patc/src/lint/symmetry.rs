//! Lints: symmetry codes that claim a symmetry that the pattern lacks, or miss one that it has.

use katachi_board::Symmetry;
use katachi_image::SYMMETRY_CODES;

use super::canonical::{Points, Strings};
use super::geometry::{ALL, alike, bit, lost, members, symmetries};
use super::subject::{Subject, directed};
use super::warnings::Warnings;
use crate::check::impossible_symmetry;
use crate::diagnostic::Code;
use crate::model::Diagram;

pub(super) fn check(subject: &Subject<'_>, warnings: &mut Warnings<'_>) {
    let pattern = subject.pattern;
    let tried = pattern.orientations;
    let drawn = subject.diagram_symmetries;
    if tried == ALL && drawn == 1 {
        return;
    }
    let code = pattern.symmetry;
    let span = subject.symmetry_span();
    let missing = lost(drawn, tried);
    if missing != 0 {
        // A border or a size that rules out the symmetry has a warning of its own.
        if impossible_symmetry(&pattern.diagram, code).is_none() {
            let message = format!(
                "expected a diagram with the symmetry `{code}`, found {}: it is never tried {}",
                difference(subject, code),
                names(missing)
            );
            warnings
                .add(Code::MissingSymmetry, subject, span, message, &help(drawn))
                .fix(span, "8");
        }
        return;
    }
    let (whole, broken) = symmetries_of_all(subject, drawn);
    let missing = lost(whole, tried);
    if missing != 0 {
        let message = format!(
            "expected {broken} with the symmetry `{code}` as the diagram has it, found one \
             without: the pattern is never tried {}",
            names(missing)
        );
        warnings
            .add(Code::BrokenSymmetry, subject, span, message, &help(whole))
            .fix(span, "8");
        return;
    }
    let better = best(whole, code);
    if let Some((better, orientations)) = better
        && orientations.count_ones() < tried.count_ones()
    {
        let twice = tried.count_ones() / orientations.count_ones();
        let times = if twice == 2 { "twice" } else { "four times" };
        let message = format!(
            "expected the symmetry `{better}`, which the whole pattern has, found `{code}`: \
             every match is found {times}"
        );
        let help = format!("`{better}` finds each match once");
        warnings
            .add(Code::UndeclaredSymmetry, subject, span, message, &help)
            .fix(span, better);
    }
}

/// The code that leaves the fewest orientations to try and loses none. Among equal codes, one that
/// declares at least the declared symmetries.
fn best(symmetries: u8, declared: char) -> Option<(char, u8)> {
    (SYMMETRY_CODES.iter().copied())
        .filter(|&(code, tried)| declares(code, symmetries) && lost(symmetries, tried) == 0)
        .min_by_key(|&(code, tried)| (tried.count_ones(), !declares(declared, meaning(code))))
}

/// Whether these symmetries include all that the code stands for.
fn declares(code: char, symmetries: u8) -> bool {
    meaning(code) & !symmetries == 0
}

/// The symmetries that a code stands for, as a bit mask.
fn meaning(code: char) -> u8 {
    match code {
        '|' => 1 << 7 | 1,
        '-' => 1 << 5 | 1,
        '/' => 1 << 4 | 1,
        '\\' => 1 << 6 | 1,
        '+' => 1 << 7 | 1 << 5 | 1 << 2 | 1,
        'X' => 1 << 6 | 1 << 4 | 1 << 2 | 1,
        'O' => 1 << 2 | 1,
        _ => 1,
    }
}

fn help(symmetries: u8) -> String {
    let (code, _) = best(symmetries, '8').unwrap_or(('8', ALL));
    if code == '8' {
        "`8` tries all orientations".to_owned()
    } else {
        format!("`{code}` is the symmetry that it has; `8` tries all orientations")
    }
}

/// The orientations, in words.
fn names(orientations: u8) -> String {
    let names: Vec<&str> = (members(orientations)).map(Symmetry::name).collect();
    names.join(", ")
}

/// The first two cells that the symmetry should map to each other and that differ.
fn difference(subject: &Subject<'_>, code: char) -> String {
    let diagram = &subject.plain;
    let Diagram { rows, cols, .. } = *diagram;
    let wanted = meaning(code);
    let different = members(wanted & !symmetries(diagram)).find_map(|orientation| {
        diagram.iter().find_map(|(row, col, cell)| {
            let (r, c) = orientation.place((row, col), (rows, cols));
            let other = *diagram.cells.get(r * cols + c)?;
            (other != cell).then_some((row, col, r, c))
        })
    });
    let Some((row, col, other_row, other_col)) = different else {
        return "one with other borders".to_owned();
    };
    let cell = |row: usize, col: usize| subject.pattern.diagram.cells[row * cols + col].character();
    format!(
        "`{}` in row {} column {} and `{}` in row {} column {}",
        cell(row, col),
        row + 1,
        col + 1,
        cell(other_row, other_col),
        other_row + 1,
        other_col + 1
    )
}

/// The symmetries of the whole pattern, and what breaks the other symmetries of its diagram.
fn symmetries_of_all(subject: &Subject<'_>, drawn: u8) -> (u8, &'static str) {
    let pattern = subject.pattern;
    if drawn == 1 {
        return (1, "a pattern");
    }
    if let Some(kept) = directed(pattern.helper)
        && drawn & !kept != 0
    {
        return (1, "a helper");
    }
    if pattern.labels.is_empty() {
        return (drawn, "a pattern");
    }
    let strings = Strings::of(subject);
    let points = |orientation| Points::of(subject, orientation, (0, 0), subject, &strings);
    let own = points(Symmetry::IDENTITY);
    let constraint = own.conditions();
    let (action, values) = (own.action(), own.values());
    let mut broken = "a pattern";
    let mut kept = 0;
    for orientation in members(drawn) {
        let turned = points(orientation);
        if turned.conditions() != constraint {
            broken = "a constraint";
        } else if turned.action() != action {
            broken = "an action";
        } else if turned.values() != values {
            broken = "values";
        } else {
            kept |= bit(orientation);
        }
    }
    // Only a group of orientations is a symmetry; texts may be equal by chance.
    let closed = |set: u8| members(set).all(|k| alike(k, set) == set);
    if closed(kept) {
        (kept, broken)
    } else {
        (1, broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_the_symmetries_that_their_orientations_leave_out() {
        for &(code, tried) in SYMMETRY_CODES {
            assert_eq!(lost(meaning(code), tried), 0, "{code}");
            assert_eq!(meaning(code).count_ones() * tried.count_ones(), 8, "{code}");
        }
    }
}
