//! The AI SDK's rules about one chunk: the schemas that the package `ai` checks chunks with in its versions 5.0.277,
//! 6.0.326 and 7.0.173, exported as JSON schemas.
//!
//! They accept fields that they do not name. Chunks of other servers are checked with them unchanged. Chunks of this
//! crate must use only the fields that all three name.

use std::sync::LazyLock;

use serde_json::Value;

use crate::events::recorded::{closed, json};

/// A checker of chunks that others send to clients of the newest version.
pub(crate) fn their_validator() -> jsonschema::Validator {
    checker(&json("vercel", "schema_7.json"))
}

/// Checkers of chunks that are sent here, one for each version.
pub(crate) fn validators() -> &'static [jsonschema::Validator; 3] {
    static VALIDATORS: LazyLock<[jsonschema::Validator; 3]> = LazyLock::new(|| {
        ["schema_5.json", "schema_6.json", "schema_7.json"].map(|name| checker(&closed(json("vercel", name))))
    });
    &VALIDATORS
}

fn checker(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft7::new(schema).unwrap()
}
