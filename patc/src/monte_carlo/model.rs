//! The checked model of Monte Carlo rules, and the weights that they give.

use std::fmt;

use katachi_image::Symbol;
use katachi_image::monte_carlo::{
    DEFAULT_WEIGHT, NEIGHBORHOODS, Neighborhood, PROPERTIES, SITUATIONS, Situation,
};

use super::atlas::{ATLAS, Places, Situations, allowed, members};
use crate::source::{SourceId, Span};

/// Monte Carlo rules in source order; the first that fits counts.
#[derive(Clone, Debug, Default)]
pub struct MonteCarloRules {
    /// The rules.
    pub rules: Vec<MonteCarloRule>,
}

/// A rule: which moves have which weight.
#[derive(Clone, Debug)]
pub struct MonteCarloRule {
    /// The file.
    pub source: SourceId,
    /// The place of the rule.
    pub span: Span,
    /// The characters of the eight neighbours, in reading order.
    pub picture: [char; 8],
    /// The weight.
    pub weight: u32,
    /// The properties that must hold, as indices into [`PROPERTIES`].
    pub properties: Vec<usize>,
}

/// A row of a table: a weight for each situation.
pub type Weights = [u32; SITUATIONS];

/// The weights that rules give to all moves.
#[derive(Clone, Debug)]
pub struct WeightTable {
    /// All neighbourhoods that boards can have, one orientation of each.
    pub neighborhoods: Vec<Neighborhood>,
    /// The weights of each neighbourhood.
    pub rows: Vec<Weights>,
    /// How many entries each rule decides.
    pub decided: Vec<usize>,
}

impl MonteCarloRule {
    /// The rule without its picture.
    pub fn line(&self) -> impl fmt::Display {
        fmt::from_fn(|f| {
            write!(f, ":{}", self.weight)?;
            let properties = self.properties.iter();
            let mut names = properties.filter_map(|&place| PROPERTIES.get(place));
            names.try_for_each(|property| write!(f, ",{}", property.name))
        })
    }
}

impl MonteCarloRules {
    /// The rule that decides the weight of a move: the first that fits, if one does.
    pub fn deciding(
        &self,
        neighborhood: Neighborhood,
        situation: Situation,
    ) -> Option<&MonteCarloRule> {
        let canonical = neighborhood.canonical();
        let place = ATLAS.neighborhoods.binary_search(&canonical).ok()?;
        let situation = situation.number();
        self.rules.iter().find(|rule| {
            let properties = rule.properties.iter();
            let mut properties = properties.filter_map(|&place| PROPERTIES.get(place));
            properties.all(|property| property.holds(situation))
                && members(ATLAS.shown(rule.picture)).any(|shown| shown == place)
        })
    }

    /// The weights that the rules give. The first rule that fits decides; without one the weight is
    /// [`DEFAULT_WEIGHT`].
    pub fn table(&self) -> WeightTable {
        let mut open = vec![[u64::MAX; SITUATIONS / 64]; NEIGHBORHOODS];
        let mut rows = vec![[DEFAULT_WEIGHT; SITUATIONS]; NEIGHBORHOODS];
        let mut last: Option<([char; 8], Places)> = None;
        let decided = (self.rules.iter())
            .map(|rule| {
                // Consecutive rules often share a picture, so its neighbourhoods are looked up
                // once.
                let places = match last {
                    Some((picture, places)) if picture == rule.picture => places,
                    _ => ATLAS.shown(rule.picture),
                };
                last = Some((rule.picture, places));
                let situations = ATLAS.situations(&rule.properties);
                let mut decided = 0;
                for place in members(places) {
                    let taken: Situations =
                        std::array::from_fn(|word| open[place][word] & situations[word]);
                    for situation in members(taken) {
                        rows[place][situation] = rule.weight;
                        decided += 1;
                    }
                    for (open, taken) in open[place].iter_mut().zip(taken) {
                        *open &= !taken;
                    }
                }
                decided
            })
            .collect();
        WeightTable {
            neighborhoods: ATLAS.neighborhoods.clone(),
            rows,
            decided,
        }
    }
}

impl fmt::Display for MonteCarloRules {
    /// The rules as a source that means the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for rule in &self.rules {
            if last != Some(rule.picture) {
                let [nw, n, ne, w, e, sw, s, se] = rule.picture;
                let blank = if last.is_some() { "\n" } else { "" };
                writeln!(f, "{blank}{nw}{n}{ne}\n{w}*{e}\n{sw}{s}{se}\n")?;
                last = Some(rule.picture);
            }
            writeln!(f, "{}", rule.line())?;
        }
        Ok(())
    }
}

/// The cells that a picture may show at the edge of the board.
pub(super) fn is_border(cell: char) -> bool {
    allowed(cell) == Symbol::Off.bit()
}
