//! Builds records with an [`Editor`], and changes records that were read.

use katachi_board::check_komi;

use crate::tree::Index;
use crate::{Collection, Color, Coord, Error, Location, Node, NodeId, Size, text};

impl Collection {
    /// Adds a game and edits its root, which declares Go, FF4 and UTF-8.
    pub fn new_game(&mut self) -> Editor<'_> {
        let at = self.push_node(None, Location::default());
        let mut editor = Editor {
            collection: self,
            at,
        };
        for (identifier, text) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8")] {
            editor.put(identifier, text);
        }
        editor
    }

    /// Edits at that node, `None` if it comes from a larger collection.
    pub fn edit(&mut self, id: NodeId) -> Option<Editor<'_>> {
        self.node(id)?;
        Some(Editor {
            collection: self,
            at: id.0,
        })
    }
}

/// A cursor at a node that changes the node or adds nodes after it. All text is plain; the editor
/// escapes it.
///
/// # Examples
///
/// ```
/// use katachi_sgf::{Collection, Color, Coord, Size, write};
///
/// let mut record = Collection::new();
/// let mut game = record.new_game();
/// game.size(Size::new(9, 9).unwrap()).komi(5.5).set("PB", "Katachi")?;
/// game.stones(Some(Color::White), Coord::parse("gc"));
/// let root = game.id();
/// game.play(Color::Black, Coord::parse("ee")).comment("[centre]");
/// game.go_to(root);
/// game.play(Color::Black, None);
/// assert_eq!(
///     write(&record),
///     "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[5.5]PB[Katachi]AW[gc]\n(;B[ee]C[[centre\\]])\n(;B[]))\n"
/// );
/// # Ok::<(), katachi_sgf::Error>(())
/// ```
#[derive(Debug)]
pub struct Editor<'a> {
    collection: &'a mut Collection,
    at: Index,
}

impl Editor<'_> {
    /// The name of the current node.
    pub fn id(&self) -> NodeId {
        NodeId(self.at)
    }

    /// The current node.
    pub fn node(&self) -> Node<'_> {
        self.collection.view(self.at)
    }

    /// Moves to another node. Returns false and does not move if the node is of a larger
    /// collection.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        let known = self.collection.node(id).is_some();
        if known {
            self.at = id.0;
        }
        known
    }

    /// Adds an empty node as the last child and moves to it.
    pub fn child(&mut self) -> &mut Self {
        self.at = self
            .collection
            .push_node(Some(self.at), Location::default());
        self
    }

    /// Adds a move, or with `None` a pass, as the last child and moves to it.
    pub fn play(&mut self, color: Color, at: Option<Coord>) -> &mut Self {
        let value = at.map(|at| at.to_string()).unwrap_or_default();
        self.child().put(color.letter(), &value)
    }

    /// Takes the current node and all after it out of the tree, and moves to the node before it.
    /// Returns false, and does nothing, at a root.
    ///
    /// The memory of the nodes is not reused, and their names stay valid: they lead to what was
    /// taken out.
    pub fn remove(&mut self) -> bool {
        let Some(parent) = self.node().parent() else {
            return false;
        };
        let parent = parent.id().0;
        self.collection.unlink(self.at);
        self.at = parent;
        true
    }

    /// Makes the current node the first of its parent's children, so that the main line comes
    /// through it if it comes through the parent. A root becomes the first game.
    pub fn promote(&mut self) -> &mut Self {
        self.collection.unlink(self.at);
        self.collection.link_first(self.at);
        self
    }

    /// Gives a property this text as its only value.
    ///
    /// # Errors
    /// If the name is not made of capital letters, and digits after the first.
    pub fn set(&mut self, identifier: &str, text: &str) -> Result<&mut Self, Error> {
        check(identifier)?;
        Ok(self.put(identifier, text))
    }

    /// Adds this text to the values of a property.
    ///
    /// # Errors
    /// If the name is not made of capital letters, and digits after the first.
    pub fn add(&mut self, identifier: &str, text: &str) -> Result<&mut Self, Error> {
        check(identifier)?;
        Ok(self.push(identifier, &escaped(text)))
    }

    /// Adds points to a property such as `TR`, `TB` or `IL`.
    ///
    /// # Errors
    /// If the name is not made of capital letters, and digits after the first.
    pub fn points(
        &mut self,
        identifier: &str,
        points: impl IntoIterator<Item = Coord>,
    ) -> Result<&mut Self, Error> {
        check(identifier)?;
        for at in points {
            self.push(identifier, &at.to_string());
        }
        Ok(self)
    }

    /// Adds set-up stones of a colour, or with `None` clears points (AB, AW, AE).
    pub fn stones(
        &mut self,
        stone: Option<Color>,
        points: impl IntoIterator<Item = Coord>,
    ) -> &mut Self {
        let identifier = match stone {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        };
        for at in points {
            self.push(identifier, &at.to_string());
        }
        self
    }

    /// Sets the board size (SZ).
    pub fn size(&mut self, size: Size) -> &mut Self {
        self.put("SZ", &size.to_string())
    }

    /// Sets komi in points (KM). Numbers that cannot be a komi, such as infinity, are not written.
    pub fn komi(&mut self, komi: f64) -> &mut Self {
        match check_komi(komi) {
            Ok(komi) => self.put("KM", &komi.to_string()),
            Err(_) => self,
        }
    }

    /// Sets who is to move (PL).
    pub fn to_move(&mut self, color: Color) -> &mut Self {
        self.put("PL", color.letter())
    }

    /// Sets the comment (C), which may have several lines.
    pub fn comment(&mut self, text: &str) -> &mut Self {
        self.put("C", text)
    }

    /// Adds a label on a point (LB).
    pub fn label(&mut self, at: Coord, label: &str) -> &mut Self {
        let mut raw = format!("{at}:");
        text::escape_into(&mut raw, label, true);
        self.push("LB", &raw)
    }

    fn put(&mut self, identifier: &str, text: &str) -> &mut Self {
        if let Some(property) = self.collection.find_property(self.at, identifier) {
            self.collection.clear_values(property);
        }
        self.push(identifier, &escaped(text))
    }

    fn push(&mut self, identifier: &str, raw: &str) -> &mut Self {
        let location = Location::default();
        let property = self
            .collection
            .find_property(self.at, identifier)
            .unwrap_or_else(|| {
                self.collection
                    .push_property(self.at, identifier, identifier, location)
            });
        self.collection.push_value(property, raw, location);
        self
    }
}

