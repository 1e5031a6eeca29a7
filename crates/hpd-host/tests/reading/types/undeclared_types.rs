//! Types that read more than their schemas declare.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

/// An alias in an open struct.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Open {
    #[serde(default, alias = "to")]
    pub(super) name: String,
}

/// An alias in a closed one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Closed {
    #[serde(alias = "to")]
    pub(super) name: String,
}

/// A name of its own for reading: the schema has it.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Renamed {
    #[serde(rename(deserialize = "to"))]
    pub(super) name: String,
}

/// A field that the schema hides.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Hidden {
    pub(super) name: String,
    #[schemars(skip)]
    #[serde(default)]
    pub(super) admin: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Flat {
    pub(super) amount: u32,
    #[serde(flatten)]
    pub(super) payee: Open,
}

/// Collects all other fields.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Collecting {
    #[serde(default, alias = "to")]
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) rest: BTreeMap<String, u32>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) enum External {
    Pay {
        #[serde(default, alias = "to")]
        name: String,
    },
    Give(Open),
    Both(u8, Open),
    #[serde(alias = "Nothing")]
    None,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) enum Internal {
    Pay {
        #[serde(default, alias = "to")]
        name: String,
    },
    Give(Open),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "data")]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) enum Adjacent {
    #[serde(alias = "Send")]
    Pay {
        #[serde(default, alias = "to")]
        name: String,
    },
    Give(Open),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) enum Untagged {
    Number(u32),
    Pay {
        amount: u32,
        #[serde(default, alias = "to")]
        name: String,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) enum Unit {
    #[serde(alias = "Crimson")]
    Red,
    Green,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) enum Other {
    Red,
    #[serde(other)]
    Unknown,
}

/// Recursive.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Tree {
    #[serde(default, alias = "to")]
    pub(super) name: String,
    pub(super) next: Option<Box<Tree>>,
}

/// Read by hand, from any of two keys.
#[derive(Debug)]
pub(super) struct ByHand {
    pub(super) name: String,
}

impl JsonSchema for ByHand {
    fn schema_name() -> Cow<'static, str> {
        "ByHand".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "properties": {"name": {"type": "string"}}})
    }
}

struct ByHandVisitor;

impl<'de> Visitor<'de> for ByHandVisitor {
    type Value = ByHand;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct ByHand")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByHand, A::Error> {
        let mut name = String::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "name" | "to" => name = map.next_value()?,
                _ => drop(map.next_value::<serde::de::IgnoredAny>()?),
            }
        }
        Ok(ByHand { name })
    }
}

impl<'de> Deserialize<'de> for ByHand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The list of fields is not all that is read.
        deserializer.deserialize_struct("ByHand", &["name"], ByHandVisitor)
    }
}

/// The same, as a map.
#[derive(Debug)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct AsMap(pub(super) String);

impl JsonSchema for AsMap {
    fn schema_name() -> Cow<'static, str> {
        "AsMap".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        ByHand::json_schema(generator)
    }
}

impl<'de> Deserialize<'de> for AsMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByHandVisitor).map(|ByHand { name }| Self(name))
    }
}

/// A type of another crate, as it were.
#[derive(Debug)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Foreign {
    pub(super) name: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(remote = "Foreign")]
pub(super) struct ForeignForm {
    #[serde(default, alias = "to")]
    name: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Remote {
    #[serde(with = "ForeignForm")]
    #[schemars(with = "ForeignForm")]
    pub(super) foreign: Foreign,
}

/// Read by way of another type.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(from = "Open")]
#[expect(dead_code, reason = "shown by Debug")]
pub(super) struct Converted(pub(super) String);

impl From<Open> for Converted {
    fn from(open: Open) -> Self {
        Self(open.name)
    }
}
