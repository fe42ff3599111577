//! The tree of a record: a [`Collection`] stores game trees in four flat vectors, and the views
//! [`Node`], [`Property`] and [`Value`] read them.
//!
//! Nodes, properties and values are chained by their indices in those vectors, and each piece of
//! text is a range of one string. So a tree takes little memory, is dropped without recursion
//! however deep it is, and can be built in any order.

use std::fmt;
use std::iter::successors;
use std::num::NonZeroU32;

use crate::{Location, text};

/// An index into one of the vectors, plus one so that an `Option` of it takes four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Index(NonZeroU32);

impl Index {
    /// The index of the next item to be added to this vector.
    fn next<T>(items: &[T]) -> Self {
        Self(NonZeroU32::MIN.saturating_add(items.len() as u32))
    }

    fn get(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Identifies a node of a [`Collection`], to return to it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) Index);

/// The first and last item of a chain.
#[derive(Clone, Copy, Default)]
struct Chain {
    first: Option<Index>,
    last: Option<Index>,
}

impl Chain {
    /// Makes `item` the last one and returns its predecessor, which the caller must link to it.
    fn append(&mut self, item: Index) -> Option<Index> {
        self.first.get_or_insert(item);
        self.last.replace(item)
    }
}

/// A range of [`Collection::text`].
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    len: u32,
}

#[derive(Clone)]
struct NodeData {
    location: Location,
    parent: Option<Index>,
    next: Option<Index>,
    children: Chain,
    properties: Chain,
}

#[derive(Clone)]
struct PropertyData {
    location: Location,
    next: Option<Index>,
    identifier: Span,
    original: Span,
    values: Chain,
}

#[derive(Clone)]
struct ValueData {
    location: Location,
    next: Option<Index>,
    raw: Span,
}

/// One or more game trees, as one file holds them.
///
/// Two collections are equal if they have the same nodes with the same properties and raw values
/// in the same order; locations and the original spelling of names do not count.
#[derive(Clone, Default)]
pub struct Collection {
    text: String,
    nodes: Vec<NodeData>,
    properties: Vec<PropertyData>,
    values: Vec<ValueData>,
    roots: Chain,
}

impl Collection {
    /// A collection without games.
    pub fn new() -> Self {
        Self::default()
    }

