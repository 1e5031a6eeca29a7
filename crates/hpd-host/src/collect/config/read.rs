//! From the tree of a file to a plugin's configuration.

use std::collections::{BTreeMap, BTreeSet};

use hpd_runtime::args::Node;
use hpd_runtime::error::nearest;

use super::{CapabilityConfig, PluginConfig};
use crate::collect::file::{Problems, Spot, SpotValue};

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
pub(super) fn read_plugin(plugin: &str, root: &Spot, problems: &mut Problems) -> PluginConfig {
    let mut config = PluginConfig::new();
    let mut settings = Vec::new();
    for (key, spot) in members(root, "", problems) {
        match key.as_str() {
            "id" => match &spot.value {
                SpotValue::Scalar(Node::String(id)) if id == plugin => {}
                _ => problems.wrong(spot, key, format!("must be {plugin}, the plugin that the file is for")),
            },
            "description" => {
                if !matches!(&spot.value, SpotValue::Scalar(Node::String(_) | Node::Null)) {
                    problems.wrong(spot, key, "must be a text");
                }
            }
            "capabilities" => config.capabilities = read_capabilities(spot, problems),
            _ if read_key(&mut config.plugin, key, spot, key, problems) => {}
            _ => match nearest(key, PLUGIN_KEYS) {
                Some(meant) => problems.wrong(spot, key, unknown(meant)),
                None => settings.push((key.clone().into(), spot.to_node())),
            },
        }
    }
    config.settings = Node::Object(settings);
    config
}

fn read_capabilities(spot: &Spot, problems: &mut Problems) -> BTreeMap<String, CapabilityConfig> {
    let mut capabilities = BTreeMap::new();
    for (function, spot) in members(spot, "capabilities", problems) {
        let mut config = CapabilityConfig::new();
        let path = format!("capabilities.{function}");
        for (key, spot) in members(spot, &path, problems) {
            let path = format!("{path}.{key}");
            if !read_key(&mut config, key, spot, &path, problems) {
                let message = nearest(key, CAPABILITY_KEYS).map_or_else(
                    || format!("is not a known key: there are {}", CAPABILITY_KEYS.join(", ")),
                    unknown,
                );
                problems.wrong(spot, &path, message);
            }
        }
        capabilities.insert(function.clone(), config);
    }
    capabilities
}

fn unknown(meant: &str) -> String {
    format!("is not a known key: did you mean `{meant}`?")
}

/// Reads a key that plugins and capabilities share; whether it is one.
fn read_key(
    config: &mut CapabilityConfig,
    key: &str,
    spot: &Spot,
    path: &str,
    problems: &mut Problems,
) -> bool {
    match key {
        "default_parameters" => {
            let values = members(spot, path, problems).iter();
            config.defaults = values.map(|(name, value)| (name.clone(), value.to_node())).collect();
        }
        "use_defaults_directly" => match spot.value {
            SpotValue::Scalar(Node::Bool(directly)) => config.all_directly = Some(directly),
            _ => problems.wrong(spot, path, "must be true or false"),
        },
        "use_default_directly_for" => config.directly_for = Some(names(spot, path, problems)),
        _ => return false,
    }
    true
}

/// The members of a table; none if there is nothing, or, with a problem, if it is something else.
fn members<'s>(spot: &'s Spot, path: &str, problems: &mut Problems) -> &'s [(String, Spot)] {
    match &spot.value {
        SpotValue::Table(members) => members,
        SpotValue::Scalar(Node::Null) => &[],
        _ => {
            problems.wrong(spot, path, "must be a table: `key: value`");
            &[]
        }
    }
}

/// The names in a list.
fn names(spot: &Spot, path: &str, problems: &mut Problems) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let items: &[Spot] = match &spot.value {
        SpotValue::List(items) => items,
        SpotValue::Scalar(Node::Null) => &[],
        _ => {
            problems.wrong(spot, path, "must be a list: [a, b]");
            &[]
        }
    };
    for (index, item) in items.iter().enumerate() {
        match &item.value {
            SpotValue::Scalar(Node::String(name)) if !name.trim().is_empty() => {
                names.insert(name.to_string());
            }
            _ => problems.wrong(item, &format!("{path}[{index}]"), "must be the name of a parameter"),
        }
    }
    names
}
