//! The types of values that people write in YAML.

use hpd_runtime::args::{Decimal, Node};
use serde_json::Value;

use super::located::LocatedValue;
use super::{Place, Problems};

/// A key of a mapping, and what its value does to a `T`.
pub type Key<T> = (&'static str, fn(&mut T, &Place<'_>));

/// Keys that have a new name: the old one and the new one.
const RENAMED: [(&str, &str); 1] = [("policy", "leniency")];

impl<'y> Place<'y> {
    /// The line, from 1.
    pub const fn line(&self) -> usize {
        self.located.position.0
    }

    /// Whether there is a list of values.
    pub const fn is_list(&self) -> bool {
        matches!(self.located.value, LocatedValue::List(_))
    }

    /// Reads a mapping into `target`. A key that is not in `keys` is a problem.
    pub fn object<T>(&self, keys: &[Key<T>], target: &mut T) {
        self.object_remarking(keys, target, self.problems);
    }

    /// Reads a mapping into `target`. Keys that are not in `keys` are noted in `remarks`.
    pub fn object_remarking<T>(&self, keys: &[Key<T>], target: &mut T, remarks: &Problems) {
        for (key, place) in self.members() {
            match keys.iter().find(|(name, _)| *name == key) {
                Some((_, read)) => read(target, &place),
                None => Place { problems: remarks, ..place }.no_key(key, keys),
            }
        }
    }

    fn no_key<T>(&self, key: &str, keys: &[Key<T>]) {
        let known: Vec<_> = keys.iter().map(|(name, _)| *name).collect();
        match RENAMED.iter().find(|(old, new)| *old == key && known.contains(new)) {
            Some((_, new)) => self.wrong(format!("is now called `{new}`: use `{new}`")),
            None => self.unknown_key(key, &known),
        }
    }

    /// The value of a key, if this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<Place<'y>> {
        let LocatedValue::Mapping { members, .. } = &self.located.value else { return None };
        let (name, value) = members.iter().find(|(name, _)| name == key)?;
        Some(self.member(name, value))
    }

    /// Whether this is a mapping with one of some keys.
    pub fn has(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.get(key).is_some())
    }

    /// A non-empty text. A YAML number counts as its text.
    pub fn text(&self) -> Option<String> {
        let text = self.located.text().filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.wrong("must be a text");
        }
        text.map(str::to_owned)
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<String> {
        self.items().iter().filter_map(Place::text).collect()
    }

    /// One of several words.
    pub fn word<T: Copy>(&self, words: &[(&'static str, T)]) -> Option<T> {
        let found = self.located.text().and_then(|text| words.iter().find(|(word, _)| *word == text));
        if found.is_none() {
            let words: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            self.wrong(format!("must be {}", either(&words)));
        }
        found.map(|(_, value)| *value)
    }

    /// A number. Anything else is a problem.
    pub fn number(&self) -> Option<Value> {
        let number = self.located.unquoted().and_then(json_number);
        if number.is_none() {
            self.wrong("must be a number");
        }
        number
    }

    /// A whole number, zero or more. Anything else is a problem.
    pub fn count(&self) -> Option<u64> {
        let count = self.located.unquoted().and_then(|text| text.parse().ok());
        if count.is_none() {
            self.wrong("must be a whole number, zero or more");
        }
        count
    }

    /// A text, number, flag or null, as JSON.
    pub fn json_scalar(&self) -> Option<Value> {
        let scalar = self.scalar();
        if scalar.is_none() {
            self.wrong("must be a text, a number, true, false or null");
        }
        scalar.map(json)
    }

    /// The value, of any form, as JSON.
    pub fn json(&self) -> Value {
        json(self.to_node())
    }
}

fn json(node: Node<'_>) -> Value {
    match node {
        // A number that serde can't hold stays a text.
        Node::Number(text) => json_number(&text).unwrap_or_else(|| Value::String(text.into_owned())),
        Node::Array(items) => items.into_iter().map(json).collect(),
        Node::Object(members) => {
            members.into_iter().map(|(key, value)| (key.into_owned(), json(value))).collect()
        }
        scalar => scalar.to_value(),
    }
}

fn json_number(text: &str) -> Option<Value> {
    // YAML knows more ways to write numbers; those of JSON have one meaning everywhere.
    Decimal::parse(text)?;
    serde_json::from_str::<serde_json::Number>(text).ok().map(Value::Number)
}

/// "a, b or c"
fn either(words: &[String]) -> String {
    match words {
        [one] => one.clone(),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
        [] => String::new(),
    }
}
