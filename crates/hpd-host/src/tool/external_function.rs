//! External tools: their schemas may have keywords that a Shape does not check.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::{Accepted, Findings, SchemaPlan, Understood};
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason, Warning};
use hpd_runtime::error::{ValidationErrorResponse, Violation};
use hpd_runtime::shape::ShapeError;
use hpd_runtime::spec::QualifiedId;
use serde_json::{Map, Value, json};

use super::checks::Checks;
use crate::class::{Classification, ExternalClaims, ToolClass};
use crate::collect::CollectPlan;
use crate::external::{
    AppliedRules, ExternalHandler, ExternalSource, ExternalTool, ToolAnnotations, ToolRules, apply_rules,
    in_written_order,
};

/// The function of an external tool: its schema, and the host's rules.
#[derive(Debug)]
pub(crate) struct ExternalFunction {
    /// Compiled when the toolbox is built, for its problems, and again by the first call: of thousands of tools, a
    /// process calls few.
    checks: OnceLock<Arc<Checks>>,
    /// Only [`new`](Self::new) names the compiler: a program without external tools is linked without it.
    compile: fn(&Self) -> Option<Checks>,
    /// Those in place of checks that can't be compiled again.
    refusing: Arc<Checks>,
    output_schema: OnceLock<Option<Box<str>>>,
    listing: Listing,
    limits: Limits,
    rules: ToolRules,
    leniency: Leniency,
    class: ToolClass,
    pub(crate) blocked: Option<Blocked>,
    annotations: ToolAnnotations,
    pub(crate) id: QualifiedId,
    /// The host's name of its source.
    pub(crate) source: Arc<str>,
    /// The source, with the host's settings.
    pub(crate) origin: Arc<ExternalSource>,
    /// The name that its source gave it.
    pub(crate) name: Arc<str>,
    pub(crate) handler: Option<Arc<dyn ExternalHandler>>,
    collect: Arc<CollectPlan>,
}

/// Why calls are refused until the host acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocked {
    /// The rules of its source are for a tool that the source does not have.
    RuleWithoutTool,
    /// A rule reads a field that the tool had.
    RuleWithoutField,
    /// The tool changed, and its source asks for the host's consent.
    Changed,
}

/// A tool in the list of its source, and in that of its toolbox.
#[derive(Debug)]
pub(crate) struct Listing {
    /// Its place among the tools of its source.
    pub(crate) place: usize,
    /// The model's name of the tool.
    pub(crate) offered: Box<str>,
    /// Tools that its rules name, each with the model's name of it.
    pub(crate) obtained: Box<[(String, String)]>,
}

/// Settings that a tool takes from its source.
pub(crate) struct ExternalSettings {
    pub(crate) id: QualifiedId,
    pub(crate) listing: Listing,
    pub(crate) source: Arc<str>,
    pub(crate) origin: Arc<ExternalSource>,
    pub(crate) limits: Limits,
    pub(crate) leniency: Leniency,
    /// [Checks that no arguments pass](Checks::of_none), of all tools of the source.
    pub(crate) refusing: Arc<Checks>,
}

/// The schema of the check, in the order of its source. `text` is [`in_written_order`]'s.
fn parse_ordered<'s>(text: &'s str, applied: &'s AppliedRules) -> Node<'s> {
    parse_trusted(text).unwrap_or_else(|_| Node::from_value(&applied.schema))
}

impl ExternalFunction {
    /// Works out how arguments are checked against a schema and rules. The checks are for the problems of the build.
    pub(crate) fn new(
        tool: &ExternalTool,
        rules: &ToolRules,
        applied: &AppliedRules,
        settings: ExternalSettings,
    ) -> Result<(Self, Checks), ShapeError> {
        let ExternalSettings { id, listing, source, origin, limits, leniency, refusing } = settings;
        // Checked, asked for and reported in the order of its source.
        let text = in_written_order(&applied.schema, tool.written.as_deref());
        let ordered = parse_ordered(&text, applied);
        let checks = Checks::new(tool, rules, applied, &ordered, (&origin, &listing.offered, limits))?;
        let collect = CollectPlan::of_outside(&source, &tool.name, &ordered, rules);
        let class = ToolClass::of_external(&ExternalClaims {
            name: &tool.name,
            host: rules.classification().unwrap_or(tool.classification),
            risk: rules.risk(),
            is_trusted: origin.is_trusted,
            read_only: tool.annotations.read_only,
            destructive: tool.annotations.destructive,
        });
        let function = Self {
            checks: OnceLock::new(),
            compile: Self::compile,
            refusing,
            output_schema: OnceLock::new(),
            listing,
            limits,
            rules: rules.clone(),
            leniency,
            class,
            blocked: None,
            annotations: tool.annotations,
            collect: Arc::new(collect),
            id,
            source,
            name: tool.name.as_str().into(),
            handler: origin.handler.clone(),
            origin,
        };
        Ok((function, checks))
    }

