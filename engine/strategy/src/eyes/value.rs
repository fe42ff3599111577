//! The value of eye spaces.

use katachi_board::{ByColor, Color, Outcome, Point, PointSet};
use katachi_image::eyes::EyeValue;
use katachi_matcher::PlacedGraph;

use super::facts::Facts;
use super::shapes::Shapes;
use super::table::{EyeKind, EyeSpace, Eyes, HalfEye};
use super::vital;

/// The most vital points of each kind that a space keeps.
const MOST_VITAL: usize = 3;
/// A half eye with a smaller sum is real if its owner wins a ko.
const HALF: f32 = 3.0;

/// What a space is worth, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Appraisal {
    value: EyeValue,
    attack: Option<Point>,
    defense: Option<Point>,
    attacks: Vec<Point>,
    defenses: Vec<Point>,
}

impl Appraisal {
    const fn settled(value: EyeValue) -> Self {
        Self {
            value,
            attack: None,
            defense: None,
            attacks: Vec::new(),
            defenses: Vec::new(),
        }
    }

    /// Gives a space its value and its first vital points.
    pub fn give(mut self, space: &mut EyeSpace) {
        self.attacks.truncate(MOST_VITAL);
        self.defenses.truncate(MOST_VITAL);
        space.value = self.value;
        (space.attack, space.defense) = (self.attack, self.defense);
        (space.attacks, space.defenses) = (self.attacks, self.defenses);
    }
}

/// A half eye whose vital points lie in its own space.
struct Combination {
    half: Point,
    attack: Option<Point>,
    defense: Option<Point>,
}

/// What gives spaces their values.
pub(super) struct Appraiser<'a, 's, F> {
    facts: &'a mut F,
    shapes: &'a mut Shapes<'s>,
    eyes: &'a Eyes,
    proper: ByColor<PointSet>,
}

impl<'a, 's, F: Facts> Appraiser<'a, 's, F> {
    /// An appraiser of these spaces.
    pub fn new(facts: &'a mut F, shapes: &'a mut Shapes<'s>, eyes: &'a Eyes) -> Self {
        let proper = Color::BOTH.map(|color| eyes.proper(color));
        Self {
            facts,
            shapes,
            eyes,
            proper: ByColor {
                black: proper[0],
                white: proper[1],
            },
        }
    }

    /// What all spaces are worth, in their order.
    pub fn appraise_all(&mut self) -> Vec<Appraisal> {
        let eyes = self.eyes;
        eyes.spaces().map(|space| self.appraise(space)).collect()
    }

    fn appraise(&mut self, space: &EyeSpace) -> Appraisal {
        let known = self.appraise_known(space);
        known.unwrap_or_else(|| Appraisal::settled(by_size(space)))
    }

    /// The half eyes of a space.
    pub fn halves(&self, space: &EyeSpace) -> PointSet {
        let proper = space.proper();
        (proper.iter())
            .filter(|point| self.half(*point).is_some())
            .collect()
    }

    /// What a space is worth; `None` if it is too large to be known.
    pub fn appraise_known(&mut self, space: &EyeSpace) -> Option<Appraisal> {
        let halves = self.halves(space);
        let mut known = self.grade(space, &halves)?;
        if let Some(combination) = self.combination(space, &halves) {
            self.combine(space, &halves, &combination, &mut known);
        }
        let mut kos = halves.iter().filter(|half| self.is_good_ko(*half));
        if let (Some(ko), None) = (kos.next(), kos.next()) {
            let real = self.grade(space, &without(&halves, ko));
            if let Some(real) = real.filter(|real| real.value.max_eyes() > known.value.max_eyes()) {
                known = real;
            }
        }
        Some(known)
    }

