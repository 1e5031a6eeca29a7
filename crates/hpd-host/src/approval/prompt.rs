//! Forms for the user, over any channel that waits for the answer.

use std::fmt;

use hpd_journal::BoxFuture;
use hpd_journal::pending::{PendingView, Question};
use serde_json::{Map, Value, json};

/// A way to ask the user while a call waits: a form of a client, a dialog, a terminal.
///
/// [`Toolbox::call_with_prompt`](crate::Toolbox::call_with_prompt) shows one form after the other. An implementation
/// passes on what the user does, and never decides itself.
pub trait UserPrompt: Send + Sync {
    /// Shows a form to the user, and waits for the answer. The future is dropped when the turn is cancelled.
    fn ask<'a>(&'a self, form: &'a PromptForm) -> BoxFuture<'a, PromptAnswer>;
}

/// What the user did with a form.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum PromptAnswer {
    /// The user sent the form, with the values of its fields by name. A question for approval is approved by that.
    Submitted(Map<String, Value>),
    /// The user declined: the call is cancelled.
    Declined,
    /// The user did not answer. The question stays open until its time is over.
    Unanswered,
    /// The channel can't show this form. The question is closed, and the model reads that the user can't be asked.
    Unsupported,
}

/// Leaves out the values: debug output may be logged.
impl fmt::Debug for PromptAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Submitted(_) => "Submitted",
            Self::Declined => "Declined",
            Self::Unanswered => "Unanswered",
            Self::Unsupported => "Unsupported",
        })
    }
}

/// A question with fields, for the user alone: the model must not see it.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct PromptForm {
    pub(crate) text: String,
    pub(crate) fields: Vec<PromptField>,
    /// The definitions that schemas of fields refer to, by keyword.
    pub(crate) definitions: Map<String, Value>,
    pub(crate) approval: Option<Box<Question>>,
    pub(crate) problem: Option<String>,
}

/// A field of a form.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct PromptField {
    /// The name, by which the answer has the value.
    pub name: String,
    /// What is asked, in words. Empty if the form's text says it.
    pub text: String,
    /// The JSON schema of the value.
    pub schema: Value,
    /// The value to confirm or to replace, if there is one that may be shown.
    pub value: Option<Value>,
    /// Whether the value must not be shown, stored or logged.
    pub sensitive: bool,
}

impl PromptForm {
    /// The whole question, as plain text. For a question for approval it shows the call as it will run.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The fields. A question for approval has none, or one for the phrase to type.
    pub fn fields(&self) -> &[PromptField] {
        &self.fields
    }

    /// The question for approval, if it is one. A form for values has none.
    pub fn approval(&self) -> Option<&Question> {
        self.approval.as_deref()
    }

    /// Why the last answer was not taken, in words for the user.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Whether a field asks for a sensitive value.
    pub fn is_sensitive(&self) -> bool {
        self.fields.iter().any(|field| field.sensitive)
    }

    /// The JSON schema of the answer: an object with a property for each field, all of them required. A value to confirm is
    /// the default of its property.
    pub fn schema(&self) -> Value {
        let property = |field: &PromptField| {
            let mut schema = match &field.schema {
                Value::Object(schema) => schema.clone(),
                _ => Map::new(),
            };
            if !field.text.is_empty() {
                schema.insert("description".to_owned(), json!(field.text));
            }
            if let Some(value) = &field.value {
                schema.insert("default".to_owned(), value.clone());
            }
            (field.name.clone(), Value::Object(schema))
        };
        let properties: Map<_, _> = self.fields.iter().map(property).collect();
        let required: Vec<_> = self.fields.iter().map(|field| json!(field.name)).collect();
        let mut schema = self.definitions.clone();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            schema.insert("required".to_owned(), Value::Array(required));
        }
        Value::Object(schema)
    }
}

/// An open [question about values](crate::Toolbox::open_forms), for the user who was asked.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct OpenForm {
    /// The call that waits.
    pub view: PendingView,
    /// The form for the answer. `None` if this process can't take one: another one has the function, or keeps the
    /// sensitive values of the call.
    pub form: Option<PromptForm>,
}

/// Leaves out texts and values: debug output may be logged.
impl fmt::Debug for PromptForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptForm")
            .field("fields", &self.fields)
            .field("is_approval", &self.approval.is_some())
            .finish_non_exhaustive()
    }
}

/// Leaves out the value: debug output may be logged.
impl fmt::Debug for PromptField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptField")
            .field("name", &self.name)
            .field("sensitive", &self.sensitive)
            .finish_non_exhaustive()
    }
}
