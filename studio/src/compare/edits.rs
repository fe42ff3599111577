//! The patterns in which two sets differ.

use std::collections::{BTreeMap, BTreeSet};

use katachi_image::{General, Image};

use crate::set::PatternSet;

/// Where a difference can change moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nowhere: the sets say the same.
    Nowhere,
    /// Where one of the patterns that differ fits.
    WherePatternsFit,
    /// Everywhere.
    Everywhere,
}

/// The differences of two sets.
#[derive(Clone, Debug)]
pub struct Edits {
    /// Where they can change moves.
    pub reach: Reach,
    /// The patterns of the old set that the new one does not have: the index of the database, and
    /// the number.
    pub old: BTreeSet<(usize, u32)>,
    /// The patterns of the new set that the old one does not have.
    pub new: BTreeSet<(usize, u32)>,
    /// What else differs, in words.
    pub others: Vec<String>,
}

impl Edits {
    /// The differences. Names, lines and comments do not count, and databases are compared in their
    /// order.
    pub fn between(old: &PatternSet, new: &PatternSet) -> Self {
        let mut edits = Self {
            reach: Reach::Nowhere,
            old: BTreeSet::new(),
            new: BTreeSet::new(),
            others: Vec::new(),
        };
        let roles = |set: &PatternSet| -> Vec<&'static str> {
            let databases = set.databases().iter();
            databases.map(|one| one.role.profile().name).collect()
        };
        let (of_old, of_new) = (roles(old), roles(new));
        if of_old == of_new {
            let pairs = old.databases().iter().zip(new.databases());
            for (database, (old, new)) in pairs.enumerate() {
                edits.database(database, &old.name, &old.image, &new.image);
            }
        } else {
            let (of_old, of_new) = (of_old.join(", "), of_new.join(", "));
            edits.others.push(format!(
                "databases of other roles: {of_old} before, {of_new} now"
            ));
        }
        edits.reach = if !edits.others.is_empty() {
            Reach::Everywhere
        } else if edits.old.is_empty() && edits.new.is_empty() {
            Reach::Nowhere
        } else {
            Reach::WherePatternsFit
        };
        edits
    }

    fn database(&mut self, database: usize, name: &str, old: &Image, new: &Image) {
        if old.about().fingerprint == new.about().fingerprint {
            return;
        }
        let (Some(one), Some(other)) = (old.general(), new.general()) else {
            // Books, eye shapes and weights have no patterns to compare.
            self.others.push(format!("{name} has changed"));
            return;
        };
        let (of_old, of_new) = (contents(&one), contents(&other));
        let lost = missing(&of_old, &of_new);
        let gained = missing(&of_new, &of_old);
        let kept = |all: &[Vec<u8>], without: &BTreeSet<u32>| -> Vec<Vec<u8>> {
            let all = (0..).zip(all);
            let kept = all.filter(|(number, _)| !without.contains(number));
            kept.map(|(_, content)| content.clone()).collect()
        };
        if kept(&of_old, &lost) != kept(&of_new, &gained) {
            self.others.push(format!("{name} has another order"));
        }
        if one.map != other.map {
            self.others.push(format!("{name} has other value keywords"));
        }
        let differs = !lost.is_empty() || !gained.is_empty();
        if differs && !one.role.profile().proposes_moves {
            let role = one.role.profile().name;
            self.others.push(format!(
                "patterns of {name} have changed, whose role is {role}"
            ));
        }
        self.old
            .extend(lost.into_iter().map(|number| (database, number)));
        self.new
            .extend(gained.into_iter().map(|number| (database, number)));
    }
}

/// The numbers of those of `all` that the others lack, each as often as it is there.
fn missing(all: &[Vec<u8>], others: &[Vec<u8>]) -> BTreeSet<u32> {
    let mut left: BTreeMap<&[u8], usize> = BTreeMap::new();
    for content in others {
        *left.entry(content).or_default() += 1;
    }
    let mut missing = BTreeSet::new();
    for (number, content) in (0..).zip(all) {
        match left.get_mut(content.as_slice()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => {
                missing.insert(number);
            }
        }
    }
    missing
}

/// What each pattern says, as bytes: everything but its name and its place in the source.
fn contents(general: &General<'_>) -> Vec<Vec<u8>> {
    general.iter().map(|pattern| pattern.content()).collect()
}
