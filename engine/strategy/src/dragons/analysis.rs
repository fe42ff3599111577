//! The analysis of dragons, step by step.
//!
//! [`assess`] finds what needs no other influence than the first one; [`revise`] repeats what
//! depends on influence when the dragons are known.

use katachi_board::{Board, ByColor, Color, Point, PointSet};
use katachi_image::eyes::EyeValue;
use katachi_matcher::{DragonStatus, Surround};

use super::cuts::Cuts;
use super::dragon::{Dragon, Dragons, NONE, Safety, scene};
use super::escape::Terrain;
use super::false_eyes::lasting;
use super::groups::{Group, Groups};
use super::moyo::{Moyo, Shares};
use super::neighbors::neighbors;
use super::strategic_size::{Weight, strategic_sizes};
use super::surround::Ring;
use super::weakness::{Lunch, Prospects};
use crate::eyes::{EyeKind, Eyes};
use crate::influence::{Influence, Region};
use crate::worms::{Worm, Worms};

/// The value of a safe stone for the escape of another dragon.
const SAFE_STONE: u32 = 2;

/// A dragon with a larger moyo is strongly alive.
const LARGE_MOYO: usize = 20;
/// A dragon with this many eyes, the least and the most added, is strongly alive.
const MANY_EYES: u8 = 6;

/// The stages that the analysis rests on.
pub(crate) struct Findings<'a> {
    pub board: &'a Board,
    pub worms: &'a Worms,
    pub eyes: &'a Eyes,
    /// The influence with each colour to move.
    pub influence: ByColor<&'a Influence>,
    /// The influence that tells where a dragon of each colour can run.
    pub escape: ByColor<&'a Influence>,
}

/// The dragons of these groups, without the results of reading their lives.
pub(crate) fn assess(groups: &Groups, cuts: Cuts, findings: &Findings<'_>) -> Dragons {
    let (board, worms) = (findings.board, findings.worms);
    let mut at = vec![NONE; Point::LIMIT];
    let mut list: Vec<Dragon> = Vec::new();
    for group in groups.iter() {
        let dragon = of_group(group, worms);
        for stone in &dragon.stones {
            at[stone.index()] = list.len() as u16;
        }
        list.push(dragon);
    }
    add_genus(&mut list, &at, findings);
    let moyos = moyos(&at, list.len(), findings);
    for (dragon, moyo) in list.iter_mut().zip(moyos) {
        dragon.escape_route = escape_route(dragon, &cuts, findings);
        (dragon.moyo_size, dragon.moyo_value) = (moyo.size as usize, moyo.value);
        dragon.crude_status = dragon.prospects().crude_status();
        dragon.crude_weakness = dragon.prospects().weakness();
        dragon.weakness = dragon.crude_weakness;
    }
    add_neighbors(&mut list, &at, findings);
    add_rings(&mut list, board);
    for dragon in &mut list {
        dragon.safety = safety(dragon, findings);
    }
    let dragon_of = |worm: &Worm| at[worm.origin.index()];
    let lasting_false_eyes = lasting(board, worms, findings.eyes, |a, b| {
        dragon_of(a) == dragon_of(b)
    });
    let mut dragons = Dragons {
        list,
        at,
        cuts,
        lasting_false_eyes,
    };
    weigh(&mut dragons);
    dragons
}

/// The same dragons with the weaknesses and moyos that follow from the influence of known dragons.
pub(crate) fn revise(dragons: &Dragons, findings: &Findings<'_>) -> Dragons {
    let mut dragons = dragons.clone();
    let moyos = moyos(&dragons.at, dragons.list.len(), findings);
    for (dragon, moyo) in dragons.list.iter_mut().zip(moyos) {
        (dragon.moyo_size, dragon.moyo_value) = (moyo.size as usize, moyo.value);
        dragon.weakness = dragon.weakness_by_reading();
    }
    weigh(&mut dragons);
    dragons
}

/// The weaknesses before influence of known dragons, as they would be with the escape influence of
/// these findings.
pub(crate) fn crude_weaknesses(dragons: &Dragons, findings: &Findings<'_>) -> Vec<f32> {
    let weakness = |dragon: &Dragon| {
        let prospects = Prospects {
            escape_route: escape_route(dragon, &dragons.cuts, findings),
            ..dragon.prospects()
        };
        prospects.weakness()
    };
    dragons.list.iter().map(weakness).collect()
}

