//! Finds rules for a table of situations: which properties select which situations.

use katachi_image::monte_carlo::{PROPERTIES, SITUATIONS};

/// A set of situations, one bit for each.
type Set = [u64; SITUATIONS / 64];

/// A combination of properties, and the situations in which all of them hold.
struct Product {
    /// Places in [`PROPERTIES`].
    properties: Vec<usize>,
    set: Set,
    size: u32,
}

/// Finds rules for tables of situations.
pub(super) struct Situations {
    /// The combinations, the largest set of situations first.
    products: Vec<Product>,
}

/// The alternatives that a rule has for each field of a situation.
const CHOICES: [&[&[&str]]; 6] = [
    &[&[], &["near"], &["far"]],
    &[
        &[],
        &["ocap1+"],
        &["ocap2-"],
        &["ocap2+"],
        &["ocap1-"],
        &["ocap1+", "ocap2-"],
        &["ocap0"],
        &["ocap1"],
        &["ocap2"],
        &["ocap3"],
    ],
    &[
        &[],
        &["xcap1+"],
        &["xcap2-"],
        &["xcap2+"],
        &["xcap1-"],
        &["xcap1+", "xcap2-"],
        &["xcap0"],
        &["xcap1"],
        &["xcap2"],
        &["xcap3"],
    ],
    &[&[], &["osafe"], &["ounsafe"]],
    &[&[], &["xsafe"], &["xunsafe"]],
    &[&[], &["xsuicide"], &["xnosuicide"]],
];

/// The most rules to search for in one table; after that, each remaining situation gets a rule of
/// its own. Tables that rules made need fewer.
const MAX_RULES: usize = 40;

const ALL: Set = [u64::MAX; SITUATIONS / 64];

fn and(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|word| a[word] & b[word])
}

fn without(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|word| a[word] & !b[word])
}

fn size(set: &Set) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn first(set: &Set) -> Option<usize> {
    let word = set.iter().position(|word| *word != 0)?;
    Some(64 * word + set[word].trailing_zeros() as usize)
}

fn is_subset(a: &Set, b: &Set) -> bool {
    size(&without(a, b)) == 0
}

/// The situations in which a property holds.
fn holding(property: usize) -> Set {
    let mut set = Set::default();
    for situation in 0..=u8::MAX {
        if PROPERTIES[property].holds(situation) {
            set[usize::from(situation) / 64] |= 1 << (situation % 64);
        }
    }
    set
}

/// The places of the properties with these names, and the situations in which all of them hold.
fn properties(names: &[&str]) -> (Vec<usize>, Set) {
    let places = names.iter().filter_map(|name| {
        let mut all = PROPERTIES.iter();
        all.position(|property| property.name == *name)
    });
    let places: Vec<usize> = places.collect();
    let sets = places.iter().map(|&property| holding(property));
    let set = sets.fold(ALL, |all, one| and(&all, &one));
    (places, set)
}

impl Situations {
    pub fn new() -> Self {
        let mut products = vec![Product {
            properties: Vec::new(),
            set: ALL,
            size: SITUATIONS as u32,
        }];
        for choices in CHOICES {
            let choices: Vec<_> = choices.iter().map(|choice| properties(choice)).collect();
            products = (products.iter())
                .flat_map(|product| choices.iter().map(move |choice| (product, choice)))
                .map(|(product, (properties, set))| {
                    let set = and(&product.set, set);
                    Product {
                        properties: [&product.properties[..], properties].concat(),
                        set,
                        size: size(&set),
                    }
                })
                .collect();
        }
        products.sort_by_key(|product| (u32::MAX - product.size, product.properties.len()));
        Self { products }
    }

    /// Rules for a table with a number for each situation: for each rule its properties and its
    /// number. The first rule that fits counts; situations without a rule have the number 0.
    ///
    /// The search is greedy: the next rule is the one that settles the most situations.
    pub fn rules(&self, table: &[usize; SITUATIONS]) -> Vec<(Vec<usize>, usize)> {
        let count = table.iter().max().map_or(0, |most| most + 1);
        let mut members = vec![Set::default(); count];
        for (situation, &number) in table.iter().enumerate() {
            members[number][situation / 64] |= 1 << (situation % 64);
        }
        let Some(rest) = members.first().copied() else {
            return Vec::new();
        };
        let singles = self.products.partition_point(|product| product.size > 1);
        let mut open = ALL;
        let mut rules = Vec::new();
        while !is_subset(&open, &rest) {
            let from = if rules.len() < MAX_RULES { 0 } else { singles };
            let mut best: Option<(u32, &Product, usize)> = None;
            for product in &self.products[from..] {
                if best.is_some_and(|(most, ..)| product.size <= most) {
                    break;
                }
                let taken = and(&product.set, &open);
                let Some(number) = first(&taken).map(|situation| table[situation]) else {
                    continue;
                };
                let size = size(&taken);
                let is_better = best.is_none_or(|(most, ..)| size > most);
                if number > 0 && is_better && is_subset(&taken, &members[number]) {
                    best = Some((size, product, number));
                }
            }
            // Always found: there is a combination for each single situation.
            let Some((_, product, number)) = best else {
                break;
            };
            open = without(&open, &product.set);
            rules.push((product.properties.clone(), number));
        }
        rules
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The table that the rules give.
    fn said(rules: &[(Vec<usize>, usize)]) -> [usize; SITUATIONS] {
        std::array::from_fn(|situation| {
            let holds = |properties: &[usize]| {
                (properties.iter()).all(|&place| PROPERTIES[place].holds(situation as u8))
            };
            let rule = rules.iter().find(|(properties, _)| holds(properties));
            rule.map_or(0, |(_, number)| *number)
        })
    }

    #[test]
    fn few_properties_are_found_again() {
        let situations = Situations::new();
        let place = |name: &str| {
            let mut all = PROPERTIES.iter();
            all.position(|property| property.name == name).unwrap()
        };
        let written = [
            (vec![place("far")], 0),
            (vec![place("ocap2+"), place("osafe")], 2),
            (vec![place("xcap1"), place("xunsafe")], 1),
        ];
        let table = said(&written);
        let found = situations.rules(&table);
        assert_eq!(said(&found), table);
        assert_eq!(found.len(), 2, "{found:?}");
    }

    proptest! {
        #[test]
        fn rules_say_what_a_table_of_few_values_says(
            table in prop::collection::vec(0usize..3, SITUATIONS),
        ) {
            let table: [usize; SITUATIONS] = table.try_into().unwrap();
            prop_assert_eq!(said(&Situations::new().rules(&table)), table);
        }

        #[test]
        fn rules_say_what_a_table_of_many_values_says(
            table in prop::collection::vec(0usize..60, SITUATIONS),
        ) {
            let table: [usize; SITUATIONS] = table.try_into().unwrap();
            prop_assert_eq!(said(&Situations::new().rules(&table)), table);
        }
    }
}
