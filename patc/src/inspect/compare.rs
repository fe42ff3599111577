//! Compares two images of one kind.

use katachi_image::Image;

use super::content::Content;
use super::difference::Difference;
use super::error::InspectError;
use super::{book, eyes, general, monte_carlo};

impl Difference {
    /// Compares two images.
    ///
    /// # Errors
    /// If they are of different kinds, or one of them was not written by a compiler.
    pub fn between(old: &Image, new: &Image) -> Result<Self, InspectError> {
        let mut difference = Self::default();
        if old.role() != new.role() {
            let names = [old.role(), new.role()].map(|role| role.profile().name);
            let text = format!("the role was `{}` and is `{}`", names[0], names[1]);
            difference.whole.push(text);
        }
        let kinds = (old.about().kind, new.about().kind);
        match (Content::of(old), Content::of(new)) {
            (Some(Content::General(old)), Some(Content::General(new))) => {
                difference.whole.extend(general::compare(old, new));
                let in_order = difference.compare(general::entries(old)?, general::entries(new)?);
                // Order matters here: the source's order breaks ties between equal values.
                difference.report_order(in_order, "patterns");
            }
            (Some(Content::Eyes(old)), Some(Content::Eyes(new))) => {
                let in_order = difference.compare(eyes::entries(old), eyes::entries(new));
                difference.report_order(in_order, "shapes");
            }
            (Some(Content::MonteCarlo(old)), Some(Content::MonteCarlo(new))) => {
                monte_carlo::compare(old, new, &mut difference)?;
            }
            (Some(Content::Book(old)), Some(Content::Book(new))) => {
                // A look-up finds all entries of a position, so their order does not matter.
                difference.compare(book::entries(old), book::entries(new));
            }
            _ => return Err(InspectError::Kinds(kinds.0, kinds.1)),
        }
        Ok(difference)
    }
}
