//! A parameter that the model fills.

use syn::{Expr, ExprPath, Ident, Type};

use super::{FunctionPath, Json, Number};

/// A parameter that the model fills.
#[expect(clippy::struct_excessive_bools, reason = "options that do not depend on each other")]
pub(crate) struct Param {
    pub ident: Ident,
    pub ty: Type,
    /// The macro does not know the type by its name.
    pub is_of_unknown_kind: bool,
    /// The same type where the block uses it first: rustc reports it there.
    pub place: Type,
    /// The types inside, if they are asked about one by one.
    pub leaves: Vec<Leaf>,
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    pub default: Option<Default>,
    pub example: Option<Json>,
    pub constraints: Vec<Constraint>,
    pub custom: Option<ExprPath>,
    pub sensitive: bool,
    pub lenient: bool,
    pub hint: Option<String>,
    pub obtain: Option<FunctionPath>,
    pub profile_key: Option<String>,
    pub config_key: Option<String>,
    pub confirm_if_uncertain: bool,
    pub ask: Option<String>,
    /// The type is a struct whose fields are the parameters, with what is said of them.
    pub flatten: Option<Vec<StructField>>,
}

/// What a function says of a field of its struct.
pub(crate) struct StructField {
    pub name: String,
    pub sensitive: bool,
    pub lenient: bool,
    pub hint: Option<String>,
    pub obtain: Option<FunctionPath>,
    pub profile_key: Option<String>,
    pub config_key: Option<String>,
    pub confirm_if_uncertain: bool,
    pub ask: Option<String>,
}

/// A type inside a parameter's type.
pub(crate) struct Leaf {
    pub ty: Type,
    /// The crate that it seems to be of.
    pub foreign: Option<Foreign>,
}

/// A crate whose types need a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foreign {
    Chrono,
    Jiff,
    RustDecimal,
    Url,
    Uuid,
}

/// The value when the model sends none.
pub(crate) enum Default {
    Json(Json),
    /// `Default::default()` of the parameter's type.
    Standard,
    Computed(Expr),
}

/// A rule about the value.
pub(crate) enum Constraint {
    Minimum(Number),
    Maximum(Number),
    ExclusiveMinimum(Number),
    ExclusiveMaximum(Number),
    MultipleOf(Number),
    MinLength(u64),
    MaxLength(u64),
    MinItems(u64),
    MaxItems(u64),
    UniqueItems,
    Pattern(String),
    NonEmpty,
    OneOf(Vec<Json>),
    Format(String),
}
