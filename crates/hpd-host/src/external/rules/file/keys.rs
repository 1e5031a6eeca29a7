//! The keys of a tool's rules.

use hpd_runtime::args::Leniency;
use hpd_runtime::spec::Risk;
use serde_json::Value;

use crate::external::UNKNOWN_FIELDS;
use crate::external::rules::{Balance, FieldRules, ToolRules, WriteRule};
use hpd_document::{Key, Place};

/// All keys of a tool, in the order in which they are named.
const KEYS: [Key<Tool>; 24] = [
    ("write", |tool, place| tool.write = place.flag()),
    ("risk", |tool, place| tool.risk = place.word(&RISKS)),
    ("confirm_phrase", |tool, place| tool.rules.confirm_phrase = place.text()),
    ("title", |tool, place| tool.rules.title = place.text()),
    ("question", |tool, place| tool.rules.question = place.text()),
    ("preview", |tool, place| tool.rules.preview = place.texts()),
    ("idempotent", |tool, place| tool.rules.idempotent = place.flag().unwrap_or(false)),
    ("required", |tool, place| list(tool, place, |field| field.required = true)),
    ("non_empty", |tool, place| list(tool, place, |field| field.non_empty = true)),
    ("non_empty_array", |tool, place| list(tool, place, |field| field.non_empty_array = true)),
    ("sensitive", |tool, place| list(tool, place, |field| field.sensitive = true)),
    ("confirm_if_uncertain", |tool, place| list(tool, place, |field| field.confirm_if_uncertain = true)),
    ("at_least", |tool, place| map(tool, place, |field, value| field.at_least = value.number())),
    ("above", |tool, place| map(tool, place, |field, value| field.above = value.number())),
    ("min_items", |tool, place| map(tool, place, |field, value| field.min_items = value.count())),
    ("one_of", |tool, place| map(tool, place, |field, value| field.one_of = read_values(value))),
    ("hints", |tool, place| map(tool, place, |field, value| field.hint = value.text())),
    ("obtain", |tool, place| map(tool, place, |field, value| field.obtain = value.text())),
    ("profile_keys", |tool, place| map(tool, place, |field, value| field.profile_key = value.text())),
    ("config_keys", |tool, place| map(tool, place, |field, value| field.config_key = value.text())),
    ("ask", |tool, place| map(tool, place, |field, value| field.ask = value.text())),
    ("balanced", |tool, place| tool.rules.balanced = read_balances(place)),
    ("leniency", |tool, place| tool.rules.leniency = place.word(&LENIENCIES)),
    ("unknown_fields", |tool, place| tool.rules.unknown_fields = place.word(&UNKNOWN_FIELDS)),
];

/// All keys of bookings that must balance.
const BALANCE_KEYS: [Key<Sides>; 3] = [
    ("items", |sides, place| sides.items = place.text()),
    ("left", |sides, place| sides.left = place.text()),
    ("right", |sides, place| sides.right = place.text()),
];

pub(crate) const RISKS: [(&str, Risk); 3] =
    [("low", Risk::Low), ("medium", Risk::Medium), ("high", Risk::High)];
pub(crate) const LENIENCIES: [(&str, Leniency); 3] =
    [("strict", Leniency::Strict), ("safe", Leniency::Safe), ("lenient", Leniency::Lenient)];

/// The rules of a tool, before `write` and `risk` are compared.
#[derive(Default)]
struct Tool {
    rules: ToolRules,
    write: Option<bool>,
    risk: Option<Risk>,
}

/// The keys of a [`Balance`] that were found.
#[derive(Default)]
struct Sides {
    items: Option<String>,
    left: Option<String>,
    right: Option<String>,
}

/// Reads the rules of a tool.
pub(super) fn read_tool(place: &Place<'_>) -> ToolRules {
    let mut tool = Tool::default();
    place.object(&KEYS, &mut tool);
    let Tool { mut rules, write, risk } = tool;
    rules.write = match (write, risk) {
        (Some(true), Some(risk)) => Some(WriteRule::Write(risk)),
        (Some(true), None) => {
            place.wrong("writes, and needs `risk`: low, medium or high");
            None
        }
        (_, Some(_)) => {
            place.get("risk").iter().for_each(|risk| risk.wrong("is for writes: add `write: true`"));
            None
        }
        (Some(false), None) => Some(WriteRule::Read),
        (None, None) => None,
    };
    if let (Some(problem), true) = (rules.problem(), rules.write.is_some() || write.is_none()) {
        place.wrong(format!("contradicts itself: {problem}"));
    }
    rules
}

/// A list of fields.
fn list(tool: &mut Tool, place: &Place<'_>, set: impl Fn(&mut FieldRules)) {
    for name in place.texts() {
        set(tool.rules.field(name));
    }
}

/// A value for each field.
fn map(tool: &mut Tool, place: &Place<'_>, set: impl Fn(&mut FieldRules, &Place<'_>)) {
    for (name, value) in place.members() {
        set(tool.rules.field(name), &value);
    }
}

fn read_values(place: &Place<'_>) -> Option<Vec<Value>> {
    let values = place.items().iter().filter_map(Place::json_scalar).collect();
    place.is_list().then_some(values)
}

fn read_balances(place: &Place<'_>) -> Vec<Balance> {
    if place.is_list() {
        return place.items().iter().filter_map(read_balance).collect();
    }
    read_balance(place).into_iter().collect()
}

fn read_balance(place: &Place<'_>) -> Option<Balance> {
    let mut sides = Sides::default();
    place.object(&BALANCE_KEYS, &mut sides);
    let Sides { items: Some(items), left: Some(left), right: Some(right) } = sides else {
        place.wrong("needs `items`, `left` and `right`");
        return None;
    };
    Some(Balance { items, left, right })
}
