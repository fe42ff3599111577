//! What the pages of the studio share.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet.
const STYLE: &str = include_str!("page.css");

/// A whole page, in one file, which needs no network.
pub(crate) fn frame(title: &str, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    }
    .into_string()
}
