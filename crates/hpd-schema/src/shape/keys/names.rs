//! Names of properties in keywords that a Shape may not check.

use hpd_json::Node;

use crate::shape::ObjectRules;

/// How deep subschemas are searched.
const FAR: usize = 16;

/// Notes the names that the members of a schema give to properties in other keywords than `properties`: `if`,
/// `dependentRequired` and the like.
pub(in crate::shape) fn note_names(
    object: &mut Option<Box<ObjectRules>>,
    members: &[(std::borrow::Cow<'_, str>, Node<'_>)],
) {
    let mut named = Named::default();
    for (keyword, value) in members {
        match &**keyword {
            "if" | "then" | "else" => named.schema(value, FAR),
            "dependentSchemas" | "dependentRequired" | "dependencies" => named.dependencies(value, FAR),
            // `false` closes the object. The names in all parts of the schema are then all there are.
            "unevaluatedProperties" => named.is_open |= *value != Node::Bool(false),
            "$dynamicRef" | "$recursiveRef" => named.is_open = true,
            _ => {}
        }
    }
    let Named { names, is_open } = named;
    // Without rules for objects, the schema lists nothing.
    if let Some(rules) = object.as_deref_mut().filter(|_| is_open || !names.is_empty()) {
        rules.named_elsewhere = names.into();
        rules.names_unknown |= is_open;
    }
}

#[derive(Default)]
struct Named {
    names: Vec<Box<str>>,
    /// There may be others.
    is_open: bool,
}

impl Named {
    fn schema(&mut self, schema: &Node<'_>, far: usize) {
        let (Node::Object(members), Some(far)) = (schema, far.checked_sub(1)) else { return };
        for (keyword, value) in members {
            match (&**keyword, value) {
                ("properties", Node::Object(properties)) => {
                    for (name, _) in properties {
                        self.add(name);
                    }
                }
                ("required", Node::Array(names)) => {
                    names.iter().filter_map(Node::as_str).for_each(|name| self.add(name));
                }
                ("allOf" | "anyOf" | "oneOf", Node::Array(parts)) => {
                    for part in parts {
                        self.schema(part, far);
                    }
                }
                ("if" | "then" | "else", part) => self.schema(part, far),
                ("dependentSchemas" | "dependentRequired" | "dependencies", parts) => {
                    self.dependencies(parts, far);
                }
                ("additionalProperties" | "unevaluatedProperties", value) => {
                    self.is_open |= *value != Node::Bool(false);
                }
                ("$ref" | "$dynamicRef" | "$recursiveRef" | "patternProperties", _) => self.is_open = true,
                _ => {}
            }
        }
    }

    /// Of each: a list of names, or a schema.
    fn dependencies(&mut self, value: &Node<'_>, far: usize) {
        let Node::Object(members) = value else { return };
        for (_, dependency) in members {
            match dependency {
                Node::Array(names) => names.iter().filter_map(Node::as_str).for_each(|name| self.add(name)),
                schema => self.schema(schema, far),
            }
        }
    }

    fn add(&mut self, name: &str) {
        if !self.names.iter().any(|known| **known == *name) {
            self.names.push(name.into());
        }
    }
}
