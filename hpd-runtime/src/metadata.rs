//! Typed metadata of tools. As JSON it has the keys that agents of other languages know: `IsContainer`,
//! `FunctionNames`, `ReferencedFunctions` and so on.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::names::QualifiedId;
use crate::table::{FnRef, FunctionInfo, MetaValue, SkillInfo};

/// Where a container's members come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum SourceType {
    /// A plugin of this program.
    Plugin,
    /// An MCP server.
    #[serde(rename = "MCP")]
    Mcp,
    /// Tools that run in the client.
    Frontend,
    /// A skill.
    Skill,
}

/// The metadata of a tool, beyond its name, description and schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Metadata {
    /// The kind of tool.
    pub kind: ToolKind,
    /// Keys of `meta(..)`.
    pub extra: BTreeMap<String, serde_json::Value>,
}

/// The kinds of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolKind {
    /// A tool that runs.
    Function {
        /// The plugin that the function is a member of.
        parent_plugin: Option<String>,
    },
    /// A container of functions, skills or both.
    Container(ContainerMetadata),
    /// A skill.
    Skill(SkillMetadata),
}

/// A container that hides the members of a plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerMetadata {
    /// The plugin's name.
    pub plugin_name: String,
    /// The functions inside, in the order of declaration.
    pub function_names: Vec<String>,
    /// The skills inside, in the order of declaration.
    pub skill_names: Vec<String>,
    /// Where the members come from.
    pub source_type: SourceType,
}

/// A skill: a container that reveals functions of any plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillMetadata {
    /// The plugin that the skill is a member of.
    pub plugin_name: String,
    /// The names of the functions that the skill reveals.
    pub function_names: Vec<String>,
    /// The revealed functions, as `Plugin.function`.
    pub referenced_functions: Vec<String>,
    /// The plugins of the revealed functions, each once.
    pub referenced_plugins: Vec<String>,
    /// The scope container that holds the skill.
    pub parent_skill_container: Option<String>,
}

/// The names that a toolbox gives to the function of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferredFunction {
    /// The function's name for the model.
    pub name: String,
    /// The name of the function's plugin in the toolbox; `None` for a free function.
    pub plugin: Option<String>,
}

impl From<&FnRef> for ReferredFunction {
    /// The declared names of the function and of the function's plugin.
    fn from(function: &FnRef) -> Self {
        let plugin = function.plugin.map(|plugin| plugin().name.to_owned());
        Self { name: function.name.to_owned(), plugin }
    }
}

impl Metadata {
    /// Metadata without further keys.
    pub fn new(kind: ToolKind) -> Self {
        Self { kind, extra: BTreeMap::new() }
    }

    /// Metadata of a function.
    pub fn of_function(info: &FunctionInfo, plugin: Option<&str>) -> Self {
        Self::new(ToolKind::Function { parent_plugin: plugin.map(str::to_owned) }).with_meta(info.meta)
    }

    /// Metadata of the container that a scope makes of a plugin.
    pub fn of_scope(plugin: &str, function_names: Vec<String>, skill_names: Vec<String>) -> Self {
        let plugin_name = plugin.to_owned();
        let source_type = SourceType::Plugin;
        Self::new(ToolKind::Container(ContainerMetadata {
            plugin_name,
            function_names,
            skill_names,
            source_type,
        }))
    }

    /// Metadata of a skill of `plugin`. `refer` returns the name of a function for the model, and the name of the
    /// function's plugin. `parent` is the name of the plugin's container, if there is one.
    pub fn of_skill(
        info: &SkillInfo,
        plugin: &str,
        refer: impl Fn(&FnRef) -> ReferredFunction,
        parent: Option<&str>,
    ) -> Self {
        let mut function_names = Vec::new();
        let mut referenced_functions = Vec::new();
        let mut referenced_plugins: Vec<String> = Vec::new();
        for function in info.functions {
            let ReferredFunction { name, plugin } = refer(function);
            function_names.push(name);
            referenced_functions.push(QualifiedId::new(plugin.as_deref(), function.name).to_string());
            referenced_plugins.extend(plugin.filter(|plugin| !referenced_plugins.contains(plugin)));
        }
        let skill = SkillMetadata {
            plugin_name: plugin.to_owned(),
            function_names,
            referenced_functions,
            referenced_plugins,
            parent_skill_container: parent.map(str::to_owned),
        };
        Self::new(ToolKind::Skill(skill)).with_meta(info.meta)
    }

    /// Adds the keys of `meta(..)`.
    #[must_use]
    pub fn with_meta(mut self, meta: &[(&str, MetaValue)]) -> Self {
        self.extra.extend(meta.iter().map(|(key, value)| ((*key).to_owned(), json(*value))));
        self
    }

    /// Whether calling the tool expands it.
    pub const fn is_container(&self) -> bool {
        !matches!(self.kind, ToolKind::Function { .. })
    }

    /// The names that the model may call once the container is expanded; empty for a function.
    pub fn function_names(&self) -> &[String] {
        match &self.kind {
            ToolKind::Function { .. } => &[],
            ToolKind::Container(container) => &container.function_names,
            ToolKind::Skill(skill) => &skill.function_names,
        }
    }
}

fn json(value: MetaValue) -> serde_json::Value {
    match value {
        MetaValue::Text(text) => text.into(),
        MetaValue::Integer(number) => number.into(),
        MetaValue::Float(number) => number.into(),
        MetaValue::Bool(flag) => flag.into(),
    }
}

