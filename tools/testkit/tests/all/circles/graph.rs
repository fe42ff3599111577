//! Which module of a crate uses which, and the circles among them.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::tree::{Name, Tree};

/// A use of one module by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The module that uses, by its number in the tree.
    pub from: usize,
    /// The module that defines what is used.
    pub to: usize,
    /// Where: a file, a line and the path that stands there.
    pub place: String,
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// A module.
    Module(usize),
    /// An item that this module defines.
    Item(usize),
}

/// Looks names up as the compiler does, through `use` declarations.
struct Resolver<'a> {
    tree: &'a Tree,
    /// The names that are being looked up, and where: declarations may lead in a circle.
    open: Vec<(usize, String)>,
}

impl Resolver<'_> {
    /// What a path in a module leads to; nothing, if it leads out of the crate or is a local name.
    fn path(&mut self, from: usize, path: &[String]) -> Vec<Target> {
        let modules = &self.tree.modules;
        let (mut at, mut rest, mut relative) = (from, path, false);
        while let [first, after @ ..] = rest {
            match first.as_str() {
                "crate" => at = 0,
                "self" => {}
                "super" => match modules[at].parent {
                    Some(parent) => at = parent,
                    None => return Vec::new(),
                },
                _ => break,
            }
            (rest, relative) = (after, true);
        }
        let Some((first, rest)) = rest.split_first() else {
            return if relative {
                vec![Target::Module(at)]
            } else {
                Vec::new()
            };
        };
        let mut targets = self.name(at, first);
        for name in rest {
            let inside = targets.iter().filter_map(|target| match target {
                Target::Module(module) => Some(*module),
                Target::Item(_) => None,
            });
            let inside: Vec<usize> = inside.collect();
            if inside.is_empty() {
                // A variant, a method or a constant of the item.
                break;
            }
            targets = inside
                .into_iter()
                .flat_map(|module| self.name(module, name))
                .collect();
        }
        targets
    }

    /// What a name in a module leads to.
    fn name(&mut self, at: usize, name: &str) -> Vec<Target> {
        let key = (at, name.to_owned());
        if self.open.contains(&key) {
            return Vec::new();
        }
        self.open.push(key);
        let module = &self.tree.modules[at];
        let mut targets: Vec<Target> = Vec::new();
        targets.extend(module.children.get(name).copied().map(Target::Module));
        if module.items.contains(name) {
            targets.push(Target::Item(at));
        }
        for (_, path) in module.imports.iter().filter(|(import, _)| import == name) {
            targets.extend(self.path(at, path));
        }
        if targets.is_empty() {
            for glob in &module.globs {
                for target in self.path(at, glob) {
                    if let Target::Module(inside) = target {
                        targets.extend(self.name(inside, name));
                    }
                }
            }
        }
        self.open.pop();
        targets
    }
}

/// Whether a module is `inner` or one around it.
fn is_around(tree: &Tree, outer: usize, inner: usize) -> bool {
    let mut around = std::iter::successors(Some(inner), |at| tree.modules[*at].parent);
    around.any(|module| module == outer)
}

/// Every use of one module by another, each pair once.
pub fn edges(tree: &Tree) -> Vec<Edge> {
    let mut edges = BTreeMap::new();
    for (from, module) in tree.modules.iter().enumerate() {
        for Name {
            path,
            line,
            handed_on,
        } in &module.names
        {
            let mut resolver = Resolver {
                tree,
                open: Vec::new(),
            };
            for target in resolver.path(from, path) {
                let Target::Item(to) = target else { continue };
                // A module that hands on items of the modules inside it does not use them.
                let is_facade = *handed_on && is_around(tree, from, to);
                if from != to && !is_facade {
                    let file = module.file.display();
                    let place = format!("{file}:{line}: {}", path.join("::"));
                    edges.entry((from, to)).or_insert(place);
                }
            }
        }
    }
    let edges = edges.into_iter();
    edges
        .map(|((from, to), place)| Edge { from, to, place })
        .collect()
}

/// How strict the search for circles is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// The child modules of each module, each with all that lies inside it.
    Siblings,
    /// Each module alone, without the modules inside it.
    Files,
    /// As `Siblings`, and the module around them is one of them, without its children.
    Family,
}

/// The circles of a crate, each as the list of uses that make it: `a -> b, at FILE:LINE: PATH`.
pub fn circles(tree: &Tree, strictness: Strictness) -> Vec<Vec<String>> {
    let edges = edges(tree);
    if strictness == Strictness::Files {
        let all = edges.iter().map(|edge| (edge.from, edge.to, edge));
        return components(tree, all);
    }
    let mut found = Vec::new();
    for around in 0..tree.modules.len() {
        // The child of `around` in which a module lies.
        let child = |module: usize| {
            let mut up = std::iter::successors(Some(module), |at| tree.modules[*at].parent);
            up.find(|at| tree.modules[*at].parent == Some(around))
        };
        let own = (strictness == Strictness::Family).then_some(around);
        let node = |module: usize| if module == around { own } else { child(module) };
        let inside =
            (edges.iter()).filter_map(|edge| Some((node(edge.from)?, node(edge.to)?, edge)));
        found.extend(components(tree, inside.filter(|(from, to, _)| from != to)));
    }
    found
}

/// The sets of nodes that reach each other.
fn components<'a>(
    tree: &Tree,
    edges: impl Iterator<Item = (usize, usize, &'a Edge)>,
) -> Vec<Vec<String>> {
    let mut graph: DiGraphMap<usize, &Edge> = DiGraphMap::new();
    for (from, to, edge) in edges {
        if !graph.contains_edge(from, to) {
            graph.add_edge(from, to, edge);
        }
    }
    let circles = tarjan_scc(&graph)
        .into_iter()
        .filter(|nodes| nodes.len() > 1);
    let circles = circles.map(|nodes| {
        let inside = |(from, to, edge): (usize, usize, &&Edge)| {
            let name = |at: usize| &tree.modules[at].path;
            (nodes.contains(&from) && nodes.contains(&to))
                .then(|| format!("{} -> {}, at {}", name(from), name(to), edge.place))
        };
        let mut lines: Vec<String> = graph.all_edges().filter_map(inside).collect();
        lines.sort();
        lines
    });
    circles.collect()
}
