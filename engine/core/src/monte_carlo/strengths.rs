//! How strong candidate moves are before they are tried, learned from games: a text of
//! [entries](Entry), and the tables that the tree reads.
//!
//! Entry points: [`Strengths::parse`] and [`Strengths::of`]. A move's strength is the sum of those
//! of its features, as natural logarithms; a move is likely in proportion to its exponential (R.
//! Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007).

use std::fmt;
use std::str::FromStr;

use super::features::{Candidate, GROUPS, PLACES};

/// The numbers of points of shapes: the eight neighbours, with the four points two lines away, and
/// with the eight that are a knight's move away.
pub const SHAPES: [usize; 3] = [8, 12, 20];

/// The symbols of points in shapes: empty, own, the opponent's, off the board.
const SYMBOLS: [char; 4] = ['.', 'O', 'X', '#'];

/// What has a strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A feature, by its place in the list of all [`GROUPS`].
    Feature(u16),
    /// The eight neighbours, two bits each, apart for moves near the last one.
    Around {
        /// The points.
        points: u16,
        /// Whether the move is near the last one.
        is_near: bool,
    },
    /// A larger shape, in any orientation, by the number of its points.
    Shape {
        /// One of the larger [`SHAPES`].
        count: usize,
        /// The points, two bits each.
        points: u64,
    },
}

/// A line of the text: something with its strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// What has it.
    pub subject: Subject,
    /// The strength, a natural logarithm.
    pub strength: f32,
}

/// The points of a shape of `count` points.
pub const fn points(surroundings: u64, count: usize) -> u64 {
    surroundings & ((1 << (2 * count)) - 1)
}

/// The eight orientations of the points around a move.
pub fn turned(surroundings: u64) -> [u64; 8] {
    // Where each point goes by a quarter turn to the right, and by exchanging left and right.
    const RIGHT: [usize; 20] = [
        2, 4, 7, 1, 6, 0, 3, 5, 10, 8, 11, 9, 15, 17, 13, 19, 12, 18, 14, 16,
    ];
    const MIRRORED: [usize; 20] = [
        2, 1, 0, 4, 3, 7, 6, 5, 8, 10, 9, 11, 13, 12, 15, 14, 17, 16, 19, 18,
    ];
    let moved = |points: u64, to: [usize; 20]| {
        let places = to.into_iter().enumerate();
        places.fold(0, |sum, (from, to)| {
            sum | (points >> (2 * from) & 3) << (2 * to)
        })
    };
    let mut all = [0; 8];
    let mut at = surroundings;
    for pair in all.as_chunks_mut::<2>().0 {
        *pair = [at, moved(at, MIRRORED)];
        at = moved(at, RIGHT);
    }
    all
}

/// The orientation of a shape that stands for all: the least number.
pub fn upright(points: u64) -> u64 {
    turned(points).into_iter().min().unwrap_or(points)
}

fn picture(points: u64, count: usize) -> String {
    let symbol = |place| SYMBOLS[(points >> (2 * place) & 3) as usize];
    (0..count).map(symbol).collect()
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject {
            Subject::Feature(place) => {
                let place = usize::from(place);
                let group = PLACES.partition_point(|&first| first <= place) - 1;
                let group = group.min(GROUPS.len() - 1);
                write!(f, "{}", GROUPS[group].name)?;
                let (mut rest, mut part) = (place - PLACES[group], GROUPS[group].len());
                for size in GROUPS[group].sizes {
                    part /= size;
                    write!(f, " {}", rest / part)?;
                    rest %= part;
                }
            }
            Subject::Around { points, is_near } => {
                let place = if is_near { "near" } else { "far" };
                write!(f, "{place} {}", picture(points.into(), SHAPES[0]))?;
            }
            Subject::Shape { count, points } => {
                write!(f, "shape {}", picture(points, count))?;
            }
        }
        write!(f, " {:+.2}", self.strength)
    }
}

/// What is wrong with a text of strengths.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct StrengthsError {
    /// The line, from 1 on.
    pub line: usize,
    /// What was expected, and what was found.
    pub what: String,
}

