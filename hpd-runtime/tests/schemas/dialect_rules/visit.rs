//! A walk through a schema: every subschema once, with its place.

use serde_json::Value;

/// One schema of the whole.
pub struct Visit<'s> {
    pub root: &'s Value,
    pub schema: &'s Value,
    pub path: String,
    /// Number of objects and arrays around a value of this schema, itself included if it is one.
    pub level: usize,
}

impl<'s> Visit<'s> {
    pub fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    pub fn get(&self, keyword: &str) -> Option<&'s Value> {
        self.schema.get(keyword)
    }

    pub fn has(&self, keyword: &str) -> bool {
        self.get(keyword).is_some()
    }

    pub fn keywords(&self) -> impl Iterator<Item = &'s str> + use<'s> {
        self.schema.as_object().into_iter().flat_map(|members| members.keys().map(String::as_str))
    }

    /// The names in `type`.
    pub fn types(&self) -> Vec<&'s str> {
        match self.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    pub fn is_of(&self, name: &str) -> bool {
        self.types().contains(&name)
    }

    /// The names of the properties.
    pub fn properties(&self) -> Vec<&'s str> {
        let properties = self.get("properties").and_then(Value::as_object);
        properties.into_iter().flat_map(|properties| properties.keys().map(String::as_str)).collect()
    }
}

/// Shows every schema of the whole to `see`.
pub fn each(root: &Value, see: &mut dyn FnMut(&Visit<'_>)) {
    walk(root, root, String::new(), 0, see);
}

fn walk(root: &Value, schema: &Value, path: String, above: usize, see: &mut dyn FnMut(&Visit<'_>)) {
    let mut visit = Visit { root, schema, path, level: above };
    if visit.is_of("object") || visit.is_of("array") {
        visit.level += 1;
    }
    see(&visit);
    let Some(members) = schema.as_object() else { return };
    for (keyword, value) in members {
        let at = format!("{}/{keyword}", visit.path);
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "dependentSchemas", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    walk(root, schema, format!("{at}/{name}"), visit.level, see);
                }
            }
            ("$defs" | "definitions", Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    walk(root, schema, format!("{at}/{name}"), 0, see);
                }
            }
            ("anyOf" | "oneOf" | "allOf", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    walk(root, schema, format!("{at}/{index}"), above, see);
                }
            }
            ("prefixItems" | "items", Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    walk(root, schema, format!("{at}/{index}"), visit.level, see);
                }
            }
            ("not" | "if" | "then" | "else", schema) => walk(root, schema, at, above, see),
            (
                "items"
                | "additionalProperties"
                | "propertyNames"
                | "contains"
                | "unevaluatedItems"
                | "unevaluatedProperties",
                schema @ (Value::Object(_) | Value::Bool(_)),
            ) if schema.is_object() => walk(root, schema, at, visit.level, see),
            _ => {}
        }
    }
}
