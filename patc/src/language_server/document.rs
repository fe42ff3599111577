//! An open database: its text, its parts, and what the compiler says about it.

use std::cell::OnceCell;
use std::collections::HashMap;

use katachi_image::{Kind, Role};
use lsp_types::{Range, TextEdit, Uri, WorkspaceEdit};

use super::outline::Outline;
use super::text::Text;
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
    outline: OnceCell<Outline>,
    compiled: OnceCell<Compiled>,
    source: OnceCell<Source>,
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
            outline: OnceCell::new(),
            compiled: OnceCell::new(),
            source: OnceCell::new(),
        }
    }

    /// Changes a range of the text, or all of it.
    pub fn change(&mut self, range: Option<Range>, new: &str) {
        self.text.change(range, new);
        self.outline = OnceCell::new();
        self.compiled = OnceCell::new();
        self.source = OnceCell::new();
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

    /// The edit that puts a text into a range.
    pub fn edit(&self, span: Span, new: impl Into<String>) -> TextEdit {
        TextEdit::new(self.text.range(span), new.into())
    }

    /// These edits as a change of this document alone.
    pub fn changed(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        WorkspaceEdit::new(HashMap::from([(self.uri.clone(), edits)]))
    }
}
