//! The lenient reader: [`parse`] and [`parse_partial`]. The head of the crate lists what it
//! tolerates.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use crate::charset::{self, Encoding};
use crate::scanner::{Scanner, is_blank};
use crate::tree::Index;
use crate::{Collection, Error, Location, Warning};

/// The most warnings to keep: a file of junk must not fill the memory.
const MAX_WARNINGS: usize = 1000;

/// The result of [`parse`].
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The game trees, at least one.
    pub collection: Collection,
    /// The deviations from the standard; the character set first, then in the order of the file.
    pub warnings: Vec<Warning>,
    /// The character set of the bytes.
    pub encoding: Encoding,
}

/// The result of [`parse_partial`].
#[derive(Clone, Debug)]
pub struct Partial {
    /// What precedes the break; everything, if there is none.
    pub parsed: Parsed,
    /// The break, with its place: a value without end, or a game tree without its `)`.
    pub broken: Option<Error>,
}

/// Reads the game trees of a file, and tolerates everything that leaves no doubt about the moves.
///
/// Takes time and memory proportional to the input; at most about forty bytes of memory (and
/// twice that while a vector grows) per byte of a file of empty nodes, fifteen for plain moves.
///
/// # Errors
/// If there is no game tree, a value has no end, or the file is binary or larger than 2 GiB.
pub fn parse(bytes: &[u8]) -> Result<Parsed, Error> {
    let Partial { mut parsed, broken } = parse_partial(bytes)?;
    match broken {
        None => Ok(parsed),
        Some(Error::UnclosedTree { end, missing }) => {
            let message = format!("expected `)`, found the end of the file; {missing} missing");
            let location = end;
            // Last, because the other warnings are about earlier places.
            parsed.warnings.push(Warning { location, message });
            Ok(parsed)
        }
        Some(error) => Err(error),
    }
}

/// Reads like [`parse`]; of a file that breaks off, reads what precedes the break.
///
/// A node that contains a value without end is left out, since its other properties are unknown. A
/// game tree without its `)` is read to the end of the file; properties of its last node may be
/// missing.
///
/// # Errors
/// If there is no whole node, or the file is binary or larger than 2 GiB.
pub fn parse_partial(bytes: &[u8]) -> Result<Partial, Error> {
    let decoded = charset::decode(bytes);
    let bytes = decoded.text.len();
    if i32::try_from(bytes).is_err() {
        return Err(Error::TooLarge { bytes });
    }
    let mut reader = Reader {
        scanner: Scanner::new(&decoded.text),
        collection: Collection::new(),
        warnings: decoded.warnings,
        current: None,
        open: None,
        unclosed: None,
        seen: HashMap::new(),
    };
    let end = reader.trees();
    let Reader {
        scanner,
        mut collection,
        warnings,
        open,
        unclosed,
        ..
    } = reader;
    let broken = match end {
        Ok(()) => unclosed,
        Err(error @ Error::UnterminatedValue { .. }) => {
            if open.is_some() {
                collection.remove_last_node();
            }
            if collection.node_count() == 0 {
                return Err(error);
            }
            Some(error)
        }
        Err(error) => return Err(error),
    };
    if collection.node_count() == 0 {
        return Err(Error::NoGameTree {
            end: scanner.location(),
        });
    }
    let parsed = Parsed {
        collection,
        warnings,
        encoding: decoded.encoding,
    };
    Ok(Partial { parsed, broken })
}

struct Reader<'t> {
    scanner: Scanner<'t>,
    collection: Collection,
    warnings: Vec<Warning>,
    /// The node before the next one.
    current: Option<Index>,
    /// The current node, with its last property, while properties may be added to it.
    open: Option<(Index, Option<Index>)>,
    /// The reason why the last game tree has no end.
    unclosed: Option<Error>,
    /// For each name, the last node that has it, and the property: finds duplicates in constant
    /// time.
    seen: HashMap<Cow<'t, str>, (Index, Index)>,
}

