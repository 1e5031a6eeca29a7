//! External tools: their schemas may have keywords that a Shape does not check.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::{Accepted, Findings, OwnNames, SchemaPlan, Understood};
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason, Warning};
use hpd_runtime::error::{ValidationErrorResponse, Violation};
use hpd_runtime::shape::{Shape, ShapeError, Unsupported};
use hpd_runtime::spec::QualifiedId;
use serde_json::{Map, Value, json};

use super::delegated::Rest;
use crate::class::{Classification, ExternalClaims, ToolClass};
use crate::collect::CollectPlan;
use crate::external::{
    AppliedRules, ExternalHandler, ExternalSource, ExternalTool, ToolAnnotations, ToolRules, UnknownFields,
    apply_rules, in_written_order,
};

/// The function of an external tool: its schema, and the host's rules.
#[derive(Debug)]
pub(crate) struct ExternalFunction {
    /// Compiled when the toolbox is built, for its problems, and again by the first call: of thousands of tools, a
    /// process calls few.
    checks: OnceLock<Box<Checks>>,
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

/// How the arguments of a tool are checked.
#[derive(Debug)]
pub(crate) struct Checks {
    plan: SchemaPlan,
    /// The host's values of optional fields that nothing else gives.
    defaults: Vec<(Box<str>, Node<'static>)>,
    rest: Option<Rest>,
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
}

impl Checks {
    fn new(
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

    /// Keywords of the schema that are not checked.
    pub(crate) fn unchecked(&self) -> &[Unsupported] {
        if self.rest.is_some() { &[] } else { self.plan.shape().unsupported() }
    }
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
        let ExternalSettings { id, listing, source, origin, limits, leniency } = settings;
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
        let checks = Box::new(self.compile().expect("the schema was compiled before"));
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
