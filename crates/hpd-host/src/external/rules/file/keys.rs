//! The keys of a tool's rules.

use hpd_runtime::spec::{Leniency, Risk};

use crate::external::rules::tool_rules::UnknownFieldRule;
use crate::external::rules::{Balance, FieldRules, ToolRules, WriteRule};
use crate::yaml::Place;

/// All keys of a tool, in the order in which they are named.
const KEYS: [&str; 23] = [
    "write",
    "risk",
    "confirm_phrase",
    "question",
    "preview",
    "idempotent",
    "required",
    "non_empty",
    "non_empty_array",
    "sensitive",
    "confirm_if_uncertain",
    "at_least",
    "above",
    "min_items",
    "one_of",
    "hints",
    "obtain",
    "profile_keys",
    "config_keys",
    "ask",
    "balanced",
    "leniency",
    "unknown_fields",
];

pub(crate) const RISKS: [(&str, Risk); 3] =
    [("low", Risk::Low), ("medium", Risk::Medium), ("high", Risk::High)];
pub(crate) const LENIENCIES: [(&str, Leniency); 3] =
    [("strict", Leniency::Strict), ("safe", Leniency::Safe), ("lenient", Leniency::Lenient)];
const UNKNOWN_FIELDS: [(&str, UnknownFieldRule); 2] =
    [("reject", UnknownFieldRule::Reject), ("allow", UnknownFieldRule::Allow)];

/// Reads the rules of a tool.
pub(super) fn read_tool(tool: &Place<'_>) -> ToolRules {
    let mut rules = ToolRules::new();
    let mut write = None;
    let mut risk = None;
    for (key, place) in tool.members() {
        match key.as_str() {
            "write" => write = place.flag(),
            "risk" => risk = place.word(&RISKS).map(|risk| (risk, place)),
            "confirm_phrase" => rules.confirm_phrase = place.text(),
            "question" => rules.question = place.text(),
            "preview" => rules.preview = place.items().iter().filter_map(Place::text).collect(),
            "idempotent" => rules.idempotent = place.flag().unwrap_or(false),
            "leniency" => rules.leniency = place.word(&LENIENCIES),
            "unknown_fields" => rules.unknown_fields = place.word(&UNKNOWN_FIELDS),
            "balanced" if place.is_list() => {
                rules.balanced = place.items().iter().filter_map(read_balance).collect();
            }
            "balanced" => rules.balanced.extend(read_balance(&place)),
            key => read_fields(&mut rules, key, &place),
        }
    }
    rules.write = match (write, risk) {
        (Some(true), Some((risk, _))) => Some(WriteRule::Write(risk)),
        (Some(true), None) => {
            tool.wrong("writes, and needs `risk`: low, medium or high");
            None
        }
        (_, Some((_, place))) => {
            place.wrong("is for writes: add `write: true`");
            None
        }
        (Some(false), None) => Some(WriteRule::Read),
        (None, None) => None,
    };
    if let (Some(problem), true) = (rules.problem(), rules.write.is_some() || write.is_none()) {
        tool.wrong(format!("contradicts itself: {problem}"));
    }
    rules
}

/// Reads a key that says something of fields: a list of their names, or a value for each.
fn read_fields(rules: &mut ToolRules, key: &str, place: &Place<'_>) {
    match key {
        "required" => list(rules, place, |field| field.required = true),
        "non_empty" => list(rules, place, |field| field.non_empty = true),
        "non_empty_array" => list(rules, place, |field| field.non_empty_array = true),
        "sensitive" => list(rules, place, |field| field.sensitive = true),
        "confirm_if_uncertain" => list(rules, place, |field| field.confirm_if_uncertain = true),
        "at_least" => map(rules, place, |field, value| field.at_least = value.number()),
        "above" => map(rules, place, |field, value| field.above = value.number()),
        "min_items" => map(rules, place, |field, value| field.min_items = value.count()),
        "one_of" => map(rules, place, |field, value| {
            let values: Vec<_> = value.items().iter().filter_map(Place::json).collect();
            field.one_of = value.is_list().then_some(values);
        }),
        "hints" => map(rules, place, |field, value| field.hint = value.text()),
        "obtain" => map(rules, place, |field, value| field.obtain = value.text()),
        "profile_keys" => map(rules, place, |field, value| field.profile_key = value.text()),
        "config_keys" => map(rules, place, |field, value| field.config_key = value.text()),
        "ask" => map(rules, place, |field, value| field.ask = value.text()),
        _ => place.unknown_key(key, &KEYS),
    }
}

fn list(rules: &mut ToolRules, place: &Place<'_>, set: impl Fn(&mut FieldRules)) {
    for name in place.items().iter().filter_map(Place::text) {
        set(rules.field(name));
    }
}

fn map(rules: &mut ToolRules, place: &Place<'_>, set: impl Fn(&mut FieldRules, &Place<'_>)) {
    for (name, value) in place.members() {
        set(rules.field(name), &value);
    }
}

fn read_balance(place: &Place<'_>) -> Option<Balance> {
    let (mut items, mut left, mut right) = (None, None, None);
    for (key, value) in place.members() {
        match key.as_str() {
            "items" => items = value.text(),
            "left" => left = value.text(),
            "right" => right = value.text(),
            _ => value.unknown_key(&key, &["items", "left", "right"]),
        }
    }
    let (Some(items), Some(left), Some(right)) = (items, left, right) else {
        place.wrong("needs `items`, `left` and `right`");
        return None;
    };
    Some(Balance { items, left, right })
}
