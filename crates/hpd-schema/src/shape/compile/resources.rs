//! The schemas of one document that have an address (`$id`) or a name (`$anchor`) of their own.

use std::collections::HashMap;
use std::hash::Hash;
use std::ptr;
use std::rc::Rc;

use hpd_json::{Limits, Node};

use super::address::join;
use super::dialect::Dialect;

/// A schema in the document.
#[derive(Clone)]
pub(super) struct Located<'s, 'a> {
    pub(super) schema: &'s Node<'a>,
    /// Its JSON pointer.
    pub(super) pointer: String,
    /// The address of the schema around it.
    pub(super) base: Rc<str>,
}

/// The schemas that references find by address or name; `None` where several different ones have it.
pub(super) struct Resources<'s, 'a> {
    by_address: HashMap<Rc<str>, Option<Located<'s, 'a>>>,
    by_name: HashMap<(Rc<str>, &'s str), Option<Located<'s, 'a>>>,
    /// The addresses of schemas that have one, by their places.
    addresses: HashMap<*const Node<'a>, Rc<str>>,
}

/// Keywords whose value is a schema, or a list of schemas.
const SCHEMAS: [&str; 16] = [
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value has schemas by name.
const NAMED: [&str; 6] =
    ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"];

impl<'s, 'a> Resources<'s, 'a> {
    /// Finds the schemas of a document.
    pub(super) fn of(document: &'s Node<'a>, dialect: Dialect) -> Self {
        let root = Rc::from("");
        let located = Located { schema: document, pointer: String::new(), base: Rc::clone(&root) };
        let mut resources =
            Self { by_address: HashMap::new(), by_name: HashMap::new(), addresses: HashMap::new() };
        resources.by_address.insert(root, Some(located.clone()));
        let mut waiting = vec![(located, 0)];
        while let Some((mut located, depth)) = waiting.pop() {
            resources.add(&mut located, dialect);
            // Deeper schemas are refused.
            if depth < Limits::DEEPEST {
                let below = schemas_below(&located);
                waiting.extend(below.into_iter().map(|below| (below, depth + 1)));
            }
        }
        resources
    }

    /// Takes in the address and the names of a schema. `located` has the address of the schema itself afterwards.
    fn add(&mut self, located: &mut Located<'s, 'a>, dialect: Dialect) {
        let text = |keyword: &str| located.schema.get(keyword).and_then(Node::as_str);
        // Beside a reference, older drafts ignore all other keywords.
        let is_ignored = !dialect.ref_siblings && located.schema.get("$ref").is_some();
        let id = text("$id").filter(|_| !is_ignored);
        let names = [text("$anchor"), text("$dynamicAnchor"), id.and_then(|id| id.strip_prefix('#'))];
        let address = id.map(|id| id.split('#').next().unwrap_or_default()).filter(|id| !id.is_empty());
        if let Some(address) = address {
            located.base = join(&located.base, address).into();
            put(&mut self.by_address, Rc::clone(&located.base), located);
            self.addresses.insert(ptr::from_ref(located.schema), Rc::clone(&located.base));
        }
        for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
            put(&mut self.by_name, (Rc::clone(&located.base), name), located);
        }
    }

    /// The address of a schema that has one.
    pub(super) fn address_of(&self, schema: &Node<'a>) -> Option<&Rc<str>> {
        self.addresses.get(&ptr::from_ref(schema))
    }

    /// The only schema with an address.
    pub(super) fn at(&self, address: &str) -> Option<&Located<'s, 'a>> {
        self.by_address.get(address)?.as_ref()
    }

    /// The only schema with a name inside of the schema with an address.
    pub(super) fn named(&self, address: &Rc<str>, name: &'s str) -> Option<&Located<'s, 'a>> {
        self.by_name.get(&(Rc::clone(address), name))?.as_ref()
    }
}

/// Adds a schema. The same schema in two places has one meaning.
fn put<'s, 'a, K: Eq + Hash>(
    schemas: &mut HashMap<K, Option<Located<'s, 'a>>>,
    key: K,
    located: &Located<'s, 'a>,
) {
    let entry = schemas.entry(key).or_insert_with(|| Some(located.clone()));
    if entry.as_ref().is_some_and(|first| first.schema != located.schema) {
        *entry = None;
    }
}

/// The schemas in the keywords of a schema.
fn schemas_below<'s, 'a>(located: &Located<'s, 'a>) -> Vec<Located<'s, 'a>> {
    let Node::Object(members) = located.schema else { return Vec::new() };
    let mut below = Vec::new();
    for (keyword, value) in members {
        let at = |schema, tokens: &str| Located {
            schema,
            pointer: format!("{}/{}{tokens}", located.pointer, escaped(keyword)),
            base: Rc::clone(&located.base),
        };
        match value {
            Node::Object(schemas) if NAMED.contains(&keyword.as_ref()) => {
                below.extend(schemas.iter().map(|(name, schema)| at(schema, &format!("/{}", escaped(name)))));
            }
            schema @ Node::Object(_) if SCHEMAS.contains(&keyword.as_ref()) => below.push(at(schema, "")),
            Node::Array(schemas) if SCHEMAS.contains(&keyword.as_ref()) => {
                let numbered = schemas.iter().enumerate();
                below.extend(numbered.map(|(index, schema)| at(schema, &format!("/{index}"))));
            }
            _ => {}
        }
    }
    below
}

fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}
