//! A manifest from a YAML text, with an error for everything that is wrong, each with its line.

mod capability;
mod parameter;

use std::fmt;

use capability::read_capability;
use serde_json::{Map, Value};

use super::PluginManifest;
use hpd_document::{self as document, Format, Key, Place, YamlProblem, write_problems};

/// Everything that is wrong with the text of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestError {
    file: String,
    problems: Vec<YamlProblem>,
}

impl ManifestError {
    /// Everything that is wrong, in the order of the text.
    pub fn problems(&self) -> &[YamlProblem] {
        &self.problems
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_problems(f, &self.file, &self.problems)
    }
}

impl std::error::Error for ManifestError {}

/// All keys of a plugin.
const KEYS: [Key<PluginManifest>; 5] = [
    ("id", |plugin, place| plugin.id = place.text().unwrap_or_default()),
    ("name", |plugin, place| plugin.name = place.text()),
    ("description", |plugin, place| plugin.description = place.text().unwrap_or_default()),
    ("type", |plugin, place| plugin.kind = place.text()),
    ("capabilities", |plugin, place| {
        for item in place.items() {
            let capability = read_capability(&item);
            let is_known = plugin.capabilities.iter().any(|other| other.id == capability.id);
            if is_known && !capability.id.is_empty() {
                item.wrong(format!("has the `id` of another capability: {}", capability.id));
            }
            plugin.capabilities.push(capability);
        }
    }),
];

impl PluginManifest {
    /// Reads a manifest from a YAML text. `file` is its name in errors.
    ///
    /// ```yaml
    /// id: buy
    /// name: Buy Plugin
    /// description: Place orders for delivery.
    /// type: inline
    /// capabilities:
    ///   - id: place_order
    ///     name: Place order
    ///     description: Place a delivery order.
    ///     write: true                      # or false: it only reads
    ///     risk: low                        # low, medium or high; a write needs one
    ///     parameters:
    ///       - name: address
    ///         type: string
    ///         required: true               # present, and not empty
    ///         profile_key: address
    ///         config_key: default_address
    ///         confirm_if_uncertain: true
    ///         ask: Where should it be delivered?
    ///         description: Delivery address.
    ///       - name: quantity
    ///         type: integer
    ///         default: 1
    ///         schema: {minimum: 1}         # further keywords of JSON Schema
    /// ```
    ///
    /// | key of a parameter | meaning |
    /// |---|---|
    /// | `name`, `title`, `description` | its name and description, for the model and for people |
    /// | `type`, `enum`, `default`, `example`, `schema` | its JSON Schema; `type` may be a list |
    /// | `required`, `allow_empty` | it must be present; a required text or list may be empty |
    /// | `profile_key`, `config_key` | possible sources of its value |
    /// | `ask`, `confirm_if_uncertain`, `sensitive` | the question to the user, whether it is confirmed, whether it is never shown |
    /// | `hint`, `obtain` | how the model obtains the value, and by which tool |
    ///
    /// Further keys of a capability are `confirm_phrase`, `question`, `preview` (a list of names), `leniency`
    /// (`strict`, `safe`, `lenient`), `unknown_fields` (`reject`, `warn`, or `pass`, also `allow`), `schema` (`$defs`), and its behaviour:
    /// `read_only`, `destructive`, `idempotent`, `open_world`.
    ///
    /// # Errors
    ///
    /// All errors of the text, each with its line: unknown keys, values of the wrong type, missing or duplicate names,
    /// contradictory declarations.
    pub fn from_yaml(file: &str, text: &str) -> Result<Self, ManifestError> {
        document::read(Format::Yaml, text, read_plugin).map_err(|mut problems| {
            // Problems of a whole capability are noted after those of its keys.
            problems.sort_by_key(|problem| problem.place);
            ManifestError { file: file.to_owned(), problems: YamlProblem::list(problems) }
        })
    }
}

fn read_plugin(root: &Place<'_>) -> PluginManifest {
    let mut plugin = PluginManifest::default();
    if root.is_null() {
        root.wrong("the text is empty");
        return plugin;
    }
    root.object(&KEYS, &mut plugin);
    if plugin.id.is_empty() && root.is_mapping() {
        root.wrong("needs an `id`");
    }
    plugin
}

/// Further keywords of a schema. Keywords with a key of their own are excluded.
fn read_keywords(parent: &Place<'_>, own: &[&str]) -> Map<String, Value> {
    let Some(place) = parent.get("schema") else { return Map::new() };
    for value in own.iter().filter_map(|keyword| place.get(keyword)) {
        value.wrong("is said beside `schema` already");
    }
    place.members().into_iter().map(|(keyword, value)| (keyword.to_owned(), value.json())).collect()
}
