//! How the arguments of an external tool are checked.

use std::borrow::Cow;

use hpd_runtime::__private::{OwnNames, SchemaPlan};
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::{Shape, ShapeError, Unsupported};
use serde_json::{Map, Value, json};

use super::delegated::Rest;
use crate::external::{AppliedRules, ExternalSource, ExternalTool, ToolRules, UnknownFields};

/// How the arguments of a tool are checked.
#[derive(Debug)]
pub(crate) struct Checks {
    pub(super) plan: SchemaPlan,
    /// The host's values of optional fields that nothing else gives.
    pub(super) defaults: Vec<(Box<str>, Node<'static>)>,
    pub(super) rest: Option<Rest>,
}

impl Checks {
    pub(super) fn new(
        tool: &ExternalTool,
        rules: &ToolRules,
        applied: &AppliedRules,
        ordered: &Node<'_>,
        (origin, offered, limits): (&ExternalSource, &str, Limits),
    ) -> Result<Self, ShapeError> {
        let plan = SchemaPlan::in_order(ordered, limits)?;
        let notes = applied.notes.iter().map(|(field, notes)| (Cow::Owned(field.clone()), notes.clone()));
        let unknown_fields = rules.unknown_fields.or(origin.unknown_fields);
        let plan = plan
            .with_notes(notes.collect())
            .named(own_names(tool, offered, origin))
            .with_unknown_fields(unknown_fields.map(UnknownFields::keys));
        // The fields of rules are not all that a source takes that lists none.
        let leaves_keys = unknown_fields.is_none() && lists_nothing(&tool.input_schema);
        let plan = if leaves_keys { plan.leaving_keys() } else { plan };
        let defaults = host_defaults(rules, plan.shape());
        let rest = if plan.shape().unsupported().is_empty() { None } else { Rest::new(&applied.schema) };
        Ok(Self { plan, defaults, rest })
    }

    /// Checks that no arguments pass: for a tool whose schema can't be compiled any more.
    pub(crate) fn of_none(limits: Limits) -> Result<Self, ShapeError> {
        let plan = SchemaPlan::new(&json!({"type": "object", "not": {}}), limits)?;
        Ok(Self { plan, defaults: Vec::new(), rest: None })
    }

    /// Keywords of the schema that are not checked.
    pub(crate) fn unchecked(&self) -> &[Unsupported] {
        if self.rest.is_some() { &[] } else { self.plan.shape().unsupported() }
    }
}

/// The names by which a call inside the arguments means the tool: its own, after those of its source.
fn own_names(tool: &ExternalTool, offered: &str, origin: &ExternalSource) -> OwnNames {
    let plugin = origin.plugin_name();
    let siblings = origin.list.tools.iter().map(|sibling| sibling.name.as_str());
    OwnNames::new([tool.name.as_str(), offered])
        .owned_by([origin.name.as_str(), plugin.as_str()])
        .beside(siblings)
}

/// Whether the schema of a source names no fields.
fn lists_nothing(schema: &Value) -> bool {
    const NAMING: [&str; 8] =
        ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "$recursiveRef"];
    let object = |keyword: &str| schema.get(keyword).and_then(Value::as_object);
    // The values of a map may have fields.
    let is_map = ["additionalProperties", "patternProperties"]
        .iter()
        .any(|keyword| object(keyword).is_some_and(|values| !values.is_empty()));
    !is_map
        && object("properties").is_none_or(Map::is_empty)
        && NAMING.iter().all(|keyword| schema.get(keyword).is_none())
}

/// The defaults of rules for optional fields, as far as the schema takes them.
fn host_defaults(rules: &ToolRules, shape: &Shape) -> Vec<(Box<str>, Node<'static>)> {
    let defaults = rules.fields.iter().filter_map(|(name, field)| {
        let default = Node::from_value(field.default.as_ref()?).into_owned();
        let is_usable = !matches!(default, Node::Null)
            && !shape.requires(name)
            && (shape.property(name).is_none() || shape.accepts_argument(name, &default));
        is_usable.then(|| (name.as_str().into(), default))
    });
    defaults.collect()
}