impl Serialize for Metadata {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.kind {
            ToolKind::Function { parent_plugin } => {
                if let Some(plugin) = parent_plugin {
                    map.serialize_entry("ParentPlugin", plugin)?;
                }
            }
            ToolKind::Container(container) => container.write(&mut map)?,
            ToolKind::Skill(skill) => skill.write(&mut map)?,
        }
        for (key, value) in &self.extra {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl ContainerMetadata {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("IsContainer", &true)?;
        // A scope is a container with skills in it; one with functions alone is a plain plugin container.
        let is_scope = !self.skill_names.is_empty();
        if is_scope {
            map.serialize_entry("IsScope", &true)?;
        }
        map.serialize_entry("PluginName", &self.plugin_name)?;
        if !is_scope || !self.function_names.is_empty() {
            map.serialize_entry("FunctionNames", &self.function_names)?;
            map.serialize_entry("FunctionCount", &self.function_names.len())?;
        }
        if is_scope {
            map.serialize_entry("SkillNames", &self.skill_names)?;
            map.serialize_entry("SkillCount", &self.skill_names.len())?;
        }
        map.serialize_entry("SourceType", &self.source_type)
    }
}

impl SkillMetadata {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("IsContainer", &true)?;
        map.serialize_entry("IsSkill", &true)?;
        map.serialize_entry("PluginName", &self.plugin_name)?;
        map.serialize_entry("FunctionNames", &self.function_names)?;
        map.serialize_entry("FunctionCount", &self.function_names.len())?;
        map.serialize_entry("ReferencedFunctions", &self.referenced_functions)?;
        map.serialize_entry("ReferencedPlugins", &self.referenced_plugins)?;
        map.serialize_entry("SourceType", &SourceType::Skill)?;
        match &self.parent_skill_container {
            Some(parent) => map.serialize_entry("ParentSkillContainer", parent),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ContainerMetadata, Metadata, SkillMetadata, SourceType, ToolKind};
    use crate::table::MetaValue;

    fn text(kind: ToolKind) -> String {
        serde_json::to_string(&Metadata::new(kind)).unwrap()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn container(functions: &[&str], skills: &[&str]) -> ToolKind {
        ToolKind::Container(ContainerMetadata {
            plugin_name: "Math".to_owned(),
            function_names: names(functions),
            skill_names: names(skills),
            source_type: SourceType::Plugin,
        })
    }

    #[test]
    fn a_function_names_its_plugin() {
        assert_eq!(
            text(ToolKind::Function { parent_plugin: Some("Math".to_owned()) }),
            r#"{"ParentPlugin":"Math"}"#
        );
    }

    #[test]
    fn a_free_function_has_no_keys() {
        assert_eq!(text(ToolKind::Function { parent_plugin: None }), "{}");
    }

    #[test]
    fn a_plugin_container_lists_its_functions() {
        assert_eq!(
            text(container(&["Add", "Multiply"], &[])),
            r#"{"IsContainer":true,"PluginName":"Math","FunctionNames":["Add","Multiply"],"FunctionCount":2,"SourceType":"Plugin"}"#
        );
    }

    #[test]
    fn a_scope_of_skills_lists_its_skills() {
        assert_eq!(
            text(container(&[], &["Quick"])),
            r#"{"IsContainer":true,"IsScope":true,"PluginName":"Math","SkillNames":["Quick"],"SkillCount":1,"SourceType":"Plugin"}"#
        );
    }

    #[test]
    fn a_scope_of_both_carries_both_lists() {
        assert_eq!(
            text(container(&["Add"], &["Quick"])),
            r#"{"IsContainer":true,"IsScope":true,"PluginName":"Math","FunctionNames":["Add"],"FunctionCount":1,"SkillNames":["Quick"],"SkillCount":1,"SourceType":"Plugin"}"#
        );
    }

    #[test]
    fn a_skill_lists_what_it_refers_to() {
        let skill = |parent: Option<&str>| {
            ToolKind::Skill(SkillMetadata {
                plugin_name: "Skills".to_owned(),
                function_names: names(&["Add"]),
                referenced_functions: names(&["Math.Add"]),
                referenced_plugins: names(&["Math"]),
                parent_skill_container: parent.map(str::to_owned),
            })
        };
        let keys = r#""IsContainer":true,"IsSkill":true,"PluginName":"Skills","FunctionNames":["Add"],"FunctionCount":1,"ReferencedFunctions":["Math.Add"],"ReferencedPlugins":["Math"],"SourceType":"Skill""#;
        assert_eq!(text(skill(None)), format!("{{{keys}}}"));
        assert_eq!(text(skill(Some("Skills"))), format!(r#"{{{keys},"ParentSkillContainer":"Skills"}}"#));
    }

    #[test]
    fn meta_adds_keys_at_the_end() {
        let metadata = Metadata::new(ToolKind::Function { parent_plugin: None }).with_meta(&[
            ("team", MetaValue::Text("billing")),
            ("cost", MetaValue::Integer(3)),
            ("beta", MetaValue::Bool(true)),
        ]);
        assert_eq!(serde_json::to_string(&metadata).unwrap(), r#"{"beta":true,"cost":3,"team":"billing"}"#);
    }
}