fn picture_of(word: &str, counts: &[usize]) -> Result<(usize, u64), String> {
    let count = word.chars().count();
    if !counts.contains(&count) {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        return Err(format!(
            "expected a picture of {} points, found `{word}`, of {count}",
            counts.join(" or ")
        ));
    }
    let mut points = 0;
    for (place, symbol) in word.chars().enumerate() {
        let Some(code) = SYMBOLS.iter().position(|&known| known == symbol) else {
            return Err(format!(
                "expected `.`, `O`, `X` or `#` for a point, found `{symbol}`"
            ));
        };
        points |= (code as u64) << (2 * place);
    }
    Ok((count, points))
}

impl FromStr for Entry {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [kind, about @ .., strength] = &words[..] else {
            return Err(format!(
                "expected a name, what it is about and a strength, found `{line}`"
            ));
        };
        let strength = (strength.parse::<f32>().ok())
            .filter(|number| number.abs() < 100.0)
            .ok_or_else(|| {
                format!("expected a strength from -99 to 99 at the end, found `{strength}`")
            })?;
        let only = |about: &[&str]| match about {
            [word] => Ok((*word).to_owned()),
            _ => Err(format!(
                "expected one picture after `{kind}`, found `{line}`"
            )),
        };
        let subject = match *kind {
            "near" | "far" => Subject::Around {
                points: picture_of(&only(about)?, &SHAPES[..1])?.1 as u16,
                is_near: *kind == "near",
            },
            "shape" => {
                let (count, points) = picture_of(&only(about)?, &SHAPES[1..])?;
                Subject::Shape { count, points }
            }
            name => feature(name, about)?,
        };
        Ok(Self { subject, strength })
    }
}

fn feature(name: &str, numbers: &[&str]) -> Result<Subject, String> {
    let Some(group) = GROUPS.iter().position(|group| group.name == name) else {
        let names: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
        return Err(format!(
            "expected near, far, shape, {}; found `{name}`",
            names.join(", ")
        ));
    };
    let sizes = GROUPS[group].sizes;
    if numbers.len() != sizes.len() {
        return Err(format!(
            "expected {} numbers after `{name}`, found {}",
            sizes.len(),
            numbers.len()
        ));
    }
    let mut place = 0;
    for (word, &size) in numbers.iter().zip(sizes) {
        let number: usize = (word.parse().ok())
            .filter(|&number| number < size)
            .ok_or_else(|| format!("expected a number from 0 to {}, found `{word}`", size - 1))?;
        place = place * size + number;
    }
    Ok(Subject::Feature((PLACES[group] + place) as u16))
}

/// A table of larger shapes in all orientations, with open addressing. The key 0 stands for no
/// entry: it would be an empty surrounding, so keys are stored plus one.
#[derive(Clone, Debug)]
struct Table(Vec<(u64, f32)>);

impl Table {
    fn of(shapes: &[(u64, f32)], count: usize) -> Self {
        // At least a third of the places stays free: a shape has at most eight orientations.
        let mut table = Self(vec![(0, 0.0); (12 * shapes.len() + 2).next_power_of_two()]);
        for &(shape, strength) in shapes {
            for turned in turned(shape) {
                let place = table.place(points(turned, count));
                table.0[place] = (points(turned, count) + 1, strength);
            }
        }
        table
    }

    /// Where a shape is, or would be.
    #[inline]
    fn place(&self, points: u64) -> usize {
        // The golden ratio spreads the keys (D. Knuth, "The Art of Computer Programming", 6.4).
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let last = self.0.len() - 1;
        let mut place = (points.wrapping_mul(SPREAD) >> 20) as usize & last;
        while self.0[place].0 != points + 1 && self.0[place].0 != 0 {
            place = (place + 1) & last;
        }
        place
    }

    #[inline]
    fn of_shape(&self, points: u64) -> f32 {
        self.0[self.place(points)].1
    }
}

/// The strengths of all features; those that no entry names have 0.
#[derive(Clone, Debug)]
pub struct Strengths {
    features: Vec<f32>,
    /// By the eight neighbours, first of moves that are far from the last one, then of near ones.
    around: [Vec<f32>; 2],
    /// The larger [`SHAPES`].
    shapes: [Table; 2],
}

