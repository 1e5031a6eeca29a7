//! The sources of a tool's parameter values. Computed once, when the toolbox is built.

use std::fmt;
use std::sync::OnceLock;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::ParameterSources;
use hpd_runtime::args::Node;
use hpd_runtime::schema::FunctionSchema;
use hpd_runtime::spec::{FunctionInfo, ParamSpec};
use hpd_runtime::values::Provenance;

use super::PluginConfig;
use crate::external::{FieldRules, ToolRules};

/// The sources of a tool's parameter values.
#[derive(Debug, Default)]
pub(crate) struct CollectPlan {
    /// The plugin's name, or that of an external tool's source; empty for a free function.
    pub(crate) plugin: Box<str>,
    /// The function's name, without the plugin's.
    pub(crate) function: Box<str>,
    /// The parameters, in the order of declaration.
    pub(crate) fields: Box<[FieldPlan]>,
    /// Made by the first call that needs it: of thousands of tools, a process calls few.
    pub(in crate::collect) all_from_model: OnceLock<ParameterSources>,
}

/// The sources of one parameter's value.
#[derive(Default)]
pub(crate) struct FieldPlan {
    pub(crate) name: Box<str>,
    pub(crate) title: Option<Box<str>>,
    pub(crate) description: Box<str>,
    /// The question that gets the value from the user.
    pub(crate) ask: Option<Box<str>>,
    /// A value to show as an example.
    pub(crate) example: Option<Node<'static>>,
    pub(crate) profile_key: Option<Box<str>>,
    pub(crate) config_key: Option<Box<str>>,
    /// A value that the user neither gave nor confirmed is not used; sensitive parameters are such anyway.
    pub(crate) confirm_if_uncertain: bool,
    /// Never shown.
    pub(crate) sensitive: bool,
    /// The call can't be made without it.
    pub(crate) required: bool,
    pub(crate) asked_of: AskedOf,
    /// The value of the declaration, if no source has one: the author's, or the host's.
    pub(crate) default: Option<Node<'static>>,
    /// What an external tool does without the value, as its source says. It is shown, and never sent.
    pub(crate) tools_default: Option<Node<'static>>,
}

/// Who is asked first for a value that is missing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum AskedOf {
    /// The user, and no other source.
    #[default]
    User,
    /// The model: the parameter says how it is obtained, from another function or otherwise.
    Model,
}

impl AskedOf {
    const fn of(says_how: bool) -> Self {
        if says_how { Self::Model } else { Self::User }
    }
}

impl CollectPlan {
    /// The plan of a Rust function. `plugin` is empty for a free function.
    pub(crate) fn of_function(plugin: &str, info: &FunctionInfo, schema: &FunctionSchema) -> Self {
        let required = schema.checked().get("required");
        let is_required = |name| match required {
            Some(Node::Array(names)) => names.iter().any(|required| required.as_str() == Some(name)),
            _ => false,
        };
        let field = |param: &ParamSpec| FieldPlan {
            name: param.name.into(),
            title: param.title.map(Into::into),
            description: param.description.into(),
            ask: param.ask.map(Into::into),
            example: param.example.and_then(parse),
            profile_key: param.profile_key.map(Into::into),
            config_key: param.config_key.map(Into::into),
            confirm_if_uncertain: param.confirm_if_uncertain || param.sensitive,
            sensitive: param.sensitive,
            required: is_required(param.name),
            asked_of: AskedOf::of(param.hint.is_some() || param.obtain.is_some()),
            default: schema.default_json(param.name).and_then(|json| parse(&json)),
            tools_default: None,
        };
        let fields = info.params.iter().map(field).collect();
        Self { plugin: plugin.into(), function: info.name.into(), fields, all_from_model: OnceLock::new() }
    }

