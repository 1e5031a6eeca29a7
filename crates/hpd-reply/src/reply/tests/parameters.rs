//! Parameters of many kinds, and the meaning of a message while they are open.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::{CompileOptions, Shape};

use crate::reply::{OpenInput, Reply, ReplyWords, Wanted, read_reply};

/// A parameter: name, description, schema.
pub(super) type Parameter = (&'static str, &'static str, &'static str);

pub(super) const ITEM: Parameter = ("item", "Item to buy.", r#"{"type": "string", "minLength": 1}"#);
pub(super) const ADDRESS: Parameter = ("address", "Delivery address.", r#"{"type": "string"}"#);
pub(super) const PHONE: Parameter = ("phone", "Contact phone number.", r#"{"type": "string"}"#);
pub(super) const NAME: Parameter = ("contact_name", "Recipient name.", r#"{"type": ["string", "null"]}"#);
pub(super) const NODE: Parameter = ("node_id", "The node of the camera.", r#"{"type": "string"}"#);
pub(super) const COUNT: Parameter =
    ("guests", "How many guests.", r#"{"type": "integer", "minimum": 1, "maximum": 20}"#);
pub(super) const AMOUNT: Parameter =
    ("amount", "The amount.", r#"{"anyOf": [{"type": "number"}, {"type": "null"}]}"#);
pub(super) const PRICE: Parameter =
    ("price", "The price.", r#"{"type": ["string", "number", "null"], "pattern": "^-?\\d+(\\.\\d+)?$"}"#);
pub(super) const GIFT: Parameter = ("gift_wrap", "Whether it is a gift.", r#"{"type": "boolean"}"#);
pub(super) const SPEED: Parameter = ("speed", "How fast.", r#"{"enum": ["Standard", "Express", "stop", 7]}"#);
pub(super) const SWITCH: Parameter =
    ("mode", "The mode.", r#"{"type": "string", "enum": ["Yes", "yes", "No"]}"#);
pub(super) const DATE: Parameter = ("due", "The day.", r#"{"type": "string", "format": "date"}"#);
pub(super) const CODE: Parameter =
    ("code", "The code.", r#"{"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"}"#);
pub(super) const ANY: Parameter = ("x", "Anything.", r#"{"type": "string", "pattern": "."}"#);
pub(super) const LIST: Parameter = ("tags", "Tags.", r#"{"type": "array", "items": {"type": "string"}}"#);
pub(super) const OTHER: Parameter = ("other", "Other.", r##"{"$ref": "#/$defs/Other"}"##);

/// The meaning of a message while these are missing and uncertain.
pub(super) fn read_open(
    missing: &[Parameter],
    uncertain: &[Parameter],
    text: &str,
    words: &ReplyWords,
) -> Reply {
    let limits = Limits::default();
    let compiled: Vec<_> = missing
        .iter()
        .chain(uncertain)
        .map(|(_, _, schema)| {
            let schema = Node::parse(schema, &limits).unwrap();
            let shape = Shape::compile_node(&schema, CompileOptions::outside(&limits)).ok();
            (schema, shape)
        })
        .collect();
    let accepts: Vec<_> = compiled
        .iter()
        .map(|(_, shape)| {
            |value: &Node<'_>| {
                let Some(shape) = shape else { return true };
                let mut findings = Findings::new(&limits);
                shape.check(value, &mut findings);
                findings.is_empty()
            }
        })
        .collect();
    let mut wanted = missing.iter().chain(uncertain).zip(compiled.iter().zip(&accepts)).map(
        |((name, description, _), ((schema, _), accepts))| Wanted {
            name,
            title: None,
            description,
            schema,
            accepts,
        },
    );
    let missing = wanted.by_ref().take(missing.len()).collect();
    let open = OpenInput::new(missing, wanted.collect(), "place_order");
    read_reply(text, &open, words)
}
