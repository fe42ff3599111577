//! What a file of Monte Carlo rules means.

use std::fmt;

use katachi_image::Symbol;
use katachi_image::monte_carlo::{
    DEFAULT_WEIGHT, NEIGHBOR_CELLS, NEIGHBORHOODS, Neighborhood, PROPERTIES, SITUATIONS,
};

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
    /// The properties that must hold: places in [`PROPERTIES`].
    pub properties: Vec<usize>,
}

/// A row of a table: a weight for each situation.
pub type Weights = [u32; SITUATIONS];

/// The weights that rules give to all moves.
#[derive(Clone, Debug)]
pub struct WeightTable {
    /// The neighbourhoods that boards can have, one orientation of each.
    pub neighborhoods: Vec<Neighborhood>,
    /// For each of them the weights.
    pub rows: Vec<Weights>,
    /// How many entries each rule decides.
    pub decided: Vec<usize>,
}

impl MonteCarloRule {
    /// Whether the picture shows this neighbourhood as it stands.
    pub fn shows(&self, neighborhood: Neighborhood) -> bool {
        (self.picture.iter().enumerate())
            .all(|(place, &cell)| allowed(cell) >> neighborhood.symbol(place) & 1 != 0)
    }

    /// Whether all properties hold in the situation of this number.
    pub fn holds(&self, situation: u8) -> bool {
        (self.properties.iter()).all(|&place| PROPERTIES[place].holds(situation))
    }

    /// The rule without its picture.
    pub fn line(&self) -> impl fmt::Display {
        fmt::from_fn(|f| {
            write!(f, ":{}", self.weight)?;
            let properties = self.properties.iter();
            let mut names = properties.filter_map(|&place| PROPERTIES.get(place));
            names.try_for_each(|property| write!(f, ",{}", property.name))
        })
    }

    /// The situations in which the rule holds, one bit for each.
    pub fn situations(&self) -> [u64; SITUATIONS / 64] {
        let mut set = [0; SITUATIONS / 64];
        for situation in (0..=u8::MAX).filter(|&situation| self.holds(situation)) {
            set[usize::from(situation) / 64] |= 1 << (situation % 64);
        }
        set
    }
}

/// The symbols that a cell allows, as a bit mask.
fn allowed(cell: char) -> u8 {
    (NEIGHBOR_CELLS.iter())
        .find(|(c, _)| *c == cell)
        .map_or(0, |&(_, symbols)| symbols)
}

/// The neighbourhoods that a picture shows, out of the turned ones of each; by their places.
pub(super) fn shown(picture: [char; 8], turned: &[[Neighborhood; 8]]) -> Vec<usize> {
    let masks = picture.map(allowed);
    let shows = |one: &Neighborhood| {
        (masks.iter().enumerate()).all(|(place, mask)| mask >> one.symbol(place) & 1 != 0)
    };
    (turned.iter().enumerate())
        .filter(|(_, turned)| turned.iter().any(shows))
        .map(|(place, _)| place)
        .collect()
}

impl MonteCarloRules {
    /// The weights that the rules give: the first that fits counts, and what none speaks of has
    /// [`DEFAULT_WEIGHT`].
    pub fn table(&self) -> WeightTable {
        let neighborhoods: Vec<_> = Neighborhood::all().collect();
        let turned: Vec<_> = neighborhoods.iter().map(|one| one.turned()).collect();
        let mut open = vec![[u64::MAX; SITUATIONS / 64]; NEIGHBORHOODS];
        let mut rows = vec![[DEFAULT_WEIGHT; SITUATIONS]; NEIGHBORHOODS];
        let mut last: Option<([char; 8], Vec<usize>)> = None;
        let decided = (self.rules.iter())
            .map(|rule| {
                // Rules of one picture stand together.
                let places = match last.take() {
                    Some((picture, places)) if picture == rule.picture => places,
                    _ => shown(rule.picture, &turned),
                };
                let situations = rule.situations();
                let mut decided = 0;
                for &place in &places {
                    for (word, (open, holding)) in
                        open[place].iter_mut().zip(situations).enumerate()
                    {
                        let mut taken = *open & holding;
                        *open &= !holding;
                        decided += taken.count_ones() as usize;
                        while taken != 0 {
                            rows[place][64 * word + taken.trailing_zeros() as usize] = rule.weight;
                            taken &= taken - 1;
                        }
                    }
                }
                last = Some((rule.picture, places));
                decided
            })
            .collect();
        WeightTable {
            neighborhoods,
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
