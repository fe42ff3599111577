//! Shows what an image contains: as text, as numbers, or as the difference between two images.
//!
//! [`dump`] writes an image of any kind as a source that compiles to the same records. [`header`]
//! writes only the header. [`Difference`] compares two images of one kind.
//!
//! Each kind has a file that restores its dialect's model from the tables: [`pattern`], [`book`],
//! [`weights`], and `eyes.rs` for eye shapes. The last one first finds a picture for each graph
//! (`drawing.rs`).

mod book;
mod difference;
mod drawing;
mod eyes;
mod general;
mod monte_carlo;
mod situations;

use std::fmt::{self, Display};

use katachi_image::{Image, Kind};

use crate::decompile::NoTree;

pub use book::book;
pub use difference::{Change, Difference};
pub use general::pattern;
pub use monte_carlo::weights;

/// Why an image cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InspectError {
    /// The images to be compared are of different kinds.
    #[error("expected two images of one kind, found {} and {}", .0.things(), .1.things())]
    Kinds(Kind, Kind),
    /// The code of a pattern is valid, but was not written by a compiler.
    #[error("pattern {pattern}: {reason}")]
    Code {
        /// The name of the pattern.
        pattern: String,
        /// What is wrong.
        reason: NoTree,
    },
    /// A neighbourhood has no weights, or other ones when it is turned.
    #[error(
        "neighbourhood {picture}: expected the same weights in all orientations, found none or others: no compiler wrote this table"
    )]
    Weights {
        /// The neighbourhood, its rows between blanks.
        picture: String,
    },
}

/// Something that can be printed.
type Dump<'a> = Box<dyn Display + 'a>;

/// The tables of an image, by kind.
enum Content<'a> {
    General(katachi_image::General<'a>),
    Eyes(katachi_image::Eyes<'a>),
    MonteCarlo(katachi_image::MonteCarlo<'a>),
    Book(katachi_image::FullBoard<'a>),
}

impl<'a> Content<'a> {
    /// Never `None`: an image contains what its header says.
    fn of(image: &'a Image) -> Option<Self> {
        Some(match image.about().kind {
            Kind::General => Self::General(image.general()?),
            Kind::Eyes => Self::Eyes(image.eyes()?),
            Kind::MonteCarlo => Self::MonteCarlo(image.monte_carlo()?),
            Kind::FullBoard => Self::Book(image.full_board()?),
        })
    }

    /// The number of entries, in words.
    fn count(&self) -> String {
        match self {
            Self::General(general) => count(general.patterns.len(), "pattern"),
            Self::Eyes(eyes) => count(eyes.shapes.len(), "eye shape"),
            Self::MonteCarlo(table) => count(table.rows.len(), "row") + " of Monte Carlo weights",
            Self::Book(book) => count(book.entries.len(), "position"),
        }
    }

    fn files(&self) -> Vec<&'a str> {
        match self {
            Self::General(general) => general.files().collect(),
            Self::Eyes(eyes) => eyes.files().collect(),
            Self::MonteCarlo(table) => table.files().collect(),
            Self::Book(book) => book.files().collect(),
        }
    }
}

/// The image as text: the header in comments, then its contents. The text compiles to the same
/// records.
///
/// - Eye shapes come in source order, each with a new picture. A shape without a picture becomes a
///   list of its points in comments, which does not compile.
/// - An image has the weights of Monte Carlo rules, but not the rules. The text has a picture for
///   each neighbourhood, with rules that give the same weights.
/// - Books come in the readable form.
///
/// # Errors
/// If the image holds code without a tree or weights without rules: no compiler wrote it.
pub fn dump(image: &Image) -> Result<impl Display + '_, InspectError> {
    let body: Dump<'_> = match Content::of(image) {
        Some(Content::General(general)) => general::dump(general)?,
        Some(Content::Eyes(eyes)) => Box::new(eyes::dump(eyes)),
        Some(Content::MonteCarlo(table)) => Box::new(monte_carlo::dump(table)?),
        Some(Content::Book(positions)) => Box::new(book::dump(positions)),
        None => Box::new(""),
    };
    let header = header(image);
    Ok(fmt::from_fn(move |f| write!(f, "{header}\n{body}")))
}

/// The header of an image and its number of entries, as comments of a source.
pub fn header(image: &Image) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        let Some(content) = Content::of(image) else {
            return Ok(());
        };
        let about = image.about();
        let (things, role) = (content.count(), image.role().profile().name);
        writeln!(f, "# {things} for the role {role}, {} bytes", about.length)?;
        writeln!(f, "# written by patc {}", about.compiler)?;
        writeln!(f, "# fingerprint of the sources: {:#}", about.fingerprint)?;
        for file in content.files() {
            writeln!(f, "# source: {file}")?;
        }
        let more = match content {
            Content::General(general) => general::about(general),
            Content::MonteCarlo(table) => monte_carlo::about(table),
            Content::Eyes(_) | Content::Book(_) => return Ok(()),
        };
        let more = more.to_string();
        more.lines().try_for_each(|line| writeln!(f, "# {line}"))
    })
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
