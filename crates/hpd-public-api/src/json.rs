//! The JSON of several crates, and links between them.

use std::collections::HashMap;
use std::io;

use serde_json::Value;

/// An item: its crate, and its JSON.
#[derive(Clone, Copy)]
pub(crate) struct Item<'c> {
    of: &'c Crate,
    json: &'c Value,
}

/// All crates, by name.
#[derive(Default)]
pub(crate) struct Crates(HashMap<String, Crate>);

struct Crate {
    name: String,
    json: Value,
    /// Ids by path and kind: other crates have other ids for the same item.
    ids: HashMap<(String, String), String>,
}

/// The target of a link.
pub(crate) enum Target<'c> {
    Here(Item<'c>),
    /// An item of a crate that is not among these, with its kind.
    Foreign(String),
}

impl Crates {
    /// Adds a crate by its JSON.
    pub(crate) fn add(&mut self, text: &str) -> io::Result<()> {
        let json: Value = serde_json::from_str(text).map_err(io::Error::other)?;
        let name = json["index"][id(&json["root"])]["name"].as_str().unwrap_or_default().to_owned();
        let mut ids = HashMap::new();
        for (id, entry) in json["paths"].as_object().into_iter().flatten() {
            if entry["crate_id"] == 0 {
                ids.insert(key(entry), id.clone());
            }
        }
        self.0.insert(name.clone(), Crate { name, json, ids });
        Ok(())
    }

    /// The root module of a crate.
    pub(crate) fn root(&self, name: &str) -> io::Result<Item<'_>> {
        let of = self.0.get(name).ok_or_else(|| io::Error::other(format!("`{name}` was not read")))?;
        of.item(&of.json["root"]).ok_or_else(|| io::Error::other(format!("`{name}` has no root")))
    }

    /// The item with an id, in the crate of the item that names it.
    pub(crate) fn follow<'c>(&'c self, from: Item<'c>, to: &Value) -> Option<Target<'c>> {
        if let Some(item) = from.of.item(to) {
            return Some(Target::Here(item));
        }
        let entry = &from.of.json["paths"][id(to)];
        let crate_name = entry["path"][0].as_str()?;
        let Some(of) = self.0.get(crate_name) else {
            return Some(Target::Foreign(entry["kind"].as_str()?.to_owned()));
        };
        let item = of.ids.get(&key(entry)).and_then(|id| of.by_id(id))?;
        Some(Target::Here(item))
    }
}

impl Crate {
    fn item(&self, id_of: &Value) -> Option<Item<'_>> {
        self.by_id(&id(id_of))
    }

    fn by_id(&self, id: &str) -> Option<Item<'_>> {
        let json = self.json["index"].get(id)?;
        Some(Item { of: self, json })
    }
}

impl<'c> Item<'c> {
    pub(crate) fn name(self) -> Option<&'c str> {
        self.json["name"].as_str()
    }

    /// What tells the item from all others.
    pub(crate) fn identity(self) -> (&'c str, String) {
        (&self.of.name, id(&self.json["id"]))
    }

    /// The kind of item, and what it contains.
    pub(crate) fn inner(self) -> Option<(&'c str, &'c Value)> {
        let (kind, inner) = self.json["inner"].as_object()?.iter().next()?;
        Some((kind, inner))
    }

    /// Whether it is public, or as public as the item that contains it.
    pub(crate) fn is_public(self) -> bool {
        matches!(self.json["visibility"].as_str(), Some("public" | "default")) && !self.is_hidden()
    }

    fn is_hidden(self) -> bool {
        self.attributes().any(|attribute| attribute["other"] == "#[doc(hidden)]")
    }

    pub(crate) fn is_non_exhaustive(self) -> bool {
        self.attributes().any(|attribute| attribute == "non_exhaustive")
    }

    fn attributes(self) -> impl Iterator<Item = &'c Value> {
        self.json["attrs"].as_array().into_iter().flatten()
    }
}

fn id(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn key(entry: &Value) -> (String, String) {
    let path = entry["path"].as_array().into_iter().flatten().filter_map(Value::as_str);
    (path.collect::<Vec<_>>().join("::"), entry["kind"].as_str().unwrap_or_default().to_owned())
}
