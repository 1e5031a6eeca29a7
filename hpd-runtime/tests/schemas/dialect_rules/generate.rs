//! Answers that satisfy a converted schema: a few for each, by a small generator with a seed.

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

/// A value that satisfies a schema.
pub fn answer(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Value {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(reference.trim_start_matches('#')).expect("a reference leads somewhere");
        return answer(root, target, random, depth + 1);
    }
    if let Some(whole) = merged(root, schema, random) {
        return answer(root, &whole, random, depth + 1);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = schema.get(keyword).and_then(Value::as_array) {
            // Recursion ends in an alternative that is null.
            let is_null = |branch: &&Value| branch.get("type") == Some(&json!("null"));
            if depth > 6
                && let Some(null) = branches.iter().find(is_null)
            {
                return answer(root, null, random, depth + 1);
            }
            return answer(root, &branches[random.below(branches.len())], random, depth + 1);
        }
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values[random.below(values.len())].clone();
    }
    if schema.get("nullable") == Some(&json!(true)) && random.below(4) == 0 {
        return Value::Null;
    }
    let types: Vec<&str> = match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => vec!["string"],
    };
    let kind = types[random.below(types.len())];
    match kind {
        "object" => object(root, schema, random, depth),
        "array" => array(root, schema, random, depth),
        "string" => text(schema, random),
        "integer" => number(schema, random).0.into(),
        "number" => {
            let (whole, may_have_half) = number(schema, random);
            if may_have_half && random.flip() { json!(f64::from(whole) + 0.5) } else { whole.into() }
        }
        "boolean" => random.flip().into(),
        _ => Value::Null,
    }
}

/// A schema of an object that has alternatives or parts beside its own keywords, as one schema.
fn merged(root: &Value, schema: &Value, random: &mut Random) -> Option<Value> {
    let of = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    let mut parts: Vec<&Value> = of("allOf").into_iter().flatten().collect();
    if parts.is_empty() && schema.get("type") != Some(&json!("object")) {
        return None;
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(branches) = of(keyword) {
            parts.push(&branches[random.below(branches.len())]);
        }
    }
    if parts.is_empty() {
        return None;
    }
    let own = schema.as_object().expect("it has keywords");
    let mut whole: Map<String, Value> = own.clone();
    whole.retain(|keyword, _| !matches!(keyword.as_str(), "allOf" | "anyOf" | "oneOf"));
    for part in parts {
        let part = match part.get("$ref").and_then(Value::as_str) {
            Some(reference) => root.pointer(reference.trim_start_matches('#')).expect("it leads somewhere"),
            None => part,
        };
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

fn object(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Value {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|other| other.as_str() == Some(name)));
    let mut members = Map::new();
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if is_required(name) || depth < 6 && random.flip() {
            members.insert(name.clone(), answer(root, property, random, depth + 1));
        }
    }
    Value::Object(members)
}

fn array(root: &Value, schema: &Value, random: &mut Random, depth: usize) -> Value {
    let count =
        |keyword| schema.get(keyword).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let least = count("minItems").unwrap_or(0);
    let max = count("maxItems").unwrap_or(3).max(least);
    let length = if depth > 6 { least } else { least + random.below(max.min(least + 3) - least + 1) };
    let items = schema.get("items").cloned().unwrap_or_else(|| json!({"type": "string"}));
    let tuple = schema.get("prefixItems").and_then(Value::as_array);
    let is_unique = schema.get("uniqueItems") == Some(&json!(true));
    let mut values: Vec<Value> = Vec::new();
    for _ in 0..100 {
        if values.len() == length {
            break;
        }
        let item = tuple.and_then(|tuple| tuple.get(values.len())).unwrap_or(&items);
        let value = answer(root, item, random, depth + 1);
        if !is_unique || !values.contains(&value) {
            values.push(value);
        }
    }
    values.into()
}

/// A text; where the description says that it holds JSON, it does.
fn text(schema: &Value, random: &mut Random) -> Value {
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    if description.contains("of the same form as") {
        return r#"{"value":7,"children":["{\"value\":8}",{"value":9}]}"#.into();
    }
    if description.contains("A JSON object, as JSON text.") {
        return r#"{"a": [1, null]}"#.into();
    }
    if description.contains("A JSON array, as JSON text.") {
        return "[1]".into();
    }
    if description.contains("as JSON text.") {
        return ["1", "\"one\"", "null", "[true]", "plain"][random.below(5)].into();
    }
    match schema.get("format").and_then(Value::as_str) {
        Some("date-time") => return "2024-02-29T12:00:00Z".into(),
        Some("date") => return "2024-02-29".into(),
        Some("time") => return "12:00:00Z".into(),
        Some("duration") => return "P1DT12H".into(),
        Some("email") => return "ada@example.org".into(),
        Some("uuid") => return "67e55044-10b1-426f-9247-bb680e5fe0c8".into(),
        Some("uri") => return "https://example.org/a".into(),
        Some("ipv4") => return "192.0.2.1".into(),
        Some("ipv6") => return "2001:db8::1".into(),
        Some("hostname") => return "example.org".into(),
        _ => {}
    }
    // The patterns of the examples are of decimals.
    if schema.get("pattern").and_then(Value::as_str).is_some_and(|pattern| pattern.contains("\\d")) {
        return "10.5".into();
    }
    let count =
        |keyword| schema.get(keyword).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let length = count("minLength").unwrap_or(0).max(random.below(4));
    "x".repeat(length.min(count("maxLength").unwrap_or(usize::MAX))).into()
}

/// A whole number within the limits, and whether half of one more is within them too.
fn number(schema: &Value, random: &mut Random) -> (i32, bool) {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    #[expect(clippy::cast_possible_truncation, reason = "the limits of the schemas are small")]
    let whole = |value: f64| value as i32;
    let low = bound("minimum").map(|low| whole(low.ceil()));
    let low = low.or_else(|| bound("exclusiveMinimum").map(|low| whole(low.floor()) + 1));
    let high = bound("maximum").map(|high| whole(high.floor()));
    let high = high.or_else(|| bound("exclusiveMaximum").map(|high| whole(high.ceil()) - 1));
    let low = low.unwrap_or_else(|| high.map_or(0, |high| high.min(0)));
    let high = high.unwrap_or(low.saturating_add(9));
    let step = schema.get("multipleOf").and_then(Value::as_f64).map(whole).filter(|step| *step > 0);
    let span = usize::try_from(high.saturating_sub(low)).unwrap_or(0);
    let value = low + i32::try_from(random.below(span + 1)).unwrap_or(0);
    match step {
        Some(step) => (value / step * step, false),
        None => (value, value < high),
    }
}