/// What the strings say.
fn of_group(group: &Group, worms: &Worms) -> Dragon {
    let strings = || group.strings.iter().map(|&string| &worms.list[string]);
    let name = &worms.list[group.origin];
    let stones = strings().fold(PointSet::EMPTY, |stones, worm| stones | worm.stones);
    Dragon {
        origin: name.origin,
        color: name.color,
        stones,
        strings: strings().map(|worm| worm.origin).collect(),
        effective_size: group.effective_size,
        strategic_size: group.effective_size,
        genus: EyeValue::default(),
        heye: None,
        lunch: lunch(strings(), worms).map(|lunch| Lunch {
            origin: lunch.origin,
            size: lunch.size(),
            cutstone: lunch.cutstone,
        }),
        escape_route: 0,
        crude_status: DragonStatus::Unknown,
        safety: Safety::Alive,
        crude_weakness: 0.0,
        weakness: 0.0,
        ring: None,
        moyo_size: 0,
        moyo_value: 0.0,
        neighbors: Vec::new(),
        life: None,
        races: None,
        is_doomed: false,
        is_revived: false,
        is_lost: group.strings.len() == 1 && name.is_lost(),
    }
}

/// The lunch that cuts best and, among equals, has the fewest liberties. It must be one that its
/// side could save.
fn lunch<'a>(strings: impl Iterator<Item = &'a Worm>, worms: &'a Worms) -> Option<&'a Worm> {
    let mut strings: Vec<&Worm> = strings.collect();
    strings.sort_by_key(|worm| worm.origin);
    let lunches = strings.into_iter().filter_map(|worm| worms.at(worm.lunch?));
    let mut best: Option<&Worm> = None;
    for lunch in lunches.filter(|lunch| !lunch.defenses.is_empty()) {
        let rank = |lunch: &Worm| (lunch.cutstone, std::cmp::Reverse(lunch.liberties[0]));
        if best.is_none_or(|best| rank(lunch) > rank(best)) {
            best = Some(lunch);
        }
    }
    best
}

/// Adds the values of the eye spaces that belong to one dragon only.
fn add_genus(list: &mut [Dragon], at: &[u16], findings: &Findings<'_>) {
    for space in findings.eyes.spaces() {
        let beside = space.proper().neighbors();
        let mut owners: Vec<u16> = (beside & *findings.board.stones(space.color))
            .iter()
            .map(|stone| at[stone.index()])
            .collect();
        owners.sort_unstable();
        owners.dedup();
        let [owner] = owners[..] else {
            continue;
        };
        let dragon = &mut list[usize::from(owner)];
        if space.value.urgency() > dragon.genus.urgency() {
            dragon.heye = space.defenses.first().copied();
        }
        dragon.genus = dragon.genus + space.value;
    }
}

/// The moyo of each dragon: the smaller one of those with either side to move.
fn moyos(at: &[u16], count: usize, findings: &Findings<'_>) -> Vec<Moyo> {
    let size = findings.board.size();
    let mut best: Vec<Option<Moyo>> = vec![None; count];
    let shares = Color::BOTH.map(|color| {
        let strings: Vec<&Worm> = (findings.worms.iter())
            .filter(|worm| worm.color == color)
            .collect();
        let stones: Vec<PointSet> = strings.iter().map(|worm| worm.stones).collect();
        (color, strings, Shares::new(size, &stones))
    });
    for to_move in Color::BOTH {
        let influence = findings.influence[to_move];
        let mut moyos = vec![Moyo::default(); count];
        for (color, strings, shares) in &shares {
            let is_owned = |point: &Point| influence.owns(*color, Region::RestrictedMoyo, *point);
            let moyo: PointSet = size.points().filter(is_owned).collect();
            let territory = |point| influence.territory_of(*color, point);
            let of_strings = shares.moyos(&(moyo - *findings.board.stones(*color)), territory);
            for (worm, moyo) in strings.iter().zip(of_strings) {
                let sum = &mut moyos[usize::from(at[worm.origin.index()])];
                sum.size += moyo.size;
                sum.value += moyo.value;
            }
        }
        for (best, moyo) in best.iter_mut().zip(moyos) {
            if best.is_none_or(|best| (moyo.size as usize) < best.size as usize) {
                *best = Some(moyo);
            }
        }
    }
    best.into_iter().map(Option::unwrap_or_default).collect()
}

