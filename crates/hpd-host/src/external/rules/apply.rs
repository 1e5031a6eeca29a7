//! Rules of a tool, worked into how its calls are checked.

use std::collections::BTreeMap;

use hpd_journal::__private::is_same_without_case;
use hpd_runtime::__private::with_optional;
use hpd_runtime::__private::{FieldNotes, Findings, nearest};
use hpd_runtime::args::Node;
use hpd_runtime::error::Violation;
use hpd_runtime::spec::Risk;
use serde_json::{Map, Value};

use super::schema::{add_rules, is_closed, listed_fields};
use super::{ToolRules, WriteRule};
use crate::class::Classification;
use crate::external::UnknownFields;

/// The rules of a tool, applied.
#[derive(Debug)]
pub(crate) struct AppliedRules {
    /// The schema of the arguments that the tool gets, for the check.
    pub(crate) schema: Value,
    /// The same for the model: values that the host may fill are optional.
    pub(crate) published: Value,
    /// Notes on the arguments beyond the schema.
    pub(crate) notes: Vec<(String, FieldNotes)>,
    /// Harmless irregularities.
    pub(crate) remarks: Vec<RuleNote>,
}

/// Something odd about a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RuleNote {
    /// The tool's schema lists fields, but not this one.
    UnknownField { field: String, suggestion: Option<String> },
    /// The `obtain` tool of a field is unknown.
    UnknownObtain { field: String, tool: String },
}

/// Applies rules to a schema. `of_source` is the source's rule for unknown fields. `offered` gives the model's name of a tool.
///
/// # Errors
///
/// The rules contradict themselves or the schema: no call could be right.
pub(crate) fn apply_rules(
    rules: &ToolRules,
    mut schema: Map<String, Value>,
    of_source: Option<UnknownFields>,
    offered: impl Fn(&str) -> Option<String>,
) -> Result<AppliedRules, String> {
    if let Some(problem) = rules.problem() {
        return Err(problem);
    }
    let mut remarks = unknown_fields(rules, &schema)?;
    add_rules(&mut schema, rules, rules.unknown_fields.or(of_source))?;
    check_templates(rules, &schema)?;
    let mut notes = Vec::new();
    let listed = listed_fields(&schema);
    let unlisted = rules.fields.keys().map(String::as_str).filter(|field| !listed.contains(field));
    for field in listed.iter().copied().chain(unlisted) {
        let said = rules.fields.get(field);
        let wanted = said.and_then(|said| said.obtain.as_deref());
        let obtain = wanted.and_then(&offered);
        if let (Some(tool), None) = (wanted, &obtain) {
            remarks.push(RuleNote::UnknownObtain { field: field.to_owned(), tool: tool.to_owned() });
        }
        let note = FieldNotes {
            sensitive: said.is_some_and(|said| said.sensitive),
            hint: said.and_then(|said| said.hint.clone()).map(Into::into),
            obtain: obtain.map(Into::into),
        };
        notes.push((field.to_owned(), note));
    }
    let schema = Value::Object(schema);
    let published = publish(rules, &schema);
    Ok(AppliedRules { schema, published, notes, remarks })
}

/// The schema as the model sees it.
fn publish(rules: &ToolRules, schema: &Value) -> Value {
    let fillable: Vec<&str> = rules
        .fields
        .iter()
        .filter(|(_, said)| said.may_be_filled())
        .map(|(field, _)| field.as_str())
        .collect();
    if fillable.is_empty() {
        return schema.clone();
    }
    with_optional(&Node::from_value(schema), &fillable).to_value()
}

impl ToolRules {
    /// Whether the tool writes, if a rule says so.
    pub(crate) const fn classification(&self) -> Option<Classification> {
        match self.write {
            Some(WriteRule::Read) => Some(Classification::Read),
            Some(WriteRule::Write(_)) => Some(Classification::Write),
            None => None,
        }
    }

    /// How much is at stake, if a rule says so.
    pub(crate) const fn risk(&self) -> Option<Risk> {
        match self.write {
            Some(WriteRule::Write(risk)) => Some(risk),
            _ => None,
        }
    }

    /// Whether there are checks beyond the schema.
    pub(crate) fn has_checks(&self) -> bool {
        !self.balanced.is_empty() || !self.checks.is_empty() || !self.fields.is_empty()
    }

    /// Makes the checks beyond the schema. `is_listed` knows the fields of the schema.
    pub(crate) fn check_arguments(
        &self,
        arguments: &Node<'_>,
        is_listed: impl Fn(&str) -> bool,
        findings: &mut Findings,
    ) {
        findings.add_violations(None, Some(arguments), self.spelling(arguments, is_listed));
        for balance in &self.balanced {
            findings.add_violations(None, Some(arguments), balance.check(arguments));
        }
        for check in &self.checks {
            if let Err(violations) = check.run(arguments) {
                findings.add_violations(None, Some(arguments), violations);
            }
        }
    }
}

