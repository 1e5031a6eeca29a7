//! Functions over many parameter types, and an external tool. The names of the types begin with a word that appears in
//! no
//! text for models.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::plugin;
use hpd_host::reexports::schemars;
use hpd_host::reexports::schemars::JsonSchema;
use hpd_host::reexports::serde::{Deserialize, Serialize};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

/// The prefix of all type names here.
pub(crate) const TYPE_MARK: &str = "Zyx";

/// The tools, by their names. [`FIRST_OUTSIDE`] and the following ones are external.
pub(crate) const TOOLS: [&str; 8] = ["order", "book", "scalars", "tree", "unions", "open", "note", "search"];
/// The first external tool.
pub(crate) const FIRST_OUTSIDE: usize = 7;
/// The tool with a parameter that is never shown, and the parameter.
pub(crate) const SECRET: (&str, &str) = ("open", "secret");

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ZyxLine {
    #[schemars(length(min = 1, max = 40))]
    item: String,
    #[schemars(range(min = 1, max = 99))]
    quantity: u32,
    price: Decimal,
    #[serde(default)]
    tags: Vec<String>,
    note: Option<ZyxNote>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ZyxNote {
    text_of_note: String,
    #[serde(default)]
    pinned: bool,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum ZyxEvent {
    Started,
    Moved { x: i8, y: Option<u8> },
    Noted(ZyxNote),
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum ZyxId {
    Number(u16),
    Text(#[schemars(length(min = 2))] String),
    Pair(u8, bool),
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ZyxUrgency {
    Low,
    VeryHigh,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct ZyxTree {
    value: i16,
    #[serde(default)]
    children: Vec<ZyxTree>,
    named: Option<BTreeMap<String, ZyxTree>>,
}

/// The plugin.
pub(crate) struct ZyxDesk;

#[plugin]
#[expect(clippy::unused_self, reason = "what is called is the reading")]
impl ZyxDesk {
    /// Takes an order.
    #[ai_function]
    fn order(
        &self,
        /// Who orders.
        customer: String,
        /// What is ordered.
        #[param(items(max = 5))]
        lines: Vec<ZyxLine>,
        /// How soon.
        urgency: Option<ZyxUrgency>,
        /// What it costs at most.
        #[param(range(min = 0), default = 99.5)]
        limit: f64,
    ) -> String {
        format!("{customer} {lines:?} {urgency:?} {limit}")
    }

    /// Books a payment.
    #[ai_function(write, risk = low)]
    fn book(
        &self,
        /// How much.
        amount: Decimal,
        /// When.
        day: NaiveDate,
        /// For which order.
        order_id: Uuid,
    ) -> String {
        format!("{amount} {day} {order_id}")
    }

    /// Takes scalars.
    #[ai_function(unknown_fields = warn)]
    fn scalars(
        &self,
        /// Yes or no.
        flag: bool,
        /// A small number.
        small: Option<u8>,
        /// A large number.
        large: Option<u64>,
        /// A float.
        float: Option<f32>,
        /// A letter.
        letter: Option<char>,
        /// One of some.
        #[param(one_of("red", "Dark Blue"))]
        colour: Option<String>,
        /// A text of a form.
        #[param(pattern = "^[ab]+$")]
        form: Option<String>,
        /// With a default.
        #[param(default = 7, range(max = 9))]
        defaulted: u8,
        /// Read leniently.
        #[param(lenient)]
        loose: Option<bool>,
    ) -> String {
        format!("{flag} {small:?} {large:?} {float:?} {letter:?} {colour:?} {form:?} {defaulted} {loose:?}")
    }

    /// Takes a tree.
    #[ai_function]
    fn tree(
        &self,
        /// A tree.
        tree: ZyxTree,
        /// Anything.
        any: Option<Value>,
    ) -> String {
        format!("{tree:?} {any:?}")
    }

    /// Takes one of several.
    #[ai_function]
    fn unions(
        &self,
        /// An event.
        event: ZyxEvent,
        /// An id.
        id: Option<ZyxId>,
        /// Several.
        events: Option<Vec<ZyxEvent>>,
        /// Without repetition.
        #[param(items(unique))]
        unique: Option<Vec<i64>>,
        /// Two.
        pair: Option<(u8, String)>,
        /// A map.
        map: Option<BTreeMap<u64, bool>>,
    ) -> String {
        format!("{event:?} {id:?} {events:?} {unique:?} {pair:?} {map:?}")
    }

    /// Opens a door.
    #[ai_function]
    fn open(
        &self,
        /// What is never shown.
        #[param(sensitive, length(max = 12))]
        secret: String,
        /// The door.
        door: u32,
    ) -> usize {
        secret.len() + door as usize
    }

    /// Takes a note.
    #[ai_function(leniency = strict)]
    fn note(
        &self,
        /// The text.
        text: String,
        /// Names and values.
        fields: Option<BTreeMap<String, Value>>,
    ) -> String {
        format!("{text} {fields:?}")
    }
}

/// A tool of which only the schema is known.
pub(crate) fn outside() -> ExternalSource {
    let schema = json!({
        "type": "object",
        "properties": {
            "query": {"type": "string", "minLength": 1},
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10},
            "sort": {"enum": ["asc", "desc"]},
            "filter": {"anyOf": [{"$ref": "#/$defs/filter"}, {"type": "null"}]},
            "labels": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
        },
        "required": ["query"],
        "additionalProperties": false,
        "$defs": {"filter": {
            "type": "object",
            "properties": {
                "field": {"type": "string"},
                "above": {"type": "number"},
                "and": {"type": "array", "items": {"$ref": "#/$defs/filter"}},
            },
            "required": ["field"],
        }},
    });
    ExternalSource::frontend("shelf", vec![ExternalTool::new("search", "Searches the shelf", schema)])
}
