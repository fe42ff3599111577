//! The modules of a crate and what each of them names, read from its sources.
//!
//! [`Tree::read`] parses the root and every file that a `mod` declares. Tests are left out: items
//! with `#[cfg(test)]` or `#[test]`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// A module: what it declares and what it names.
#[derive(Debug, Default)]
pub struct Module {
    /// Its path in the crate, such as `crate::gtp::play`.
    pub path: String,
    /// The module around it; `None` for the root.
    pub parent: Option<usize>,
    /// Its file.
    pub file: PathBuf,
    /// The modules that it declares.
    pub children: BTreeMap<String, usize>,
    /// The other items that it declares.
    pub items: BTreeSet<String>,
    /// Its `use` declarations: the name in this module, and the path behind it.
    pub imports: Vec<(String, Vec<String>)>,
    /// Its `use` declarations of everything in a path.
    pub globs: Vec<Vec<String>>,
    /// The paths in its code.
    pub names: Vec<Name>,
}

/// A path in the code of a module.
#[derive(Clone, Debug)]
pub struct Name {
    /// Its segments.
    pub path: Vec<String>,
    /// Its line in the file.
    pub line: usize,
    /// Whether it stands in a `pub use`, which hands the item on.
    pub handed_on: bool,
}

/// The modules of a crate; the first is the root.
#[derive(Debug, Default)]
pub struct Tree {
    /// The modules, each after the one around it.
    pub modules: Vec<Module>,
}

impl Tree {
    /// Reads a crate from the file of its root; `read` gives the text of a file, if there is one.
    pub fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut tree = Self::default();
        let folder = root.parent().unwrap_or(root);
        tree.add_file(None, "crate", root, folder, read);
        tree
    }

    /// Adds a module that is a file; `folder` is where its child modules lie.
    fn add_file(
        &mut self,
        parent: Option<usize>,
        name: &str,
        file: &Path,
        folder: &Path,
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let text = read(file).unwrap_or_else(|| panic!("expected the source {}", file.display()));
        let parsed = syn::parse_file(&text);
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add(parent, name, file, folder, &parsed.items, read)
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        name: &str,
        file: &Path,
        folder: &Path,
        items: &[Item],
        read: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let path = match parent {
            Some(parent) => format!("{}::{name}", self.modules[parent].path),
            None => name.to_owned(),
        };
        let at = self.modules.len();
        self.modules.push(Module {
            path,
            parent,
            file: file.to_path_buf(),
            ..Module::default()
        });
        for item in items {
            let Item::Mod(module) = item else { continue };
            if are_tests(&module.attrs) {
                continue;
            }
            let name = module.ident.to_string();
            let below = folder.join(&name);
            let child = if let Some((_, items)) = &module.content {
                self.add(Some(at), &name, file, &below, items, read)
            } else if let Some(path) = path_of(&module.attrs) {
                let file = file.parent().unwrap_or(file).join(path);
                let folder = file.parent().unwrap_or(&file);
                self.add_file(Some(at), &name, &file, folder, read)
            } else {
                let files = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
                let file = files.iter().find(|file| read(file).is_some());
                let file = file.unwrap_or_else(|| panic!("no {}", files[0].display()));
                self.add_file(Some(at), &name, file, &below, read)
            };
            self.modules[at].children.insert(name, child);
        }
        let mut reader = Reader {
            module: &mut self.modules[at],
            handed_on: false,
        };
        let mut exported = Vec::new();
        for item in items {
            if let Some(name) = name_of(item) {
                if let Item::Macro(item) = item
                    && has(&item.attrs, "macro_export")
                {
                    exported.push(name.clone());
                }
                reader.module.items.insert(name);
            }
            if !matches!(item, Item::Mod(_)) {
                reader.visit_item(item);
            }
        }
        // Exported macros are names of the root.
        for name in exported.into_iter().filter(|_| at > 0) {
            let inside = self.modules[at].path.split("::").map(str::to_owned);
            let path = inside.chain([name.clone()]).collect();
            self.modules[0].imports.push((name, path));
        }
        at
    }
}

