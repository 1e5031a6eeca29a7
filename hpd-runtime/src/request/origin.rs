//! Who makes a call, and in which group it is, as the provider's message says.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// What a provider's message says of a call beside its name and arguments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CallOrigin {
    /// The group of the tool, as `OpenAI`'s namespaces are. No check reads it: a name is unique in a toolbox.
    pub namespace: Option<String>,
    /// Who makes the call.
    pub caller: Option<Caller>,
    /// The form of the call, which its result has to have too.
    pub form: CallForm,
    /// The message with the call's result may hold results alone. A program waits for one of them, or a tool of the
    /// provider runs behind them.
    pub results_alone: bool,
}

/// The form of a call in a provider's message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum CallForm {
    /// A call of a function.
    #[default]
    Function,
    /// A search for tools that the provider leaves to the program.
    ToolSearch,
}

impl CallOrigin {
    /// A usual call: of a function, by the model, in no group.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// In a group.
    #[must_use]
    pub fn in_namespace(mut self, namespace: impl Into<Option<String>>) -> Self {
        self.namespace = namespace.into();
        self
    }

    /// By a caller.
    #[must_use]
    pub fn by(mut self, caller: impl Into<Option<Caller>>) -> Self {
        self.caller = caller.into();
        self
    }

    /// In a form.
    #[must_use]
    pub const fn of_form(mut self, form: CallForm) -> Self {
        self.form = form;
        self
    }

    /// With or without other content beside the results of its message.
    #[must_use]
    pub const fn results_alone(mut self, results_alone: bool) -> Self {
        self.results_alone = results_alone;
        self
    }
}

/// Who makes a call: the model itself, or a program that it wrote and that the provider runs.
///
/// ```
/// use hpd_runtime::args::Caller;
///
/// let program = Caller::parse(r#"{"type": "program", "caller_id": "call_7"}"#).unwrap();
/// assert_eq!((program.kind(), program.id()), ("program", Some("call_7")));
/// assert!(program.is_program());
/// assert!(!Caller::parse(r#"{"type": "direct"}"#).unwrap().is_program());
/// assert!(Caller::parse("7").is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    #[serde(rename = "type")]
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// A text in a text: events are read in ways that keep no JSON as it is written.
    json: String,
}

/// The members that providers give it.
#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow, alias = "caller_id")]
    tool_id: Option<Cow<'a, str>>,
}

/// The model itself.
const DIRECT: &str = "direct";

impl Caller {
    /// A caller as a provider wrote it. `None` if it is no object with a `type`.
    pub fn parse(json: &str) -> Option<Self> {
        Self::read(json, |_| true)
    }

    /// The same for programs alone: the model itself is the usual caller, and costs nothing.
    pub fn parse_program(json: &str) -> Option<Self> {
        Self::read(json, |kind| kind != DIRECT)
    }

    fn read(json: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let json = json.trim();
        if !json.starts_with('{') {
            return None;
        }
        let Members { kind, tool_id } = serde_json::from_str(json).ok()?;
        if !is_wanted(&kind) {
            return None;
        }
        let id = tool_id.map(Cow::into_owned);
        Some(Self { kind: kind.into_owned(), id, json: json.to_owned() })
    }

    /// The provider's word: `direct`, `program`, `code_execution_20250825`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The id of the call that the program belongs to.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Whether a program makes the call, and not the model itself.
    pub fn is_program(&self) -> bool {
        self.kind != DIRECT
    }

    /// The JSON text, as the provider wrote it.
    pub fn json(&self) -> &str {
        &self.json
    }
}
