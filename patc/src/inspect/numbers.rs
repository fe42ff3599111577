//! Numbers about an image.

use std::fmt;

use katachi_image::Image;

use super::book::book;
use super::error::InspectError;
use super::monte_carlo::weight_stats;
use crate::stats::{BookStats, EyeStats, Stats};

/// The numbers of an image, as text. Two numbers differ from those of its source: an image stores
/// only the first question that a pattern waits for, and has no Monte Carlo rules.
///
/// # Errors
/// If no compiler wrote the image.
pub fn numbers(image: &Image) -> Result<String, InspectError> {
    let numbers: Box<dyn fmt::Display> = if let Some(general) = image.general() {
        return Ok(Stats::of_image(image, general).to_string());
    } else if let Some(eyes) = image.eyes() {
        Box::new(EyeStats::of_image(eyes))
    } else if let Some(table) = image.monte_carlo() {
        Box::new(weight_stats(table)?)
    } else {
        let entries = image.full_board().map(book);
        Box::new(BookStats::of(&entries.unwrap_or_default()))
    };
    let length = image.bytes().len();
    Ok(format!("{numbers}\nimage               {length} bytes"))
}
