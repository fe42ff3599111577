//! Encodes Monte Carlo rules as a table of weights; equal rows and equal weights are stored once.

use std::collections::HashMap;

use katachi_image::monte_carlo::{DEFAULT_WEIGHT, MonteCarloTables, NO_ROW, SITUATIONS};
use katachi_image::{Fingerprint, ImageError, Role};
use zerocopy::little_endian::U16;

use super::places::Files;
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
    let deciding = rules.rules.iter().zip(&table.decided);
    let mut weights: Vec<u32> = deciding
        .filter(|(_, decided)| **decided > 0)
        .map(|(rule, _)| rule.weight)
        .collect();
    if table
        .rows
        .iter()
        .flatten()
        .any(|&weight| weight == DEFAULT_WEIGHT)
    {
        weights.push(DEFAULT_WEIGHT);
    }
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
            let mut places = [U16::ZERO; SITUATIONS];
            for (at, weight) in row.iter().enumerate() {
                // Near and far weights alternate, so a weight often equals the one two places
                // before.
                places[at] = match at.checked_sub(2) {
                    Some(before) if row[before] == *weight => places[before],
                    // `weights` contains every weight of every row.
                    _ => (weights.partition_point(|other| other < weight) as u16).into(),
                };
            }
            tables.rows.push(places);
            tables.rows.len() as u16 - 1
        });
        for turned in neighborhood.turned() {
            tables.neighborhoods[usize::from(turned.0)] = number.into();
        }
    }
    tables.encode(Role::MonteCarlo, fingerprint)
}