    fn half(&self, point: Point) -> Option<&'a HalfEye> {
        (self.eyes.half_eye(point)).filter(|half| half.kind == EyeKind::Half)
    }

    fn is_good_ko(&self, half: Point) -> bool {
        self.half(half).is_some_and(|half| half.sum < HALF)
    }

    /// The first half eye of a space with a vital point in the space.
    fn combination(&self, space: &EyeSpace, halves: &PointSet) -> Option<Combination> {
        let inside = |points: &[Point]| {
            let mut points = points.iter().copied();
            points.find(|point| space.points.contains(*point))
        };
        halves.iter().find_map(|half| {
            let known = self.half(half)?;
            let (attack, defense) = (inside(&known.attacks), inside(&known.defenses));
            (attack.is_some() || defense.is_some()).then_some(Combination {
                half,
                attack,
                defense,
            })
        })
    }

    /// A half eye is worth more to a side that gains something else with the same move. So the
    /// space is tried again with the half eye as a real one; what it gains counts if the half eye's
    /// own move is vital there, too.
    fn combine(
        &mut self,
        space: &EyeSpace,
        halves: &PointSet,
        combination: &Combination,
        known: &mut Appraisal,
    ) {
        let Some(real) = self.grade(space, &without(halves, combination.half)) else {
            return;
        };
        let ([a, b, c, d], [real_a, real_b, real_c, real_d]) = (known.value.0, real.value.0);
        let (mut low, mut high) = ([a, b], [c, d]);
        if let Some(attack) = combination.attack
            && b > real_b
            && real.attacks.contains(&attack)
        {
            low = [real_a, real_b];
            known.attack = Some(attack);
            known.attacks = vec![attack];
        }
        if let Some(defense) = combination.defense
            && c < real_c
            && real.defenses.contains(&defense)
        {
            high = [real_c, real_d];
            known.defense = Some(defense);
            known.defenses = vec![defense];
        }
        known.value = EyeValue([low[0], low[1], high[0], high[1]]);
        if known.value.is_urgent() {
            let half = self.half(combination.half);
            let first = |list: fn(&HalfEye) -> &Vec<Point>| {
                half.and_then(|half| list(half).first().copied())
            };
            let attack = known.attack.or(combination.attack);
            known.attack = attack.or_else(|| first(|half| &half.attacks));
            let defense = known.defense.or(combination.defense);
            known.defense = defense.or_else(|| first(|half| &half.defenses));
        }
    }

    /// The value of a space with these half eyes by the shapes, and its vital points.
    fn grade(&mut self, space: &EyeSpace, halves: &PointSet) -> Option<Appraisal> {
        let board = self.facts.board();
        let graph = PlacedGraph::new(board, &space.points, &space.margins, halves)?;
        let graded = self.shapes.grade(&graph)?;
        if !graded.value.is_urgent() {
            return Some(Appraisal::settled(graded.value));
        }
        // The additional neighbour of a half eye stands for the moves at the half eye's diagonals.
        let moves = |indices: &[usize], list: fn(&HalfEye) -> &Vec<Point>| -> Vec<Point> {
            let mut moves = Vec::new();
            for vertex in indices.iter().filter_map(|&index| graph.points.get(index)) {
                match self.half(vertex.point).filter(|_| vertex.is_virtual) {
                    Some(half) => moves.extend(list(half)),
                    None => moves.push(vertex.point),
                }
            }
            moves
        };
        let attacks = moves(&graded.attacks, |half| &half.attacks);
        let defenses = moves(&graded.defenses, |half| &half.defenses);
        let (proper, color) = (self.proper[space.color], space.color);
        let attack = vital::best(&attacks, |point| {
            vital::score(self.facts.board(), &proper, point, 0)
        });
        let defense = vital::best(&defenses, |point| {
            let is_safe = self.facts.safe_move(color, point) == Outcome::Win;
            let price = if is_safe { 0 } else { vital::UNSAFE };
            vital::score(self.facts.board(), &proper, point, price)
        });
        Some(Appraisal {
            value: graded.value,
            attack,
            defense,
            attacks,
            defenses,
        })
    }
}

fn without(points: &PointSet, point: Point) -> PointSet {
    let mut rest = *points;
    rest.remove(point);
    rest
}

/// The value of a space that is too large to be known: more than three points are two eyes, where
/// each marginal point costs another one.
fn by_size(space: &EyeSpace) -> EyeValue {
    let (points, margins) = (space.points.len(), space.margins.len());
    match points.saturating_sub(2 * margins) {
        0 => EyeValue([0; 4]),
        1..=3 => EyeValue([1; 4]),
        _ => EyeValue([2; 4]),
    }
}
