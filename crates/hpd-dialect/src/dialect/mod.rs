//! One schema in the form that each provider takes.
//!
//! Providers read JSON Schema, but none reads all of it, and each refuses different parts. [`Dialect::convert`] writes a
//! schema in one dialect. [`Converted::report`] lists the losses. [`Converted::restore`] converts an answer back for the
//! original schema. All later stages know only the original schema.
//!
//! ```
//! use hpd_json::{Limits, Node};
//! # use hpd_dialect::__private::{SchemaChangeKind, Dialect};
//!
//! let schema = r#"{"type":"object","properties":
//!     {"page":{"type":"integer","minimum":1,"description":"The page"}}}"#;
//! let schema = Node::parse(schema, &Limits::default()).unwrap();
//!
//! let strict = Dialect::AnthropicStrict.convert(&schema)?;
//! assert_eq!(
//!     strict.schema.to_json(),
//!     concat!(
//!         r#"{"type":"object","properties":{"page":{"#,
//!         r#""description":"The page. At least 1.","type":"integer"}},"#,
//!         r#""additionalProperties":false}"#,
//!     ),
//! );
//! assert_eq!(strict.report[0].kind, SchemaChangeKind::Moved);
//! assert_eq!(
//!     strict.report[0].to_string(),
//!     "/properties/page: `minimum` moved to the description"
//! );
//!
//! let strict = Dialect::OpenAiStrict.convert(&schema)?;
//! assert_eq!(
//!     strict.schema.to_json(),
//!     concat!(
//!         r#"{"type":"object","properties":{"page":{"description":"The page","#,
//!         r#""type":["integer","null"],"minimum":1}},"#,
//!         r#""required":["page"],"additionalProperties":false}"#,
//!     ),
//! );
//! let mut answer = Node::parse(r#"{"page":null}"#, &Limits::default()).unwrap();
//! strict.restore(&mut answer);
//! assert_eq!(answer.to_json(), "{}");
//! # Ok::<(), hpd_dialect::__private::DialectError>(())
//! ```

mod addresses;
mod arrays;
mod describe;
mod disjoint;
mod error;
mod finish;
mod fit;
mod flatten;
mod keywords;
mod members;
mod merge;
mod names;
mod normal;
mod notes;
mod objects;
mod place;
mod reference;
mod report;
mod restore;
mod root;
mod rules;
mod text;
mod typed;
mod types;
mod unions;
mod values;
mod walk;

pub use error::{DialectError, DialectErrorKind};
pub use names::{Dialect, UnknownDialect};
pub use report::{SchemaChange, SchemaChangeKind};
pub use restore::Converted;
