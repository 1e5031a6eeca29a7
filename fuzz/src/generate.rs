//! Schemas and values out of random bytes: small words, so that schema and value meet often.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};

/// Names of properties; some are one name in several spellings.
const KEYS: [&str; 8] = ["a", "b", "c", "A", "a_b", "aB", "a-b", "x1"];
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
const FORMATS: [&str; 16] = [
    "date",
    "date-time",
    "time",
    "duration",
    "email",
    "ipv4",
    "ipv6",
    "uri",
    "uuid",
    "hostname",
    "byte",
    "int8",
    "uint64",
    "int64",
    "double",
    "decimal",
];
const PATTERNS: [&str; 14] = [
    "^a",
    "b$",
    r"^\d+$",
    r"\s",
    r"^\S*$",
    "^[a-c]{2}$",
    "^.$",
    r"^\w+$",
    "é",
    "a|b",
    "",
    "^[^a]*$",
    r"\bb",
    "[]",
];
const TEXTS: [&str; 48] = [
    "",
    " ",
    "a",
    "A",
    "ab",
    "b",
    "a b",
    "A-B",
    "a_b",
    "é",
    "日本",
    "😀",
    "\u{a0}",
    "0",
    "5",
    " 5 ",
    "5.0",
    "-0",
    "1.50",
    "1e3",
    "1e400",
    "1e-400",
    "1,234.56",
    "$5",
    "true",
    "FALSE",
    "yes",
    "null",
    "None",
    "[]",
    "[1,\"2\"]",
    "[1,",
    "{}",
    "{\"a\":\"1\"}",
    "{\"A\":null}",
    "[[1]]",
    "9223372036854775808",
    "9007199254740993",
    "0.1",
    "2024-02-29",
    "2024-01-31T00:00:00Z",
    "2024-01-31 10:00:00Z",
    "10:00",
    "5s",
    "x@y.org",
    "::1",
    "a6cc5730226111ee9c432eb5a363657c",
    "https://example.org/a b",
];
/// All keywords of a Shape; the ones that need a subschema follow after [`SCALAR_KEYWORDS`].
const KEYWORDS: [&str; 42] = [
    "type",
    "type",
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minProperties",
    "maxProperties",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minContains",
    "maxContains",
    "required",
    "dependentRequired",
    "default",
    "properties",
    "properties",
    "items",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "prefixItems",
    "contains",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "$ref",
    "$defs",
];
const SCALAR_KEYWORDS: usize = 24;

/// A schema whose schemas nest at most `depth` deep.
pub(crate) fn schema(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    if bytes.ratio(1, 16)? {
        return Ok(Value::from(bytes.arbitrary::<bool>()?));
    }
    let keywords = if depth == 0 { &KEYWORDS[..SCALAR_KEYWORDS] } else { &KEYWORDS[..] };
    let mut members = Map::new();
    for _ in 0..bytes.int_in_range(0..=4)? {
        let name = *bytes.choose(keywords)?;
        members.insert(name.to_owned(), keyword(name, bytes, depth)?);
    }
    Ok(Value::Object(members))
}

/// A schema of an object, as arguments are.
pub(crate) fn arguments_schema(bytes: &mut Unstructured<'_>) -> Result<Value> {
    let mut members = Map::new();
    members.insert("type".to_owned(), json!("object"));
    members.insert("properties".to_owned(), properties(bytes, 3)?);
    members.insert("$defs".to_owned(), json!({"one": schema(bytes, 2)?, "two": schema(bytes, 2)?}));
    for _ in 0..bytes.int_in_range(0..=2)? {
        let name = *bytes.choose(&KEYWORDS[14..])?;
        members.insert(name.to_owned(), keyword(name, bytes, 3)?);
    }
    Ok(Value::Object(members))
}

/// A value that nests at most `depth` deep.
pub(crate) fn value(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    let kinds = if depth == 0 { 7 } else { 11 };
    Ok(match bytes.int_in_range(0..=kinds)? {
        0 => Value::Null,
        1 => Value::from(bytes.arbitrary::<bool>()?),
        2..=3 => number(bytes)?,
        4..=7 => text(bytes)?,
        8..=9 => Value::Array(list(bytes, 0, 4, |bytes| value(bytes, depth - 1))?),
        _ => members(bytes, 4, |bytes| value(bytes, depth - 1))?,
    })
}

