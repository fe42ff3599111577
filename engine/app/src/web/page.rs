//! The files of the page.

use katachi_program::server::Reply;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files by their paths, with their types.
const FILES: [(&str, &str, &str); 7] = [
    ("", HTML, include_str!("page/index.html")),
    ("studio.css", CSS, include_str!("page/studio.css")),
    ("studio.js", SCRIPT, include_str!("page/studio.js")),
    ("ask.js", SCRIPT, include_str!("page/ask.js")),
    ("board.js", SCRIPT, include_str!("page/board.js")),
    ("editor.js", SCRIPT, include_str!("page/editor.js")),
    ("tables.js", SCRIPT, include_str!("page/tables.js")),
];

/// The file at this path.
pub fn file(path: &str) -> Reply {
    let found = FILES.iter().find(|(name, ..)| *name == path);
    found.map_or_else(
        || missing(path),
        |(_, kind, text)| Reply::Content(kind, text.as_bytes().to_vec()),
    )
}

/// The answer for a path without a file.
pub fn missing(path: &str) -> Reply {
    let path: String = path.chars().take(100).collect();
    let text = format!("expected the page at /, found nothing at /{path}\n");
    Reply::Missing("text/plain; charset=utf-8", text.into_bytes())
}
