//! The keys of a capability.

use hpd_runtime::spec::Risk;

use super::parameter::read_parameter;
use super::read_keywords;
use crate::collect::manifest::CapabilityManifest;
use crate::external::{LENIENCIES, RISKS};
use crate::yaml::Place;

const KEYS: [&str; 16] = [
    "id",
    "name",
    "description",
    "write",
    "risk",
    "confirm_phrase",
    "question",
    "preview",
    "leniency",
    "unknown_fields",
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "parameters",
    "schema",
];

/// Keywords that the manifest says in other words.
const OWN_KEYWORDS: [&str; 4] = ["type", "properties", "required", "additionalProperties"];

pub(super) fn read_capability(place: &Place<'_>) -> CapabilityManifest {
    let mut capability = CapabilityManifest::default();
    let members = place.members();
    if !place.is_mapping() {
        return capability;
    }
    for (key, value) in &members {
        read_key(&mut capability, key, value);
    }
    if capability.id.is_empty() {
        place.wrong("needs an `id`");
    }
    let says = |key: &str| members.iter().any(|(name, _)| name == key);
    match (capability.write, capability.risk) {
        // An unreadable value is an error already.
        (None, _) if says("write") => {}
        (_, None) if says("risk") => {}
        (Some(true), None) => place.wrong("writes, and needs `risk`: low, medium or high"),
        (None | Some(false), Some(_)) => place.wrong("has a `risk`, which is for writes: add `write: true`"),
        _ => {}
    }
    let is_high = capability.risk == Some(Risk::High) || (capability.risk.is_none() && says("risk"));
    if capability.confirm_phrase.is_some() && !is_high {
        place.wrong("has a `confirm_phrase`, which is for a write of high risk");
    }
    if (capability.question.is_some() || says("preview")) && capability.write != Some(true) {
        place.wrong("has a `question` or a `preview`, which are for writes");
    }
    capability
}

fn read_key(capability: &mut CapabilityManifest, key: &str, value: &Place<'_>) {
    match key {
        "id" => capability.id = value.text().unwrap_or_default(),
        "name" => capability.name = value.text(),
        "description" => capability.description = value.text().unwrap_or_default(),
        "write" => capability.write = value.flag(),
        "risk" => capability.risk = value.word(&RISKS),
        "confirm_phrase" => capability.confirm_phrase = value.text(),
        "question" => capability.question = value.text(),
        "preview" => capability.preview = value.items().iter().filter_map(Place::text).collect(),
        "leniency" => capability.leniency = value.word(&LENIENCIES),
        "unknown_fields" => {
            capability.allow_unknown_fields = value.word(&[("reject", false), ("allow", true)]) == Some(true);
        }
        "read_only" => capability.annotations.read_only = value.flag(),
        "destructive" => capability.annotations.destructive = value.flag(),
        "idempotent" => capability.annotations.idempotent = value.flag(),
        "open_world" => capability.annotations.open_world = value.flag(),
        "parameters" => {
            for item in value.items() {
                let parameter = read_parameter(&item);
                let is_known = capability.parameters.iter().any(|other| other.name == parameter.name);
                if is_known && !parameter.name.is_empty() {
                    item.wrong(format!("has the `name` of another parameter: {}", parameter.name));
                }
                capability.parameters.push(parameter);
            }
        }
        "schema" => capability.schema = read_keywords(value, &OWN_KEYWORDS),
        _ => value.unknown_key(key, &KEYS),
    }
}
