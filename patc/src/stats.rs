//! Numbers about a compiled database: how much of it there is, and how much of it can match.

use std::collections::BTreeMap;
use std::fmt;

use katachi_image::WaitsFor;

use crate::Compiled;

/// Numbers about one database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Patterns.
    pub patterns: usize,
    /// Patterns with a constraint.
    pub constraints: usize,
    /// Patterns with an action.
    pub actions: usize,
    /// Patterns that can never match, because the engine cannot answer what they ask.
    pub never: usize,
    /// For each question that the engine cannot answer, the patterns that ask it.
    pub waits: BTreeMap<&'static str, usize>,
    /// Patterns in all the orientations to be tried.
    pub lanes: usize,
    /// The length of the image, in bytes.
    pub image: usize,
}

impl Stats {
    /// The numbers of a database that has been compiled without errors.
    pub fn of(compiled: &Compiled) -> Self {
        let patterns: &[crate::model::Pattern] =
            (compiled.model.general()).map_or(&[], |database| &database.patterns);
        let mut waits = BTreeMap::new();
        for wait in patterns.iter().flat_map(|pattern| &pattern.waits_for) {
            *waits.entry(WaitsFor::name(*wait)).or_default() += 1;
        }
        let image = compiled.image.clone().unwrap_or_default();
        let length = image.len();
        let opened = katachi_image::Image::from_vec(image).ok();
        let lanes = (opened.as_ref())
            .and_then(katachi_image::Image::general)
            .map_or(0, |general| {
                (general.slates.iter())
                    .map(|slate| general.lanes(slate).len())
                    .sum()
            });
        let count = |wanted: fn(&crate::model::Pattern) -> bool| {
            patterns.iter().filter(|pattern| wanted(pattern)).count()
        };
        Self {
            patterns: patterns.len(),
            constraints: count(|pattern| pattern.constraint.is_some()),
            actions: count(|pattern| !pattern.action.is_empty()),
            never: count(|pattern| !pattern.waits_for.is_empty()),
            waits,
            lanes,
            image: length,
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "patterns            {}", self.patterns)?;
        writeln!(f, "  with constraint   {}", self.constraints)?;
        writeln!(f, "  with action       {}", self.actions)?;
        writeln!(f, "  can never match   {}", self.never)?;
        for (name, count) in &self.waits {
            writeln!(f, "    wait for {name:<30} {count:>4}")?;
        }
        writeln!(f, "orientations        {}", self.lanes)?;
        write!(f, "image               {} bytes", self.image)
    }
}
