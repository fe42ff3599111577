//! Writes a model as a `.db`: pictures with their values and counts, ordered so that the first rule
//! that fits gives the model's value.

use std::fmt::Write;

use katachi_image::Symbol;
use katachi_image::monte_carlo::Neighborhood;

use super::model::{Model, SITUATION_CLASSES, situation_class};
use super::shape::{CLASSES, NEIGHBORHOODS, Shape, holds, is_possible};

/// Rules for one-point eyes, which are never filled.
const EYES: &str = "\
# Eyes of one point: they are not filled, or random games would not end.

?Oo
O*O
oOo

:0

oOo
O*O
---

:0

+--
|*O
|Oo

:0
";

/// The database's text. `head` is its first comment, which tells its origin.
pub fn text(model: &Model, head: &[String]) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    for line in head {
        let _ = writeln!(text, "{}", format!("# {line}").trim_end());
    }
    let _ = writeln!(text, "#\n# Strengths of classes, beside quiet far moves:");
    for (number, class) in CLASSES.iter().enumerate() {
        let [near, far] = [number, CLASSES.len() + number].map(|class| model.class_gamma(class));
        let name = class.join(",");
        let _ = writeln!(text, "# {near:>9.3} near {far:>9.3} far  {name}");
    }
    let _ = write!(text, "\n{EYES}");
    let mut places: Vec<u16> = (NEIGHBORHOODS.places())
        .filter(|&place| (0..SITUATION_CLASSES).any(|class| model.is_own(place, class)))
        .collect();
    places.sort_by_key(|&place| (std::cmp::Reverse(model.count(place).seen), place));
    for place in places {
        let count = model.count(place);
        let neighborhood = NEIGHBORHOODS.at(place);
        let situations: Vec<u8> = (0..=u8::MAX)
            .filter(|&situation| is_possible(neighborhood, situation))
            .collect();
        let value = |situation| model.value(Shape::new(place, situation));
        let classes: Vec<usize> = ordered_classes()
            .filter(|&class| model.is_own(place, class))
            .collect();
        let _ = write!(
            text,
            "\n# seen {}, played {}\n{}\n",
            count.seen,
            count.played,
            picture(neighborhood)
        );
        rules(&mut text, &situations, &classes, value);
    }
    let _ = write!(text, "\n# All others.\n%%%\n%*%\n%%%\n\n");
    let situations: Vec<u8> = (0..=u8::MAX)
        .filter(|&situation| {
            let mut places = NEIGHBORHOODS.places();
            places.any(|place| is_possible(NEIGHBORHOODS.at(place), situation))
        })
        .collect();
    let classes: Vec<usize> = ordered_classes().collect();
    let value = |situation| model.general_value(situation_class(situation));
    rules(&mut text, &situations, &classes, value);
    text
}

/// Classes of situations: rare ones first, near ones before far ones.
fn ordered_classes() -> impl Iterator<Item = usize> {
    (0..CLASSES.len()).flat_map(|class| [class, CLASSES.len() + class])
}

/// The rules of one picture: a line for each class, with the fewest properties that give every
/// possible situation its value.
fn rules(text: &mut String, situations: &[u8], classes: &[usize], value: impl Fn(u8) -> u32) {
    let mut open: Vec<u8> = situations.to_vec();
    for &class in classes {
        let is_member = |situation: &&u8| situation_class(**situation) == class;
        let Some(&first) = open.iter().find(is_member) else {
            continue;
        };
        let wanted = value(first);
        let near = if class < CLASSES.len() { "near" } else { "far" };
        let mut properties: Vec<&str> = vec![near];
        properties.extend(CLASSES[class % CLASSES.len()]);
        let holding = |properties: &[&str], situation: u8| {
            properties.iter().all(|name| holds(name, situation))
        };
        // Try to drop the last properties first, because they are the most special.
        for place in (0..properties.len()).rev() {
            let mut fewer = properties.clone();
            fewer.remove(place);
            let fits = |&situation: &u8| !holding(&fewer, situation) || value(situation) == wanted;
            if open.iter().all(fits) {
                properties = fewer;
            }
        }
        open.retain(|&situation| !holding(&properties, situation));
        let _ = write!(text, ":{wanted}");
        for property in properties {
            let _ = write!(text, ",{property}");
        }
        text.push('\n');
    }
}

/// The picture of a neighbourhood, followed by a blank line.
fn picture(neighborhood: Neighborhood) -> String {
    // The orientation with borders below and on the left.
    let turned = neighborhood.turned();
    let off = |one: &Neighborhood, place| one.symbol(place) == Symbol::Off as u8;
    let shown = (turned.iter())
        .find(|one| {
            let edges = [1, 4].iter().all(|&place| !off(one, place));
            edges && (off(one, 6) || !off(one, 3))
        })
        .unwrap_or(&neighborhood);
    let cell = |place: usize| match shown.symbol(place) {
        symbol if symbol == Symbol::Own as u8 => 'O',
        symbol if symbol == Symbol::Opponent as u8 => 'X',
        symbol if symbol == Symbol::Empty as u8 => '.',
        _ => match (off(shown, 3), off(shown, 6), place) {
            (true, true, 5) => '+',
            (true, _, 0 | 3 | 5) => '|',
            _ => '-',
        },
    };
    let [nw, n, ne, w, e, sw, s, se] = std::array::from_fn(cell);
    format!("{nw}{n}{ne}\n{w}*{e}\n{sw}{s}{se}\n")
}
