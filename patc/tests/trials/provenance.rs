//! Tests that our patterns are our own: none has the diagram of one of GNU Go's patterns, at a size
//! that rules out chance, or the name of one, unless `patterns/SOURCES.md` explains it.
//!
//! Diagrams are compared in all orientations and with both colours, without outer rows and columns
//! of `?`, and without the marks that distinguish cells of one kind.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use katachi_board::Symmetry;
use katachi_image::{Cell, Kind, PROFILES, Role, border};
use katachi_testkit::docs::read_file;
use katachi_testkit::{Trial, shared, trial, workspace_root};
use libtest_mimic::Failed;
use patc::model::{Diagram, Pattern};
use patc::{Source, compile};

/// Smaller diagrams can be equal by chance, because there are few of them.
const SMALLEST: usize = 12;

const SOURCES: &str = "patterns/SOURCES.md";

/// The parts of `patterns/SOURCES.md` that explain equal diagrams and names: each is a table of
/// names.
const EQUAL_DIAGRAMS: &str = "## Diagrams that GNU Go has, too";
const EQUAL_NAMES: &str = "## Names that GNU Go has, too";

fn patterns(role: Role, path: &Path) -> Result<Vec<Pattern>, Failed> {
    let compiled = compile(
        role,
        vec![Source::new(path.to_string_lossy(), std::fs::read(path)?)],
    );
    let database = compiled.model.general().ok_or("another dialect")?;
    Ok(database.patterns.clone())
}

/// All of our patterns: file and pattern.
fn ours() -> Result<Vec<(String, Pattern)>, Failed> {
    let mut all = Vec::new();
    let folder = workspace_root().join("patterns");
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "db") {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let found = patterns(Role::Patterns, &path)?.into_iter();
            all.extend(found.map(|pattern| (file.clone().into_owned(), pattern)));
        }
    }
    all.sort_by(|a, b| (&a.0, a.1.span).cmp(&(&b.0, b.1.span)));
    Ok(all)
}

/// All of GNU Go's patterns in the general dialect.
fn theirs(folder: &Path) -> Result<Vec<Pattern>, Failed> {
    let mut all = Vec::new();
    for profile in PROFILES
        .iter()
        .filter(|profile| profile.kind == Kind::General)
    {
        let path = folder.join(format!("{}.db", profile.name));
        if path.exists() {
            all.extend(patterns(profile.role, &path)?);
        }
    }
    Ok(all)
}

/// The diagram without its outer rows and columns of `?`.
fn trimmed(diagram: &Diagram) -> Diagram {
    let shown = |row: usize, col: usize| diagram.cells[row * diagram.cols + col] != Cell::Any;
    let rows: Vec<usize> = (0..diagram.rows)
        .filter(|&row| (0..diagram.cols).any(|col| shown(row, col)))
        .collect();
    let cols: Vec<usize> = (0..diagram.cols)
        .filter(|&col| (0..diagram.rows).any(|row| shown(row, col)))
        .collect();
    let side = |side| diagram.borders & side != 0;
    let range = |used: &[usize], length: usize, low: bool, high: bool| {
        let first = used.first().copied().filter(|_| !low).unwrap_or(0);
        let last = used.last().copied().filter(|_| !high);
        first..last.map_or(length, |last| last + 1)
    };
    let rows = range(
        &rows,
        diagram.rows,
        side(border::NORTH),
        side(border::SOUTH),
    );
    let cols = range(&cols, diagram.cols, side(border::WEST), side(border::EAST));
    Diagram {
        rows: rows.len(),
        cols: cols.len(),
        cells: (rows.flat_map(|row| cols.clone().map(move |col| (row, col))))
            .map(|(row, col)| diagram.cells[row * diagram.cols + col])
            .collect(),
        borders: diagram.borders,
    }
}

/// The diagram with plain cells, its colours swapped on request.
fn plain(diagram: &Diagram, swap: bool) -> Diagram {
    let cell = |cell: &Cell| {
        let cell = match cell {
            Cell::OwnAnchor => Cell::Own,
            Cell::OpponentAnchor => Cell::Opponent,
            Cell::Comma | Cell::Bang => Cell::Empty,
            cell => *cell,
        };
        match cell {
            Cell::Own if swap => Cell::Opponent,
            Cell::Opponent if swap => Cell::Own,
            Cell::OwnOrEmpty if swap => Cell::OpponentOrEmpty,
            Cell::OpponentOrEmpty if swap => Cell::OwnOrEmpty,
            cell => cell,
        }
    };
    Diagram {
        cells: diagram.cells.iter().map(cell).collect(),
        ..diagram.clone()
    }
}

/// A canonical form, the same for all equal diagrams: size, borders, cells.
type Form = (usize, usize, u8, Vec<u8>);

