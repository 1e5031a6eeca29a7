//! From the tree of a file to a plugin's configuration.

use std::collections::{BTreeMap, BTreeSet};

use hpd_runtime::args::Node;

use super::{CapabilityConfig, PluginConfig};
use crate::collect::file::no_table;
use hpd_document::Place;

/// The keys of a capability, in the order in which they are named.
const CAPABILITY_KEYS: [&str; 3] =
    ["default_parameters", "use_defaults_directly", "use_default_directly_for"];
/// Keys that a further setting must not resemble.
const PLUGIN_KEYS: [&str; 5] = [
    "description",
    "default_parameters",
    "capabilities",
    "use_defaults_directly",
    "use_default_directly_for",
];

/// Reads the configuration of a plugin. If the file says whose it is, it must say `plugin`.
pub(super) fn read_plugin(plugin: &str, root: &Place<'_>) -> PluginConfig {
    let mut config = PluginConfig::new();
    let mut settings = Vec::new();
    for (key, place) in members(root) {
        match key {
            "id" => {
                if !matches!(place.scalar(), Some(Node::String(id)) if id == plugin) {
                    place.wrong(format!("must be {plugin}, the plugin that the file is for"));
                }
            }
            "description" => {
                if !matches!(place.scalar(), Some(Node::String(_) | Node::Null)) {
                    place.wrong("must be a text");
                }
            }
            "capabilities" => config.capabilities = read_capabilities(&place),
            _ if read_key(&mut config.plugin, key, &place) => {}
            _ if place.is_misspelt(key, PLUGIN_KEYS) => {}
            _ => settings.push((key.to_owned().into(), place.to_node())),
        }
    }
    config.settings = Node::Object(settings);
    config
}

fn read_capabilities(place: &Place<'_>) -> BTreeMap<String, CapabilityConfig> {
    let mut capabilities = BTreeMap::new();
    for (function, place) in members(place) {
        let mut config = CapabilityConfig::new();
        for (key, place) in members(&place) {
            if !read_key(&mut config, key, &place) {
                place.unknown_key(key, &CAPABILITY_KEYS);
            }
        }
        capabilities.insert(function.to_owned(), config);
    }
    capabilities
}

/// Reads a key that plugins and capabilities share; whether it is one.
fn read_key(config: &mut CapabilityConfig, key: &str, place: &Place<'_>) -> bool {
    match key {
        "default_parameters" => {
            let values = members(place).into_iter();
            config.defaults = values.map(|(name, value)| (name.to_owned(), value.to_node())).collect();
        }
        "use_defaults_directly" => config.all_directly = place.flag(),
        "use_default_directly_for" => config.directly_for = Some(names(place)),
        _ => return false,
    }
    true
}

/// The members of a table; none if there is nothing, or, with a problem, if it is something else.
fn members<'y>(place: &Place<'y>) -> Vec<(&'y str, Place<'y>)> {
    if place.is_mapping() {
        return place.members();
    }
    if !place.is_null() {
        no_table(place);
    }
    Vec::new()
}

/// The names in a list.
fn names(place: &Place<'_>) -> BTreeSet<String> {
    let items = if place.is_null() { Vec::new() } else { place.items() };
    let name = |item: Place<'_>| match item.scalar() {
        Some(Node::String(name)) if !name.trim().is_empty() => Some(name.into_owned()),
        _ => {
            item.wrong("must be the name of a parameter");
            None
        }
    };
    items.into_iter().filter_map(name).collect()
}
