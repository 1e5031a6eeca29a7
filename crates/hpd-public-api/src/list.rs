//! Public items by their paths.

use std::collections::{BTreeSet, HashMap};
use std::io;

use serde_json::Value;

use crate::json::{Crates, Item, Target};

/// The public items of a crate, one a line: the kind, the path, and whether the item may grow.
///
/// # Errors
///
/// An item has two public paths.
pub(crate) fn items(crates: &Crates, name: &str) -> io::Result<BTreeSet<String>> {
    let mut list = List { crates, items: BTreeSet::new(), paths: HashMap::new() };
    list.module(crates.root(name)?, name, 0);
    let twice = list.paths.values().filter(|paths| paths.len() > 1).map(|paths| paths.join(", "));
    let mut twice: Vec<_> = twice.collect();
    if twice.is_empty() {
        return Ok(list.items);
    }
    twice.sort();
    Err(io::Error::other(format!("items with more than one public path:\n{}", twice.join("\n"))))
}

/// Whether a line is about a name at the root of its crate that is no module.
pub(crate) fn is_at_root(line: &str) -> bool {
    let (kind, path) = line.split_once(' ').unwrap_or_default();
    kind != "module" && path.matches("::").count() == 1
}

/// Re-exports of modules that contain each other would never end.
const DEEPEST: usize = 16;

struct List<'c> {
    crates: &'c Crates,
    items: BTreeSet<String>,
    /// The public paths of each item of a module.
    paths: HashMap<(&'c str, String), Vec<String>>,
}

impl<'c> List<'c> {
    fn module(&mut self, module: Item<'c>, path: &str, depth: usize) {
        let Some((_, inner)) = module.inner() else { return };
        for id in inner["items"].as_array().into_iter().flatten() {
            if let Some(Target::Here(item)) = self.crates.follow(module, id) {
                self.member(item, path, depth);
            }
        }
    }

    /// A member of a module, under its own name.
    fn member(&mut self, item: Item<'c>, path: &str, depth: usize) {
        if !item.is_public() {
            return;
        }
        if let Some(("use", inner)) = item.inner() {
            self.reexport(item, inner, path, depth);
        } else if let Some(name) = item.name() {
            self.item(item, &format!("{path}::{name}"), depth);
        }
    }

    fn reexport(&mut self, item: Item<'c>, inner: &'c Value, path: &str, depth: usize) {
        let Some(target) = self.crates.follow(item, &inner["id"]) else { return };
        match (target, inner["is_glob"] == true) {
            (Target::Here(target), true) if depth < DEEPEST => self.glob(target, path, depth + 1),
            (_, true) => {}
            (Target::Here(target), false) => {
                if let Some(name) = inner["name"].as_str() {
                    self.item(target, &format!("{path}::{name}"), depth);
                }
            }
            (Target::Foreign(kind), false) => {
                let name = inner["name"].as_str().unwrap_or_default();
                self.items.insert(format!("{kind} {path}::{name}"));
            }
        }
    }

    fn glob(&mut self, target: Item<'c>, path: &str, depth: usize) {
        match target.inner() {
            Some(("module", _)) => self.module(target, path, depth),
            Some(("enum", inner)) => self.members(target, &inner["variants"], path),
            _ => {}
        }
    }

    fn item(&mut self, item: Item<'c>, path: &str, depth: usize) {
        let Some((kind, inner)) = item.inner() else { return };
        if depth < DEEPEST {
            self.paths.entry(item.identity()).or_default().push(path.to_owned());
        }
        let grows = if item.is_non_exhaustive() { " (non_exhaustive)" } else { "" };
        self.items.insert(format!("{} {path}{grows}", label(kind)));
        match kind {
            "module" if depth < DEEPEST => self.module(item, path, depth + 1),
            "struct" => {
                self.members(item, &inner["kind"]["plain"]["fields"], path);
                self.members(item, &inner["kind"]["tuple"], path);
                self.methods(item, inner, path);
            }
            "union" => self.methods(item, inner, path),
            "enum" => {
                self.members(item, &inner["variants"], path);
                self.methods(item, inner, path);
            }
            "variant" => {
                self.members(item, &inner["kind"]["struct"]["fields"], path);
                self.members(item, &inner["kind"]["tuple"], path);
            }
            "trait" => self.members(item, &inner["items"], path),
            _ => {}
        }
    }

    /// The methods and constants of a type, those of traits left out.
    fn methods(&mut self, item: Item<'c>, inner: &'c Value, path: &str) {
        for id in inner["impls"].as_array().into_iter().flatten() {
            let Some(Target::Here(block)) = self.crates.follow(item, id) else { continue };
            let Some((_, block_inner)) = block.inner() else { continue };
            if block_inner["trait"].is_null() {
                self.members(block, &block_inner["items"], path);
            }
        }
    }

    fn members(&mut self, of: Item<'c>, ids: &'c Value, path: &str) {
        for id in ids.as_array().into_iter().flatten() {
            if let Some(Target::Here(member)) = self.crates.follow(of, id) {
                self.member(member, path, DEEPEST);
            }
        }
    }
}

/// The kind of item, in the words of Rust.
fn label(kind: &str) -> &str {
    match kind {
        "function" => "fn",
        "constant" | "assoc_const" => "const",
        "assoc_type" | "type_alias" => "type",
        "struct_field" => "field",
        "proc_macro" => "macro",
        other => other,
    }
}

#[cfg(test)]
mod tests;
