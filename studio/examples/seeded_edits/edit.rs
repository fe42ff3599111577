//! Edits of pattern databases, drawn by a seed.

use std::sync::Arc;

use katachi_databases::Loaded;
use katachi_image::Image;
use katachi_studio::PatternSet;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The shipped databases that are edited, with their sources as they are built in: files may change
/// during a long run.
const EDITED: [(&str, &str); 4] = [
    ("shapes", include_str!("../../../patterns/shapes.db")),
    ("fights", include_str!("../../../patterns/fights.db")),
    ("contact", include_str!("../../../patterns/contact.db")),
    ("edge", include_str!("../../../patterns/edge.db")),
];

/// What an edit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Value,
    Cell,
    Constraint,
    Comment,
}

/// An edit, and the databases after it.
pub struct Edit {
    /// What it does.
    pub text: String,
    /// The databases.
    pub set: PatternSet,
}

/// The shipped databases.
pub fn shipped() -> PatternSet {
    PatternSet::of(katachi_databases::built_in(|_| true).expect("built-in databases"))
}

/// Draws edits that compile.
pub struct Drawer {
    rng: Xoshiro256PlusPlus,
}

impl Drawer {
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// The next edit of this kind.
    pub fn draw(&mut self, kind: Kind) -> Edit {
        loop {
            let (name, source) = EDITED[self.rng.random_range(0..EDITED.len())];
            let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
            let Some((line, old)) = self.change(&mut lines, kind) else {
                continue;
            };
            let new = lines[line].clone();
            if let Some(set) = compiled(name, &lines.join("\n")) {
                let text = format!("{name}.db:{} {kind:?}: `{old}` becomes `{new}`", line + 1);
                return Edit { text, set };
            }
        }
    }

    /// Changes a line; returns its index and what it was.
    fn change(&mut self, lines: &mut Vec<String>, kind: Kind) -> Option<(usize, String)> {
        let heads: Vec<usize> = (lines.iter().enumerate())
            .filter(|(_, line)| line.starts_with("Pattern "))
            .map(|(number, _)| number)
            .collect();
        let head = heads[self.rng.random_range(0..heads.len())];
        let after = heads.iter().find(|&&next| next > head);
        let end = after.copied().unwrap_or(lines.len());
        let colon = (head..end).find(|&line| lines[line].starts_with(':'))?;
        let candidates: Vec<usize> = match kind {
            Kind::Value => vec![colon],
            Kind::Comment => vec![head + 1],
            Kind::Constraint => (colon..end)
                .filter(|&line| lines[line].starts_with(';'))
                .collect(),
            Kind::Cell => (head + 1..colon)
                .filter(|&line| {
                    let cells = lines[line].trim_matches(['|', '+', '-']);
                    !cells.is_empty() && cells.chars().all(|cell| "OXox.,*?".contains(cell))
                })
                .collect(),
        };
        if candidates.is_empty() {
            return None;
        }
        let line = candidates[self.rng.random_range(0..candidates.len())];
        let old = lines[line].clone();
        let new = match kind {
            Kind::Comment => {
                lines.insert(line, "# A comment that was not there.".to_owned());
                return Some((line, String::new()));
            }
            Kind::Value => self.other_value(&old)?,
            Kind::Constraint => format!(";!({})", old.strip_prefix(';')?.trim()),
            Kind::Cell => self.other_cell(&old)?,
        };
        lines[line].clone_from(&new);
        (new != old).then_some((line, old))
    }

    fn other_value(&mut self, line: &str) -> Option<String> {
        let start = line.find("value(")? + "value(".len();
        let end = start + line[start..].find(')')?;
        let value: f32 = line[start..end].parse().ok()?;
        let change = [-6.0, -3.0, 3.0, 6.0][self.rng.random_range(0..4)];
        let changed = (value + change).max(0.5);
        Some(format!("{}{changed}{}", &line[..start], &line[end..]))
    }

    fn other_cell(&mut self, line: &str) -> Option<String> {
        let cells: Vec<char> = line.chars().collect();
        let places: Vec<usize> = (0..cells.len())
            .filter(|&place| "OXox.?".contains(cells[place]))
            .collect();
        if places.is_empty() {
            return None;
        }
        let place = places[self.rng.random_range(0..places.len())];
        let mut changed = cells;
        changed[place] = match changed[place] {
            '?' => '.',
            'O' => 'o',
            'X' => 'x',
            _ => '?',
        };
        Some(changed.into_iter().collect())
    }
}

/// The shipped databases with this one compiled from a text; `None` if it has mistakes.
fn compiled(name: &str, text: &str) -> Option<PatternSet> {
    let shipped = shipped();
    let databases = shipped.databases().iter().map(|one| {
        if one.name != name {
            return Some(one.clone());
        }
        let source = patc::Source::new(format!("{name}.db"), text.as_bytes().to_vec());
        let image = patc::compile(one.role, vec![source]).image?;
        Some(Loaded {
            image: Arc::new(Image::from_vec(image).ok()?),
            ..one.clone()
        })
    });
    Some(PatternSet::of(databases.collect::<Option<Vec<_>>>()?))
}
