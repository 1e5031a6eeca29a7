//! An error type whose texts for the model are declared.

use proc_macro2::{Ident, Span};
use syn::{Generics, Member, Type};

use super::Runtime;

/// An error type.
pub(crate) struct ErrorType {
    pub runtime: Runtime,
    pub ident: Ident,
    pub generics: Generics,
    /// One for a struct, one a variant for an enum. None after mistakes: the type then keeps its promise with empty texts.
    pub cases: Option<Vec<ErrorCase>>,
    pub conversions: Vec<Conversion>,
}

/// A case that `?` makes of its one field, by `#[from]`.
pub(crate) struct Conversion {
    /// `None` for a struct.
    pub variant: Option<Ident>,
    pub member: Member,
    pub ty: Type,
}

/// A struct, or a variant of an enum.
pub(crate) struct ErrorCase {
    /// `None` for a struct.
    pub variant: Option<Ident>,
    pub fields: Vec<ErrorField>,
    pub text: ErrorText,
    pub effect: Option<ErrorEffect>,
}

/// A field.
pub(crate) struct ErrorField {
    pub member: Member,
    /// As a text names it: a name, or a place.
    pub name: String,
    pub ty: Type,
    /// The span of its type.
    pub at: Span,
    /// `#[from]`
    pub from: Option<Span>,
}

/// Where the text for the model comes from.
pub(crate) enum ErrorText {
    /// A text without fields.
    Fixed(String),
    /// A text with fields, by their index: the argument of the format is `field_` and the field's name.
    Filled { format: String, at: Span, fields: Vec<usize> },
    /// `Display` of the type.
    Display(Span),
    /// The only field, which is an error for the model itself.
    Transparent,
}

/// The effect of a failed call, if it is not the usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorEffect {
    NotRun,
    Unknown,
}
