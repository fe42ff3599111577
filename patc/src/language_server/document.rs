//! An open database: its text, its parts, and what the compiler says about it.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use katachi_image::{Fingerprint, Image, Kind, Role};
use lsp_types::{Range, TextEdit, Uri, WorkspaceEdit};

use super::outline::Outline;
use super::text::Text;
use crate::emit;
use crate::method::Method;
use crate::source::{Source, Span};
use crate::{Compiled, analyze};

/// An open database.
#[derive(Debug)]
pub struct Document {
    /// Its address.
    pub uri: Uri,
    /// The editor's number of this text.
    pub version: i32,
    /// What the database is for.
    pub role: Role,
    name: String,
    text: Text,
    /// What tests of this text have found instead of what they expect: the line, from 1, and words.
    failures: Vec<(usize, String)>,
    outline: OnceCell<Outline>,
    compiled: OnceCell<Compiled>,
    source: OnceCell<Source>,
    hashes: OnceCell<HashMap<usize, String>>,
}

impl Document {
    /// A database with the name that diagnostics show.
    pub fn new(uri: Uri, version: i32, name: String, role: Role, text: String) -> Self {
        Self {
            uri,
            version,
            role,
            name,
            text: Text::new(text),
            failures: Vec::new(),
            outline: OnceCell::new(),
            compiled: OnceCell::new(),
            source: OnceCell::new(),
            hashes: OnceCell::new(),
        }
    }

    /// Changes a range of the text, or all of it.
    pub fn change(&mut self, range: Option<Range>, new: &str) {
        self.text.change(range, new);
        self.failures.clear();
        self.outline = OnceCell::new();
        self.compiled = OnceCell::new();
        self.source = OnceCell::new();
        self.hashes = OnceCell::new();
    }

    /// The file; `None` if the address is of another kind.
    pub fn path(&self) -> Option<PathBuf> {
        path(&self.uri)
    }

    /// Takes note of what tests have found on these lines; on others older finds stay.
    pub fn set_failures(&mut self, tested: &[usize], failures: Vec<(usize, String)>) {
        self.failures.retain(|(line, _)| !tested.contains(line));
        self.failures.extend(failures);
    }

    /// What tests of this text have found, with the lines, from 1.
    pub fn failures(&self) -> &[(usize, String)] {
        &self.failures
    }

    /// The text.
    pub const fn text(&self) -> &Text {
        &self.text
    }

    /// The text as the compiler reads it.
    pub fn source(&self) -> &Source {
        (self.source).get_or_init(|| Source::new(self.name.as_str(), self.text.as_str()))
    }

    /// Its parts. Rules and compressed books have none.
    pub fn outline(&self) -> &Outline {
        (self.outline).get_or_init(|| Outline::of(self.source()))
    }

    /// Whether its lines are those of patterns.
    pub fn has_patterns(&self) -> bool {
        matches!(self.role.profile().kind, Kind::General | Kind::FullBoard)
            && !self.name.to_ascii_lowercase().ends_with(".dbz")
    }

    /// What the compiler says about the text.
    pub fn compiled(&self) -> &Compiled {
        (self.compiled).get_or_init(|| analyze(self.role, vec![self.source().clone()]))
    }

    /// The hashes of what patterns say, of all without mistakes, by the place of their names.
    pub fn hashes(&self) -> &HashMap<usize, String> {
        (self.hashes).get_or_init(|| hashes(self.compiled()).unwrap_or_default())
    }

    /// The edit that puts a text into a range.
    pub fn edit(&self, span: Span, new: impl Into<String>) -> TextEdit {
        TextEdit::new(self.text.range(span), new.into())
    }

    /// These edits as a change of this document alone.
    pub fn changed(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        WorkspaceEdit::new(HashMap::from([(self.uri.clone(), edits)]))
    }
}

fn hashes(compiled: &Compiled) -> Option<HashMap<usize, String>> {
    let patterns = &compiled.model.general()?.patterns;
    let none: [(&str, &[u8]); 0] = [];
    let fingerprint = Fingerprint::of("what patterns say", none);
    let image = emit::image(
        &compiled.model,
        Method::Auto,
        &compiled.sources,
        fingerprint,
    );
    let image = Image::from_vec(image.ok()?).ok()?;
    let general = image.general()?;
    let both = patterns.iter().zip(general.iter());
    Some(
        both.map(|(pattern, emitted)| (pattern.span.start, emitted.content_hash()))
            .collect(),
    )
}

/// The file of an address; `None` if it is of another kind.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    if uri.scheme()?.as_str() != "file" {
        return None;
    }
    let path = uri.path().as_estr().decode().into_string_lossy();
    // `/C:/folder` on systems with drives.
    let drive = path.strip_prefix('/').filter(|_| cfg!(windows));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// The address of a file with an absolute path.
pub fn address(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    let mut address = String::from(if cfg!(windows) { "file:///" } else { "file://" });
    for byte in text.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            address.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn addresses_lead_back_to_their_files() {
        for name in ["/a/mine.db", "/my patterns/é%#?.db"] {
            let uri = address(Path::new(name)).expect("an address");
            assert_eq!(path(&uri), Some(PathBuf::from(name)));
        }
        let other = "untitled:mine.db".parse().expect("an address");
        assert_eq!(path(&other), None);
    }
}
