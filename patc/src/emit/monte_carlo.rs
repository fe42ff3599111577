//! Monte Carlo rules to tables: each row of weights, and each weight, once.

use std::collections::HashMap;

use katachi_image::monte_carlo::{MonteCarloTables, NO_ROW};
use katachi_image::{Fingerprint, ImageError, Role};

use super::Files;
use crate::monte_carlo::{MonteCarloRules, Weights};
use crate::source::Source;

/// The image of Monte Carlo rules.
pub(super) fn image(
    rules: &MonteCarloRules,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    let Files { text, files } = Files::of(sources);
    let table = rules.table();
    let mut weights: Vec<u32> = table.rows.iter().flatten().copied().collect();
    weights.sort_unstable();
    weights.dedup();
    let mut tables = MonteCarloTables {
        text,
        files,
        neighborhoods: vec![NO_ROW.into(); 1 << 16],
        rows: Vec::new(),
        weights: weights.iter().map(|&weight| weight.into()).collect(),
    };
    let mut numbers: HashMap<&Weights, u16> = HashMap::new();
    for (neighborhood, row) in table.neighborhoods.iter().zip(&table.rows) {
        let number = *numbers.entry(row).or_insert_with(|| {
            // Every weight of a row is one of the weights.
            let place = |weight: &u32| weights.partition_point(|other| other < weight) as u16;
            tables
                .rows
                .push(std::array::from_fn(|at| place(&row[at]).into()));
            tables.rows.len() as u16 - 1
        });
        for turned in neighborhood.turned() {
            tables.neighborhoods[usize::from(turned.0)] = number.into();
        }
    }
    tables.encode(Role::MonteCarlo, fingerprint)
}
