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

/// The value of an eye space: four numbers of eyes that never fall.
///
/// 0: the attacker moves twice, since the defender plays elsewhere. 1: the attacker moves first. 2:
/// the defender moves first. 3: the defender moves twice. In a database the numbers are at most 2;
/// sums of values may be larger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EyeValue(pub [u8; 4]);

impl EyeValue {
    /// Whether the numbers are at most 2 and never fall.
    pub fn is_valid(self) -> bool {
        self.0[3] <= 2 && self.0.is_sorted()
    }

    /// The number of eyes if the attacker moves first.
    pub const fn min_eyes(self) -> u8 {
        self.0[1]
    }

    /// The number of eyes if the defender moves first.
    pub const fn max_eyes(self) -> u8 {
        self.0[2]
    }

    /// Whether it matters which side moves first.
    pub const fn is_urgent(self) -> bool {
        self.0[1] != self.0[2]
    }

    /// How much it matters which side moves first, threats included: 0 to 4. More than two eyes
    /// count as two.
    ///
    /// 2 stands for a half eye, 3 for three or five quarters of one, 4 for a chimera.
    pub fn urgency(self) -> u8 {
        let [a, b, c, d] = self.0.map(|eyes| eyes.min(2));
        if b == c { 0 } else { c + d - a - b }
    }
}

/// The value of two eye spaces together, which may be more than two eyes.
///
/// Each side plays in one of the spaces at a time. An attacker's move turns a space into one that
/// is worth the first number if he moves there again, and the second if the defender answers; so
/// it is with the defender's moves and the last two numbers. The formulas are what the best play
/// of both sides gives, for all values of eye shapes. GNU Go counts one eye less in the fourth
/// number of `0002` with `0011`, `0122` and `1122`.
impl std::ops::Add for EyeValue {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let ([a1, b1, c1, d1], [a2, b2, c2, d2]) = (self.0, other.0);
        // One side moves twice in the first space, the other twice in the second, or each answers.
        let mixed = [a1 + d2, a2 + d1, b1 + c2, b2 + c1];
        let (least, most) = mixed.into_iter().fold((u8::MAX, 0), |(least, most), eyes| {
            (least.min(eyes), most.max(eyes))
        });
        Self([
            (a1 + c2).min(a2 + c1).min((a1 + b2).max(a2 + b1)),
            (b1 + b2).max(least),
            (c1 + c2).min(most),
            (b1 + d2).max(b2 + d1).max((c1 + d2).min(c2 + d1)),
        ])
    }
}

impl std::iter::Sum for EyeValue {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::default(), std::ops::Add::add)
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
        assert_eq!(EyeValue([0, 0, 1, 1]).urgency(), 2);
        assert_eq!(EyeValue([0, 1, 1, 2]).urgency(), 0);
        assert_eq!(EyeValue([1, 2, 3, 3]).urgency(), 0);
        assert_eq!(EyeValue([0, 1, 1, 2]).to_string(), "0112");
    }

    /// The 15 values of eye shapes.
    fn values() -> Vec<EyeValue> {
        let digits = |number: usize| [27, 9, 3, 1].map(|place| (number / place % 3) as u8);
        let all = (0..81).map(|number| EyeValue(digits(number)));
        all.filter(|value| value.is_valid()).collect()
    }

    #[test]
    fn values_are_added() {
        let value = |text: &str| {
            let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
            EyeValue(digits.try_into().expect("four digits"))
        };
        for (a, b, sum) in [
            ("0011", "0011", "0112"),
            ("1111", "0011", "1122"),
            ("0122", "0011", "1123"),
            ("0002", "0011", "0012"),
            ("2222", "2222", "4444"),
        ] {
            assert_eq!((value(a) + value(b)).to_string(), sum);
            assert_eq!((value(b) + value(a)).to_string(), sum);
        }
        let (nothing, eye) = (EyeValue::default(), value("1111"));
        for value in values() {
            assert_eq!(value + nothing, value);
            assert_eq!(value + eye, EyeValue(value.0.map(|eyes| eyes + 1)));
        }
        assert_eq!(
            [value("0011"); 3].into_iter().sum::<EyeValue>(),
            value("0112") + value("0011")
        );
    }

    /// An eye space after moves of either side.
    #[derive(Clone, Copy)]
    enum Space {
        Untouched(EyeValue),
        Attacked(EyeValue),
        Defended(EyeValue),
        Settled(u8),
    }

    impl Space {
        fn after(self, by_attacker: bool) -> Option<Self> {
            match self {
                Self::Untouched(value) if by_attacker => Some(Self::Attacked(value)),
                Self::Untouched(value) => Some(Self::Defended(value)),
                Self::Attacked(value) => Some(Self::Settled(value.0[usize::from(!by_attacker)])),
                Self::Defended(value) => {
                    Some(Self::Settled(value.0[2 + usize::from(!by_attacker)]))
                }
                Self::Settled(_) => None,
            }
        }
    }

    /// The eyes of several spaces by the best play of both sides; one side may move twice in a row
    /// once.
    fn played(spaces: &[Space], attacks: bool, twice: Option<bool>) -> u8 {
        let mut best = None;
        for (place, space) in spaces.iter().enumerate() {
            let Some(after) = space.after(attacks) else {
                continue;
            };
            let mut next = spaces.to_vec();
            next[place] = after;
            let mut outcomes = vec![played(&next, !attacks, twice)];
            if twice == Some(attacks) {
                outcomes.push(played(&next, attacks, None));
            }
            for eyes in outcomes {
                let better =
                    best.is_none_or(|best| if attacks { eyes < best } else { eyes > best });
                if better {
                    best = Some(eyes);
                }
            }
        }
        best.unwrap_or_else(|| {
            let eyes = spaces.iter().map(|space| match space {
                Space::Settled(eyes) => *eyes,
                _ => 0,
            });
            eyes.sum()
        })
    }

    #[test]
    fn sums_are_those_of_best_play() {
        let values = values();
        assert_eq!(values.len(), 15);
        for &a in &values {
            for &b in &values {
                let spaces = [Space::Untouched(a), Space::Untouched(b)];
                let by_play = [(true, true), (true, false), (false, false), (false, true)]
                    .map(|(attacks, twice)| played(&spaces, attacks, twice.then_some(attacks)));
                assert_eq!((a + b).0, by_play, "{a} + {b}");
            }
        }
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