    fn checks(&self) -> &Checks {
        if let Some(checks) = self.checks.get() {
            return checks;
        }
        // The build has refused a schema that does not compile, and nothing of it has changed since. It is not kept from there:
        // most tools are never called. Other calls of the tool do not wait for it.
        let checks = (self.compile)(self).map_or_else(|| Arc::clone(&self.refusing), Arc::new);
        self.checks.get_or_init(|| checks)
    }

    fn compile(&self) -> Option<Checks> {
        let tool = self.described()?;
        let offered = |wanted: &str| {
            let known = self.listing.obtained.iter().find(|(known, _)| known == wanted);
            known.map(|(_, offered)| offered.clone())
        };
        let schema = argument_schema(&tool.input_schema).ok()?;
        let applied = apply_rules(&self.rules, schema, self.origin.unknown_fields, offered).ok()?;
        let text = in_written_order(&applied.schema, tool.written.as_deref());
        let of_source = (&*self.origin, &*self.listing.offered, self.limits);
        Checks::new(tool, &self.rules, &applied, &parse_ordered(&text, &applied), of_source).ok()
    }

    /// The tool as its source describes it.
    pub(super) fn described(&self) -> Option<&ExternalTool> {
        self.origin.list.tools.get(self.listing.place)
    }

    /// The schema of the results, as its source wrote it.
    pub(super) fn output_schema(&self) -> Option<&str> {
        let written = self.output_schema.get_or_init(|| {
            let tool = self.described()?;
            let schema = tool.output_schema.as_ref()?;
            Some(in_written_order(schema, tool.written_output.as_deref()).into())
        });
        written.as_deref()
    }

    /// The parts of the fingerprint that only external tools have.
    pub(super) fn identity(&self) -> Value {
        let ToolAnnotations { read_only, destructive, idempotent, open_world } = self.annotations;
        json!([*self.source, *self.name, self.origin.version, read_only, destructive, idempotent, open_world])
    }

    /// The name for people that the host gave the tool.
    pub(crate) fn title(&self) -> Option<&str> {
        self.rules.title.as_deref()
    }

    /// The class of the tool.
    pub(crate) const fn class(&self) -> ToolClass {
        self.class
    }

    /// Whether the host declares that calling it twice equals calling it once. The source's hint does not count.
    pub(crate) const fn is_idempotent(&self) -> bool {
        self.rules.idempotent
    }

    /// The phrase that a user has to type, if a rule asks for one.
    pub(crate) fn confirm_phrase(&self) -> Option<&str> {
        self.rules.confirm_phrase.as_deref()
    }

    /// The question to the user, if a rule has one.
    pub(crate) fn question(&self) -> Option<&str> {
        self.rules.question.as_deref()
    }

    pub(crate) const fn has_previewed_names(&self) -> bool {
        !self.rules.preview.is_empty()
    }

    pub(crate) const fn annotations(&self) -> ToolAnnotations {
        self.annotations
    }

    /// The fields whose values are never shown.
    pub(crate) fn sensitive_fields(&self) -> impl Iterator<Item = &str> {
        let fields = self.rules.fields.iter().filter(|(_, rules)| rules.sensitive);
        fields.map(|(field, _)| field.as_str())
    }

    /// The sources of its values.
    pub(crate) const fn collect_plan(&self) -> &Arc<CollectPlan> {
        &self.collect
    }

    pub(crate) fn plan(&self) -> &SchemaPlan {
        &self.checks().plan
    }