fn keyword(name: &str, bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    let below = depth.saturating_sub(1);
    Ok(match name {
        "type" if bytes.ratio(1, 4)? => {
            let mut names = list(bytes, 1, 3, |bytes| Ok(Value::from(*bytes.choose(&TYPES)?)))?;
            names.dedup();
            Value::Array(names)
        }
        "type" => Value::from(*bytes.choose(&TYPES)?),
        "enum" => Value::Array(list(bytes, 1, 4, |bytes| value(bytes, 1))?),
        "const" | "default" => value(bytes, 2)?,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => number(bytes)?,
        "multipleOf" => {
            bytes.choose(&[json!(1), json!(2), json!(3), json!(0.1), json!(0.5), json!(1.5)])?.clone()
        }
        "pattern" => Value::from(*bytes.choose(&PATTERNS)?),
        "format" => Value::from(*bytes.choose(&FORMATS)?),
        "uniqueItems" => Value::from(bytes.arbitrary::<bool>()?),
        "required" => {
            let names = list(bytes, 0, 2, |bytes| Ok(*bytes.choose(&KEYS)?))?;
            json!(names.into_iter().collect::<std::collections::BTreeSet<_>>())
        }
        "dependentRequired" => members(bytes, 2, |bytes| Ok(json!([*bytes.choose(&KEYS)?])))?,
        "properties" | "$defs" | "dependentSchemas" => properties(bytes, below)?,
        "patternProperties" => {
            let pattern = *bytes.choose(&PATTERNS)?;
            json!({pattern: schema(bytes, below)?})
        }
        "prefixItems" | "anyOf" | "oneOf" | "allOf" => {
            Value::Array(list(bytes, 1, 3, |bytes| schema(bytes, below))?)
        }
        "$ref" => Value::from(*bytes.choose(&["#", "#/$defs/one", "#/$defs/two", "#/properties/a"])?),
        "items" | "additionalProperties" | "propertyNames" | "contains" | "not" | "if" | "then" | "else" => {
            schema(bytes, below)?
        }
        _ => Value::from(bytes.int_in_range(0_u8..=3)?),
    })
}

fn properties(bytes: &mut Unstructured<'_>, depth: usize) -> Result<Value> {
    members(bytes, 3, |bytes| schema(bytes, depth))
}

fn number(bytes: &mut Unstructured<'_>) -> Result<Value> {
    let odd = [
        json!(0.5),
        json!(1.5),
        json!(-0.5),
        json!(0.1),
        json!(0.3),
        json!(3.0),
        json!(-0.0),
        json!(1e20),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1_u64 << 53),
        json!((1_u64 << 53) + 1),
        json!(1e300),
    ];
    Ok(if bytes.arbitrary()? {
        Value::from(bytes.int_in_range(-4_i8..=5)?)
    } else {
        bytes.choose(&odd)?.clone()
    })
}

fn text(bytes: &mut Unstructured<'_>) -> Result<Value> {
    let mut text = (*bytes.choose(&TEXTS)?).to_owned();
    if bytes.ratio(1, 8)? {
        text.push_str(bytes.choose(&TEXTS)?);
    }
    Ok(Value::from(text))
}

fn members(
    bytes: &mut Unstructured<'_>,
    max: usize,
    mut member: impl FnMut(&mut Unstructured<'_>) -> Result<Value>,
) -> Result<Value> {
    let mut members = Map::new();
    for _ in 0..bytes.int_in_range(0..=max)? {
        members.insert((*bytes.choose(&KEYS)?).to_owned(), member(bytes)?);
    }
    Ok(Value::Object(members))
}

fn list<T>(
    bytes: &mut Unstructured<'_>,
    least: usize,
    max: usize,
    mut item: impl FnMut(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let length = bytes.int_in_range(least..=max)?;
    (0..length).map(|_| item(bytes)).collect()
}
