//! Input that a function asks for while it runs.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hpd_schema::__private::error::{IntoViolations as _, Violation};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AskRequest, Failure, FailureEffect, ModelError, ToolError};

/// A question of a function to the user, with the schema of its answer.
///
/// The schema contains all that it refers to, below its `$defs`. An answer counts for the same request alone: after a
/// change of text or schema, the user is asked again.
///
/// ```
/// use hpd_runtime::output::InputRequest;
/// use serde_json::json;
///
/// let request = InputRequest::new("What is your code?", json!({"type": "string"})).sensitive();
/// assert!(request.is_sensitive());
/// assert_eq!(InputRequest::of::<u8>("How many?").schema()["maximum"], 255);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputRequest {
    message: String,
    schema: Value,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    sensitive: bool,
}

impl InputRequest {
    /// A question, as the user reads it, and the JSON Schema of the answer.
    pub fn new(message: impl Into<String>, schema: Value) -> Self {
        Self { message: message.into(), schema, sensitive: false }
    }

    /// A question whose answer has the schema of a type.
    pub fn of<T: JsonSchema>(message: impl Into<String>) -> Self {
        let settings = SchemaSettings::draft2020_12().with(|types| {
            types.meta_schema = None;
            types.inline_subschemas = true;
        });
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        // The user reads no name of a type.
        if schema.get("title").and_then(Value::as_str) == Some(&*T::schema_name()) {
            schema.remove("title");
        }
        Self::new(message, schema.to_value())
    }

    /// The question for a key alone: by the description of the type, or by the words of the key.
    pub(crate) fn for_key<T: JsonSchema>(key: &str) -> Self {
        let mut request = Self::of::<T>("");
        let said = request.schema.get("description").and_then(Value::as_str);
        let is_yes_or_no = request.schema.get("type").and_then(Value::as_str) == Some("boolean");
        request.message = match said {
            Some(said) => said.to_owned(),
            None if is_yes_or_no => format!("{}: yes or no?", key.replace('_', " ")),
            None => format!("Please enter: {}", key.replace('_', " ")),
        };
        request
    }

    /// The answer is hidden in logs, journals, questions and errors, as a sensitive parameter is.
    #[must_use]
    pub fn sensitive(self) -> Self {
        Self { sensitive: true, ..self }
    }

    /// The question.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The JSON Schema of the answer.
    pub const fn schema(&self) -> &Value {
        &self.schema
    }

    /// Whether the answer is hidden.
    pub const fn is_sensitive(&self) -> bool {
        self.sensitive
    }
}

/// An input that a function asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AskedInput {
    /// The key by which the function reads the answer.
    pub key: String,
    /// The question.
    pub request: InputRequest,
}

impl AskedInput {
    /// A question under a key.
    pub fn new(key: impl Into<String>, request: InputRequest) -> Self {
        Self { key: key.into(), request }
    }
}

/// An answer for a function, as JSON.
#[derive(Clone, PartialEq, Eq)]
pub struct AnsweredInput {
    /// The key by which the function reads it.
    pub key: Box<str>,
    /// The request that was answered.
    pub request: InputRequest,
    /// The answer.
    pub json: Box<str>,
}

/// Without the answer: debug output may be logged.
impl fmt::Debug for AnsweredInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnsweredInput").field("key", &self.key).finish_non_exhaustive()
    }
}

/// A text that was kept for a call.
#[derive(Debug, Clone)]
pub struct TextOfPages {
    /// By which it is read.
    pub id: String,
    /// The bytes of the text.
    pub bytes: usize,
    /// The bytes of what the model reads of it.
    pub shown: usize,
}

/// What all attempts at a call share: its inputs, and the texts that were kept.
#[derive(Debug, Default)]
pub(crate) struct CallInputs {
    pub(crate) answers: Vec<AnsweredInput>,
    /// The id of the stored call that this one continues.
    pub(crate) continues: Option<Box<str>>,
    asked: Mutex<Vec<AskedInput>>,
    effect_began: AtomicBool,
    kept: Mutex<Vec<TextOfPages>>,
}

impl CallInputs {
    pub(crate) fn new(answers: Vec<AnsweredInput>, continues: Option<Box<str>>) -> Self {
        Self { answers, continues, ..Self::default() }
    }

    pub(crate) fn begin_effect(&self) {
        self.effect_began.store(true, Ordering::Release);
    }

    pub(crate) fn has_effect_begun(&self) -> bool {
        self.effect_began.load(Ordering::Acquire)
    }

