//! Values that satisfy a schema: answers to a converted one, and values of an original, by a small generator with a seed.

use serde_json::{Map, Value, json};

/// Numbers that look random and are the same each time (splitmix64).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count.max(1)).expect("a usize is at most 64 bits");
        usize::try_from(self.next() % count).expect("it is less than a usize")
    }

    fn flip(&mut self) -> bool {
        self.next() & 1 == 0
    }
}

/// Schemas inside each other that are followed.
const DEEPEST: usize = 60;

/// Which of the accepted values are chosen.
#[derive(Clone, Copy, PartialEq)]
pub enum Manner {
    /// Plain values. A text that should hold JSON does.
    Plain,
    /// Values that the author of the schema means: limits are tried, and free objects have members.
    Meant,
    /// All values: texts with any content, and properties that the schema does not list.
    Any,
}

/// A plain value that satisfies a schema.
pub fn answer(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Value {
    Generator { root, random, manner: Manner::Plain }.value(schema, depth)
}

/// Writes values of the schemas within a root.
pub struct Generator<'r> {
    pub root: &'r Value,
    pub random: &'r mut Random,
    pub manner: Manner,
}

impl Generator<'_> {
    /// A value that satisfies a schema. Contradictions, patterns and counts of properties are not solved.
    pub fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if depth > DEEPEST {
            return Value::Null;
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            return self.value(&self.target(reference), depth + 1);
        }
        if let Some(whole) = self.merged(schema) {
            return self.value(&whole, depth + 1);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
                // Recursion ends in an alternative that is null.
                let is_null = |branch: &&Value| branch.get("type") == Some(&json!("null"));
                let null = branches.iter().find(is_null).filter(|_| depth > 6);
                let branch = null.unwrap_or_else(|| &branches[self.random.below(branches.len())]);
                return self.value(branch, depth + 1);
            }
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values[self.random.below(values.len())].clone();
        }
        if schema.get("nullable") == Some(&json!(true)) && self.random.below(4) == 0 {
            return Value::Null;
        }
        self.of_type(schema, depth)
    }

    fn of_type(&mut self, schema: &Value, depth: usize) -> Value {
        const SCALARS: [&str; 5] = ["string", "integer", "number", "boolean", "null"];
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ if self.manner == Manner::Plain => vec!["string"],
            _ if schema.get("properties").is_some() => vec!["object"],
            _ if schema.get("items").is_some() => vec!["array"],
            _ if depth > 6 => SCALARS.to_vec(),
            _ => SCALARS.into_iter().chain(["object", "array"]).collect(),
        };
        match types[self.random.below(types.len())] {
            "object" => self.object(schema, depth),
            "array" => self.array(schema, depth),
            "string" => self.text(schema),
            "integer" => self.number(schema).0.into(),
            "number" => {
                let (whole, may_have_half) = self.number(schema);
                if may_have_half && self.random.flip() { json!(f64::from(whole) + 0.5) } else { whole.into() }
            }
            "boolean" => self.random.flip().into(),
            _ => Value::Null,
        }
    }

    fn target(&self, reference: &str) -> Value {
        let name = reference.trim_start_matches('#');
        let target = self.root.pointer(name).or_else(|| anchored(self.root, name));
        target.unwrap_or_else(|| panic!("the reference {reference} leads somewhere")).clone()
    }

    /// A schema of an object that has alternatives or parts beside its own keywords, as one schema.
    fn merged(&mut self, schema: &Value) -> Option<Value> {
        let of = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
        let mut parts: Vec<Value> = of("allOf").into_iter().flatten().cloned().collect();
        if parts.is_empty() && schema.get("type") != Some(&json!("object")) {
            return None;
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(branches) = of(keyword) {
                parts.push(branches[self.random.below(branches.len())].clone());
            }
        }
        if parts.is_empty() {
            return None;
        }
        let mut whole: Map<String, Value> = schema.as_object().expect("it has keywords").clone();
        whole.retain(|keyword, _| !matches!(keyword.as_str(), "allOf" | "anyOf" | "oneOf"));
        for part in parts {
            let reference = part.get("$ref").and_then(Value::as_str);
            let part = reference.map_or_else(|| part.clone(), |reference| self.target(reference));
            for (keyword, value) in part.as_object().into_iter().flatten() {
                match (whole.get_mut(keyword), value) {
                    (Some(Value::Object(members)), Value::Object(more)) => members.extend(more.clone()),
                    (Some(Value::Array(items)), Value::Array(more)) => items.extend(more.iter().cloned()),
                    (Some(_), _) => {}
                    (None, value) => {
                        whole.insert(keyword.clone(), value.clone());
                    }
                }
            }
        }
        Some(Value::Object(whole))
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let required: Vec<&str> = names(schema.get("required")).collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut members = Map::new();
        for (name, property) in properties.into_iter().flatten() {
            if required.contains(&name.as_str()) || depth < 6 && self.random.flip() {
                members.insert(name.clone(), self.value(property, depth + 1));
            }
        }
        for (name, more) in self.unlisted(schema, &required, depth) {
            if properties.is_none_or(|properties| !properties.contains_key(&name))
                && !members.contains_key(&name)
            {
                let value = self.value(&more, depth.max(4) + 1);
                members.insert(name, value);
            }
        }
        Value::Object(members)
    }

    /// Names that `properties` does not list, with their schemas.
    fn unlisted(&mut self, schema: &Value, required: &[&str], depth: usize) -> Vec<(String, Value)> {
        const NAMES: [&str; 6] = ["extra", "a", "b c", "ü", "arguments", "Content-Type"];
        if self.manner == Manner::Plain {
            return Vec::new();
        }
        let additional = schema.get("additionalProperties");
        let names_any =
            schema.get("properties").and_then(Value::as_object).is_some_and(|own| !own.is_empty());
        let more = match additional {
            Some(Value::Bool(false)) => return Vec::new(),
            Some(more) => more.clone(),
            None => json!(true),
        };
        // A tool without properties takes no arguments.
        let is_free = !names_any && schema.get("patternProperties").is_none() && depth > 0;
        let is_meant = additional.is_some() || is_free;
        let mut found: Vec<_> = required.iter().map(|name| ((*name).to_owned(), more.clone())).collect();
        let count = match self.manner {
            Manner::Meant if !is_meant => 0,
            Manner::Any if names_any => usize::from(self.random.below(4) == 0),
            _ => self.random.below(3),
        };
        for _ in 0..count {
            found.push((NAMES[self.random.below(NAMES.len())].to_owned(), more.clone()));
        }
        found
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let least = count(schema, "minItems").unwrap_or(0);
        let max = count(schema, "maxItems").unwrap_or(3).max(least);
        let more = if depth > 6 { 0 } else { self.random.below(max.min(least + 3) - least + 1) };
        let plain = if self.manner == Manner::Plain { json!({"type": "string"}) } else { json!({}) };
        let items = schema.get("items").cloned().unwrap_or(plain);
        let tuple = schema.get("prefixItems").or_else(|| schema.get("items")).and_then(Value::as_array);
        let is_unique = schema.get("uniqueItems") == Some(&json!(true));
        let mut values: Vec<Value> = Vec::new();
        for _ in 0..100 {
            if values.len() == least + more {
                break;
            }
            let item = match tuple.and_then(|tuple| tuple.get(values.len())) {
                Some(item) => item,
                // After a tuple of draft-07.
                None if items.is_array() => schema.get("additionalItems").unwrap_or(&Value::Null),
                None => &items,
            };
            if item == &json!(false) {
                break;
            }
            let value = self.value(item, depth + 1);
            if !is_unique || !values.contains(&value) {
                values.push(value);
            }
        }
        values.into()
    }

    /// A text; where the description says that it holds JSON, it does, unless any value is wanted.
    fn text(&mut self, schema: &Value) -> Value {
        let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
        let is_plain = self.manner == Manner::Plain;
        if description.contains("as JSON text.") && (is_plain || self.random.flip()) {
            return self.json_text(description).into();
        }
        if let Some(text) = formatted(schema) {
            return text.into();
        }
        // The patterns of the examples are of decimals.
        if schema.get("pattern").and_then(Value::as_str).is_some_and(|pattern| pattern.contains("\\d")) {
            return "10.5".into();
        }
        let max = count(schema, "maxLength").unwrap_or(usize::MAX);
        let least = count(schema, "minLength").unwrap_or(0);
        if !is_plain {
            const TEXTS: [&str; 14] = [
                "",
                "x",
                "Berlin",
                "null",
                "true",
                "7",
                "{}",
                "{\"a\":1}",
                "[1]",
                "\"quoted\"",
                "ü",
                " a\nb ",
                "2024-02-29",
                "(null)",
            ];
            let text = TEXTS[self.random.below(TEXTS.len())];
            let text: String = text.chars().chain(std::iter::repeat_n('y', least)).collect();
            let length = max.min(text.chars().count());
            return text.chars().take(length).collect::<String>().into();
        }
        let length = least.max(self.random.below(4));
        "x".repeat(length.min(max)).into()
    }

    fn json_text(&mut self, description: &str) -> &'static str {
        if description.contains("of the same form as") {
            return r#"{"value":7,"children":["{\"value\":8}",{"value":9}]}"#;
        }
        if description.contains("A JSON object, as JSON text.") {
            return r#"{"a": [1, null]}"#;
        }
        if description.contains("A JSON array, as JSON text.") {
            return "[1]";
        }
        ["1", "\"one\"", "null", "[true]", "plain"][self.random.below(5)]
    }

    /// A whole number within the limits, and whether half of one more is within them too.
    fn number(&mut self, schema: &Value) -> (i32, bool) {
        let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
        #[expect(clippy::cast_possible_truncation, reason = "the limits of the schemas are small")]
        let whole = |value: f64| value as i32;
        let low = bound("minimum").map(|low| whole(low.ceil()));
        let low = low.or_else(|| bound("exclusiveMinimum").map(|low| whole(low.floor()) + 1));
        let high = bound("maximum").map(|high| whole(high.floor()));
        let high = high.or_else(|| bound("exclusiveMaximum").map(|high| whole(high.ceil()) - 1));
        let lowest = if self.manner == Manner::Plain { 0 } else { -9 };
        let low = low.unwrap_or_else(|| high.map_or(lowest, |high| high.min(lowest)));
        let high = high.unwrap_or(low.saturating_add(9 - 2 * lowest));
        let step = bound("multipleOf").map(whole).filter(|step| *step > 0);
        let span = usize::try_from(high.saturating_sub(low)).unwrap_or(0);
        let value = low + i32::try_from(self.random.below(span + 1)).unwrap_or(0);
        match step {
            Some(step) => (value / step * step, false),
            None => (value, value < high),
        }
    }
}

/// The schema with an anchor.
fn anchored<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    match schema {
        Value::Object(members) if schema.get("$anchor").and_then(Value::as_str) != Some(name) => {
            members.values().find_map(|member| anchored(member, name))
        }
        Value::Object(_) => Some(schema),
        Value::Array(items) => items.iter().find_map(|item| anchored(item, name)),
        _ => None,
    }
}

fn names(list: Option<&Value>) -> impl Iterator<Item = &str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn count(schema: &Value, keyword: &str) -> Option<usize> {
    schema.get(keyword).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok())
}

/// A text of the schema's format.
fn formatted(schema: &Value) -> Option<&'static str> {
    Some(match schema.get("format").and_then(Value::as_str)? {
        "date-time" => "2024-02-29T12:00:00Z",
        "date" => "2024-02-29",
        "time" => "12:00:00Z",
        "duration" => "P1DT12H",
        "email" => "ada@example.org",
        "uuid" => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "uri" => "https://example.org/a",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "hostname" => "example.org",
        _ => return None,
    })
}