    /// The first node of every game tree, in the order of the file.
    pub fn roots(&self) -> impl Iterator<Item = Node<'_>> {
        successors(self.link(self.roots.first), |root| root.next_sibling())
    }

    /// The node with this name; `None` if the name is of a larger collection.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        (id.0.get() < self.nodes.len()).then_some(self.view(id.0))
    }

    /// Number of nodes in all game trees.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The text of a span. Its ends are character boundaries, because whole strings were stored.
    fn get(&self, span: Span) -> &str {
        let start = span.start as usize;
        self.text
            .get(start..start + span.len as usize)
            .unwrap_or_default()
    }

    pub(crate) fn view(&self, index: Index) -> Node<'_> {
        Node {
            collection: self,
            index,
        }
    }

    fn link(&self, index: Option<Index>) -> Option<Node<'_>> {
        index.map(|index| self.view(index))
    }

    fn property(&self, index: Option<Index>) -> Option<Property<'_>> {
        let data = &self.properties[index?.get()];
        Some(Property {
            collection: self,
            data,
        })
    }

    fn store(&mut self, text: &str) -> Span {
        let start = self.text.len() as u32;
        self.text.push_str(text);
        Span {
            start,
            len: text.len() as u32,
        }
    }

    pub(crate) fn push_node(&mut self, parent: Option<Index>, location: Location) -> Index {
        let index = Index::next(&self.nodes);
        let chain = match parent {
            Some(parent) => &mut self.nodes[parent.get()].children,
            None => &mut self.roots,
        };
        if let Some(last) = chain.append(index) {
            self.nodes[last.get()].next = Some(index);
        }
        self.nodes.push(NodeData {
            location,
            parent,
            next: None,
            children: Chain::default(),
            properties: Chain::default(),
        });
        index
    }

    /// Removes the last added node, if it has no children.
    pub(crate) fn remove_last_node(&mut self) {
        let last = self.nodes.last();
        if last.is_some_and(|last| last.children.first.is_none()) {
            let index = Index(NonZeroU32::MIN.saturating_add(self.nodes.len() as u32 - 1));
            self.unlink(index);
            self.nodes.pop();
        }
    }

    fn siblings(&mut self, node: Index) -> &mut Chain {
        match self.nodes[node.get()].parent {
            Some(parent) => &mut self.nodes[parent.get()].children,
            None => &mut self.roots,
        }
    }

    /// Takes a node out of its parent's children; all below it goes with it.
    pub(crate) fn unlink(&mut self, node: Index) {
        let first = self.siblings(node).first;
        let chain = successors(first, |index| self.nodes[index.get()].next);
        let before = chain.take_while(|&index| index != node).last();
        let next = self.nodes[node.get()].next.take();
        match before {
            // A node that is not the first one follows another one.
            Some(before) if first != Some(node) => self.nodes[before.get()].next = next,
            _ => self.siblings(node).first = next,
        }
        let siblings = self.siblings(node);
        if siblings.last == Some(node) {
            siblings.last = before;
        }
    }

    /// Makes a node that was taken out the first child of its parent.
    pub(crate) fn link_first(&mut self, node: Index) {
        let siblings = self.siblings(node);
        let next = siblings.first.replace(node);
        siblings.last.get_or_insert(node);
        self.nodes[node.get()].next = next;
    }

    pub(crate) fn push_property(
        &mut self,
        node: Index,
        identifier: &str,
        original: &str,
        location: Location,
    ) -> Index {
        let index = Index::next(&self.properties);
        if let Some(last) = self.nodes[node.get()].properties.append(index) {
            self.properties[last.get()].next = Some(index);
        }
        let stored = self.store(identifier);
        let original = if original == identifier {
            stored
        } else {
            self.store(original)
        };
        self.properties.push(PropertyData {
            location,
            next: None,
            identifier: stored,
            original,
            values: Chain::default(),
        });
        index
    }

    pub(crate) fn push_value(&mut self, property: Index, raw: &str, location: Location) {
        let index = Index::next(&self.values);
        if let Some(last) = self.properties[property.get()].values.append(index) {
            self.values[last.get()].next = Some(index);
        }
        let raw = self.store(raw);
        self.values.push(ValueData {
            location,
            next: None,
            raw,
        });
    }

    /// Removes all values from a property; the caller must add new ones.
    pub(crate) fn clear_values(&mut self, property: Index) {
        self.properties[property.get()].values = Chain::default();
    }

    pub(crate) fn find_property(&self, node: Index, identifier: &str) -> Option<Index> {
        let first = self.nodes[node.get()].properties.first;
        successors(first, |index| self.properties[index.get()].next)
            .find(|index| self.get(self.properties[index.get()].identifier) == identifier)
    }
}

impl PartialEq for Collection {
    fn eq(&self, other: &Self) -> bool {
        fn names(node: Node<'_>) -> impl Iterator<Item = &str> {
            node.properties().map(Property::identifier)
        }
        fn equal(ours: Node<'_>, theirs: Node<'_>) -> bool {
            // `zip` pairs properties only if all names agree, so the pairs belong together.
            names(ours).eq(names(theirs))
                && ours
                    .properties()
                    .zip(theirs.properties())
                    .all(|(ours, theirs)| {
                        ours.values()
                            .map(Value::raw)
                            .eq(theirs.values().map(Value::raw))
                    })
        }
        let mut theirs = other.roots().flat_map(Node::subtree);
        self.roots().flat_map(Node::subtree).all(|(depth, node)| {
            theirs
                .next()
                .is_some_and(|(other, twin)| depth == other && equal(node, twin))
        }) && theirs.next().is_none()
    }
}

impl Eq for Collection {}

/// A node of a game tree: usually one move, or the set-up at the root.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    collection: &'a Collection,
    index: Index,
}

