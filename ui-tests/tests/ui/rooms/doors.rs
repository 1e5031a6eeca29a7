//! The names at the root of a crate, and the room of each.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Item, UseTree};

use super::LIB;
use super::attributes::{is_test_only, of_item};
use super::source::Module;

/// An import: its path, and the name that it gives. A name for everything is `*`.
pub(super) struct Leaf {
    pub(super) path: Vec<String>,
    pub(super) name: String,
    pub(super) span: Span,
}

/// The imports of a tree whose path starts with `before`.
pub(super) fn leaves(tree: &UseTree, before: &[String], found: &mut Vec<Leaf>) {
    let mut add = |ident: &syn::Ident, name: &syn::Ident| {
        let mut path = before.to_vec();
        let own = ident.unraw().to_string();
        let name = name.unraw().to_string();
        // `a::{self}` is `a`.
        let name = if name == "self" { before.last().cloned().unwrap_or(name) } else { name };
        if own != "self" || path.is_empty() {
            path.push(own);
        }
        found.push(Leaf { path, name, span: ident.span() });
    };
    match tree {
        UseTree::Name(only) => add(&only.ident, &only.ident),
        UseTree::Rename(both) => add(&both.ident, &both.rename),
        UseTree::Glob(glob) => {
            let span = glob.star_token.spans[0];
            found.push(Leaf { path: before.to_vec(), name: "*".to_owned(), span });
        }
        UseTree::Path(more) => {
            leaves(&more.tree, &[before, &[more.ident.unraw().to_string()]].concat(), found);
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, found)),
    }
}

/// The names at the root.
pub(super) struct Doors {
    rooms: BTreeSet<String>,
    /// The room of each name that is not another crate's.
    names: BTreeMap<String, String>,
    /// The crate's names of itself.
    pub(super) selves: BTreeSet<String>,
}

impl Doors {
    pub(super) fn of(modules: &[Module]) -> Self {
        let root = &modules[0].items;
        let here = || root.iter().filter(|item| !is_test_only(of_item(item)));
        let rooms: BTreeSet<_> = here().filter_map(room).collect();
        let names = rooms.iter().map(|room| (room.clone(), room.clone())).collect();
        let mut doors = Self { rooms, names, selves: BTreeSet::new() };
        doors.names.extend(here().filter_map(defined).map(|name| (name, LIB.to_owned())));
        doors.names.extend(modules.iter().flat_map(exported_macros));
        doors.selves.extend(here().filter_map(own_name));
        // A door may lead through another one.
        while doors.open(here(), modules) {}
        doors
    }

    /// Adds the names of imports; whether there are more than before.
    fn open<'a>(&mut self, items: impl Iterator<Item = &'a Item>, modules: &[Module]) -> bool {
        let before = self.names.len();
        for import in items.flat_map(imports) {
            let start = usize::from(matches!(import.path[0].as_str(), "crate" | "self"));
            let Some(room) = import.path.get(start).and_then(|name| self.room_of(name)) else { continue };
            let room = room.to_owned();
            if import.name == "*" {
                let inside = modules.iter().filter(|module| module.path == import.path[start..]);
                for name in inside.flat_map(|module| &module.items).flat_map(all_names) {
                    self.names.entry(name).or_insert_with(|| room.clone());
                }
            } else {
                self.names.entry(import.name).or_insert(room);
            }
        }
        self.names.len() > before
    }

    /// The room of a name at the root; `None` if it is another crate's.
    pub(super) fn room_of(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    pub(super) fn is_room(&self, name: &str) -> bool {
        self.rooms.contains(name)
    }
}

fn imports(item: &Item) -> Vec<Leaf> {
    let mut found = Vec::new();
    if let Item::Use(import) = item
        && import.leading_colon.is_none()
    {
        leaves(&import.tree, &[], &mut found);
    }
    found.retain(|leaf| !leaf.path.is_empty());
    found
}

fn room(item: &Item) -> Option<String> {
    match item {
        Item::Mod(module) => Some(module.ident.unraw().to_string()),
        _ => None,
    }
}

/// The name of an item that is no module and no import.
fn defined(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(ident.unraw().to_string())
}

fn all_names(item: &Item) -> Vec<String> {
    let named = defined(item).into_iter().chain(room(item));
    named.chain(imports(item).into_iter().map(|leaf| leaf.name)).collect()
}

/// `extern crate self as name;`
fn own_name(item: &Item) -> Option<String> {
    match item {
        Item::ExternCrate(it) if it.ident == "self" => it.rename.as_ref().map(|(_, name)| name.to_string()),
        _ => None,
    }
}

/// Macros that are exported are at the root, wherever they are defined.
fn exported_macros(module: &Module) -> Vec<(String, String)> {
    let macros = module.items.iter().filter_map(|item| match item {
        Item::Macro(item) if item.attrs.iter().any(|it| it.path().is_ident("macro_export")) => {
            item.ident.as_ref()
        }
        _ => None,
    });
    macros.map(|name| (name.to_string(), module.room().to_owned())).collect()
}