impl ToolRules {
    /// The rules with names as the schema spells them, where they differ in case alone.
    ///
    /// # Errors
    ///
    /// Two names of the rules are one field.
    pub(crate) fn spelt_as(&self, schema: &Map<String, Value>) -> Result<Self, String> {
        let listed = listed_fields(schema);
        let spelt = |name: &String| {
            let mut same = listed.iter().filter(|field| is_same_without_case(field, name));
            match (listed.contains(&name.as_str()), same.next(), same.next()) {
                (false, Some(field), None) => (*field).to_owned(),
                _ => name.clone(),
            }
        };
        let mut rules = Self { fields: BTreeMap::new(), ..self.clone() };
        for (name, said) in &self.fields {
            let field = spelt(name);
            if rules.fields.insert(field.clone(), said.clone()).is_some() {
                return Err(format!("the rules name {field} in two spellings"));
            }
        }
        Ok(rules)
    }

    /// Arguments that differ from a field of the rules in case alone: a server could read them as this field, and the
    /// rules would not see their values.
    fn spelling(&self, arguments: &Node<'_>, is_listed: impl Fn(&str) -> bool) -> Vec<Violation> {
        let Node::Object(members) = arguments else { return Vec::new() };
        let misspelt = members.iter().filter(|(key, _)| !self.fields.contains_key(&**key) && !is_listed(key));
        let violations = misspelt.filter_map(|(key, _)| {
            let balanced = self.balanced.iter().map(|balance| &balance.items).filter(|items| *items != key);
            let mut ruled = self.fields.keys().chain(balanced);
            let field = ruled.find(|field| is_same_without_case(field, key))?;
            Some(Violation::new(format!("{key} must be spelled {field}")).property(&**key))
        });
        violations.collect()
    }
}

/// Fields of rules that a schema with fields does not list. A rule for one that the schema forbids can't be kept.
fn unknown_fields(rules: &ToolRules, schema: &Map<String, Value>) -> Result<Vec<RuleNote>, String> {
    let listed = listed_fields(schema);
    let balanced = rules.balanced.iter().map(|balance| &balance.items);
    let mut remarks = Vec::new();
    for field in rules.fields.keys().chain(balanced).filter(|field| !listed.contains(&field.as_str())) {
        let suggestion = nearest(field, listed.iter().copied()).map(str::to_owned);
        let is_open = rules.unknown_fields.is_some() || !is_closed(schema);
        if !is_open {
            let hint = suggestion.map(|name| format!(": did you mean {name}?")).unwrap_or_default();
            return Err(format!("the rules name {field}, which its schema does not allow{hint}"));
        }
        let is_in_vain = rules.fields.get(field).is_some_and(|said| !said.is_published());
        if is_in_vain && !listed.is_empty() && rules.unknown_fields.is_none() {
            let hint = suggestion.map(|name| format!(": did you mean {name}?")).unwrap_or_default();
            return Err(format!("the rules name {field}, which its schema does not list{hint}"));
        }
        if !listed.is_empty() {
            remarks.push(RuleNote::UnknownField { field: field.clone(), suggestion });
        }
    }
    remarks.dedup();
    Ok(remarks)
}

/// A phrase may only name fields of the call. A question may also name values of the preview.
fn check_templates(rules: &ToolRules, schema: &Map<String, Value>) -> Result<(), String> {
    let listed = listed_fields(schema);
    let preview = &rules.preview;
    let phrase = rules.confirm_phrase.as_deref().unwrap_or_default();
    for field in placeholders("confirm_phrase", phrase)? {
        if !listed.contains(&field) {
            return Err(format!("`confirm_phrase` names {field}, which is no field of the tool"));
        }
    }
    let names = placeholders("question", rules.question.as_deref().unwrap_or_default())?;
    if let Some(name) =
        names.iter().find(|name| !listed.contains(name) && !preview.iter().any(|shown| shown == *name))
    {
        return Err(format!("`question` names {name}, which is no field of the tool, and not in `preview`"));
    }
    if let Some(field) = preview.iter().find(|name| listed.contains(&name.as_str())) {
        return Err(format!("`preview` names {field}, which is a field of the tool"));
    }
    match preview.iter().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!("`preview` names {name}, which `question` does not show")),
        None => Ok(()),
    }
}

/// The names in a template.
fn placeholders<'t>(key: &str, template: &'t str) -> Result<Vec<&'t str>, String> {
    let mut names = Vec::new();
    let mut rest = template;
    while let Some((_, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').ok_or_else(|| format!("`{key}` has a {{ without a }}"))?;
        names.push(name);
        rest = after;
    }
    Ok(names)
}
