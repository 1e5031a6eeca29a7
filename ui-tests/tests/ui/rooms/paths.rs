//! The paths of a room that lead out of it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, Field, FieldValue, ImplItem, Item, ItemMod, ItemUse, Local, Macro, StmtMacro};
use syn::{TraitItem, Variant, Visibility};

use super::LIB;
use super::attributes::{is_test_only, of_impl_item, of_item, of_trait_item};
use super::doors::{Doors, leaves};
use super::source::Module;

/// A path to another room.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outward {
    pub(super) to: String,
    pub(super) file: PathBuf,
    pub(super) line: usize,
    pub(super) path: String,
}

/// Reads one room.
pub(super) struct Reader<'a> {
    room: &'a str,
    doors: &'a Doors,
    /// Names that mean the root of the crate.
    roots: BTreeSet<String>,
    /// Whether all names of the root are imported.
    has_all_names: bool,
    module: Vec<String>,
    file: &'a Path,
    found: BTreeSet<Outward>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(room: &'a str, doors: &'a Doors) -> Self {
        let roots = doors.selves.clone();
        let (module, file, found) = (Vec::new(), Path::new(""), BTreeSet::new());
        Self { room, doors, roots, has_all_names: false, module, file, found }
    }

    /// The paths that leave the room, in all its files.
    pub(super) fn read(mut self, modules: &[&'a Module]) -> BTreeSet<Outward> {
        // A name for the root may be used before it is seen: all is read again until no more names come up.
        loop {
            let before = (self.roots.len(), self.has_all_names);
            for module in modules {
                self.module.clone_from(&module.path);
                self.file = &module.file;
                module.items.iter().for_each(|item| self.visit_item(item));
            }
            if before == (self.roots.len(), self.has_all_names) {
                return self.found;
            }
        }
    }

    /// The part of a path after the root of the crate; `None` if the path does not come to it.
    fn below_root<'p>(&self, path: &'p [String]) -> Option<&'p [String]> {
        let is_root = |name: &String| name == "crate" || self.roots.contains(name);
        let mut module = self.module.as_slice();
        let mut rest = path;
        while let [first, more @ ..] = rest {
            match first.as_str() {
                "super" => module = module.split_last()?.1,
                "self" => {}
                _ => break,
            }
            rest = more;
        }
        match rest {
            [first, more @ ..] if is_root(first) => Some(more),
            // `use x::{self as y}` of the root, or a name at it.
            _ if module.is_empty() && rest.len() < path.len() => Some(rest),
            [first, _, ..] if module.is_empty() && self.doors.is_room(first) => Some(rest),
            [first, more @ ..] if self.has_all_names && !(more.is_empty() && self.doors.is_room(first)) => {
                Some(rest)
            }
            _ => None,
        }
    }

    fn see(&mut self, path: &[String], span: Span) {
        let Some([first, ..]) = self.below_root(path) else { return };
        let Some(to) = self.doors.room_of(first).filter(|to| *to != self.room) else { return };
        let (to, file, line) = (to.to_owned(), self.file.to_owned(), span.start().line);
        self.found.insert(Outward { to, file, line, path: path.join("::") });
    }

    /// A path that may be no longer than its start, which is seen elsewhere.
    fn see_new(&mut self, path: &[String], before: &[String], span: Span) {
        if path.len() > before.len() {
            self.see(path, span);
        }
    }

    /// The paths in tokens. In the braces of an import they start with `before`.
    fn see_tokens(&mut self, tokens: TokenStream, before: &[String]) {
        let (mut path, mut span) = (before.to_vec(), Span::call_site());
        // A path continues after two.
        let start = if before.is_empty() { 0 } else { 2 };
        let mut colons = start;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.see_new(&path, before, span);
                        path = before.to_vec();
                    }
                    path.push(ident.unraw().to_string());
                    (span, colons) = (ident.span(), 0);
                }
                TokenTree::Punct(colon) if colon.as_char() == ':' && colons < 2 && !path.is_empty() => {
                    colons += 1;
                }
                TokenTree::Group(group) if colons == 2 && group.delimiter() == Delimiter::Brace => {
                    self.see_tokens(group.stream(), &path);
                    (path, colons) = (before.to_vec(), start);
                }
                other => {
                    self.see_new(&path, before, span);
                    (path, colons) = (before.to_vec(), start);
                    if let TokenTree::Group(group) = other {
                        self.see_tokens(group.stream(), &[]);
                    }
                }
            }
        }
        self.see_new(&path, before, span);
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_only(of_item(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let name = module.ident.unraw().to_string();
        // Files and top-level modules are read apart.
        if module.content.is_none() || self.module.is_empty() {
            return;
        }
        self.module.push(name);
        visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_use(&mut self, import: &'ast ItemUse) {
        // A door of the crate is no dependency of the root's own items.
        let is_door = self.module.is_empty() && !matches!(import.vis, Visibility::Inherited);
        if is_door || import.leading_colon.is_some() {
            return;
        }
        let mut imports = Vec::new();
        leaves(&import.tree, &[], &mut imports);
        for leaf in imports {
            match self.below_root(&leaf.path) {
                Some([]) if leaf.name == "*" => self.has_all_names |= self.room != LIB,
                Some([]) => drop(self.roots.insert(leaf.name)),
                Some(_) => self.see(&leaf.path, leaf.span),
                None if self.module.is_empty() => {
                    let path = [&["crate".to_owned()], leaf.path.as_slice()].concat();
                    self.see(&path, leaf.span);
                }
                None => {}
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let segments = path.segments.iter().map(|segment| segment.ident.unraw().to_string());
            self.see(&segments.collect::<Vec<_>>(), path.segments[0].ident.span());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.see_tokens(call.tokens.clone(), &[]);
        visit::visit_macro(self, call);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Ok(list) = attribute.meta.require_list() {
            self.see_tokens(list.tokens.clone(), &[]);
        }
        visit::visit_attribute(self, attribute);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !is_test_only(of_impl_item(item)) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if !is_test_only(of_trait_item(item)) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_field(&mut self, field: &'ast Field) {
        if !is_test_only(&field.attrs) {
            visit::visit_field(self, field);
        }
    }

    fn visit_field_value(&mut self, field: &'ast FieldValue) {
        if !is_test_only(&field.attrs) {
            visit::visit_field_value(self, field);
        }
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        if !is_test_only(&variant.attrs) {
            visit::visit_variant(self, variant);
        }
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        if !is_test_only(&arm.attrs) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if !is_test_only(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_stmt_macro(&mut self, call: &'ast StmtMacro) {
        if !is_test_only(&call.attrs) {
            visit::visit_stmt_macro(self, call);
        }
    }
}