impl<'t> Reader<'t> {
    fn warn(&mut self, location: Location, message: impl fmt::Display) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(Warning {
                location,
                message: message.to_string(),
            });
        } else if self.warnings.len() == MAX_WARNINGS {
            let message = "too many warnings; the rest is left out".to_owned();
            self.warnings.push(Warning { location, message });
        }
    }

    fn trees(&mut self) -> Result<(), Error> {
        while self.next_tree()? {
            self.tree()?;
        }
        Ok(())
    }

    /// Skips to the next game tree; false at the end of the file.
    fn next_tree(&mut self) -> Result<bool, Error> {
        let mut skipped = None;
        let mut found = false;
        while let Some(byte) = self.scanner.peek() {
            let location = self.scanner.location();
            if self.scanner.at_tree() {
                found = true;
                break;
            }
            if byte == 0 && self.collection.node_count() == 0 {
                return Err(Error::Binary { location });
            }
            // Control-Z ends a text file of CP/M and DOS.
            if !is_blank(byte) && byte != b'\x1a' {
                skipped.get_or_insert(location);
            }
            self.scanner.advance();
        }
        if let Some(location) = skipped {
            self.warn(location, "text outside of game trees is skipped");
        }
        Ok(found)
    }

    /// Reads one game tree, from its `(` to its `)`.
    fn tree(&mut self) -> Result<(), Error> {
        self.current = None;
        self.open = None;
        // For each open parenthesis, the node before it.
        let mut parents = Vec::new();
        let mut after_variation = false;
        while let Some(byte) = self.scanner.next_token() {
            let location = self.scanner.location();
            match byte {
                b'(' => {
                    self.scanner.advance();
                    parents.push(self.current);
                    self.open = None;
                    after_variation = false;
                }
                b')' => {
                    self.scanner.advance();
                    self.current = parents.pop().flatten();
                    self.open = None;
                    after_variation = true;
                    if parents.is_empty() {
                        return Ok(());
                    }
                }
                b';' => {
                    self.scanner.advance();
                    if after_variation {
                        self.warn(
                            location,
                            "a node after a variation; read as one more variation",
                        );
                        after_variation = false;
                    }
                    self.node(location);
                }
                b'[' => self.stray_value()?,
                letter if letter.is_ascii_alphabetic() => {
                    self.property()?;
                    after_variation &= self.open.is_none();
                }
                _ => self.junk(),
            }
        }
        self.unclosed = Some(Error::UnclosedTree {
            end: self.scanner.location(),
            missing: parents.len(),
        });
        Ok(())
    }

    fn node(&mut self, location: Location) -> Index {
        let node = self.collection.push_node(self.current, location);
        self.current = Some(node);
        self.open = Some((node, None));
        node
    }

    /// Reads a name with its values.
    fn property(&mut self) -> Result<(), Error> {
        let location = self.scanner.location();
        let original = self.scanner.skip(|byte| byte.is_ascii_alphanumeric());
        if self.scanner.next_token() != Some(b'[') {
            self.warn(
                location,
                format_args!("expected `[` after the name `{original}`; it is skipped"),
            );
            return Ok(());
        }
        let identifier = canonical(original);
        if identifier != original {
            self.warn(
                location,
                format_args!("`{original}` is read as {identifier}"),
            );
        }
        let node = if let Some((node, _)) = self.open {
            node
        } else {
            self.warn(
                location,
                format_args!("expected `;` before {identifier}; a node is opened"),
            );
            self.node(location)
        };
        let property = match self.seen.get(&identifier) {
            Some(&(owner, property)) if owner == node => {
                self.warn(
                    location,
                    format_args!("{identifier} again in this node; the values are joined"),
                );
                property
            }
            _ => self
                .collection
                .push_property(node, &identifier, original, location),
        };
        self.open = Some((node, Some(property)));
        while self.scanner.next_token() == Some(b'[') {
            let location = self.scanner.location();
            let raw = self.value(original)?;
            self.collection.push_value(property, raw, location);
        }
        self.seen.insert(identifier, (node, property));
        Ok(())
    }

    /// Reads a value without a name: it belongs to the property before it, if there is one.
    fn stray_value(&mut self) -> Result<(), Error> {
        let location = self.scanner.location();
        if let Some((_, Some(property))) = self.open {
            let raw = self.value("the property before it")?;
            self.collection.push_value(property, raw, location);
            self.warn(location, "a value alone; added to the property before it");
        } else {
            self.value("a missing property")?;
            self.warn(
                location,
                "expected a property name before `[`; value skipped",
            );
        }
        Ok(())
    }

    /// Skips junk up to the next byte that may have a meaning; one warning for all of it.
    fn junk(&mut self) {
        let location = self.scanner.location();
        let means_something =
            |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'(' | b')' | b';' | b'[');
        let junk = self.scanner.skip(|byte| !means_something(byte));
        let junk: String = junk.trim_end().chars().take(24).collect();
        // The end mark of an old text file, with the `)` missing, is not junk.
        if junk != "\u{1a}" {
            self.warn(
                location,
                format_args!("expected a node or property, found {junk:?}; it is skipped"),
            );
        }
    }

    /// Reads a value from its `[` to its `]`, and leaves its escapes as they are.
    fn value(&mut self, identifier: &str) -> Result<&'t str, Error> {
        let opening = self.scanner.location();
        self.scanner.advance();
        let start = self.scanner.offset();
        while let Some(byte) = self.scanner.peek() {
            match byte {
                b']' => {
                    let raw = self.scanner.since(start);
                    self.scanner.advance();
                    return Ok(raw);
                }
                b'\\' => {
                    self.scanner.advance();
                    self.scanner.advance();
                }
                _ => self.scanner.advance(),
            }
        }
        let identifier = identifier.to_owned();
        Err(Error::UnterminatedValue {
            start: opening,
            identifier,
        })
    }
}

/// The FF4 name: FF1 to FF3 let a program add lower-case letters to the capitals.
fn canonical(original: &str) -> Cow<'_, str> {
    if !original.bytes().any(|byte| byte.is_ascii_lowercase()) {
        Cow::Borrowed(original)
    } else if original.bytes().any(|byte| byte.is_ascii_uppercase()) {
        // A name starts with a letter, also after the lower-case letters have been removed.
        let name = original.trim_start_matches(|char: char| !char.is_ascii_uppercase());
        Cow::Owned(name.replace(|char: char| char.is_ascii_lowercase(), ""))
    } else {
        Cow::Owned(original.to_ascii_uppercase())
    }
}