/// Whether something with these attributes is for tests only.
fn are_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        let Meta::List(list) = &attribute.meta else {
            return false;
        };
        let condition = list.tokens.to_string().replace(' ', "");
        list.path.is_ident("cfg") && (condition == "test" || condition.starts_with("all(test,"))
    };
    has(attributes, "test") || attributes.iter().any(is_test)
}

/// Whether one of the attributes is this word.
fn has(attributes: &[Attribute], word: &str) -> bool {
    (attributes.iter()).any(|attribute| attribute.path().is_ident(word))
}

/// The file in an attribute `#[path = "..."]`.
fn path_of(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else {
            return None;
        };
        let syn::Expr::Lit(value) = &pair.value else {
            return None;
        };
        match &value.lit {
            syn::Lit::Str(file) if pair.path.is_ident("path") => Some(file.value()),
            _ => None,
        }
    })
}

/// The name of an item that others can use.
fn name_of(item: &Item) -> Option<String> {
    let (attributes, name) = match item {
        Item::Const(item) => (&item.attrs, &item.ident),
        Item::Enum(item) => (&item.attrs, &item.ident),
        Item::Fn(item) => (&item.attrs, &item.sig.ident),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()?),
        Item::Static(item) => (&item.attrs, &item.ident),
        Item::Struct(item) => (&item.attrs, &item.ident),
        Item::Trait(item) => (&item.attrs, &item.ident),
        Item::TraitAlias(item) => (&item.attrs, &item.ident),
        Item::Type(item) => (&item.attrs, &item.ident),
        Item::Union(item) => (&item.attrs, &item.ident),
        _ => return None,
    };
    (!are_tests(attributes)).then(|| name.to_string())
}

/// Collects the paths of items.
struct Reader<'a> {
    module: &'a mut Module,
    /// Whether the item is a `pub use`.
    handed_on: bool,
}

impl Reader<'_> {
    fn name(&mut self, path: Vec<String>, span: Span) {
        self.module.names.push(Name {
            path,
            line: span.start().line,
            handed_on: self.handed_on,
        });
    }

    /// A `use` declaration, whose path begins with `before`.
    fn import(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &proc_macro2::Ident| {
            let mut path = before.to_vec();
            if name != "self" || path.is_empty() {
                path.push(name.to_string());
            }
            path
        };
        match tree {
            UseTree::Path(path) => self.import(&with(&path.ident), &path.tree),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(before, tree);
                }
            }
            UseTree::Name(name) => {
                let path = with(&name.ident);
                let last = path.last().cloned().unwrap_or_default();
                self.module.imports.push((last, path.clone()));
                self.name(path, name.ident.span());
            }
            UseTree::Rename(name) => {
                let path = with(&name.ident);
                let rename = name.rename.to_string();
                self.module.imports.push((rename, path.clone()));
                self.name(path, name.ident.span());
            }
            UseTree::Glob(glob) => {
                self.module.globs.push(before.to_vec());
                // Everything in an enum, if it is one.
                self.name(before.to_vec(), glob.star_token.spans[0]);
            }
        }
    }

    /// The paths in the tokens of a macro or an attribute, as far as they have `::` in them.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is = |at: usize, sign| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let mut path = vec![first.to_string()];
                    while is(at + 1, ':')
                        && is(at + 2, ':')
                        && let Some(TokenTree::Ident(next)) = tokens.get(at + 3)
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    if path.len() > 1 {
                        self.name(path, first.span());
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// The attributes of an item.
fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !are_tests(attributes_of(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !are_tests(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, declaration: &'ast syn::ItemUse) {
        if declaration.leading_colon.is_none() {
            self.handed_on = !matches!(declaration.vis, Visibility::Inherited);
            self.import(&[], &declaration.tree);
            self.handed_on = false;
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let segments = path.segments.iter();
            let names = segments.map(|segment| segment.ident.to_string());
            self.name(names.collect(), first.ident.span());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.tokens(list.tokens.clone());
        }
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {
        // The path in `pub(in crate::x)` is no use of `x`.
    }
}