fn form(diagram: &Diagram) -> Form {
    let diagram = trimmed(diagram);
    let laid = [false, true].into_iter().flat_map(|swap| {
        let plain = plain(&diagram, swap);
        Symmetry::all().map(move |orientation| plain.turned(orientation))
    });
    let forms = laid.map(|laid| {
        let cells = laid.cells.iter().map(|cell| *cell as u8).collect();
        (laid.rows, laid.cols, laid.borders, cells)
    });
    forms.min().unwrap_or_default()
}

/// The names in the table below a heading of `patterns/SOURCES.md`, with their explanations.
fn explained(heading: &str) -> Result<BTreeMap<String, String>, Failed> {
    let text = read_file(SOURCES)?;
    let rest = text
        .split_once(heading)
        .ok_or_else(|| format!("{SOURCES} lacks `{heading}`"))?
        .1;
    let rows = (rest.lines().take_while(|line| !line.starts_with("## "))).filter_map(|line| {
        line.strip_prefix("| ")?
            .strip_suffix(" |")?
            .split_once(" | ")
    });
    Ok(rows
        .map(|(name, why)| (name.to_owned(), why.to_owned()))
        .skip(1)
        .collect())
}

/// Checks that exactly the found names are explained.
fn compare(what: &str, heading: &str, found: &BTreeMap<String, String>) -> Result<(), Failed> {
    let explained = explained(heading)?;
    let mut wrong = Vec::new();
    for (name, place) in found {
        if explained.get(name).is_none_or(|why| why.trim().len() < 10) {
            wrong.push(format!(
                "{place}: {name}: {what}; change it, or say why below `{heading}` in {SOURCES}"
            ));
        }
    }
    for name in explained.keys().filter(|name| !found.contains_key(*name)) {
        wrong.push(format!("{SOURCES}: {name} is explained without need"));
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(wrong.join("\n").into())
    }
}

fn diagrams(folder: &Path) -> Result<(), Failed> {
    let theirs: BTreeMap<Form, String> = (theirs(folder)?.into_iter())
        .map(|pattern| (form(&pattern.diagram), pattern.name))
        .collect();
    assert!(theirs.len() > 2000, "{} diagrams", theirs.len());
    let mut found = BTreeMap::new();
    for (file, pattern) in ours()? {
        let form = form(&pattern.diagram);
        let large = form.0 * form.1 >= SMALLEST;
        if let Some(name) = theirs.get(&form).filter(|_| large) {
            found.insert(pattern.name, format!("{file} (as {name})"));
        }
    }
    compare("its diagram is GNU Go's, too", EQUAL_DIAGRAMS, &found)
}

fn names(folder: &Path) -> Result<(), Failed> {
    let theirs: BTreeSet<String> = theirs(folder)?.into_iter().map(|p| p.name).collect();
    let equal = ours()?
        .into_iter()
        .filter(|(_, pattern)| theirs.contains(&pattern.name));
    let found = equal.map(|(file, pattern)| (pattern.name, file)).collect();
    compare("its name is GNU Go's, too", EQUAL_NAMES, &found)
}

/// The comparison ignores orientation, colour, marks and margins, and nothing else.
fn sees() -> Result<(), Failed> {
    let diagram = |rows: &str| -> Result<Form, Failed> {
        let text = format!("Pattern A\n{rows}\n:8,-\n");
        let compiled = compile(Role::Patterns, vec![Source::new("x.db", text)]);
        let database = compiled.model.general().ok_or("another dialect")?;
        let pattern = database
            .patterns
            .first()
            .ok_or_else(|| format!("{:?}", compiled.diagnostics))?;
        Ok(form(&pattern.diagram))
    };
    let one = diagram("?XO.\n?.*.\n----")?;
    assert_eq!((one.0 * one.1), 6);
    for same in [
        "XO.\n.*.\n---",
        "?.OX??\n?.*.??\n------",
        "|.X?\n|*O?\n|..?",
        "?OX,\n?.*!\n----",
        "----\n?.*.\n?XQ.",
    ] {
        assert_eq!(diagram(same)?, one, "{same}");
    }
    for other in [
        "?XO.\n?.*.",
        "?XO.\n?.*.\n????\n----",
        "?Xo.\n?.*.\n----",
        "?XO*\n?...\n----",
    ] {
        assert_ne!(diagram(other)?, one, "{other}");
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let folder = || shared("peer/gnugo-3.8/patterns");
    vec![
        trial("equal_diagrams_are_recognised", Ok(()), |()| sees()),
        trial("equal_diagrams_are_explained", folder(), |folder| {
            diagrams(&folder)
        }),
        trial("equal_names_are_explained", folder(), |folder| {
            names(&folder)
        }),
    ]
}