impl Default for Strengths {
    /// Without entries: all moves are equally strong.
    fn default() -> Self {
        Self::of_entries(&[])
    }
}

impl Strengths {
    /// The strengths of these entries. A later entry replaces an earlier one of its subject.
    pub fn of_entries(entries: &[Entry]) -> Self {
        let mut features = vec![0.0; PLACES[GROUPS.len()]];
        let mut around = [vec![0.0; 1 << 16], vec![0.0; 1 << 16]];
        let mut shapes = [Vec::new(), Vec::new()];
        for entry in entries {
            let strength = entry.strength;
            match entry.subject {
                Subject::Feature(place) => features[usize::from(place)] = strength,
                Subject::Around {
                    points: eight,
                    is_near,
                } => {
                    for turned in turned(eight.into()) {
                        around[usize::from(is_near)][points(turned, SHAPES[0]) as usize] = strength;
                    }
                }
                Subject::Shape { count, points } => {
                    shapes[usize::from(count == SHAPES[2])].push((points, strength));
                }
            }
        }
        let shapes = [
            Table::of(&shapes[0], SHAPES[1]),
            Table::of(&shapes[1], SHAPES[2]),
        ];
        Self {
            features,
            around,
            shapes,
        }
    }

    /// Reads a text: an entry in each line. Empty lines and those that begin with `#` are comments.
    ///
    /// # Errors
    /// Names the first line that is no entry, with what was expected and found.
    pub fn parse(text: &str) -> Result<Self, StrengthsError> {
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let entries = lines.map(|(number, line)| {
            line.parse().map_err(|what| StrengthsError {
                line: number + 1,
                what,
            })
        });
        Ok(Self::of_entries(
            &entries.collect::<Result<Vec<Entry>, _>>()?,
        ))
    }

    /// The strength of a candidate, a natural logarithm.
    #[inline]
    pub fn of(&self, candidate: &Candidate) -> f32 {
        let features = candidate.features.iter();
        let sum: f32 = features
            .map(|&place| self.features[usize::from(place)])
            .sum();
        let shape = |place: usize| points(candidate.surroundings, SHAPES[place]);
        sum + self.around[usize::from(candidate.is_near)][shape(0) as usize]
            + self.shapes[0].of_shape(shape(1))
            + self.shapes[1].of_shape(shape(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_are_written() {
        let features = (0..PLACES[GROUPS.len()] as u16).map(Subject::Feature);
        let others = [
            Subject::Around {
                points: 0x1234,
                is_near: true,
            },
            Subject::Around {
                points: 0,
                is_near: false,
            },
            Subject::Shape {
                count: 12,
                points: 0xAB_CDEF,
            },
            Subject::Shape {
                count: 20,
                points: 0x01_2345_6789,
            },
        ];
        for subject in features.chain(others) {
            let entry = Entry {
                subject,
                strength: -1.25,
            };
            assert_eq!(entry.to_string().parse(), Ok(entry), "{entry}");
        }
    }

    #[test]
    fn a_turned_shape_has_the_same_orientations() {
        let shape = 0x9C_41E6_27D8;
        let mut all = turned(shape);
        all.sort_unstable();
        for one in all {
            let mut again = turned(one);
            again.sort_unstable();
            assert_eq!(again, all);
            assert_eq!(upright(one), all[0]);
        }
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let cases = [
            ("last 3", "line 2: expected 1 numbers after `last`, found 0"),
            (
                "last 18 +1.0",
                "line 2: expected a number from 0 to 17, found `18`",
            ),
            (
                "near ...... +1.0",
                "line 2: expected a picture of 8 points, found `......`, of 6",
            ),
            (
                "shape ..Z......... +1.0",
                "line 2: expected `.`, `O`, `X` or `#` for a point, found `Z`",
            ),
            (
                "last 3 high",
                "line 2: expected a strength from -99 to 99 at the end, found `high`",
            ),
        ];
        for (line, expected) in cases {
            let found = Strengths::parse(&format!("# strengths\n{line}\n"));
            assert_eq!(found.unwrap_err().to_string(), expected);
        }
    }
}
