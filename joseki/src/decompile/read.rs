//! Turns `patc`'s checked patterns into entries in the upper right corner.

use katachi_image::{AttributeMap, Cell as Sign, border};
use katachi_sgf::Location;
use patc::Source;
use patc::model::Pattern;
use patc::print;

use crate::entry::{Cell, Class, Entry};

/// The entry of a pattern.
///
/// # Errors
/// What the pattern has that a tree cannot express.
pub fn read(pattern: &Pattern, map: AttributeMap, sources: &[Source]) -> Result<Entry, String> {
    let diagram = &pattern.diagram;
    let (rows, cols) = (diagram.rows, diagram.cols);
    let flips = match diagram.borders {
        borders if borders == border::NORTH | border::EAST => (false, false),
        borders if borders == border::NORTH | border::WEST => (false, true),
        borders if borders == border::SOUTH | border::EAST => (true, false),
        borders if borders == border::SOUTH | border::WEST => (true, true),
        borders => {
            let count = borders.count_ones();
            return Err(format!(
                "expected two borders that meet in a corner, found {count}; draw the edges of one corner"
            ));
        }
    };
    // Distances from the corner's edges.
    let place = |row: usize, col: usize| {
        let row = if flips.0 { rows - 1 - row } else { row };
        let col = if flips.1 { col } else { cols - 1 - col };
        (row, col)
    };
    let mut cells = vec![Cell::Empty; rows * cols];
    let mut mv = None;
    for (row, col, sign) in diagram.iter() {
        let at = place(row, col);
        cells[at.0 * cols + at.1] = match sign {
            Sign::Empty => Cell::Empty,
            Sign::Own => Cell::Own,
            Sign::Opponent => Cell::Other,
            Sign::Move => {
                mv = Some(at);
                Cell::Empty
            }
            other => {
                return Err(format!(
                    "expected cells out of `.XO*`, found `{}`; a tree knows stones and empty points only",
                    other.character()
                ));
            }
        };
    }
    let mv = mv.ok_or("expected a move (`*`), found none")?;
    if let Some(helper) = pattern.helper {
        let name = katachi_image::HELPERS
            .get(helper)
            .map_or("one", |helper| helper.name);
        return Err(format!(
            "expected no helper, found {name}; corner patterns have none: say it as a constraint"
        ));
    }
    if map != AttributeMap::General && !pattern.values.is_empty() {
        return Err("expected values of `attribute_map general`, found another map".to_owned());
    }
    let (class, extra) = classes(pattern)?;
    let comments = comments(pattern, sources);
    let entry = Entry {
        name: pattern.name.clone(),
        location: Location::default(),
        rows,
        cols,
        cells,
        mv,
        labels: (pattern.labels.iter())
            .map(|label| (label.letter, place(label.row, label.col)))
            .collect(),
        class,
        extra,
        comments,
        constraint: (pattern.constraint.iter())
            .map(|constraint| format!(";{}", print::expr(constraint, &pattern.labels)))
            .collect(),
        action: Some(&pattern.action)
            .filter(|action| !action.is_empty())
            .map(|action| format!(">{}", print::action(action, &pattern.labels)))
            .into_iter()
            .collect(),
        written: Vec::new(),
    };
    let tried = pattern.orientations.count_ones();
    let expected = if entry.is_symmetric() { 4 } else { 8 };
    if tried < expected {
        return Err(format!(
            "expected the symmetry code `8`, found `{}`, though region, stones, move or labels differ in \
             the mirror",
            pattern.symmetry
        ));
    }
    Ok(entry)
}

/// The class of the move, and the rest of the colon line.
fn classes(pattern: &Pattern) -> Result<(Class, Vec<String>), String> {
    let line = print::colon(pattern).to_string();
    let mut fields = line.splitn(3, ',').skip(1);
    let letters = fields.next().unwrap_or_default();
    let values = fields.next();
    if !(letters.contains('s') && letters.contains('F')) {
        return Err(format!(
            "expected the classes `s` and `F`, which every pattern of a tree has, found `{letters}`; add them"
        ));
    }
    let Some((letter, class)) = (letters.chars())
        .find_map(|letter| Class::from_letter(letter).map(|class| (letter, class)))
    else {
        return Err(format!(
            "expected a class out of `UJjTtN`, found `{letters}`; add the one that judges the move"
        ));
    };
    let mut extra: String = (letters.chars())
        .filter(|one| !['s', 'F', letter].contains(one))
        .collect();
    if let Some(values) = values {
        // Class letters need a comma after them; without class letters, the compiler adds the
        // comma.
        if !extra.is_empty() {
            extra.push(',');
        }
        extra.push_str(values);
    }
    let extra = Some(extra).filter(|extra| !extra.is_empty());
    Ok((class, extra.into_iter().collect()))
}

/// The comment lines between the name and the diagram.
fn comments(pattern: &Pattern, sources: &[Source]) -> Vec<String> {
    let bytes = sources
        .get(pattern.source.0)
        .and_then(|source| source.bytes().get(pattern.span.end..))
        .unwrap_or_default();
    let lines = bytes.split(|&byte| byte == b'\n').skip(1);
    let lines = lines.map(|line| String::from_utf8_lossy(line).trim_end().to_owned());
    lines
        .take_while(|line| line.is_empty() || line.starts_with('#'))
        .filter(|line| !line.is_empty())
        .collect()
}
