//! A parameter that the model fills.

use syn::{Expr, ExprPath, Ident, Type};

use super::{FunctionPath, Json, Number};

/// A parameter that the model fills.
pub(crate) struct Param {
    pub ident: Ident,
    pub ty: Type,
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
