//! Further keys of the metadata.

use proc_macro2::Span;

use crate::errors::Errors;
use crate::model::MetaEntry;
use crate::parse::Field;

/// The keys that the metadata has anyway.
const RESERVED: &[&str] = &[
    "ParentPlugin",
    "IsContainer",
    "IsSkill",
    "IsScope",
    "PluginName",
    "FunctionNames",
    "FunctionCount",
    "SkillNames",
    "SkillCount",
    "SourceType",
    "ReferencedFunctions",
    "ReferencedPlugins",
    "ParentSkillContainer",
];

/// A key has one value, and none of ours is replaced.
pub(super) fn check_meta(field: Field<Vec<(MetaEntry, Span)>>, errors: &mut Errors) -> Vec<MetaEntry> {
    let mut kept: Vec<MetaEntry> = Vec::new();
    for (entry, span) in field.into_value().unwrap_or_default() {
        if RESERVED.contains(&entry.key.as_str()) {
            errors.at(span, format!("`{}` is a key of the metadata itself: choose another name", entry.key));
        } else if kept.iter().any(|other| other.key == entry.key) {
            errors.at(span, format!("`{}` is given twice: remove one", entry.key));
        } else {
            kept.push(entry);
        }
    }
    kept
}
