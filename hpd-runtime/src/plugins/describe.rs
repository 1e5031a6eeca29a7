//! A plugin as models see it, as a text for snapshot tests.

use hpd_json::{Limits, Node};
use serde::Serialize;

use crate::metadata::{Metadata, ReferredFunction};
use crate::plugins::Plugin;
use crate::schema::flat::expanded;
use crate::schema::{SchemaError, SchemaSettings, assemble};
use crate::table::{FunctionInfo, PluginSpec, SkillInfo};

/// See [`Plugin::describe`].
pub(crate) fn describe<P: Plugin>() -> Result<String, SchemaError> {
    let spec = super::spec::<P>();
    let functions = spec.functions.iter().map(|function| Function::new(function.info, spec.name));
    let description = Description {
        plugin: spec.name,
        container: spec.scope.map(|scope| Container {
            name: spec.container_name(),
            title: scope.title,
            description: scope.description,
            post_expansion: scope.post_expansion,
            within: scope.within.map(|outer| outer().name),
            metadata: scope_metadata(spec),
        }),
        functions: functions.collect::<Result<_, _>>()?,
        skills: spec.skills.iter().map(|skill| Skill::new(skill.info, spec)).collect(),
    };
    // Strings, numbers and JSON trees always serialise.
    Ok(serde_json::to_string_pretty(&description).unwrap_or_default())
}

#[derive(Serialize)]
struct Description {
    plugin: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    container: Option<Container>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    functions: Vec<Function>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skills: Vec<Skill>,
}

#[derive(Serialize)]
struct Container {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    description: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_expansion: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<&'static str>,
    metadata: Metadata,
}

#[derive(Serialize)]
struct Function {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    description: &'static str,
    metadata: Metadata,
    input_schema: Node<'static>,
}

impl Function {
    fn new(info: &'static FunctionInfo, plugin: &str) -> Result<Self, SchemaError> {
        let info = expanded(info);
        let schema = assemble(info, &SchemaSettings::default())?;
        let limits = Limits { text: usize::MAX, nodes: usize::MAX, string: usize::MAX, ..Limits::default() };
        let input_schema = Node::parse(schema.published_json(), &limits).map_err(|error| SchemaError {
            function: info.name.to_owned(),
            parameter: None,
            message: format!("its schema can't be shown: {error}"),
        })?;
        Ok(Self {
            name: info.name,
            title: info.title,
            description: info.description,
            metadata: Metadata::of_function(info, Some(plugin)),
            input_schema: input_schema.into_owned(),
        })
    }
}

#[derive(Serialize)]
struct Skill {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    description: &'static str,
    metadata: Metadata,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skills: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    documents: Vec<&'static str>,
}

impl Skill {
    fn new<P>(info: &'static SkillInfo, spec: &PluginSpec<P>) -> Self {
        let parent = spec.scope.map(|_| spec.container_name());
        Self {
            name: info.name,
            title: info.title,
            description: info.description,
            metadata: Metadata::of_skill(
                info,
                spec.name,
                |function| ReferredFunction::from(function),
                parent,
            ),
            skills: info
                .skills
                .iter()
                .map(|skill| format!("{}.{}", (skill.plugin)().name, skill.name))
                .collect(),
            documents: info.documents.iter().map(|document| document.id).collect(),
        }
    }
}

fn scope_metadata<P>(spec: &PluginSpec<P>) -> Metadata {
    let functions = spec.functions.iter().map(|function| function.info.name.to_owned()).collect();
    let skills = spec.skills.iter().map(|skill| skill.info.name.to_owned()).collect();
    Metadata::of_scope(spec.name, functions, skills)
}
