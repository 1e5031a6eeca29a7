//! One schema in the form that each provider takes.
//!
//! Providers read JSON Schema, but none reads all of it, and each refuses something else. [`Dialect::convert`] writes a schema
//! in one dialect, [`Converted::report`] says what that cost, and [`Converted::restore`] turns an answer back into one for the
//! original schema, so that everything behind it knows one schema only.
//!
//! ```
//! use hpd_runtime::args::{Limits, Node};
//! use hpd_runtime::dialect::{ChangeKind, Dialect};
//!
//! let schema = r#"{"type":"object","properties":{"page":{"type":"integer","minimum":1,"description":"The page"}}}"#;
//! let schema = Node::parse(schema, &Limits::default()).unwrap();
//!
//! let strict = Dialect::AnthropicStrict.convert(&schema)?;
//! assert_eq!(
//!     strict.schema.to_json(),
//!     r#"{"type":"object","properties":{"page":{"description":"The page. At least 1.","type":"integer"}},"additionalProperties":false}"#,
//! );
//! assert_eq!(strict.report[0].kind, ChangeKind::Moved);
//! assert_eq!(strict.report[0].to_string(), "/properties/page: `minimum` is said in the description");
//!
//! let strict = Dialect::OpenAiStrict.convert(&schema)?;
//! assert_eq!(
//!     strict.schema.to_json(),
//!     r#"{"type":"object","properties":{"page":{"description":"The page","type":["integer","null"],"minimum":1}},"required":["page"],"additionalProperties":false}"#,
//! );
//! let mut answer = Node::parse(r#"{"page":null}"#, &Limits::default()).unwrap();
//! strict.restore(&mut answer);
//! assert_eq!(answer.to_json(), "{}");
//! # Ok::<(), hpd_runtime::dialect::DialectError>(())
//! ```
//!
//! # What becomes of what
//!
//! *kept* as it is; *said* in the description, in plain words for the model; *text* that holds JSON.
//!
//! | | `mcp` | `openai` | `openai_strict` | `anthropic` | `anthropic_strict` | `gemini` | `gemini_openapi` |
//! |---|---|---|---|---|---|---|---|
//! | objects | kept | kept | closed | kept | closed | kept | open, and none is empty |
//! | optional properties | kept | kept | required, or null | kept | kept | kept | kept |
//! | free objects, maps | kept | kept | text | kept | text | kept | text |
//! | no type at all | kept | kept | text | kept | text | kept | text |
//! | several types | kept | kept | `anyOf` | kept | `anyOf` | kept | `anyOf` |
//! | null | a type | a type | a type | a type | a type | a type | `nullable` |
//! | `anyOf` | kept | kept, but flat at the root | alone | as `openai` | alone | alone | alone, without description |
//! | `oneOf` | kept | as `anyOf` | `anyOf` | as `anyOf` | `anyOf` | `anyOf` | `anyOf` |
//! | `allOf` | kept | one schema | one schema | one schema | one schema | one schema | one schema |
//! | `not`, `if`, patterns of names | kept | kept, but said at the root | said | as `openai` | said | said | said |
//! | `$ref` | kept | kept | where recursive, alone | where recursive | replaced; recursive is text | as before | as before |
//! | tuples | kept | kept | `items` of any of them | kept | as `openai_strict` | kept | as `openai_strict` |
//! | `enum` | kept | kept | scalars of one type; others are texts | kept | as `openai_strict` | strings and numbers; others said | strings; others are texts |
//! | `const` | kept | kept | kept | kept | kept | `enum` | `enum` |
//! | limits of numbers | kept | kept | kept | kept | said | minimum and maximum kept | minimum and maximum kept |
//! | lengths | kept | kept | said | kept | said | said | kept |
//! | counts of items | kept | kept | kept | kept | `minItems` up to 1 | kept | kept |
//! | `pattern` | kept | kept | kept if plain | kept | kept if plain | said | kept |
//! | `format` | kept | kept | the nine known | kept | the ten known | kept | `date-time` |
//! | `default` | kept | kept | said | kept | kept | said | said |
//! | names of properties | kept | kept | kept | made legal | made legal | kept | made legal |
//!
//! In no dialect there are titles (one that says more than the name stands in for a missing description), a `default` of null,
//! formats such as `uint32`, objects without `properties`, or arrays without `items`. `definitions`, `nullable`, tuples in
//! `items` and other forms of older drafts are read as those of draft 2020-12. An `enum` that contradicts its type, as tool
//! lists hold them, is said in the description and not enforced.
//!
//! Where each rule comes from stands with the rules of its dialect in the source. Limits that hold for a whole request, such
//! as the number of strict tools, can't be seen from one schema and are not checked.
//!
//! # What can't be written
//!
//! A schema is refused with a [`DialectError`] if it is no schema, if its root takes no object, if a reference leads out of it,
//! if a required part accepts nothing, or if the result has more properties, listed values or text than the provider takes.
//! What nests deeper than the provider takes becomes text.
//!
//! # What this is not
//!
//! [`Converted::restore`] undoes what the conversion did, and no more: that the model kept to the description is for the
//! original schema to check. Closing an object that only did not say whether it is open is no entry in the report.

mod arrays;
mod describe;
mod disjoint;
mod error;
mod finish;
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
pub use report::{Change, ChangeKind};
pub use restore::Converted;
