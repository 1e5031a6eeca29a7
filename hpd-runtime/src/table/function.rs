//! The row of a function.

use std::future::Future;
use std::pin::Pin;

use hpd_json::Leniency;
use schemars::Schema;
use serde::{Deserialize, Serialize};

use super::{FlatArgs, ParamSpec};
use crate::context::CallContext;
use crate::output::{Failure, Output};
use crate::reading::{Reader, Refused};
use crate::text::write_word;

/// A function of a plugin `P`: its description and its handler.
pub struct FunctionSpec<P: 'static> {
    /// Everything about the function that does not depend on the plugin's type.
    pub info: &'static FunctionInfo,
    /// Reads the arguments and prepares the call.
    pub handler: Handler<P>,
}

/// The name, description and options of a function.
#[derive(Debug, Clone)]
pub struct FunctionInfo {
    /// The tool's name, as the model calls it.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// The purpose of the function, for the model.
    pub description: &'static str,
    /// The parameters that the model fills, in the order of declaration.
    pub params: &'static [ParamSpec],
    /// A struct that takes all arguments; its fields are the parameters.
    #[doc(hidden)]
    pub flat: Option<FlatArgs>,
    /// Whether the function only reads, or changes something.
    pub effect: Effect,
    /// The question before a write, with `{Parameter}` placeholders; default: the title.
    pub question: Option<&'static str>,
    /// The names in the question that are no parameters: the host's preview gives their values.
    pub preview: &'static [&'static str],
    /// Whether calling twice is the same as calling once.
    pub idempotent: bool,
    /// Milliseconds after which the call is given up; the host's default otherwise.
    pub timeout_ms: Option<u64>,
    /// How forgiving the reading of arguments is; the toolbox's leniency otherwise.
    pub leniency: Option<Leniency>,
    /// The function takes the request itself. A read of this kind is called even when its arguments can't be read. The
    /// macros refuse writes of this kind.
    pub takes_request: bool,
    /// The treatment of unknown arguments.
    pub unknown_fields: UnknownFields,
    /// The result goes to the user; the model learns only that the user has the result.
    pub direct: bool,
    /// Hints for clients, as in MCP's tool annotations.
    pub hints: Hints,
    /// The note of `#[deprecated]`, empty if it has none.
    pub deprecated: Option<&'static str>,
    /// Further keys of the metadata.
    pub meta: &'static [(&'static str, MetaValue)],
    /// The JSON Schema of the result, if its type has one that describes an object.
    pub result_schema: fn() -> Option<Schema>,
}

impl FunctionInfo {
    /// A function without a name or options. The row that a macro emits takes the fields that it does not set from
    /// this constant.
    pub const NEW: Self = Self {
        name: "",
        title: None,
        description: "",
        params: &[],
        flat: None,
        effect: Effect::Read,
        question: None,
        preview: &[],
        idempotent: false,
        timeout_ms: None,
        leniency: None,
        takes_request: false,
        unknown_fields: UnknownFields::Reject,
        direct: false,
        hints: Hints { read_only: None, destructive: None, open_world: None },
        deprecated: None,
        meta: &[],
        result_schema: || None,
    };

    /// Whether the function is called even when its arguments can't be read. Such a function takes the
    /// request itself, and changes nothing.
    pub const fn reads_anything(&self) -> bool {
        self.takes_request && !self.is_write()
    }

    /// Whether the function changes something.
    pub const fn is_write(&self) -> bool {
        matches!(self.effect, Effect::Write(_))
    }

    /// The word of a change in the name of a function that declares neither `write` nor `read_only`.
    ///
    /// ```
    /// use hpd_runtime::spec::FunctionInfo;
    ///
    /// let named = |name| FunctionInfo { name, ..FunctionInfo::NEW };
    /// assert_eq!(named("mark_paid").unmarked_write_word(), Some("mark"));
    /// assert_eq!(named("paid_invoices").unmarked_write_word(), None);
    /// ```
    pub const fn unmarked_write_word(&self) -> Option<&'static str> {
        if self.is_write() || matches!(self.hints.read_only, Some(true)) {
            return None;
        }
        match write_word(self.name) {
            Some(found) => Some(found.word),
            None => None,
        }
    }
}

/// Whether a function only reads, or changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing changes: the function may run beside others, and again.
    Read,
    /// Something changes.
    Write(Write),
}

/// The options of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Write {
    /// How much is at stake; decides how the user is asked.
    pub risk: Risk,
    /// The phrase that the user types, with `{Parameter}` placeholders; only with [`Risk::High`].
    pub confirm_phrase: Option<&'static str>,
    /// Required strings and arrays may be empty.
    pub allow_empty: bool,
}

/// How much is at stake in a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// One confirmation.
    Low,
    /// A summary of the changes is shown.
    Medium,
    /// A phrase has to be typed.
    High,
}

/// The treatment of arguments that a function does not declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownFields {
    /// They are an error, with the nearest known name.
    #[default]
    Reject,
    /// They are ignored, with a warning for the host.
    Warn,
}

/// Hints for clients, as in MCP's tool annotations. `None`: not declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hints {
    /// The tool changes nothing. Clients run such tools without asking.
    pub read_only: Option<bool>,
    /// The tool may destroy existing data.
    pub destructive: Option<bool>,
    /// The tool reaches beyond the host's own systems.
    pub open_world: Option<bool>,
}

/// A constant value of a `meta(key = value)` option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MetaValue {
    /// A text.
    Text(&'static str),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Float(f64),
    /// A boolean.
    Bool(bool),
}

/// A call of a synchronous function whose arguments were read: run it once.
pub type SyncCall<'a> = Box<dyn FnOnce() -> Result<Output, Failure> + Send + 'a>;
/// A call of an asynchronous function whose arguments were read.
pub type SendCall<'a> = Pin<Box<dyn Future<Output = Result<Output, Failure>> + Send + 'a>>;
/// A call of an asynchronous function marked `local`, whose arguments were read. The future stays on one
/// thread.
pub type LocalCall<'a> = Pin<Box<dyn Future<Output = Result<Output, Failure>> + 'a>>;

/// The shim that reads a function's arguments and prepares its call. Nothing runs before the prepared call is run.
pub enum Handler<P: 'static> {
    /// For `fn`.
    Sync(for<'a> fn(&'a P, &mut Reader<'_>, &'a CallContext<'a>) -> Result<SyncCall<'a>, Refused>),
    /// For `async fn`.
    Send(for<'a> fn(&'a P, &mut Reader<'_>, &'a CallContext<'a>) -> Result<SendCall<'a>, Refused>),
    /// For `async fn` marked `local`.
    Local(for<'a> fn(&'a P, &mut Reader<'_>, &'a CallContext<'a>) -> Result<LocalCall<'a>, Refused>),
}

impl<P: 'static> Clone for Handler<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: 'static> Copy for Handler<P> {}
