//! From the tables of the macros to a manifest.

use hpd_runtime::Plugin;
use hpd_runtime::args::Node;
use hpd_runtime::schema::{SchemaError, SchemaSettings, assemble};
use hpd_runtime::spec::{BoundPlugin, Effect, FunctionInfo, ParamSpec, ScopeSpec, UnknownFields};
use serde_json::{Map, Value};

use super::{CapabilityManifest, ParameterManifest, PluginManifest};
use crate::external::{self, ToolAnnotations};

impl PluginManifest {
    /// The declarations of a plugin.
    ///
    /// # Errors
    ///
    /// The plugin's declarations contradict each other. No toolbox could contain the plugin.
    pub fn of<P: Plugin>() -> Result<Self, SchemaError> {
        let spec = P::SPEC;
        let functions = spec.functions.iter().map(|function| function.info);
        Self::of_functions(spec.name, spec.description, spec.scope, functions)
    }

    /// The declarations of a plugin instance.
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn of_bound(plugin: &BoundPlugin) -> Result<Self, SchemaError> {
        Self::of_functions(plugin.name(), plugin.description(), plugin.scope(), plugin.functions())
    }

    fn of_functions(
        name: &str,
        description: &str,
        scope: Option<&ScopeSpec>,
        functions: impl Iterator<Item = &'static FunctionInfo>,
    ) -> Result<Self, SchemaError> {
        Ok(Self {
            id: name.to_owned(),
            name: scope.and_then(|scope| scope.title).map(str::to_owned),
            description: scope.map_or(description, |scope| scope.description).to_owned(),
            kind: Some("inline".to_owned()),
            capabilities: functions.map(capability).collect::<Result<_, _>>()?,
        })
    }
}

fn capability(info: &'static FunctionInfo) -> Result<CapabilityManifest, SchemaError> {
    let assembled = assemble(info, &SchemaSettings::default())?;
    let Value::Object(mut schema) = assembled.published_value() else {
        return Err(not_written(info, "the schema is no object"));
    };
    let Some(Value::Object(mut properties)) = schema.remove("properties") else {
        return Err(not_written(info, "the schema lists no parameters"));
    };
    // Values that the runtime may fill are optional for a model, and required all the same.
    let required: Vec<_> = match assembled.checked().get("required") {
        Some(Node::Array(names)) => names.iter().filter_map(Node::as_str).collect(),
        _ => Vec::new(),
    };
    let mut parameters = Vec::with_capacity(info.params.len());
    for param in info.params {
        let schema = match properties.remove(param.name) {
            Some(Value::Object(schema)) => schema,
            Some(Value::Bool(true)) => Map::new(),
            _ => return Err(not_written(info, &format!("the parameter {} has no schema", param.name))),
        };
        parameters.push(parameter(param, schema, required.contains(&param.name)));
    }
    for keyword in ["type", "required", "additionalProperties"] {
        schema.remove(keyword);
    }
    let write = match info.effect {
        Effect::Read => None,
        Effect::Write(write) => Some(write),
    };
    Ok(CapabilityManifest {
        id: info.name.to_owned(),
        name: info.title.map(str::to_owned),
        description: info.description.to_owned(),
        // A host that imports the manifest takes `false` for the author's declaration.
        write: info.unmarked_write_word().is_none().then_some(write.is_some()),
        risk: write.map(|write| write.risk),
        confirm_phrase: write.and_then(|write| write.confirm_phrase).map(str::to_owned),
        question: info.question.map(str::to_owned),
        preview: info.preview.iter().map(|name| (*name).to_owned()).collect(),
        leniency: info.leniency,
        // The function warns by itself.
        unknown_fields: (info.unknown_fields == UnknownFields::Warn).then_some(external::UnknownFields::Pass),
        annotations: ToolAnnotations {
            read_only: info.hints.read_only,
            destructive: info.hints.destructive,
            idempotent: info.idempotent.then_some(true),
            open_world: info.hints.open_world,
        },
        parameters,
        schema,
    })
}

fn parameter(param: &ParamSpec, schema: Map<String, Value>, required: bool) -> ParameterManifest {
    let mut manifest = ParameterManifest {
        name: param.name.to_owned(),
        required,
        profile_key: param.profile_key.map(str::to_owned),
        config_key: param.config_key.map(str::to_owned),
        confirm_if_uncertain: param.confirm_if_uncertain,
        sensitive: param.sensitive,
        ask: param.ask.map(str::to_owned),
        hint: param.hint.map(str::to_owned),
        obtain: param.obtain.map(|function| function.name.to_owned()),
        ..ParameterManifest::default()
    };
    manifest.read_schema(schema);
    manifest
}

fn not_written(info: &FunctionInfo, why: &str) -> SchemaError {
    SchemaError { function: info.name.to_owned(), parameter: None, message: why.to_owned() }
}
