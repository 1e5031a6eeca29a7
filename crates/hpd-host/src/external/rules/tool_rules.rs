//! The rules of one tool.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use hpd_runtime::args::{Leniency, Node};
use hpd_runtime::error::{IntoViolations, Violation};
use hpd_runtime::spec::Risk;
use serde_json::Value;

use super::Balance;
use crate::external::UnknownFields;

/// A program's rules for one external tool. See [`Rules`](crate::external::Rules).
///
/// ```
/// use hpd_host::external::ToolRules;
/// use hpd_host::spec::Risk;
///
/// let void = ToolRules::new()
///     .write(Risk::High)
///     .confirm_phrase("VOID {InvoiceId}")
///     .required(["InvoiceId"])
///     .obtain("InvoiceId", "get_all_invoices");
/// # let _ = void;
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[must_use]
pub struct ToolRules {
    pub(crate) fields: BTreeMap<String, FieldRules>,
    pub(crate) write: Option<WriteRule>,
    pub(crate) confirm_phrase: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) question: Option<String>,
    pub(crate) preview: Vec<String>,
    pub(crate) idempotent: bool,
    pub(crate) leniency: Option<Leniency>,
    pub(crate) unknown_fields: Option<UnknownFields>,
    pub(crate) balanced: Vec<Balance>,
    pub(crate) checks: Vec<CodeCheck>,
}

/// The rules of one field.
#[derive(Debug, Clone, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule by itself")]
pub(crate) struct FieldRules {
    pub(crate) required: bool,
    pub(crate) non_empty: bool,
    pub(crate) non_empty_array: bool,
    pub(crate) sensitive: bool,
    pub(crate) confirm_if_uncertain: bool,
    pub(crate) at_least: Option<Value>,
    pub(crate) above: Option<Value>,
    pub(crate) min_items: Option<u64>,
    pub(crate) one_of: Option<Vec<Value>>,
    pub(crate) hint: Option<String>,
    pub(crate) obtain: Option<String>,
    pub(crate) profile_key: Option<String>,
    pub(crate) config_key: Option<String>,
    pub(crate) ask: Option<String>,
    /// The host's value for a field that nothing else gives.
    pub(crate) default: Option<Value>,
}

/// Whether a tool writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WriteRule {
    Read,
    Write(Risk),
}

type Check = dyn Fn(&Node<'_>) -> Result<(), Vec<Violation>> + Send + Sync;

/// A check in code.
#[derive(Clone)]
pub(crate) struct CodeCheck(Arc<Check>);

impl CodeCheck {
    pub(crate) fn run(&self, arguments: &Node<'_>) -> Result<(), Vec<Violation>> {
        (self.0)(arguments)
    }
}

impl PartialEq for CodeCheck {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for CodeCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CodeCheck")
    }
}

impl ToolRules {
    /// No rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tool writes, with this risk.
    pub const fn write(mut self, risk: Risk) -> Self {
        self.write = Some(WriteRule::Write(risk));
        self
    }

    /// The tool only reads, regardless of its name.
    pub const fn read(mut self) -> Self {
        self.write = Some(WriteRule::Read);
        self
    }

    /// Calling the tool twice has the effect of calling it once. A call with an unknown effect is then repeated once.
    /// The source's own hint is not trusted.
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// The phrase that a user types before the call; `{Field}` is replaced by the field's value. Only for a write of
    /// high risk.
    pub fn confirm_phrase(mut self, phrase: impl Into<String>) -> Self {
        self.confirm_phrase = Some(phrase.into());
        self
    }

    /// The name of the tool for people, in questions and on buttons. Without it, they have the tool's name: the title that
    /// the source gives is not used there.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The question to the user before the call, in place of the tool's title. `{Field}` is a placeholder for the
    /// field's value. The fields are listed below the question. Only for a write.
    ///
    /// ```
    /// use hpd_host::external::ToolRules;
    /// use hpd_host::spec::Risk;
    ///
    /// let pay = ToolRules::new()
    ///     .write(Risk::Low)
    ///     .question("Pay {Amount} to {name}?")
    ///     .preview(["name"]);
    /// # let _ = pay;
    /// ```
    pub fn question(mut self, question: impl Into<String>) -> Self {
        self.question = Some(question.into());
        self
    }

