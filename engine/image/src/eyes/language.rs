//! The vocabulary of eye shapes: cells, values, and the isomorphism of graphs.

/// The properties of a vertex of an eye shape, as a bit set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EyeCell(pub u8);

impl EyeCell {
    /// It is eye space only until the opponent plays there.
    pub const MARGINAL: Self = Self(1);
    /// It may be empty.
    pub const EMPTY: Self = Self(1 << 1);
    /// It may hold an opponent stone.
    pub const STONE: Self = Self(1 << 2);
    /// An attacker's move there lowers the value.
    pub const ATTACK: Self = Self(1 << 3);
    /// A defender's move there raises the value.
    pub const DEFENSE: Self = Self(1 << 4);

    /// All cells with their characters.
    pub const CHARACTERS: [(char, Self); 11] = [
        ('.', Self::EMPTY),
        ('x', Self::EMPTY.with(Self::STONE)),
        ('X', Self::STONE),
        ('*', Self::EMPTY.with(Self::ATTACK).with(Self::DEFENSE)),
        ('<', Self::EMPTY.with(Self::ATTACK)),
        ('>', Self::EMPTY.with(Self::DEFENSE)),
        ('!', Self::MARGINAL.with(Self::EMPTY)),
        (
            '@',
            Self::MARGINAL
                .with(Self::EMPTY)
                .with(Self::ATTACK)
                .with(Self::DEFENSE),
        ),
        ('(', Self::MARGINAL.with(Self::EMPTY).with(Self::ATTACK)),
        (')', Self::MARGINAL.with(Self::EMPTY).with(Self::DEFENSE)),
        ('$', Self::MARGINAL.with(Self::STONE)),
    ];

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether this set contains all properties of the other.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The cell that a character of a picture stands for.
    pub fn from_char(character: char) -> Option<Self> {
        let mut all = Self::CHARACTERS.iter();
        all.find(|(c, _)| *c == character).map(|&(_, cell)| cell)
    }

    /// The character; `None` if no cell has these properties.
    pub fn character(self) -> Option<char> {
        let mut all = Self::CHARACTERS.iter();
        all.find(|(_, cell)| *cell == self).map(|&(c, _)| c)
    }
}

/// The value of an eye space: four numbers of eyes, each at most 2, that never fall.
///
/// 0: the attacker moves twice, since the defender plays elsewhere. 1: the attacker moves first. 2:
/// the defender moves first. 3: the defender moves twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EyeValue(pub [u8; 4]);

impl EyeValue {
    /// Whether the numbers are at most 2 and never fall.
    pub fn is_valid(self) -> bool {
        self.0[3] <= 2 && self.0.is_sorted()
    }

    /// Whether it matters which side moves first.
    pub const fn is_urgent(self) -> bool {
        self.0[1] != self.0[2]
    }

    /// How much it matters which side moves first, threats included: 0 to 4.
    pub const fn urgency(self) -> u8 {
        let [a, b, c, d] = self.0;
        c + d - a - b
    }
}

impl std::fmt::Display for EyeValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits: String = self.0.iter().map(ToString::to_string).collect();
        f.pad(&digits)
    }
}

/// The most vertices that an eye shape may have.
pub const MAX_VERTICES: usize = 20;

/// The most steps of [`isomorphism`]. Shapes that people draw need fewer than a thousand; only
/// crafted ones need more.
const MAX_STEPS: usize = 100_000;

/// Finds an isomorphism of two graphs with the same number of vertices. Each vertex must lie on one
/// that it `fits`. Returns for each vertex of `graph` the vertex of `other`.
///
/// A graph is given by the neighbours of each vertex, as bit masks. Of several isomorphisms the
/// first in lexicographic order is returned. The search gives up when it is longer than any real
/// one.
pub fn isomorphism(
    graph: &[u32],
    other: &[u32],
    mut fits: impl FnMut(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    let count = graph.len();
    if other.len() != count || count > 32 {
        return None;
    }
    // For each vertex, the vertices of `other` on which it fits.
    let candidates: Vec<u32> = (0..count)
        .map(|a| {
            let good = |&b: &usize| graph[a].count_ones() == other[b].count_ones() && fits(a, b);
            (0..count).filter(good).fold(0, |set, b| set | 1 << b)
        })
        .collect();
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    let (mut used, mut from) = (0u32, 0);
    for _ in 0..MAX_STEPS {
        let a = chosen.len();
        if a == count {
            return Some(chosen);
        }
        let free = candidates[a] & !used;
        let agrees = |&b: &usize| {
            free >> b & 1 != 0
                && (chosen.iter().enumerate())
                    .all(|(c, &image)| graph[a] >> c & 1 == other[b] >> image & 1)
        };
        if let Some(b) = (from..count).find(agrees) {
            chosen.push(b);
            used |= 1 << b;
            from = 0;
        } else {
            let last = chosen.pop()?;
            used &= !(1 << last);
            from = last + 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_has_its_character() {
        for (character, cell) in EyeCell::CHARACTERS {
            assert_eq!(EyeCell::from_char(character), Some(cell));
            assert_eq!(cell.character(), Some(character));
            assert!(cell.has(EyeCell::EMPTY) || cell.has(EyeCell::STONE));
        }
        assert_eq!(EyeCell(0).character(), None);
    }

    #[test]
    fn values_rise() {
        assert!(EyeValue([0, 1, 2, 2]).is_valid());
        assert!(!EyeValue([0, 2, 1, 2]).is_valid());
        assert!(!EyeValue([0, 1, 2, 3]).is_valid());
        assert_eq!(EyeValue([0, 0, 2, 2]).urgency(), 4);
        assert_eq!(EyeValue([0, 1, 1, 2]).to_string(), "0112");
    }

    #[test]
    fn graphs_are_laid_over_each_other_in_the_first_way() {
        // A path a-b-c with its ends in another order.
        let path = [0b010, 0b101, 0b010];
        let turned = [0b110, 0b001, 0b001];
        assert_eq!(
            isomorphism(&path, &turned, |_, _| true),
            Some(vec![1, 0, 2])
        );
        let only = |a, b| a != 0 || b == 2;
        assert_eq!(isomorphism(&path, &turned, only), Some(vec![2, 0, 1]));
        let ring = [0b110, 0b101, 0b011];
        assert_eq!(isomorphism(&path, &ring, |_, _| true), None);
    }
}
