//! The difference between two images, and how entries with names are compared.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// The difference between two images of one kind.
///
/// Patterns, positions and eye shapes are identified by name or number. Where several have the same
/// name, the first is compared with the first, the second with the second, and so on. Monte Carlo
/// weights are compared neighbourhood by neighbourhood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Differences of the databases as wholes, in words.
    pub whole: Vec<String>,
    /// Names and places of the entries that only the old image has.
    pub removed: Vec<String>,
    /// Names and places of the entries that only the new image has.
    pub added: Vec<String>,
    /// The entries that both have and that are not equal.
    pub changed: Vec<Change>,
    /// The number of equal patterns, shapes, neighbourhoods or positions.
    pub same: usize,
}

/// A changed pattern, shape, neighbourhood or position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name and its place in the new source.
    pub pattern: String,
    /// The part that differs, as it was and as it is.
    pub parts: Vec<Part>,
}

/// The name of a part, the part as it was, and as it is.
pub type Part = (&'static str, String, String);

/// A pattern, shape or position, as texts.
pub(super) struct Entry {
    /// What it is called.
    pub name: String,
    /// File and line.
    pub place: String,
    /// Its parts with their names; all entries of a kind have the same ones.
    pub parts: Vec<(&'static str, String)>,
}

impl Entry {
    fn title(&self) -> String {
        format!("{} ({})", self.name, self.place)
    }
}

impl Difference {
    /// Compares entries; returns whether the common ones have the same order.
    pub(super) fn compare(&mut self, old: Vec<Entry>, new: Vec<Entry>) -> bool {
        let (old, new) = (keyed(old), keyed(new));
        let known: BTreeMap<_, _> = old.iter().map(|(key, entry)| (key, entry)).collect();
        let found: BTreeMap<_, _> = new.iter().map(|(key, entry)| (key, entry)).collect();
        for (key, one) in &known {
            if !found.contains_key(key) {
                self.removed.push(one.title());
            }
        }
        for (key, one) in &found {
            let Some(before) = known.get(key) else {
                self.added.push(one.title());
                continue;
            };
            let both = before.parts.iter().zip(&one.parts);
            let parts: Vec<Part> = both
                .filter(|((_, before), (_, after))| before != after)
                .map(|((part, before), (_, after))| (*part, before.clone(), after.clone()))
                .collect();
            if parts.is_empty() {
                self.same += 1;
            } else {
                let pattern = one.title();
                self.changed.push(Change { pattern, parts });
            }
        }
        let kept = old.iter().map(|(key, _)| key);
        let now = new.iter().map(|(key, _)| key);
        (kept.filter(|key| found.contains_key(key))).eq(now.filter(|key| known.contains_key(key)))
    }

    /// Says so if common entries have another order.
    pub(super) fn report_order(&mut self, is_same: bool, things: &str) {
        if !is_same {
            let text = format!("the order of the {things} is another one");
            self.whole.push(text);
        }
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty()
            && self.removed.is_empty()
            && self.added.is_empty()
            && self.changed.is_empty()
    }
}

/// Entries by name and by the number of earlier ones with the same name.
fn keyed(entries: Vec<Entry>) -> Vec<((String, usize), Entry)> {
    let mut seen = BTreeMap::<String, usize>::new();
    (entries.into_iter())
        .map(|entry| {
            let number = seen.entry(entry.name.clone()).or_default();
            *number += 1;
            ((entry.name.clone(), *number), entry)
        })
        .collect()
}

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for text in &self.whole {
            writeln!(f, "{text}")?;
        }
        for pattern in &self.removed {
            writeln!(f, "removed {pattern}")?;
        }
        for pattern in &self.added {
            writeln!(f, "added {pattern}")?;
        }
        for change in &self.changed {
            writeln!(f, "changed {}", change.pattern)?;
            for (part, old, new) in &change.parts {
                writeln!(f, "  {part}")?;
                old.lines()
                    .try_for_each(|line| writeln!(f, "    - {line}"))?;
                new.lines()
                    .try_for_each(|line| writeln!(f, "    + {line}"))?;
            }
        }
        let Self {
            added,
            removed,
            changed,
            same,
            ..
        } = self;
        let (added, removed, changed) = (added.len(), removed.len(), changed.len());
        write!(
            f,
            "{added} added, {removed} removed, {changed} changed, {same} the same"
        )
    }
}