/// How well a dragon can run, if nothing surrounds it.
fn escape_route(dragon: &Dragon, cuts: &Cuts, findings: &Findings<'_>) -> u32 {
    let color = dragon.color;
    let terrain = Terrain {
        board: findings.board,
        cuts: cuts.points(color),
    };
    let influence = findings.escape[color];
    terrain.route(color, &dragon.stones, |point| {
        let is_safe = |worm: &Worm| worm.color == color && worm.attacks.is_empty();
        if findings.worms.at(point).is_some_and(is_safe) {
            return SAFE_STONE;
        }
        influence.escape_value(color, point)
    })
}

fn add_neighbors(list: &mut [Dragon], at: &[u16], findings: &Findings<'_>) {
    let colors: Vec<Color> = list.iter().map(|dragon| dragon.color).collect();
    let found = neighbors(
        findings.board,
        &colors,
        |point| usize::from(at[point.index()]),
        |color, point| findings.influence[color].owner(Region::Area, point),
    );
    for (dragon, neighbors) in list.iter_mut().zip(found) {
        dragon.neighbors = neighbors;
    }
}

/// Adds the rings, and shortens the escape routes of those who are inside.
fn add_rings(list: &mut [Dragon], board: &Board) {
    for place in 0..list.len() {
        let ring = Ring::around(&scene(board, list, &list[place]), None);
        let dragon = &mut list[place];
        dragon.ring = ring;
        dragon.escape_route = match dragon.surround() {
            Surround::Open => dragon.escape_route,
            Surround::Weakly => dragon.escape_route / 2,
            Surround::Fully => 0,
        };
    }
}

/// How safe a dragon is, as far as it can be said without reading its life.
fn safety(dragon: &Dragon, findings: &Findings<'_>) -> Safety {
    let strings = || {
        dragon
            .strings
            .iter()
            .filter_map(|&origin| findings.worms.at(origin))
    };
    if dragon.is_lost {
        return Safety::TacticallyDead;
    }
    if let [origin] = dragon.strings[..]
        && findings
            .worms
            .at(origin)
            .is_some_and(|worm| worm.is_inessential)
    {
        return Safety::Inessential;
    }
    let is_invincible = strings().any(|worm| worm.is_invincible);
    if is_invincible || closed_eyes(dragon, findings) >= 2 {
        return Safety::Invincible;
    }
    let [_, least, most, _] = dragon.genus.0;
    if least + most >= MANY_EYES || dragon.moyo_size > LARGE_MOYO {
        Safety::StronglyAlive
    } else {
        Safety::Alive
    }
}

/// The number of eye spaces next to a dragon that are closed: they have no margins, and no point
/// beside the dragon is a half eye or holds an opponent stone that could be saved.
fn closed_eyes(dragon: &Dragon, findings: &Findings<'_>) -> usize {
    let beside = dragon.stones.neighbors();
    let is_sound = |point: Point| {
        let is_half = |point| {
            let found = findings.eyes.half_eye(point);
            found.is_some_and(|eye| eye.kind == EyeKind::Half)
        };
        let enemy = findings
            .worms
            .at(point)
            .filter(|worm| worm.color != dragon.color);
        !is_half(point) && enemy.is_none_or(Worm::is_lost)
    };
    let own = findings
        .eyes
        .spaces()
        .filter(|space| space.color == dragon.color);
    own.filter(|space| space.margins.is_empty() && space.points.intersects(&beside))
        .filter(|space| (space.points & beside).iter().all(is_sound))
        .count()
}

/// Computes the strategic sizes.
fn weigh(dragons: &mut Dragons) {
    let weights: Vec<Weight> = (dragons.list.iter())
        .map(|dragon| Weight {
            effective_size: dragon.effective_size,
            weakness: dragon.weakness,
            is_inessential: dragon.safety == Safety::Inessential,
            hostile: (dragon.neighbors.iter().copied())
                .filter(|&other| dragons.list[other].color != dragon.color)
                .collect(),
        })
        .collect();
    for (dragon, size) in dragons.list.iter_mut().zip(strategic_sizes(&weights)) {
        dragon.strategic_size = size;
    }
}
