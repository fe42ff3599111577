//! Shows what an image contains: as text, as numbers, or as the difference between two images.
//!
//! [`dump`] writes an image of any kind as a source that compiles to the same records. [`header`]
//! writes only the header. [`numbers`] counts what it holds. [`Difference::between`] compares two
//! images of one kind.
//!
//! Each kind has a file that restores its dialect's model from the tables: [`pattern`], [`book`],
//! [`weights`], and `eyes.rs` for eye shapes. The last one first finds a picture for each graph
//! (`drawing.rs`).

mod book;
mod compare;
mod content;
mod difference;
mod drawing;
mod error;
mod eyes;
mod general;
mod monte_carlo;
mod numbers;
mod situations;

use std::fmt::{self, Display};

use katachi_image::Image;

use self::content::{Content, Dump};

pub use book::book;
pub use difference::{Change, Difference};
pub use error::InspectError;
pub use general::pattern;
pub use monte_carlo::weights;
pub use numbers::numbers;

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
