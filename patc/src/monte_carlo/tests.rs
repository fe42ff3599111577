use std::fmt::Write;

use katachi_image::monte_carlo::{NEIGHBOR_CELLS, Neighborhood, PROPERTIES, Situation};
use proptest::prelude::*;

use super::MonteCarloRules;
use crate::{Diagnostic, Severity, Source};

fn read(text: &[u8]) -> (MonteCarloRules, Vec<Diagnostic>, Source) {
    let mut diagnostics = Vec::new();
    let source = [Source::new("mc_test.db", text)];
    let rules = super::compile(&source, &mut diagnostics);
    let [source] = source;
    (rules, diagnostics, source)
}

/// The meaning of rules, without their places in the source.
fn meaning(rules: &MonteCarloRules) -> Vec<([char; 8], u32, Vec<usize>)> {
    let rules = rules.rules.iter();
    rules
        .map(|r| (r.picture, r.weight, r.properties.clone()))
        .collect()
}

#[test]
fn the_first_rule_that_fits_counts() {
    let text = "?X? an X above\n?*?\n???\n\n:5,near,osafe\n:3,near # the rest\n%%%\n%*%\n%%%\n:0\n";
    let (rules, diagnostics, _) = read(text.as_bytes());
    assert_eq!(diagnostics, []);
    let table = rules.table();
    let weight = |symbols: [u8; 8], situation: Situation| {
        let bits = symbols.iter().enumerate();
        let code: u16 = bits.map(|(place, &s)| u16::from(s) << (2 * place)).sum();
        let canonical = Neighborhood(code).canonical();
        let row = table.neighborhoods.binary_search(&canonical).unwrap();
        let weight = table.rows[row][usize::from(situation.number())];
        let rule = rules.deciding(Neighborhood(code), situation).unwrap();
        assert_eq!(rule.weight, weight);
        weight
    };
    let near = Situation {
        near: true,
        ..Situation::default()
    };
    let safe = Situation {
        own_safe: true,
        ..near
    };
    // An X beside the point, below, above.
    for place in [1, 3, 4, 6] {
        let mut symbols = [0; 8];
        symbols[place] = 2;
        assert_eq!(weight(symbols, safe), 5);
        assert_eq!(weight(symbols, near), 3);
        assert_eq!(weight(symbols, Situation::default()), 0);
    }
    assert_eq!(weight([0, 0, 0, 1, 0, 0, 0, 0], safe), 0);
    // `?` means any point on the board.
    assert_eq!(weight([3, 3, 3, 2, 0, 0, 0, 0], safe), 0);
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_lines_are_read(text in "(([.xXoO|+?%*-]{2,4}|:[0-9]{0,3}(,(near|far|osafe|ocap1\\+))*|#.|)\n){0,30}") {
        let _ = read(text.as_bytes());
    }

    #[test]
    fn printing_and_reading_changes_nothing(
        rules in proptest::collection::vec(
            (
                proptest::collection::vec(0..NEIGHBOR_CELLS.len(), 8),
                0..20_000u32,
                proptest::collection::btree_set(0..PROPERTIES.len(), 0..3),
            ),
            0..6,
        ),
    ) {
        let mut text = String::new();
        for (cells, weight, properties) in rules {
            let cells: Vec<_> = cells.into_iter().map(|cell| NEIGHBOR_CELLS[cell].0).collect();
            let [nw, n, ne, w, e, sw, s, se] = cells[..] else { unreachable!() };
            let _ = write!(text, "{nw}{n}{ne}\n{w}*{e}\n{sw}{s}{se}\n:{weight}");
            for property in properties {
                let _ = write!(text, ",{}", PROPERTIES[property].name);
            }
            text += "\n";
        }
        let (rules, diagnostics, _) = read(text.as_bytes());
        let errors = diagnostics.iter().filter(|d| d.severity() == Severity::Error).count();
        if !text.is_empty() {
            prop_assert_eq!(errors, 0, "{:?}", diagnostics);
        }
        let (again, _, _) = read(rules.to_string().as_bytes());
        prop_assert_eq!(meaning(&rules), meaning(&again));
    }
}
