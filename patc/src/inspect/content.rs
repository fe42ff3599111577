//! The tables of an image, of whatever kind.

use std::fmt::Display;

use katachi_image::{Image, Kind};

/// Something that can be printed.
pub(super) type Dump<'a> = Box<dyn Display + 'a>;

/// The tables of an image, by kind.
pub(super) enum Content<'a> {
    General(katachi_image::General<'a>),
    Eyes(katachi_image::Eyes<'a>),
    MonteCarlo(katachi_image::MonteCarlo<'a>),
    Book(katachi_image::FullBoard<'a>),
}

impl<'a> Content<'a> {
    /// Never `None`: an image contains what its header says.
    pub fn of(image: &'a Image) -> Option<Self> {
        Some(match image.about().kind {
            Kind::General => Self::General(image.general()?),
            Kind::Eyes => Self::Eyes(image.eyes()?),
            Kind::MonteCarlo => Self::MonteCarlo(image.monte_carlo()?),
            Kind::FullBoard => Self::Book(image.full_board()?),
        })
    }

    /// The number of entries, in words.
    pub fn count(&self) -> String {
        match self {
            Self::General(general) => count(general.patterns.len(), "pattern"),
            Self::Eyes(eyes) => count(eyes.shapes.len(), "eye shape"),
            Self::MonteCarlo(table) => count(table.rows.len(), "row") + " of Monte Carlo weights",
            Self::Book(book) => count(book.entries.len(), "position"),
        }
    }

    pub fn files(&self) -> Vec<&'a str> {
        match self {
            Self::General(general) => general.files().collect(),
            Self::Eyes(eyes) => eyes.files().collect(),
            Self::MonteCarlo(table) => table.files().collect(),
            Self::Book(book) => book.files().collect(),
        }
    }
}

/// A number of things, in words.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