    /// The plan of an external tool, by its source's name. The schema includes the tool's rules. Fields that only the
    /// rules name come last.
    pub(crate) fn of_outside(source: &str, tool: &str, schema: &Node<'_>, rules: &ToolRules) -> Self {
        let listed = match schema.get("properties") {
            Some(Node::Object(properties)) => properties.as_slice(),
            _ => &[],
        };
        let is_required = |name: &str| match schema.get("required") {
            Some(Node::Array(names)) => names.iter().any(|required| required.as_str() == Some(name)),
            _ => false,
        };
        let no_rules = FieldRules::default();
        let field = |name: &str, property: &Node<'_>| {
            let rules = rules.fields.get(name).unwrap_or(&no_rules);
            FieldPlan {
                required: is_required(name) || rules.is_needed(),
                ..outside_field(name, property, rules)
            }
        };
        let is_listed = |name: &str| listed.iter().any(|(known, _)| *known == *name);
        let unlisted = rules.fields.keys().filter(|name| !is_listed(name.as_str()));
        let fields = listed.iter().map(|(name, property)| field(name, property));
        let fields = fields.chain(unlisted.map(|name| field(name, &Node::Null))).collect();
        Self { plugin: source.into(), function: tool.into(), fields, all_from_model: OnceLock::new() }
    }

    /// The sources of a call whose arguments the model sent all, each of them.
    pub(crate) fn all_from_model(&self) -> &ParameterSources {
        let from_model = |field: &FieldPlan| (field.name.clone(), Provenance::Model);
        self.all_from_model.get_or_init(|| self.fields.iter().map(from_model).collect())
    }

    /// The place of a parameter in the order of declaration; undeclared ones come last.
    pub(crate) fn place_of(&self, name: &str) -> usize {
        self.fields.iter().position(|field| *field.name == *name).unwrap_or(self.fields.len())
    }

    /// Whether values have to be looked for at all. If not, the model's arguments are all there is.
    pub(crate) fn is_needed(&self, config: Option<&PluginConfig>) -> bool {
        self.fields.iter().any(|field| field.is_collected() || self.has_config(field, config))
    }

    /// The same, whatever the configuration says.
    pub(crate) fn is_always_needed(&self) -> bool {
        self.fields.iter().any(FieldPlan::is_collected)
    }

    /// Parameters that the configuration fills without a question: listed in `use_default_directly_for`, with a value.
    /// The model neither sees nor sends them.
    pub(crate) fn hidden<'a>(
        &'a self,
        config: Option<&'a PluginConfig>,
    ) -> impl Iterator<Item = &'a FieldPlan> {
        self.fields.iter().filter(move |field| self.is_hidden(field, config))
    }

    /// The required parameters that the model may leave out, since the profile or the configuration may have a value
    /// for them.
    pub(crate) fn fillable<'a>(
        &'a self,
        config: Option<&'a PluginConfig>,
    ) -> impl Iterator<Item = &'a FieldPlan> {
        let has_source = move |field: &FieldPlan| {
            field.profile_key.is_some() || field.config_key.is_some() || self.has_config(field, config)
        };
        self.fields.iter().filter(move |field| field.required && has_source(field))
    }

    /// Whether the model must not send a parameter.
    pub(crate) fn is_hidden(&self, field: &FieldPlan, config: Option<&PluginConfig>) -> bool {
        config.is_some_and(|config| config.is_listed(&self.function, &field.name))
            && self.has_config(field, config)
    }

    /// Whether the configuration has a value for a parameter.
    pub(crate) fn has_config(&self, field: &FieldPlan, config: Option<&PluginConfig>) -> bool {
        config.is_some_and(|config| {
            config.values(&self.function, &field.name, field.config_key.as_deref()).next().is_some()
        })
    }
}

impl FieldPlan {
    /// Whether a value is the user's: looked for where theirs are kept, or confirmed by them.
    pub(crate) const fn is_users(&self) -> bool {
        self.profile_key.is_some() || self.config_key.is_some() || self.must_be_certain()
    }

