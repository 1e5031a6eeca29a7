//! A function: its description for the model, and its call.

use proc_macro2::Span;
use syn::{Attribute, ExprPath, Ident, Type};

use super::{Param, Runtime, ToolName, UserFn};

/// A function.
pub(crate) struct Function {
    /// `#[cfg(..)]` of the method, which travels to everything generated.
    pub cfgs: Vec<Attribute>,
    pub ident: Ident,
    pub name: ToolName,
    pub title: Option<String>,
    pub description: String,
    pub params: Vec<Param>,
    /// The arguments of the method, in order, after `&self`.
    pub arguments: Vec<Argument>,
    pub has_receiver: bool,
    pub run: Run,
    /// The type that is returned, if one is written.
    pub output: Option<Type>,
    pub places: OutputPlaces,
    pub effect: Effect,
    /// The question to the user, for a write.
    pub question: Option<Question>,
    /// The check over all parameters by the tool's author.
    pub check: Option<CheckCall>,
    pub idempotent: bool,
    pub timeout_ms: Option<u64>,
    pub leniency: Option<Leniency>,
    pub unknown_fields: UnknownFields,
    pub direct: bool,
    pub hints: Hints,
    pub deprecated: Option<String>,
    pub meta: Vec<MetaEntry>,
}

impl Function {
    /// Whether one struct takes all arguments, whose fields the macro does not see.
    pub(crate) fn is_flat(&self) -> bool {
        is_flat(&self.params)
    }

    /// Whether it takes the call itself.
    pub(crate) fn takes_request(&self) -> bool {
        self.arguments.iter().any(|argument| matches!(argument, Argument::Request(_)))
    }
}

/// Whether one struct takes all arguments, whose fields the macro does not see.
pub(crate) fn is_flat(params: &[Param]) -> bool {
    params.iter().any(|param| param.flatten.is_some())
}

/// Where rustc reports the types of a result: where the block uses them first. `None`: at the type itself.
#[derive(Clone, Copy, Default)]
pub(crate) struct OutputPlaces {
    pub output: Option<Span>,
    pub error: Option<Span>,
}

/// A free function, which belongs to no plugin.
pub(crate) struct FreeFunction {
    pub runtime: Runtime,
    pub user: UserFn,
    pub function: Function,
}

/// The question to the user, in the author's words.
pub(crate) struct Question {
    /// With names of parameters and of the preview in braces.
    pub template: String,
    /// The names of values that the preview gives.
    pub preview: Vec<String>,
}

/// The target of a check.
pub(crate) enum CheckCall {
    /// A function, with all parameters.
    Function(ExprPath),
    /// A method of the plugin, with `&self` and all parameters.
    Method(Ident),
    /// The same, with the context after the parameters.
    MethodInContext(Ident),
    /// A function, with all parameters and the context.
    FunctionInContext(ExprPath),
}

/// An argument of a method.
pub(crate) enum Argument {
    /// The parameter with this place in [`Function::params`].
    Param(usize),
    /// The call's context, with the span of its type.
    Context(Span),
    /// The call itself, with the span of its type.
    Request(Span),
}

/// How a function runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    Sync,
    Send,
    Local,
}

/// The effect of a function.
pub(crate) enum Effect {
    Read,
    Write { risk: Risk, confirm_phrase: Option<String>, allow_empty: bool },
}

/// How much is at stake in a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Risk {
    Low,
    Medium,
    High,
}

/// How forgiving the reading of arguments is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leniency {
    Strict,
    Safe,
    Lenient,
}

/// The treatment of undeclared arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnknownFields {
    Reject,
    Warn,
}

/// Hints for clients; `None`: not declared.
#[derive(Clone, Copy)]
pub(crate) struct Hints {
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub open_world: Option<bool>,
}

/// A further key of the metadata.
pub(crate) struct MetaEntry {
    pub key: String,
    pub value: MetaValue,
}

/// The value of a further key.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MetaValue {
    Text(String),
    Integer(i64),
    Float(f64),
    Bool(bool),
}
