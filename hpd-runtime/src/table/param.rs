//! The row of a parameter.

use schemars::{Schema, SchemaGenerator};

use super::FnRef;
use crate::reading::Probe;

/// A parameter that the model fills.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "a row of options that do not depend on each other")]
pub struct ParamSpec {
    /// The key in the arguments.
    pub name: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// The purpose of the parameter, for the model.
    pub description: &'static str,
    /// The JSON Schema of the parameter's type.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// Whether the type decodes from a missing field (serde's own rule).
    pub optional: fn() -> bool,
    /// Whether a JSON text decodes as the type.
    pub accepts: fn(&str) -> bool,
    /// Shows a probe the keys and variants that the type reads. A type that shows none is compared with its schema in
    /// each call.
    #[doc(hidden)]
    pub probe: fn(Probe<'_>),
    /// The value when the model sends none.
    pub default: Option<DefaultValue>,
    /// A JSON text to show as an example.
    pub example: Option<&'static str>,
    /// Rules beyond the type, published in the schema and enforced.
    pub constraints: &'static [Constraint],
    /// A function by the tool's author also checks the value.
    pub custom: bool,
    /// The value is never echoed, logged or shown.
    pub sensitive: bool,
    /// The value is read as under [`Leniency::Lenient`](crate::args::Leniency::Lenient).
    pub lenient: bool,
    /// How the value is obtained, in words.
    pub hint: Option<&'static str>,
    /// The function that yields the value.
    pub obtain: Option<&'static FnRef>,
    /// The key of the user's profile whose value may fill the parameter.
    pub profile_key: Option<&'static str>,
    /// The key of the plugin's configuration whose value may fill the parameter.
    pub config_key: Option<&'static str>,
    /// A value that the user neither gave nor confirmed is not used without asking. Values that a configuration fills
    /// directly (`use_default_directly_for`, `use_defaults_directly`) are the exception.
    pub confirm_if_uncertain: bool,
    /// The question that gets the value from the user. With `hint` or `obtain`, the model gets an error first, and the
    /// user is asked later. But if the parameter has a key, is sensitive or needs confirmation, the user is asked at
    /// once, even with `hint` or `obtain`.
    pub ask: Option<&'static str>,
}

impl ParamSpec {
    /// A parameter without a name or options. The row that a macro emits takes the fields that it does not set from
    /// this constant.
    pub const NEW: Self = Self {
        name: "",
        title: None,
        description: "",
        schema: |_| Schema::from(true),
        optional: || false,
        accepts: |_| true,
        probe: |_| (),
        default: None,
        example: None,
        constraints: &[],
        custom: false,
        sensitive: false,
        lenient: false,
        hint: None,
        obtain: None,
        profile_key: None,
        config_key: None,
        confirm_if_uncertain: false,
        ask: None,
    };

    /// Whether the host may know the value: from the user's profile or from the configuration.
    pub const fn may_be_filled(&self) -> bool {
        self.profile_key.is_some() || self.config_key.is_some()
    }
}

/// The value of a parameter that the model did not send.
#[derive(Debug, Clone, Copy)]
pub enum DefaultValue {
    /// A JSON text.
    Json(&'static str),
    /// Computed once, when the toolbox is built: a JSON text, or the reason why there is no default.
    Computed(fn() -> Result<String, String>),
}

/// One rule about a parameter's value, advertised in its schema and enforced. Numbers are JSON number texts, so that
/// no digit is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constraint {
    /// `minimum`
    Minimum(&'static str),
    /// `maximum`
    Maximum(&'static str),
    /// `exclusiveMinimum`
    ExclusiveMinimum(&'static str),
    /// `exclusiveMaximum`
    ExclusiveMaximum(&'static str),
    /// `multipleOf`
    MultipleOf(&'static str),
    /// `minLength`, in characters
    MinLength(u64),
    /// `maxLength`, in characters
    MaxLength(u64),
    /// `minItems`
    MinItems(u64),
    /// `maxItems`
    MaxItems(u64),
    /// `uniqueItems`
    UniqueItems,
    /// `pattern`, searched for anywhere in the text
    Pattern(&'static str),
    /// `minLength: 1` or `minItems: 1`, by the type
    NonEmpty,
    /// `enum`, as JSON texts
    OneOf(&'static [&'static str]),
    /// `format`
    Format(&'static str),
}
