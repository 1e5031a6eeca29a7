//! Texts about missing and uncertain values, for the model, the user and the program.

mod collected;
mod failed;
mod form;
mod noun;
mod shown;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

use hpd_journal::pending::PendingId;
use hpd_runtime::__private::text::{CutNote, cut_with_note};
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::output::AskedInput;
use hpd_runtime::values::Provenance;
use serde_json::{Value, json};

pub(crate) use form::{Form, base_of};
use shown::name;
use text::{section, subject};

use super::plan::CollectPlan;

/// Values that a call needs from the user. The call has not run.
///
/// There are three forms. [`Display`](fmt::Display) is the text for the model. It lists missing values with the
/// searched sources, values to confirm, and known values with their sources. At the end, it requests the model to ask
/// the user. [`question`](Self::question) is for the user. [`ask_user_data`](Self::ask_user_data) is for the program.
///
/// Values of sensitive parameters are in none of them.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct AskUser {
    pending: Option<PendingId>,
    /// Required parameters without a value.
    missing: Vec<String>,
    /// Parameters whose value is wrong.
    invalid: Vec<String>,
    uncertain: Vec<UncertainValue>,
    /// Inputs of the function, which are no parameters.
    inputs: Vec<AskedInput>,
    for_model: String,
    question: String,
    /// Whether the question shows all that the user confirms by a yes.
    is_whole: bool,
    cause: Cause,
}

/// Why the user is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cause {
    /// Values are missing or uncertain.
    Values,
    /// The model could not correct the errors of the check.
    Refused(Box<ValidationErrorResponse>),
    /// The function asks.
    Function,
}

/// A value that the user has to confirm.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct UncertainValue {
    /// The parameter.
    pub name: String,
    /// The value; `"[hidden]"` if the parameter is sensitive.
    pub value: Value,
    /// Where it comes from.
    pub source: Provenance,
}

/// A parameter that was wrong again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FailedField<'f> {
    pub(crate) name: &'f str,
    /// There was no value, or an empty one.
    pub(crate) is_missing: bool,
}

impl AskUser {
    /// The same about a call that waits already.
    pub(crate) fn with_pending(self, pending: PendingId) -> Self {
        Self { pending: Some(pending), ..self }
    }

    /// The pending call that the answer resumes, if it was stored.
    pub const fn pending(&self) -> Option<&PendingId> {
        self.pending.as_ref()
    }

    /// The question to the user, in plain words.
    pub fn question(&self) -> &str {
        &self.question
    }

    /// The required parameters that have no value, in the order of declaration.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// The parameters whose values the model failed to correct.
    pub fn invalid(&self) -> &[String] {
        &self.invalid
    }

    /// The values that the user has to confirm, in the order of declaration.
    pub fn uncertain(&self) -> &[UncertainValue] {
        &self.uncertain
    }

    /// The inputs that the function asks for, in its order: the fields of a form, each with the schema of its answer.
    /// They are no parameters. [`Toolbox::answer_values`](crate::Toolbox::answer_values) takes the answers by key.
    pub fn inputs(&self) -> &[AskedInput] {
        &self.inputs
    }

    /// Missing, uncertain and invalid parameters, and inputs of the function, as JSON. Empty lists are left out:
    ///
    /// ```json
    /// {"missing": ["phone"], "uncertain": [{"name": "address", "value": "123 Main St", "source": "profile"}]}
    /// {"inputs": [{"key": "seats", "message": "How many seats?", "schema": {"type": "integer"}, "sensitive": false}]}
    /// ```
    pub fn ask_user_data(&self) -> Value {
        let mut data = serde_json::Map::new();
        let uncertain = self.uncertain.iter().map(
            |value| json!({ "name": value.name, "value": value.value, "source": value.source.as_str() }),
        );
        for (key, list) in [
            ("missing", self.missing.iter().map(|name| json!(name)).collect::<Vec<_>>()),
            ("uncertain", uncertain.collect()),
            ("invalid", self.invalid.iter().map(|name| json!(name)).collect()),
            ("inputs", self.inputs.iter().map(input_data).collect()),
        ] {
            if !list.is_empty() {
                data.insert(key.to_owned(), Value::Array(list));
            }
        }
        Value::Object(data)
    }

    /// The same, asked because the model could not correct the errors of the check.
    pub(crate) fn because(self, refused: ValidationErrorResponse) -> Self {
        Self { cause: Cause::Refused(Box::new(refused)), ..self }
    }

    /// Why the user is asked.
    pub(crate) const fn cause(&self) -> &Cause {
        &self.cause
    }

    /// The same question, asked again after earlier attempts in vain. The model must then use the words of the user's
    /// question.
    pub(crate) fn in_form(mut self, form: Form) -> Self {
        if form != Form::First {
            self.question = form.of(&self.question, !self.missing.is_empty(), !self.uncertain.is_empty());
            let again = "The user was asked before, and the answer was not clear. Ask this, word for word:";
            self.for_model = format!("{}\n\n{again}\n{}", self.for_model, self.question);
        }
        self
    }

    /// The same for a client that can't ask: the user answers at `place`, and the model reads it.
    pub(crate) fn answered_at(mut self, plan: &CollectPlan, place: Option<&str>) -> Self {
        if let Some(place) = place {
            let uncertain = self.uncertain.iter().map(|value| &value.name);
            let keys = self.inputs.iter().map(|input| &input.key);
            let names = self.missing.iter().chain(uncertain).chain(keys).map(|known| name(known));
            let needs = format!("{} needs something from the user before it can go on", subject(plan));
            let head = section(&format!("{needs}:"), names).unwrap_or_else(|| format!("{needs}."));
            self.for_model = format!(
                "{head}\n\nThe user can't be asked here: tell the user to answer at {place}\nThe answer continues this \
                 call. Do not call the function again."
            );
        }
        self
    }

    /// Cuts a function's question beyond `most` bytes.
    pub(crate) fn shorten(&mut self, max: usize) {
        cut_with_note(&mut self.for_model, max, CutNote::AskForLess);
        cut_with_note(&mut self.question, max, CutNote::AskForLess);
    }

    /// Whether the question shows complete values: a bare yes can't confirm a cut one.
    pub(crate) const fn shows_whole_values(&self) -> bool {
        self.is_whole
    }
}

fn input_data(input: &AskedInput) -> Value {
    let AskedInput { key, request, .. } = input;
    json!({
        "key": key,
        "message": request.message(),
        "schema": request.schema(),
        "sensitive": request.is_sensitive(),
    })
}

/// The text for the model.
impl fmt::Display for AskUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.for_model)
    }
}

/// Leaves out the values: debug output may be logged.
impl fmt::Debug for AskUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let uncertain: Vec<_> = self.uncertain.iter().map(|value| &value.name).collect();
        f.debug_struct("AskUser")
            .field("pending", &self.pending)
            .field("missing", &self.missing)
            .field("invalid", &self.invalid)
            .field("uncertain", &uncertain)
            .finish_non_exhaustive()
    }
}
