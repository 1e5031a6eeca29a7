//! Why a schema can't be written in a dialect.

use std::fmt;

use super::Dialect;

/// A schema that can't be written in a dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialectError {
    /// The dialect.
    pub dialect: Dialect,
    /// The place in the schema, as a JSON pointer; empty for the root.
    pub pointer: String,
    /// The reason.
    pub kind: DialectErrorKind,
}

/// Why a schema can't be written in a dialect.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DialectErrorKind {
    /// The schema is not JSON Schema: a keyword has a value of the wrong type.
    IllFormed(String),
    /// Arguments are an object, but the root of the schema accepts no object.
    RootNotObject,
    /// A part that is required accepts nothing.
    Unsatisfiable,
    /// A reference leads nowhere, or out of the schema.
    UnresolvedReference(String),
    /// The schema has more of something than the provider accepts.
    TooMany {
        /// The unit of the count.
        what: &'static str,
        /// The number in the schema.
        count: usize,
        /// The greatest number that the provider accepts.
        max: usize,
    },
    /// The schema nests deeper than the conversion follows.
    TooDeep,
    /// The schema leads to more subschemas than the conversion follows.
    TooWide {
        /// The greatest number of subschemas.
        max: usize,
    },
}

impl fmt::Display for DialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "the root" } else { &self.pointer };
        write!(f, "the schema can't be written for {}: {place} ", self.dialect)?;
        match &self.kind {
            DialectErrorKind::IllFormed(what) => write!(f, "is ill-formed: {what}"),
            DialectErrorKind::RootNotObject => f.write_str("does not take an object"),
            DialectErrorKind::Unsatisfiable => f.write_str("accepts no value"),
            DialectErrorKind::UnresolvedReference(to) => {
                write!(f, "refers to \"{to}\", which is not in the schema")
            }
            DialectErrorKind::TooMany { what, count, max } => {
                write!(f, "has {count} {what}, of which at most {max} are taken")
            }
            DialectErrorKind::TooDeep => f.write_str("nests too deeply"),
            DialectErrorKind::TooWide { max } => write!(f, "leads to more than {max} subschemas"),
        }
    }
}

impl std::error::Error for DialectError {}