    /// Understands a text of arguments, without checking it.
    pub(crate) fn understand<'t>(
        &self,
        text: &'t str,
        stop_reason: StopReason,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        self.plan().understand(text, &self.reading(stop_reason))
    }

    fn reading(&self, stop_reason: StopReason) -> Reading {
        Reading { leniency: self.leniency, writes: self.class.is(Classification::Write), stop_reason }
    }

    /// Reports fields that the schema does not list, where the tool does not take them.
    pub(super) fn check_keys(&self, arguments: &Node<'_>, findings: &mut Findings) {
        self.plan().check_keys(arguments, &self.reading(StopReason::Unknown), findings);
    }

    /// Reads and checks an argument text. The host's values are added.
    pub(crate) fn read(
        &self,
        text: &str,
        stop_reason: StopReason,
    ) -> Result<ReadArguments, Box<ValidationErrorResponse>> {
        let Accepted { arguments, warnings } = self.plan().read(text, &self.reading(stop_reason))?;
        let mut read = ReadArguments { arguments, warnings, defaulted: Vec::new() };
        let Checks { rest, defaults, .. } = self.checks();
        if rest.is_none() && !self.rules.has_checks() && defaults.is_empty() {
            return Ok(read);
        }
        let mut findings = self.plan().findings();
        let Ok(mut tree) = parse_trusted(&read.arguments).map(Node::into_owned) else {
            // Accepted text is JSON. Arguments that can't be checked all the same do not pass.
            findings.add_violations(None, None, Violation::new("the arguments can't be checked"));
            return Err(Box::new(findings.into_response()));
        };
        read.defaulted = self.add_defaults(&mut tree);
        if !read.defaulted.is_empty() {
            read.arguments = tree.to_json();
        }
        if let Some(rest) = rest {
            rest.check(&tree, &mut findings);
        }
        let is_listed = |name: &str| self.collect.fields.iter().any(|field| &*field.name == name);
        self.rules.check_arguments(&tree, is_listed, &mut findings);
        if findings.is_empty() { Ok(read) } else { Err(Box::new(findings.into_response())) }
    }

    /// Adds the host's values, as far as the schema takes them beside the others. Returns their names.
    fn add_defaults(&self, tree: &mut Node<'_>) -> Vec<Cow<'static, str>> {
        let mut defaulted = Vec::new();
        for (name, default) in &self.checks().defaults {
            if tree.get(name).is_some() {
                continue;
            }
            let Node::Object(members) = &mut *tree else { break };
            members.push((String::from(&**name).into(), default.clone()));
            if self.plan().shape().accepts(tree) {
                defaulted.push(Cow::Owned(String::from(&**name)));
            } else if let Node::Object(members) = &mut *tree {
                members.pop();
            }
        }
        defaulted
    }
}

/// Arguments that passed every check.
pub(crate) struct ReadArguments {
    /// As the tool receives them, as a JSON text.
    pub(crate) arguments: String,
    pub(crate) warnings: Vec<Warning>,
    /// The names of the host's values among them.
    pub(crate) defaulted: Vec<Cow<'static, str>>,
}

/// The schema of a tool's arguments, as servers send it. Nothing means that any object is accepted, and so does an
/// empty array, the empty object of some languages.
///
/// # Errors
///
/// It is no schema, or not one of an object.
pub(crate) fn argument_schema(schema: &Value) -> Result<Map<String, Value>, String> {
    let mut schema = match schema {
        Value::Null | Value::Bool(true) => Map::new(),
        Value::Array(items) if items.is_empty() => Map::new(),
        Value::Object(schema) => schema.clone(),
        _ => return Err("its schema is not an object".to_owned()),
    };
    schema
        .retain(|keyword, value| !(value.is_null() && matches!(keyword.as_str(), "properties" | "required")));
    if let Some(properties) = schema.get_mut("properties").filter(|value| **value == json!([])) {
        *properties = json!({});
    }
    match schema.get("type") {
        None | Some(Value::Null) => {
            schema.insert("type".to_owned(), json!("object"));
        }
        Some(Value::String(one)) if one != "object" => {
            return Err(format!("its schema is that of `{one}`, and arguments are always an object"));
        }
        Some(Value::Array(several)) if !several.contains(&json!("object")) => {
            return Err("its schema takes no object, and arguments are always one".to_owned());
        }
        Some(_) => {}
    }
    Ok(schema)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hpd_runtime::args::{Leniency, Limits, StopReason};
    use hpd_runtime::spec::QualifiedId;
    use serde_json::json;

    use super::{ExternalFunction, ExternalSettings, Listing, argument_schema};
    use crate::external::{ExternalSource, ExternalTool, ToolRules, apply_rules};
    use crate::tool::Checks;

    /// The function of the only tool of a source, which looks for it at this place.
    fn function_at(place: usize) -> ExternalFunction {
        let tool = ExternalTool::new("balance", "", json!({"type": "object"}));
        let rules = ToolRules::new();
        let schema = argument_schema(&tool.input_schema).unwrap();
        let applied = apply_rules(&rules, schema, None, |_: &str| None).unwrap();
        let settings = ExternalSettings {
            id: QualifiedId::new(Some("MCP_books"), "balance"),
            listing: Listing { place, offered: "balance".into(), obtained: Box::default() },
            source: "books".into(),
            origin: Arc::new(ExternalSource::mcp("books", vec![tool.clone()])),
            limits: Limits::default(),
            leniency: Leniency::Safe,
            refusing: Arc::new(Checks::of_none(Limits::default()).unwrap()),
        };
        ExternalFunction::new(&tool, &rules, &applied, settings).unwrap().0
    }

    #[test]
    fn a_tool_whose_schema_is_gone_refuses_its_calls() {
        assert!(function_at(0).read("{}", StopReason::Unknown).is_ok());
        let gone = function_at(1);
        for text in ["{}", "{\"account\": 1}"] {
            let Err(refused) = gone.read(text, StopReason::Unknown) else { panic!("{text} passes") };
            let messages: Vec<_> = refused.errors.iter().map(|error| error.error_message.as_str()).collect();
            assert_eq!(messages, ["the arguments have a value that is not allowed"]);
        }
    }
}
