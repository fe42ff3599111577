//! What a census has counted of the patterns of a source, in a file beside it: `mine.census.json`
//! for `mine.db`.
//!
//! `katachi-tools census --lenses` writes such files; the language server shows them above the
//! patterns. Patterns are found by what they say ([`content_hash`]), so the server knows which
//! counts are still right.
//!
//! [`content_hash`]: katachi_image::Pattern::content_hash

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// The format.
const FORMAT: &str = "katachi counts 1";

/// How long counts that depend on other patterns are shown without their age, in seconds.
const FRESH: u64 = 3600;

/// The seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}

/// How far a count can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// The positions in which the diagram fits.
    Fits,
    /// At least those in which the pattern fires: class letters or questions about groups were not
    /// asked.
    AtMost,
    /// Those in which it fires, which other patterns do not change.
    Fires,
    /// Those in which it fired when the engine chose its moves with all databases.
    Chosen,
}

/// What was counted of a pattern.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// Its name.
    pub name: String,
    /// The positions.
    pub positions: u64,
    /// What they are.
    pub meaning: Meaning,
    /// The mean of its moves against the best move, in points, as a teacher judges them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

/// What was counted of a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    format: String,
    /// The seconds since 1970 when it was counted.
    pub at: u64,
    /// The positions that were looked at.
    pub positions: u64,
    /// The counts by the hash of what the pattern says.
    pub patterns: BTreeMap<String, Count>,
}

impl Counts {
    /// Counts in this number of positions, of no pattern yet.
    pub fn new(at: u64, positions: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            at,
            positions,
            patterns: BTreeMap::new(),
        }
    }

    /// The file beside a source.
    pub fn beside(source: &Path) -> PathBuf {
        source.with_extension("census.json")
    }

    /// Reads a file; `None` if it is something else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let counts: Self = serde_json::from_slice(bytes).ok()?;
        (counts.format == FORMAT).then_some(counts)
    }

    /// The file.
    ///
    /// # Errors
    /// Never: all of it can be written as JSON.
    pub fn write(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// What was counted of a pattern, in words; `now` is in seconds since 1970. If the pattern has
    /// changed since, the words say how old they are.
    pub fn say(&self, name: &str, hash: &str, now: u64) -> String {
        let age = now.saturating_sub(self.at);
        if let Some(count) = self.patterns.get(hash) {
            let said = self.words(count);
            if count.meaning == Meaning::Chosen && age >= FRESH {
                return format!("{said}, counted {} ago", span(age));
            }
            return said;
        }
        let mut named = self.patterns.values().filter(|count| count.name == name);
        match named.next() {
            Some(count) => format!("as it was {} ago: {}", span(age), self.words(count)),
            None => format!("not in the census of {} ago", span(age)),
        }
    }

    fn words(&self, count: &Count) -> String {
        let verb = match count.meaning {
            Meaning::Fits => "fits in",
            Meaning::AtMost => "fires in at most",
            Meaning::Fires | Meaning::Chosen => "fires in",
        };
        let (part, all) = (thousands(count.positions), thousands(self.positions));
        let points = count
            .points
            .map(|points| format!(", mean {} points", signed(points)));
        format!(
            "{verb} {part} of {all} positions{}",
            points.unwrap_or_default()
        )
    }
}

/// A number with the sign of print.
fn signed(points: f64) -> String {
    format!("{points:+.1}").replace('-', "−")
}

/// A number with commas: `3,840`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in its largest unit: `3 days`.
fn span(seconds: u64) -> String {
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(length, _)| seconds >= *length);
    let (number, name) = unit.map_or((seconds, "second"), |(length, name)| {
        (seconds / length, name)
    });
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {name}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts() -> Counts {
        let mut counts = Counts::new(1_000_000, 3840);
        let count = |name: &str, meaning, points| Count {
            name: name.to_owned(),
            positions: 1074,
            meaning,
            points,
        };
        for (hash, one) in [
            ("1", count("A", Meaning::Fires, None)),
            ("2", count("B", Meaning::AtMost, None)),
            ("3", count("C", Meaning::Chosen, Some(-1.84))),
            ("4", count("D", Meaning::Fits, None)),
        ] {
            counts.patterns.insert(hash.to_owned(), one);
        }
        counts
    }

    #[test]
    fn counts_say_what_they_are_and_how_old() {
        let counts = counts();
        let now = counts.at + 3 * 86_400;
        for (name, hash, said) in [
            ("A", "1", "fires in 1,074 of 3,840 positions"),
            ("Renamed", "1", "fires in 1,074 of 3,840 positions"),
            ("B", "2", "fires in at most 1,074 of 3,840 positions"),
            ("D", "4", "fits in 1,074 of 3,840 positions"),
            (
                "C",
                "3",
                "fires in 1,074 of 3,840 positions, mean −1.8 points, counted 3 days ago",
            ),
            (
                "A",
                "9",
                "as it was 3 days ago: fires in 1,074 of 3,840 positions",
            ),
            ("E", "9", "not in the census of 3 days ago"),
        ] {
            assert_eq!(counts.say(name, hash, now), said);
        }
        let fresh = counts.say("C", "3", counts.at + 60);
        assert_eq!(fresh, "fires in 1,074 of 3,840 positions, mean −1.8 points");
    }

    #[test]
    fn files_are_read_back_and_others_refused() {
        let counts = counts();
        assert_eq!(Counts::read(&counts.write().unwrap()), Some(counts));
        assert_eq!(Counts::read(b"{}"), None);
        let other = br#"{"format": "katachi counts 9", "at": 0, "positions": 0, "patterns": {}}"#;
        assert_eq!(Counts::read(other), None);
    }

    #[test]
    fn times_have_one_unit() {
        assert_eq!(
            [1, 59, 60, 7200, 90_000].map(span),
            ["1 second", "59 seconds", "1 minute", "2 hours", "1 day"]
        );
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
