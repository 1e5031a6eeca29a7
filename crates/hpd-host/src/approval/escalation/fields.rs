//! Whether a schema has the field that a rule reads.

use std::cell::Cell;

use hpd_journal::__private::is_same_without_case;
use serde_json::Value;

/// Keywords that say which fields there are.
const STRUCTURE: [&str; 7] = ["properties", "items", "prefixItems", "$ref", "allOf", "anyOf", "oneOf"];
/// A path through references and combinations is followed so far.
const MAX_STEPS: usize = 64;
/// So many places are looked at. A larger schema counts as one that has the field.
const MAX_PLACES: usize = 10_000;

/// Whether arguments with this schema may have a value at a dotted path. Items of arrays are passed through.
pub(super) fn has_field(schema: &Value, path: &str, ignores_case: bool) -> bool {
    Search { root: schema, ignores_case, places: Cell::new(0) }.find(schema, path, MAX_STEPS)
}

struct Search<'s> {
    root: &'s Value,
    ignores_case: bool,
    /// The number of places that were looked at.
    places: Cell<usize>,
}

impl Search<'_> {
    fn find(&self, schema: &Value, path: &str, steps: usize) -> bool {
        if path.is_empty() {
            return true;
        }
        let Value::Object(keywords) = schema else { return schema != &Value::Bool(false) };
        let Some(steps) = steps.checked_sub(1) else { return false };
        self.places.set(self.places.get() + 1);
        if self.places.get() > MAX_PLACES {
            return true;
        }
        let is_in = |schema: &Value| self.find(schema, path, steps);
        if keywords.get("$ref").and_then(|target| self.target(target)).is_some_and(is_in) {
            return true;
        }
        let several = ["allOf", "anyOf", "oneOf", "prefixItems"]
            .into_iter()
            .filter_map(|key| keywords.get(key)?.as_array());
        if several.flatten().any(is_in) || keywords.get("items").is_some_and(is_in) {
            return true;
        }
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        if let Some(properties) = keywords.get("properties").and_then(Value::as_object) {
            // A key may have dots in it.
            let finds = |(name, schema): (&String, &Value)| {
                self.is_same(name, path) || (self.is_same(name, first) && self.find(schema, rest, steps))
            };
            if properties.iter().any(finds) {
                return true;
            }
        }
        if let Some(others) = keywords.get("additionalProperties") {
            return self.find(others, rest, steps) && others != &Value::Bool(false);
        }
        // A schema without any structure accepts all fields.
        let may_be_object = match keywords.get("type") {
            None => true,
            Some(Value::String(one)) => one == "object" || one == "array",
            Some(several) => several.as_array().is_some_and(|types| types.iter().any(|one| one == "object")),
        };
        may_be_object
            && (keywords.contains_key("patternProperties")
                || !STRUCTURE.iter().any(|key| keywords.contains_key(*key)))
    }

    fn is_same(&self, name: &str, wanted: &str) -> bool {
        name == wanted || (self.ignores_case && is_same_without_case(name, wanted))
    }

    fn target(&self, reference: &Value) -> Option<&Value> {
        self.root.pointer(reference.as_str()?.strip_prefix('#')?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::has_field;

    #[test]
    fn fields_are_found_where_arguments_may_have_them() {
        let closed = json!({"type": "object", "properties": {
            "Amount": {"type": "number"},
            "Lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
            "Meta": {"type": "object", "additionalProperties": {"type": "object", "properties": {"a": {"type": "string"}}}},
            "Any": {},
            "a.b": {"type": "string"},
            "Choice": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"To": {"type": "string"}}}]}
        }, "$defs": {"Line": {"type": "object", "properties": {"Net": {"type": "number"}, "Next": {"$ref": "#/$defs/Line"}}}}});
        for (path, ignores_case, expected) in [
            ("Amount", false, true),
            ("amount", false, false),
            ("amount", true, true),
            ("Ammount", true, false),
            ("Lines.Net", false, true),
            ("Lines.Next.Next.Net", false, true),
            ("Lines.Gross", false, false),
            ("Meta.x.a", false, true),
            ("Meta.x.b", false, false),
            ("Any.deep.field", false, true),
            ("a.b", false, true),
            ("Choice.To", false, true),
            ("Amount.Net", false, false),
        ] {
            assert_eq!(has_field(&closed, path, ignores_case), expected, "{path}");
        }
        assert!(has_field(&json!({"type": "object"}), "Whatever", false));
        assert!(!has_field(&json!({"$ref": "#"}), "Whatever", false));
        // The ways through it double with each step.
        assert!(has_field(&json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}), "Whatever", false));
    }
}
