//! The keys of a capability.

use hpd_runtime::spec::Risk;

use super::parameter::read_parameter;
use super::read_keywords;
use crate::collect::manifest::CapabilityManifest;
use crate::external::{LENIENCIES, RISKS, UNKNOWN_FIELDS};
use hpd_document::{Key, Place};

/// All keys of a capability, in the order in which they are named.
const KEYS: [Key<CapabilityManifest>; 16] = [
    ("id", |capability, value| capability.id = value.text().unwrap_or_default()),
    ("name", |capability, value| capability.name = value.text()),
    ("description", |capability, value| capability.description = value.text().unwrap_or_default()),
    ("write", |capability, value| capability.write = value.flag()),
    ("risk", |capability, value| capability.risk = value.word(&RISKS)),
    ("confirm_phrase", |capability, value| capability.confirm_phrase = value.text()),
    ("question", |capability, value| capability.question = value.text()),
    ("preview", |capability, value| capability.preview = value.texts()),
    ("leniency", |capability, value| capability.leniency = value.word(&LENIENCIES)),
    ("unknown_fields", |capability, value| {
        capability.unknown_fields = value.word(&UNKNOWN_FIELDS);
    }),
    ("read_only", |capability, value| capability.annotations.read_only = value.flag()),
    ("destructive", |capability, value| capability.annotations.destructive = value.flag()),
    ("idempotent", |capability, value| capability.annotations.idempotent = value.flag()),
    ("open_world", |capability, value| capability.annotations.open_world = value.flag()),
    ("parameters", |capability, value| {
        for item in value.items() {
            let parameter = read_parameter(&item);
            let is_known = capability.parameters.iter().any(|other| other.name == parameter.name);
            if is_known && !parameter.name.is_empty() {
                item.wrong(format!("has the `name` of another parameter: {}", parameter.name));
            }
            capability.parameters.push(parameter);
        }
    }),
    // Read with the keys beside it.
    ("schema", |_, _| {}),
];

/// Keywords that the manifest says in other words.
const OWN_KEYWORDS: [&str; 4] = ["type", "properties", "required", "additionalProperties"];

pub(super) fn read_capability(place: &Place<'_>) -> CapabilityManifest {
    let mut capability = CapabilityManifest::default();
    place.object(&KEYS, &mut capability);
    if !place.is_mapping() {
        return capability;
    }
    capability.schema = read_keywords(place, &OWN_KEYWORDS);
    if capability.id.is_empty() {
        place.wrong("needs an `id`");
    }
    let says = |key| place.has(&[key]);
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