fn escaped(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    text::escape_into(&mut raw, text, false);
    raw
}

fn check(identifier: &str) -> Result<(), Error> {
    let valid = identifier.starts_with(|first: char| first.is_ascii_uppercase())
        && identifier
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let found = identifier;
    valid.then_some(()).ok_or_else(|| Error::BadIdentifier {
        found: found.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn sets_replace_and_adds_append() {
        let mut record = Collection::new();
        let mut game = record.new_game();
        for name in ["a", "b:]"] {
            game.set("GN", name).unwrap();
        }
        game.add("GN", "c").unwrap();
        let at = |name| Coord::parse(name).unwrap();
        game.label(at("aa"), "x:]").to_move(Color::White);
        game.points("IL", [at("ba"), at("bb")]).unwrap();
        assert_eq!(
            crate::write(&record),
            "(;GM[1]FF[4]CA[UTF-8]GN[b:\\]][c]LB[aa:x\\:\\]]PL[W]IL[ba][bb])\n"
        );
        for bad in ["", "Ab", "1A", "A B", "É"] {
            let found = bad.to_owned();
            assert_eq!(check(bad), Err(Error::BadIdentifier { found }));
        }
    }

    /// Children are taken out and come first, wherever they stand, and others can follow.
    #[test]
    fn variations_are_removed_and_promoted() {
        let text = |names: &[&str]| {
            let children = names.iter().map(|name| format!("\n(;C[{name}])"));
            match names {
                [] => "(;SZ[9])\n".to_owned(),
                [name] => format!("(;SZ[9]\n;C[{name}])\n"),
                _ => format!("(;SZ[9]{})\n", children.collect::<String>()),
            }
        };
        let all = ["a", "b", "c"];
        for number in 1..=all.len() {
            for at in 0..number {
                let names = &all[..number];
                let record = parse(text(names).as_bytes()).unwrap().collection;
                let root = record.roots().next().unwrap();
                let (child, root) = (root.children().nth(at).unwrap().id(), root.id());
                let mut rest = names.to_vec();
                let taken = rest.remove(at);

                let mut removed = record.clone();
                let mut editor = removed.edit(child).unwrap();
                assert!(editor.remove() && editor.id() == root && !editor.remove());
                assert_eq!(crate::write(&removed), text(&rest));
                let mut added = rest.clone();
                added.push("d");
                removed.edit(root).unwrap().child().comment("d");
                assert_eq!(crate::write(&removed), text(&added));

                let mut promoted = record.clone();
                promoted.edit(child).unwrap().promote();
                rest.insert(0, taken);
                assert_eq!(crate::write(&promoted), text(&rest));
                rest.push("d");
                promoted.edit(root).unwrap().child().comment("d");
                assert_eq!(crate::write(&promoted), text(&rest));
            }
        }
        let mut games = parse(b"(;C[a])(;C[b])").unwrap().collection;
        let second = games.roots().nth(1).unwrap().id();
        games.edit(second).unwrap().promote();
        assert_eq!(crate::write(&games), "(;C[b])\n(;C[a])\n");
    }

    #[test]
    fn only_komi_is_written_as_komi() {
        let mut record = Collection::new();
        let mut game = record.new_game();
        for komi in [6.5, f64::INFINITY, f64::NAN, -1e39] {
            game.komi(komi);
        }
        assert!(crate::write(&record).contains("KM[6.5]"));
    }

    #[test]
    fn a_record_that_was_read_grows() {
        let mut record = parse(b"(;SZ[9](;B[aa])(;B[bb]))").unwrap().collection;
        let last = record
            .roots()
            .next()
            .unwrap()
            .children()
            .last()
            .unwrap()
            .id();
        record
            .edit(last)
            .unwrap()
            .play(Color::White, None)
            .comment("why");
        assert_eq!(
            crate::write(&record),
            "(;SZ[9]\n(;B[aa])\n(;B[bb];W[]C[why]))\n"
        );
        assert!(Collection::new().edit(last).is_none());
    }
}