impl<'a> Node<'a> {
    fn data(self) -> &'a NodeData {
        &self.collection.nodes[self.index.get()]
    }

    /// Its name in the collection.
    pub fn id(self) -> NodeId {
        NodeId(self.index)
    }

    /// Where its `;` stands.
    pub fn location(self) -> Location {
        self.data().location
    }

    /// The node before it, `None` at a root.
    pub fn parent(self) -> Option<Self> {
        self.collection.link(self.data().parent)
    }

    /// The next node of the main line from here.
    pub fn first_child(self) -> Option<Self> {
        self.collection.link(self.data().children.first)
    }

    /// The next variation beside this node; for a root the next game.
    pub fn next_sibling(self) -> Option<Self> {
        self.collection.link(self.data().next)
    }

    /// The nodes that follow: the continuation, then the variations.
    pub fn children(self) -> impl Iterator<Item = Self> + use<'a> {
        successors(self.first_child(), |node| node.next_sibling())
    }

    /// Whether it has more than one child.
    pub fn has_variations(self) -> bool {
        let children = self.data().children;
        children.first != children.last
    }

    /// This node, then repeatedly the first child.
    pub fn main_line(self) -> impl Iterator<Item = Self> + use<'a> {
        successors(Some(self), |node| node.first_child())
    }

    /// This node and everything after it, each with its depth below this node, parents first.
    pub fn subtree(self) -> impl Iterator<Item = (usize, Self)> + use<'a> {
        successors(Some((0, self)), |&(depth, node)| {
            if let Some(child) = node.first_child() {
                return Some((depth + 1, child));
            }
            // Go up to the next variation, but not above the starting node.
            let (mut depth, mut node) = (depth, node);
            while depth > 0 {
                if let Some(sibling) = node.next_sibling() {
                    return Some((depth, sibling));
                }
                node = node.parent()?;
                depth -= 1;
            }
            None
        })
    }

    /// Its properties in the order of the file.
    pub fn properties(self) -> impl Iterator<Item = Property<'a>> + use<'a> {
        let Self { collection, .. } = self;
        let first = collection.property(self.data().properties.first);
        successors(first, |property| collection.property(property.data.next))
    }

    /// The property of that name.
    pub fn property(self, identifier: &str) -> Option<Property<'a>> {
        self.properties()
            .find(|property| property.identifier() == identifier)
    }

    /// The values of the property of that name, none if it is absent.
    pub fn values(self, identifier: &str) -> impl Iterator<Item = Value<'a>> + use<'a> {
        self.property(identifier)
            .into_iter()
            .flat_map(Property::values)
    }

    /// The first value of the property of that name.
    pub fn value(self, identifier: &str) -> Option<Value<'a>> {
        self.values(identifier).next()
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.properties()).finish()
    }
}

/// A property of a node: a name with one or more values.
#[derive(Clone, Copy)]
pub struct Property<'a> {
    collection: &'a Collection,
    data: &'a PropertyData,
}

impl<'a> Property<'a> {
    /// Its name in capital letters, such as `AB`.
    pub fn identifier(self) -> &'a str {
        self.collection.get(self.data.identifier)
    }

    /// Its name as the file spells it, such as `AddBlack`.
    pub fn original(self) -> &'a str {
        self.collection.get(self.data.original)
    }

    /// Where its name stands.
    pub fn location(self) -> Location {
        self.data.location
    }

    /// Its values in the order of the file.
    pub fn values(self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let Self { collection, data } = self;
        successors(data.values.first, |index| {
            collection.values[index.get()].next
        })
        .map(|index| {
            let value = &collection.values[index.get()];
            Value::new(collection.get(value.raw), value.location)
        })
    }
}

impl fmt::Debug for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identifier())?;
        f.debug_list()
            .entries(self.values().map(Value::raw))
            .finish()
    }
}

/// One value of a property: the text between `[` and `]`.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    raw: &'a str,
    location: Location,
}

impl<'a> Value<'a> {
    pub(crate) fn new(raw: &'a str, location: Location) -> Self {
        Self { raw, location }
    }

    /// The value as it stands in the file, with its escapes.
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// Where its `[` stands.
    pub fn location(self) -> Location {
        self.location
    }

    /// The value as text of several lines, such as a comment; lines end in `\n`.
    pub fn text(self) -> String {
        text::decode(self.raw, false)
    }

    /// The lines of [`text`](Self::text), each with the place of its first character in the file.
    pub fn lines(self) -> Vec<(String, Location)> {
        let Location { line, column } = self.location;
        let place = |ends: u32| match ends {
            // Behind the bracket.
            0 => Location {
                line,
                column: column + 1,
            },
            ends => Location {
                line: line + ends,
                column: 1,
            },
        };
        let text = self.text();
        let lines = text.split('\n').zip(text::line_starts(self.raw));
        lines
            .map(|(line, ends)| (line.to_owned(), place(ends)))
            .collect()
    }

    /// The value as text of one line, such as a name.
    pub fn simple_text(self) -> String {
        text::decode(self.raw, true)
    }

    /// The two parts of a composed value such as `aa:A`; both keep the location of the whole.
    pub fn split(self) -> Option<(Self, Self)> {
        let (first, second) = text::split(self.raw)?;
        Some((
            Self { raw: first, ..self },
            Self {
                raw: second,
                ..self
            },
        ))
    }
}