    /// The answer to a request, as JSON. Without one, the request is noted.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn answer(self: &Arc<Self>, key: &str, request: InputRequest) -> Result<&str, InputError> {
        let answer = self.answers.iter().find(|answer| *answer.key == *key && answer.request == request);
        if let Some(answer) = answer {
            return Ok(&answer.json);
        }
        if self.has_effect_begun() {
            return Err(InputError(Kind::TooLate { key: key.to_owned() }));
        }
        let mut asked = self.asked();
        asked.retain(|other| other.key != key);
        asked.push(AskedInput { key: key.to_owned(), request });
        drop(asked);
        Err(InputError(Kind::Asked { key: key.to_owned(), inputs: Arc::clone(self) }))
    }

    pub(crate) fn note_kept(&self, text: TextOfPages) {
        let mut kept = self.lock_kept();
        if kept.iter().all(|other| other.id != text.id) {
            kept.push(text);
        }
    }

    pub(crate) fn kept(&self) -> Vec<TextOfPages> {
        self.lock_kept().clone()
    }

    pub(crate) fn forget_kept(&self) {
        self.lock_kept().clear();
    }

    fn lock_kept(&self) -> MutexGuard<'_, Vec<TextOfPages>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn asked(&self) -> MutexGuard<'_, Vec<AskedInput>> {
        // Each change leaves a whole list.
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for CallInputs {
    fn eq(&self, other: &Self) -> bool {
        self.answers == other.answers
    }
}

impl Eq for CallInputs {}

/// A function has no answer to its request for input. Returned by `?`, it ends the run: the user is asked, and the call is
/// made again with the answer.
///
/// It becomes a [`ToolError`](crate::ToolError). Another error type keeps the question if its
/// [`ModelError::ask`] returns that of this error.
#[derive(Debug, Clone)]
pub struct InputError(Kind);

#[derive(Debug, Clone)]
enum Kind {
    /// The user is asked.
    Asked { key: String, inputs: Arc<CallInputs> },
    /// The effect began before.
    TooLate { key: String },
    /// The function's type does not take an answer that its schema takes.
    Unreadable { key: String },
}

impl InputError {
    pub(crate) fn unreadable(key: &str) -> Self {
        Self(Kind::Unreadable { key: key.to_owned() })
    }

    /// The key of the input.
    pub fn key(&self) -> &str {
        match &self.0 {
            Kind::Asked { key, .. } | Kind::TooLate { key } | Kind::Unreadable { key } => key,
        }
    }

    /// Whether the user can be asked: nothing has begun.
    fn is_in_time(&self) -> bool {
        matches!(&self.0, Kind::Asked { inputs, .. } if !inputs.has_effect_begun())
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.key();
        match &self.0 {
            Kind::Asked { .. } if self.is_in_time() => write!(f, "The user has to answer first: {key:?}."),
            Kind::Asked { .. } | Kind::TooLate { .. } => {
                write!(f, "The function asked for the input {key:?} after its effect had begun.")
            }
            Kind::Unreadable { .. } => {
                write!(
                    f,
                    "The function can't use the user's answer to {key:?}, although its schema takes it."
                )
            }
        }
    }
}

impl std::error::Error for InputError {}

impl ModelError for InputError {
    fn for_model(&self) -> Cow<'_, str> {
        match self.ask() {
            Some(ask) => Cow::Owned(ask.question),
            None => Cow::Owned(self.to_string()),
        }
    }

    fn effect(&self) -> FailureEffect {
        match &self.0 {
            Kind::Asked { .. } if self.is_in_time() => FailureEffect::NotRun,
            Kind::Asked { .. } | Kind::TooLate { .. } => FailureEffect::Unknown,
            Kind::Unreadable { .. } => FailureEffect::Failed,
        }
    }

    fn ask(&self) -> Option<AskRequest> {
        match &self.0 {
            Kind::Asked { inputs, .. } if self.is_in_time() => {
                Some(AskRequest::of_inputs(inputs.asked().clone()))
            }
            _ => None,
        }
    }
}

/// Why a check with a context refuses a call, or can't decide yet.
///
/// Every reason of a check without a context becomes one, an error with `#[derive(ModelError)]` among them, and so does
/// an [`InputError`].
///
/// ```
/// use hpd_runtime::output::CheckError;
/// use hpd_runtime::{CallContext, plugin};
///
/// struct Bank;
///
/// impl Bank {
///     fn check(&self, amount: &u32, ctx: &CallContext<'_>) -> Result<(), CheckError> {
///         if *amount == 0 {
///             return Err("the amount is zero".into());
///         }
///         if *amount > 1000 && !ctx.input::<bool>("above_limit")? {
///             return Err("the user does not want to pay above the limit".into());
///         }
///         Ok(())
///     }
/// }
///
/// #[plugin]
/// impl Bank {
///     /// Pays a bill.
///     #[ai_function(write, risk = medium, check = self.check(ctx))]
///     fn pay(&self, /** The amount. */ amount: u32) -> String {
///         format!("Paid {amount}.")
///     }
/// }
/// ```
#[derive(Debug)]
pub struct CheckError(pub(crate) CheckReason);

#[derive(Debug)]
pub(crate) enum CheckReason {
    Violations(Vec<Violation>),
    /// The user has to answer first, or the question came too late.
    Undecided(Box<Failure>),
}

macro_rules! from_violations {
    ($($reason:ty),*) => {$(
        impl From<$reason> for CheckError {
            fn from(error: $reason) -> Self {
                Self(CheckReason::Violations(error.into_violations()))
            }
        }
    )*};
}

from_violations!(&str, String, Violation, Vec<Violation>);

impl From<InputError> for CheckError {
    fn from(error: InputError) -> Self {
        Self(CheckReason::Undecided(Box::new(Failure::of(&error))))
    }
}

impl From<ToolError> for CheckError {
    fn from(error: ToolError) -> Self {
        Self::of(&error)
    }
}

impl CheckError {
    /// The same as an error for the model: its question, or its text.
    #[cold]
    pub(crate) fn of(error: &impl ModelError) -> Self {
        let failure = Failure::of(error);
        Self(match failure.ask {
            Some(_) => CheckReason::Undecided(Box::new(failure)),
            None => CheckReason::Violations(failure.message.into_violations()),
        })
    }
}

#[cfg(test)]
mod tests;
