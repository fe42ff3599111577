//! Game records: reads SGF (FF1 to FF4) leniently, walks it and writes it. Colours, points and
//! sizes are those of the board crate; [`Sequence`] is a game that the board's rules have checked.
//! The feature `files` finds records in folders and archives.
//!
//! Start at [`parse`], which gives a [`Collection`] of game trees; then [`Collection::roots`],
//! [`Node::game_info`], [`Node::main_line`] and [`Node::actions`]. [`Collection::new_game`]
//! builds a record with an [`Editor`], and [`write()`] turns any collection into text.
//!
//! A collection consists of four flat vectors whose entries refer to each other by number. Nothing
//! in this crate recurses, so only memory limits the depth of a tree; a move takes about a hundred
//! bytes.
//!
//! # What the reader accepts beyond the standard
//!
//! Each of these adds a [`Warning`]; after a thousand of them the rest is left out.
//!
//! - Text before the first game tree, such as a licence, and between game trees. A tree starts at
//! - Lower-case letters in property names, as FF1 to FF3 allow: `AddBlack` is `AB`, and
//!   [`Property::original`] keeps the long form. A name without any capital is read as capitals.
//! - A property that occurs twice in a node: its values are appended to the first occurrence.
//! - A property without a `;` before it, after `(` or `)`: a node is opened for it.
//! - A node that follows the variations of its parent: it becomes one more variation.
//! - Missing `)` at the end of the file.
//! - Junk between nodes, properties and values, and names without values: skipped. A value that
//!   stands alone after junk still belongs to the property before it.
//! - A missing character set. A byte order mark (UTF-8 or UTF-16) comes first, then `CA`, under any
//!   name that programs write. Without them, with an unknown `CA`, or with one that the bytes
//!   contradict, the file is read as UTF-8 if it is valid, else as what it looks like;
//!   [`Parsed::encoding`] tells the choice.
//! - Single invalid bytes: left out.
//!
//! Without a warning: a byte order mark, UTF-8 without `CA`, blanks anywhere between tokens, any of
//! the line ends LF, CR, CRLF and LFCR, more than one game tree in a file, empty nodes and empty
//! variations.
//!
//! Malformed values are kept as they are; the warning comes from the function that interprets them
//! ([`Node::game_info`], [`Node::actions`], [`Value::point`]). There, `tt` is a pass up to size 19,
//! komi may have a decimal comma (`6,5`), set-up lists may use rectangles (`aa:cc`, any two
//! opposite corners), and blanks around coordinates and numbers do not count.
//!
//! An [`Error`] stops the reader: no game tree, a value without end, a binary file.
//! [`parse_partial`] reads what precedes the break.
//!
//! # Examples
//!
//! ```
//! use katachi_sgf::{Action, parse, write};
//!
//! let parsed = parse(b"(;SZ[9]KM[5,5];B[ee];W[])")?;
//! let root = parsed.collection.roots().next().expect("a game");
//! let info = root.game_info();
//! assert_eq!((info.size.columns(), info.komi), (9, Some(5.5)));
//! let moves = root.main_line().flat_map(|node| node.actions(info.size)).flatten().count();
//! assert_eq!(moves, 2);
//! assert_eq!(parse(write(&parsed.collection).as_bytes())?.collection, parsed.collection);
//! # Ok::<(), katachi_sgf::Error>(())
//! ```

mod charset;
mod coord;
mod edit;
mod error;
#[cfg(feature = "files")]
pub mod files;
mod info;
mod reader;
mod scanner;
mod sequence;
mod text;
mod tree;
mod walk;
mod writer;

pub use charset::Encoding;
pub use coord::{Coord, Size};
pub use edit::Editor;
pub use error::{Error, Location, Warning};
pub use info::GameInfo;
pub use reader::{Parsed, Partial, parse, parse_partial};
pub use sequence::{Move, Sequence, SequenceError, board_size, vertex};
pub use tree::{Collection, Node, NodeId, Property, Value};
pub use walk::{Action, Color, set_up};
pub use writer::write;
