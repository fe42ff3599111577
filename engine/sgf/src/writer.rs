//! Writes a collection as text that any SGF program reads: [`write()`].

use std::fmt;

use crate::{Collection, Node};

/// Lines are broken before this column, if a node or value ends there.
const WIDTH: usize = 80;

/// Writes all games as FF4 text in UTF-8.
///
/// Lines are broken between nodes and values only, and each variation starts a line. Raw values
/// stay as they are, except that a `CA` in a root becomes `UTF-8`. [`parse`](crate::parse) reads an
/// equal collection from the text.
pub fn write(collection: &Collection) -> String {
    let mut writer = Writer {
        out: String::new(),
        column: 0,
    };
    for root in collection.roots() {
        writer.tree(root);
    }
    writer.out
}

/// Shows the record as SGF text.
impl fmt::Debug for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

struct Writer {
    out: String,
    /// Characters in the current line.
    column: usize,
}

impl Writer {
    fn tree(&mut self, root: Node<'_>) {
        let mut node = root;
        self.piece("(");
        'nodes: loop {
            self.node(node);
            if let Some(child) = node.first_child() {
                if node.has_variations() {
                    self.open_variation();
                } else if node.parent().is_none() {
                    self.line_end();
                }
                node = child;
                continue;
            }
            // At a leaf: close variations up to one that has another after it.
            while let Some(parent) = node.parent() {
                if parent.has_variations() {
                    self.piece(")");
                    if let Some(sibling) = node.next_sibling() {
                        self.open_variation();
                        node = sibling;
                        continue 'nodes;
                    }
                }
                node = parent;
            }
            break;
        }
        self.piece(")");
        self.line_end();
    }

    fn open_variation(&mut self) {
        self.line_end();
        self.piece("(");
    }

    fn node(&mut self, node: Node<'_>) {
        let mut start = ";".to_owned();
        for property in node.properties() {
            start.push_str(property.identifier());
            let charset = node.parent().is_none() && property.identifier() == "CA";
            for value in property.values() {
                let raw = match value.raw() {
                    raw if charset && !raw.eq_ignore_ascii_case("UTF-8") => "UTF-8",
                    raw => raw,
                };
                self.piece(&format!("{start}[{raw}]"));
                start.clear();
            }
        }
        if !start.is_empty() {
            self.piece(&start);
        }
    }

    /// Writes a piece of text on this line if there is room, else on the next.
    fn piece(&mut self, piece: &str) {
        let mut lines = piece.split(['\n', '\r']);
        let first = lines.next().map_or(0, |line| line.chars().count());
        if self.column > 0 && self.column + first > WIDTH {
            self.line_end();
        }
        self.out.push_str(piece);
        self.column = lines
            .next_back()
            .map_or(self.column + first, |last| last.chars().count());
    }

    fn line_end(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }
}
