#![doc = include_str!("../README.md")]
//!
//! # Conversions
//!
//! *kept*: unchanged. *described*: moved to the description. *text*: a string that holds JSON. *alone*: with no keyword
//! beside it but a description. *flat*: one object in place of the alternatives. *closed*: with
//! `additionalProperties: false`. *open*: without `additionalProperties`. *as* and a name: see the row or column of this
//! name. Only a keyword: rewritten as this keyword.
//!
//! | | `mcp` | `openai` | `openai_strict` | `anthropic` | `anthropic_strict` | `gemini` | `gemini_openapi` |
//! |---|---|---|---|---|---|---|---|
//! | objects | kept | kept | closed | kept | closed | kept | open; without properties, text below the root |
//! | optional properties | kept | kept | required, and may be null | kept | kept | kept | kept |
//! | free objects, maps | kept | kept | text | kept | text | kept | text |
//! | no type at all | kept | kept | text | kept | text | kept | text |
//! | several types | kept | kept | `anyOf` | kept | `anyOf` | kept | `anyOf` |
//! | null | a type | a type | a type | a type | a type | a type | `nullable` |
//! | `anyOf` | kept | kept; flat at the root | alone | as `openai` | alone | alone | alone, no description |
//! | `oneOf` | kept | as `anyOf` | `anyOf` | as `anyOf` | `anyOf` | `anyOf` | `anyOf` |
//! | `allOf` | kept | one schema | one schema | one schema | one schema | one schema | one schema |
//! | `not`, `if`, patterns of names | kept | kept; described at the root | described | as `openai` | described | described | described |
//! | `$ref` | kept | kept | kept, alone | kept | kept, alone; text if recursive | as `anthropic_strict` | replaced by its target; text if recursive or too long |
//! | tuples | kept | kept | `items`: any of the tuple's schemas | kept | as `openai_strict` | kept | as `openai_strict` |
//! | `enum` | kept | kept | scalars of one type; others are texts | kept | as `openai_strict` | strings and numbers, null as a type; others described | strings; others are texts |
//! | `const` | kept | kept | kept | kept | kept | `enum` | `enum` |
//! | limits of numbers | kept | kept | kept | kept | described | minimum and maximum kept | minimum and maximum kept |
//! | lengths | kept | kept | described | kept | described | described | kept |
//! | counts of items | kept | kept | kept | kept | `minItems` up to 1 | kept | kept |
//! | `pattern` | kept | kept | kept if plain | kept | kept if plain | described | kept |
//! | `format` | kept | kept | the nine known | kept | the ten known | kept | `date-time` |
//! | `default` | kept | kept | described | kept | kept | described | described |
//! | names of properties | kept | kept | kept | made legal | made legal | kept | made legal |
//!
//! No dialect keeps a title, a `default` of null, or formats such as `uint32`. A title that adds to the name replaces a
//! missing description. Objects always get `properties`, arrays always get `items`. Forms of older drafts, such as
//! `definitions` and tuples in `items`, are read as draft 2020-12. Real tool lists hold `enum`s that contradict their
//! type. Such an `enum` moves to the description and is not enforced.
//!
//! # References
//!
//! A target that several references use is written once, in `$defs`. A target that one reference uses is written in its
//! place, except in `mcp` and `openai`. References by `$anchor`, or by `$id` inside the document, become pointers. Names
//! in `$defs` keep only characters that an address can have. Where a dialect takes no references, each gets a copy of its
//! target. A result with copies that is longer than twice its source is cut: references below a depth become
//! text, then long lists of values become their type. The depth is the greatest that fits. The report says `Widened` for
//! each cut.
//!
//! # Parts that accept nothing
//!
//! An alternative that accepts nothing is left out. So is an optional property, and the report names it. An array has no
//! items from the first that accepts nothing. `mcp` keeps all of them.
//!
//! The source of each rule is cited in the source file of its dialect. Limits of a whole request, such as the number of
//! strict tools, are not checked: one schema does not show them.
//!
//! # Refused schemas
//!
//! A schema is refused with a [`DialectError`] in these cases:
//!
//! - it is not a JSON Schema;
//! - its root accepts no object;
//! - a reference has no target in the schema;
//! - a required part accepts nothing;
//! - it nests deeper, or leads to more subschemas, than the conversion follows;
//! - the result exceeds the provider's limits, such as 15,000 characters in a list of more than 250 texts.
//!
//! Parts that nest deeper than the provider allows become text.
//!
//! # What this is not
//!
//! [`Converted::restore`] undoes the conversion only. The original schema still has to check the answer. Three changes
//! are not reported:
//!
//! - The strict dialects close an object that says nothing about `additionalProperties`.
//! - In `openai_strict`, an optional property that may be null is always sent: null stays null there, and is no absence.
//! - In `anthropic`, an answer may have a renamed property by its old name.
#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod convert;
mod dialect;

pub use convert::{Converted, convert, convert_text};
pub use dialect::{Dialect, DialectError, DialectErrorKind, SchemaChange, SchemaChangeKind, UnknownDialect};
#[doc(inline)]
pub use hpd_json::SyntaxError;
