//! Few shapes for many eye spaces: those that differ only in stones that do not matter become one
//! shape with `x`.

use katachi_image::eyes::game::{Solved, values};
use katachi_image::eyes::{EyeCell, EyeValue};

use super::enumerate::Picture;

/// An eye shape: cells on the points of a picture, and their value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What each point of the picture is.
    pub cells: Vec<EyeCell>,
    /// What it is worth.
    pub value: EyeValue,
}

/// A set of fillings: some points hold stones, some may, the others are empty.
#[derive(Clone, Copy, Debug)]
struct Cube {
    stones: u32,
    free: u32,
}

impl Cube {
    /// The fillings.
    fn members(self) -> impl Iterator<Item = u32> {
        let subset = move |set: &u32| {
            let next = set.wrapping_sub(self.free) & self.free;
            (next != 0).then_some(next)
        };
        std::iter::successors(Some(0u32), subset).map(move |set| set | self.stones)
    }
}

/// The values of all fillings of a space with stones, by filling; `None` for those with stones that
/// have no liberty, which no shape needs.
struct Spaces {
    solved: Vec<Option<Solved>>,
}

impl Spaces {
    fn of(picture: &Picture, margins: u32, nodes: usize) -> Option<Self> {
        let graph = picture.graph(margins)?;
        let inner = !margins & ((1 << picture.size()) - 1);
        let all = Cube {
            stones: 0,
            free: inner,
        };
        let fillings: Vec<u32> = all
            .members()
            .filter(|&stones| graph.has_liberties(stones))
            .collect();
        let mut solved = vec![None; 1 << picture.size()];
        for (&stones, one) in fillings.iter().zip(values(&graph, &fillings, nodes)?) {
            solved[stones as usize] = Some(one);
        }
        Some(Self { solved })
    }

    /// Whether all fillings of the cube are worth the same and have the same vital points, which
    /// are empty in all of them.
    fn agree(&self, cube: Cube, with: &Solved) -> bool {
        let vital = with.attacks.iter().chain(&with.defenses);
        let vital = vital.fold(0u32, |set, at| set | 1 << at);
        let mut members = cube.members();
        // What a shape shows: not the moves that only threaten.
        let shown = |solved: &Solved| {
            solved.value == with.value
                && solved.attacks == with.attacks
                && solved.defenses == with.defenses
        };
        cube.free & vital == 0
            && members.all(|stones| self.solved[stones as usize].as_ref().is_none_or(shown))
    }
}

/// The shapes that give all fillings of a space with stones their values; `None` if its game has
/// more than this number of positions.
pub fn shapes(picture: &Picture, margins: u32, nodes: usize) -> Option<Vec<Shape>> {
    let spaces = Spaces::of(picture, margins, nodes)?;
    let mut covered = vec![false; spaces.solved.len()];
    let mut shapes = Vec::new();
    for stones in 0..spaces.solved.len() as u32 {
        let Some(solved) = &spaces.solved[stones as usize] else {
            continue;
        };
        if covered[stones as usize] {
            continue;
        }
        let mut cube = Cube { stones, free: 0 };
        let gain = |cube: Cube| {
            let fresh = |&stones: &u32| {
                !covered[stones as usize] && spaces.solved[stones as usize].is_some()
            };
            cube.members().filter(fresh).count()
        };
        // Free the point that covers the most, as long as the value stays the same.
        loop {
            let inner = !margins & !cube.free & ((1 << picture.size()) - 1);
            let points = (0..picture.size()).filter(|at| inner >> at & 1 != 0);
            let freed = points.map(|at| Cube {
                stones: cube.stones & !(1 << at),
                free: cube.free | 1 << at,
            });
            let good = freed.filter(|&freed| spaces.agree(freed, solved));
            // The first of the best.
            let best = good.rev().max_by_key(|&freed| gain(freed));
            match best {
                Some(freed) if gain(freed) > gain(cube) => cube = freed,
                _ => break,
            }
        }
        for member in cube.members() {
            for alike in picture.alike(margins, member) {
                covered[alike as usize] = true;
            }
        }
        shapes.push(shape(picture, margins, cube, solved));
    }
    Some(shapes)
}

fn shape(picture: &Picture, margins: u32, cube: Cube, solved: &Solved) -> Shape {
    let cell = |at: usize| {
        let has = |set: u32| set >> at & 1 != 0;
        let mark = |of: &[usize], mark| if of.contains(&at) { mark } else { EyeCell(0) };
        let kind = if has(margins) {
            EyeCell::MARGINAL.with(EyeCell::EMPTY)
        } else if has(cube.free) {
            EyeCell::EMPTY.with(EyeCell::STONE)
        } else if has(cube.stones) {
            EyeCell::STONE
        } else {
            EyeCell::EMPTY
        };
        kind.with(mark(&solved.attacks, EyeCell::ATTACK))
            .with(mark(&solved.defenses, EyeCell::DEFENSE))
    };
    Shape {
        cells: (0..picture.size()).map(cell).collect(),
        value: solved.value,
    }
}
