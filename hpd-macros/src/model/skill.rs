//! A skill, and the references between tools.

use proc_macro2::Span;
use syn::{Attribute, Ident, Path, Type};

use super::{MetaEntry, ToolName};

/// A skill.
pub(crate) struct Skill {
    pub cfgs: Vec<Attribute>,
    pub ident: Ident,
    pub name: ToolName,
    pub title: Option<String>,
    pub description: String,
    pub functions: Vec<FunctionPath>,
    pub skills: Vec<MethodPath>,
    pub instructions: Instructions,
    pub documents: Vec<Document>,
    pub meta: Vec<MetaEntry>,
}

/// A reference to a function; rustc checks that it exists.
pub(crate) enum FunctionPath {
    Method(MethodPath),
    Free(Path),
}

/// `plugin::method`.
pub(crate) struct MethodPath {
    pub plugin: Path,
    pub method: Ident,
}

/// The source of a skill's instructions.
pub(crate) enum Instructions {
    None,
    Text(String),
    /// A file, by its path from the package's manifest.
    File {
        path: String,
        span: Span,
    },
    /// The method's return value.
    Body {
        has_receiver: bool,
        output: Box<Type>,
    },
}

/// A document that belongs to a skill.
pub(crate) struct Document {
    pub id: String,
    pub description: String,
    pub content: DocumentContent,
}

/// Where a document's text is.
pub(crate) enum DocumentContent {
    Text(String),
    File {
        path: String,
        span: Span,
    },
    /// The host finds it by its id.
    Source,
}
