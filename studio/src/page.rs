//! What the pages of the studio share.

/// The style sheet.
pub(crate) const STYLE: &str = include_str!("page.css");