    /// The names in the [`question`](Self::question) that are no fields: the [preview](crate::approval::Preview) of the
    /// tool gives their values.
    pub fn preview<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.preview.extend(names.into_iter().map(Into::into));
        self
    }

    /// Fields that must be there, and neither `null` nor an empty text.
    pub fn required<N: Into<String>>(self, fields: impl IntoIterator<Item = N>) -> Self {
        self.each(fields, |rules| rules.required = true)
    }

    /// Required fields with contents: an array with an item, a text with a character, an object with a member.
    ///
    /// The type is that of the tool's schema. If the schema gives no type, the field must be an array. For a text,
    /// [`required`](Self::required) is enough.
    pub fn non_empty<N: Into<String>>(self, fields: impl IntoIterator<Item = N>) -> Self {
        self.each(fields, |rules| rules.non_empty = true)
    }

    /// Fields that must be arrays with at least one item, even if the tool's schema takes other types.
    ///
    /// ```
    /// use hpd_host::external::ToolRules;
    ///
    /// let rules = ToolRules::new().required(["ContactId"]).non_empty_array(["Lines"]);
    /// # let _ = rules;
    /// ```
    pub fn non_empty_array<N: Into<String>>(self, fields: impl IntoIterator<Item = N>) -> Self {
        self.each(fields, |rules| rules.non_empty_array = true)
    }

    /// Fields whose values are never shown: not in errors, not in warnings.
    pub fn sensitive<N: Into<String>>(self, fields: impl IntoIterator<Item = N>) -> Self {
        self.each(fields, |rules| rules.sensitive = true)
    }

    /// Fields whose values the user has to confirm, unless the values came from the user. For sensitive fields, this
    /// holds without the setting.
    pub fn confirm_if_uncertain<N: Into<String>>(self, fields: impl IntoIterator<Item = N>) -> Self {
        self.each(fields, |rules| rules.confirm_if_uncertain = true)
    }

    /// An inclusive lower bound of a number.
    pub fn at_least(self, field: impl Into<String>, least: impl Into<Value>) -> Self {
        let least = least.into();
        self.one(field, |rules| rules.at_least = Some(least))
    }

    /// An exclusive lower bound of a number.
    pub fn above(self, field: impl Into<String>, bound: impl Into<Value>) -> Self {
        let bound = bound.into();
        self.one(field, |rules| rules.above = Some(bound))
    }

    /// The fewest items that an array may have.
    pub fn min_items(self, field: impl Into<String>, count: u64) -> Self {
        self.one(field, |rules| rules.min_items = Some(count))
    }

    /// The values that a field may have.
    pub fn one_of<V: Into<Value>>(
        self,
        field: impl Into<String>,
        values: impl IntoIterator<Item = V>,
    ) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        self.one(field, |rules| rules.one_of = Some(values))
    }

    /// How a field's value is obtained, in words for the model.
    pub fn hint(self, field: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        self.one(field, |rules| rules.hint = Some(text))
    }

    /// The tool that yields a field's value. A tool of the same source is given by the name in the source, another tool
    /// by the name that the model sees.
    pub fn obtain(self, field: impl Into<String>, tool: impl Into<String>) -> Self {
        let tool = tool.into();
        self.one(field, |rules| rules.obtain = Some(tool))
    }

    /// The key of the user's profile that holds a field's value.
    pub fn profile_key(self, field: impl Into<String>, key: impl Into<String>) -> Self {
        let key = key.into();
        self.one(field, |rules| rules.profile_key = Some(key))
    }

    /// The key of the configuration that holds a field's value.
    pub fn config_key(self, field: impl Into<String>, key: impl Into<String>) -> Self {
        let key = key.into();
        self.one(field, |rules| rules.config_key = Some(key))
    }

    /// The value of an optional field that neither the model nor another source gives. A `default` in the tool's own
    /// schema is never sent: it describes what the tool does without the field.
    pub fn default_value(self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        let value = value.into();
        self.one(field, |rules| rules.default = Some(value))
    }

    /// The question to the user for a field's value, at the first call without the value. If the field has a
    /// [`hint`](Self::hint) or a tool to [`obtain`](Self::obtain) the value, the model first gets an error about the
    /// missing value. The user is asked if the model does not correct the call. Without this question, the third call
    /// without a required field asks the user; [`Limits::corrections`](crate::Limits::corrections) changes this number.
    pub fn ask(self, field: impl Into<String>, question: impl Into<String>) -> Self {
        let question = question.into();
        self.one(field, |rules| rules.ask = Some(question))
    }

    /// How forgiving the reading of the arguments is.
    pub const fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = Some(leniency);
        self
    }

    /// What happens to fields that the tool's schema does not name, whatever the setting of its
    /// [source](crate::external::ExternalSource::unknown_fields).
    pub const fn unknown_fields(mut self, unknown_fields: UnknownFields) -> Self {
        self.unknown_fields = Some(unknown_fields);
        self
    }

    /// Fields that the tool's schema does not name are errors: [`UnknownFields::Reject`].
    pub const fn reject_unknown_fields(self) -> Self {
        self.unknown_fields(UnknownFields::Reject)
    }

    /// Fields that the tool's schema does not name are passed on, even if the schema forbids them:
    /// [`UnknownFields::Pass`].
    pub const fn allow_unknown_fields(self) -> Self {
        self.unknown_fields(UnknownFields::Pass)
    }

    /// The items of an array are bookings: each has an amount above zero in either `left` or `right`. The other field
    /// is zero, `null` or absent. The sum of all `left` equals the sum of all `right`. Sums are exact.
    pub fn balanced(
        mut self,
        items: impl Into<String>,
        left: impl Into<String>,
        right: impl Into<String>,
    ) -> Self {
        self.balanced.push(Balance { items: items.into(), left: left.into(), right: right.into() });
        self
    }

    /// A check in code, on arguments that the schema accepts. Numbers are as they were written.
    ///
    /// ```
    /// use hpd_host::external::ToolRules;
    ///
    /// let rules = ToolRules::new().check(|arguments| {
    ///     let to = arguments.get("to").and_then(|to| to.as_str()).unwrap_or_default();
    ///     if to.ends_with("@example.com") {
    ///         Ok(())
    ///     } else {
    ///         Err("to must be an address of example.com")
    ///     }
    /// });
    /// # let _ = rules;
    /// ```
    pub fn check<E: IntoViolations>(
        mut self,
        check: impl Fn(&Node<'_>) -> Result<(), E> + Send + Sync + 'static,
    ) -> Self {
        let check = move |arguments: &Node<'_>| check(arguments).map_err(IntoViolations::into_violations);
        self.checks.push(CodeCheck(Arc::new(check)));
        self
    }

    /// A contradiction within the rules, independent of the tool's schema.
    pub(crate) fn problem(&self) -> Option<String> {
        if let (Some(_), false) =
            (&self.confirm_phrase, matches!(self.write, Some(WriteRule::Write(Risk::High))))
        {
            return Some("`confirm_phrase` is for a write of high risk".to_owned());
        }
        if self.confirm_phrase.as_deref().is_some_and(|phrase| phrase.trim().is_empty()) {
            return Some("`confirm_phrase` must not be empty".to_owned());
        }
        if let Some(problem) = self.problem_of_question() {
            return Some(problem.to_owned());
        }
        self.fields.iter().find_map(|(field, rules)| {
            rules.problem().map(|(key, what)| format!("`{key}` of {field} {what}"))
        })
    }

    fn problem_of_question(&self) -> Option<&'static str> {
        let writes = matches!(self.write, Some(WriteRule::Write(_)));
        match &self.question {
            None if self.preview.is_empty() => None,
            None => Some("`preview` is for names in a `question`"),
            Some(_) if !writes => Some("`question` is for a write"),
            Some(question) if question.trim().is_empty() => Some("`question` must not be empty"),
            Some(question) if question.chars().any(char::is_control) => Some("`question` must be one line"),
            Some(_) => None,
        }
    }

    /// The rules of a field, made if there are none.
    pub(crate) fn field(&mut self, field: impl Into<String>) -> &mut FieldRules {
        self.fields.entry(field.into()).or_default()
    }

    fn one(mut self, field: impl Into<String>, set: impl FnOnce(&mut FieldRules)) -> Self {
        set(self.field(field));
        self
    }

    fn each<N: Into<String>>(
        mut self,
        fields: impl IntoIterator<Item = N>,
        set: impl Fn(&mut FieldRules),
    ) -> Self {
        fields.into_iter().for_each(|field| set(self.field(field)));
        self
    }
}

impl FieldRules {
    /// The key of an impossible rule, and the problem.
    fn problem(&self) -> Option<(&'static str, &'static str)> {
        let numbers = [("at_least", &self.at_least), ("above", &self.above)];
        let texts = [
            ("hint", &self.hint),
            ("obtain", &self.obtain),
            ("profile_key", &self.profile_key),
            ("config_key", &self.config_key),
            ("ask", &self.ask),
        ];
        let bad_number =
            numbers.into_iter().find(|(_, value)| value.as_ref().is_some_and(|v| !v.is_number()));
        let blank_text =
            texts.into_iter().find(|(_, text)| text.as_deref().is_some_and(|text| text.trim().is_empty()));
        bad_number
            .map(|(key, _)| (key, "must be a number"))
            .or_else(|| blank_text.map(|(key, _)| (key, "must not be blank")))
            .or_else(|| {
                self.one_of.as_ref().is_some_and(Vec::is_empty).then_some(("one_of", "must list a value"))
            })
    }
}