    /// Whether the user is asked for a missing value: its author declared that the model can't find it. If the
    /// declaration says how the model obtains a value, it does so first.
    pub(crate) const fn is_asked_for(&self) -> bool {
        self.is_users() || (self.ask.is_some() && !self.is_obtainable())
    }

    /// Whether only a value that the user gave or confirmed, or that is used directly, may be used.
    pub(crate) const fn must_be_certain(&self) -> bool {
        self.confirm_if_uncertain || self.sensitive
    }

    /// Whether a missing value is first the model's to obtain. Values with a user source, or that must be certain,
    /// never are.
    pub(crate) const fn is_obtainable(&self) -> bool {
        matches!(self.asked_of, AskedOf::Model)
            && self.profile_key.is_none()
            && self.config_key.is_none()
            && !self.must_be_certain()
    }

    /// Whether a value that the model leaves out is looked for elsewhere.
    pub(crate) const fn has_other_source(&self) -> bool {
        self.profile_key.is_some()
            || self.config_key.is_some()
            || self.ask.is_some()
            || self.default.is_some()
    }

    const fn is_collected(&self) -> bool {
        self.profile_key.is_some()
            || self.config_key.is_some()
            || self.ask.is_some()
            || self.must_be_certain()
    }
}

/// The plan of a field from its rules and schema, without whether it is required.
fn outside_field(name: &str, property: &Node<'_>, rules: &FieldRules) -> FieldPlan {
    let text = |key: &str| property.get(key).and_then(Node::as_str).map(Box::<str>::from);
    let owned = |value: &Node<'_>| value.clone().into_owned();
    let first_example = match property.get("examples") {
        Some(Node::Array(examples)) => examples.first(),
        _ => None,
    };
    let tools_default =
        property.get("default").filter(|default| rules.default.is_none() && is_short(default));
    FieldPlan {
        name: name.into(),
        title: text("title").filter(|title| is_noun(title)),
        description: text("description").unwrap_or_default(),
        ask: rules.ask.as_deref().map(Into::into),
        example: first_example.filter(|example| is_short(example)).map(owned),
        profile_key: rules.profile_key.as_deref().map(Into::into),
        config_key: rules.config_key.as_deref().map(Into::into),
        confirm_if_uncertain: rules.confirm_if_uncertain || rules.sensitive,
        sensitive: rules.sensitive,
        required: false,
        asked_of: AskedOf::of(rules.hint.is_some() || rules.obtain.is_some()),
        tools_default: tools_default.map(owned),
        // A default of null equals no default.
        default: rules
            .default
            .as_ref()
            .filter(|default| !default.is_null())
            .map(|default| Node::from_value(default).into_owned()),
    }
}

/// Whether a source's title of a parameter is a few words: it could write anything into a question.
fn is_noun(title: &str) -> bool {
    title.split_whitespace().count() <= 3
        && title.chars().count() <= 30
        && title.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
}

/// Whether a source's example of a value is short: a long one could say anything in a question.
fn is_short(example: &Node<'_>) -> bool {
    match example {
        Node::Number(_) | Node::Bool(_) => true,
        Node::String(text) => text.split_whitespace().count() <= 5 && text.chars().count() <= 40,
        _ => false,
    }
}

/// A value of a table, which was checked when the schema was put together.
fn parse(json: &str) -> Option<Node<'static>> {
    parse_trusted(json).ok().map(Node::into_owned).filter(|value| !matches!(value, Node::Null))
}

/// Without the example and the defaults of a sensitive parameter.
impl fmt::Debug for FieldPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("FieldPlan");
        shown
            .field("name", &self.name)
            .field("profile_key", &self.profile_key)
            .field("config_key", &self.config_key)
            .field("confirm_if_uncertain", &self.confirm_if_uncertain)
            .field("sensitive", &self.sensitive)
            .field("required", &self.required);
        if !self.sensitive {
            shown.field("example", &self.example).field("default", &self.default);
            shown.field("tools_default", &self.tools_default);
        }
        shown.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
