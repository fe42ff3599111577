//! Draws branches as text.

use std::fmt::{self, Formatter, Write};

use katachi_board::{Color, Point, column_letter};

use super::{Branch, Picture, Tree};

/// The branches, one below the other; each move is described where it first appears.
pub fn text(tree: &Tree, branches: &[Branch]) -> impl fmt::Display {
    fmt::from_fn(move |text| {
        for (number, branch) in branches.iter().enumerate() {
            write_branch(tree, number + 1, branch, text)?;
        }
        Ok(())
    })
}

fn write_branch(
    tree: &Tree,
    number: usize,
    branch: &Branch,
    text: &mut Formatter<'_>,
) -> fmt::Result {
    let gap = if number > 1 { "\n" } else { "" };
    let line = tree.line(branch.end);
    let (old, new) = line.split_at(branch.shown);
    let (old, new) = (tree.moves(old), tree.moves(new));
    let after = if old.is_empty() {
        String::new()
    } else {
        format!("after {old}: ")
    };
    writeln!(text, "{gap}{number}. {after}{new}\n")?;
    let picture = tree.picture(branch, &line);
    diagram(&picture, text)?;
    for (number, at) in &picture.notes {
        writeln!(text, "     {number} at {}", at.vertex(picture.size))?;
    }
    writeln!(text)?;
    for &place in line.iter().skip(branch.shown) {
        let node = &tree.nodes[place];
        if node.mv.is_none() {
            continue;
        }
        let (number, vertex) = (node.moves, tree.vertex(place));
        let Some(pattern) = &node.pattern else {
            writeln!(text, "{number:4} {vertex:6}  no pattern")?;
            continue;
        };
        let entry = &pattern.entry;
        let region = format!("{}x{}", entry.rows, entry.cols);
        writeln!(
            text,
            "{number:4} {vertex:6}  {} {:9} {region:6} {}",
            entry.class.letter(),
            entry.class.name(),
            entry.name
        )?;
        let labels: Vec<String> = (entry.labels.iter())
            .filter_map(|&(label, at)| Some((label, pattern.corner.point(at, node.size)?)))
            .map(|(label, at)| format!("{label} {}", at.vertex(node.size)))
            .collect();
        if !labels.is_empty() {
            writeln!(text, "             labels: {}", labels.join(", "))?;
        }
        let extra = entry.extra.iter().map(|extra| format!(":{extra}"));
        let lines = (entry.comments.iter().cloned())
            .chain(extra)
            .chain(entry.constraint.iter().cloned())
            .chain(entry.action.iter().cloned());
        for line in lines {
            writeln!(text, "             {line}")?;
        }
    }
    if branch.below > 0 {
        writeln!(text, "     patterns below: {}", branch.below)?;
    }
    Ok(())
}

/// The corner: numbers of moves, `X` and `O` for black and white set-up stones, and the points and
/// labels of the last pattern's region.
fn diagram(picture: &Picture, text: &mut Formatter<'_>) -> fmt::Result {
    let (rows, cols) = (picture.rows, picture.cols);
    let last = picture.size.get() - 1;
    write!(text, "     ")?;
    for col in cols.0..=cols.1 {
        write!(text, "{:>3}", column_letter(col).unwrap_or('?'))?;
    }
    writeln!(text)?;
    let (west, east) = (cols.0 == 0, cols.1 == last);
    let edge = |text: &mut Formatter<'_>| {
        let corner = |is_there| if is_there { "+" } else { "" };
        let line = "-".repeat(3 * (cols.1 - cols.0 + 1));
        let blank = if west { "" } else { " " };
        // A blank before the right edge, as in the rows.
        let right = if east { "-" } else { "" };
        writeln!(
            text,
            "    {blank}{}{line}{right}{}",
            corner(west),
            corner(east)
        )
    };
    if rows.0 == 0 {
        edge(text)?;
    }
    for row in rows.0..=rows.1 {
        let number = picture.size.get() - row;
        let left = if west { '|' } else { ' ' };
        let mut line = format!("{number:3} {left}");
        for col in cols.0..=cols.1 {
            let cell = Point::new(row, col).map_or(String::new(), |at| cell(picture, at));
            write!(line, "{cell:>3}")?;
        }
        line.push_str(if east { " |" } else { "" });
        writeln!(text, "{}", line.trim_end())?;
    }
    if rows.1 == last {
        edge(text)?;
    }
    Ok(())
}

fn cell(picture: &Picture, at: Point) -> String {
    match (picture.stones.get(&at), picture.labels.get(&at)) {
        (Some((_, Some(number))), _) => number.to_string(),
        (Some((Color::Black, None)), _) => "X".to_owned(),
        (Some((Color::White, None)), _) => "O".to_owned(),
        (None, Some(label)) => label.to_string(),
        (None, None) if picture.region.is_empty() || picture.region.contains(&at) => ".".to_owned(),
        (None, None) => String::new(),
    }
}
