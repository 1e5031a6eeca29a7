//! The modules of a crate, file by file.

use std::path::{Path, PathBuf};

use syn::ext::IdentExt;
use syn::{Expr, ExprLit, Item, Lit, Meta};

use super::LIB;
use super::attributes::{is_test_only, of_item};

/// The text of a file; `None` if it does not exist.
pub(super) type Files<'a> = dyn Fn(&Path) -> Option<String> + 'a;

/// A file of a crate, or a top-level module in braces. Other modules in braces are parts of their file.
pub(super) struct Module {
    /// The names of the modules from the root to this one.
    pub(super) path: Vec<String>,
    pub(super) file: PathBuf,
    pub(super) items: Vec<Item>,
}

impl Module {
    /// The top-level module that it is a part of.
    pub(super) fn room(&self) -> &str {
        self.path.first().map_or(LIB, String::as_str)
    }
}

/// All files of the crate with this root, but for those that are only there in tests. The root is the first.
pub(super) fn modules(root: &Path, files: &Files<'_>) -> Vec<Module> {
    let mut walk = Walk { files, modules: Vec::new() };
    walk.file(root, &[], root.parent().unwrap());
    walk.modules
}

struct Walk<'a> {
    files: &'a Files<'a>,
    modules: Vec<Module>,
}

impl Walk<'_> {
    /// A file, and the files of its modules, which are in `folder`.
    fn file(&mut self, file: &Path, path: &[String], folder: &Path) {
        let text = (self.files)(file).unwrap_or_else(|| panic!("{} does not exist", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        if is_test_only(&parsed.attrs) {
            return;
        }
        let at = self.modules.len();
        self.modules.push(Module { path: path.to_owned(), file: file.to_owned(), items: Vec::new() });
        self.items(&parsed.items, path, file, folder);
        self.modules[at].items = parsed.items;
    }

    fn items(&mut self, items: &[Item], path: &[String], file: &Path, folder: &Path) {
        for item in items {
            let Item::Mod(module) = item else { continue };
            if is_test_only(of_item(item)) {
                continue;
            }
            let name = module.ident.unraw().to_string();
            let path = [path, std::slice::from_ref(&name)].concat();
            if let Some((_, items)) = &module.content {
                if let [_] = &path[..] {
                    let (path, file) = (path.clone(), file.to_owned());
                    self.modules.push(Module { path, file, items: items.clone() });
                }
                self.items(items, &path, file, &folder.join(name));
            } else if let Some(place) = module.attrs.iter().find_map(|attribute| place(&attribute.meta)) {
                let file = file.parent().unwrap().join(place);
                let folder = file.parent().unwrap().to_owned();
                self.file(&file, &path, &folder);
            } else {
                let inside = folder.join(&name);
                let (beside, below) = (inside.with_extension("rs"), inside.join("mod.rs"));
                let file = if (self.files)(&beside).is_some() { beside } else { below };
                self.file(&file, &path, &inside);
            }
        }
    }
}

/// The file in `#[path = ".."]`.
fn place(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if pair.path.is_ident("path") => Some(text.value()),
        _ => None,
    }
}
