//! Reading a text of arguments that is not JSON, where it has exactly one meaning.
//!
//! Models send objects with trailing commas, single quotes, comments, fences and prose around them. A text with one
//! meaning is repaired, with a [`Warning`](hpd_json::Warning) for each repair. A text with two meanings, or one that
//! was cut off, is refused. A wrong value is worse than an error that the model can act on.
//!
//! ```
//! use hpd_json::StopReason;
//! use hpd_json::{Cut, Limits, Reading, SyntaxErrorKind, WarningCode};
//! # use hpd_repair::__private::repair;
//! use hpd_json::Leniency;
//!
//! let reading = Reading {
//!     leniency: Leniency::Safe,
//!     writes: false,
//!     stop_reason: StopReason::Finished,
//! };
//! let limits = Limits::default();
//!
//! let repaired = repair("{'city': \"Oslo\",}", &reading, &limits).unwrap();
//! assert_eq!(repaired.tree.to_json(), r#"{"city":"Oslo"}"#);
//! let codes: Vec<_> = repaired.warnings.iter().map(|warning| warning.code).collect();
//! assert_eq!(codes, [WarningCode::Quotes, WarningCode::ExtraComma]);
//!
//! let error = repair(r#"{"city": "Osl"#, &reading, &limits).unwrap_err();
//! assert_eq!(error.kind, SyntaxErrorKind::Truncated(Cut::InString));
//! ```

mod array;
mod bare;
mod cut;
mod delimiter;
mod duplicates;
mod entry;
mod gap;
mod inner;
mod key;
mod notice;
mod object;
mod pairs;
mod parser;
mod part;
mod prefix;
mod prose;
mod root;
mod strings;
mod suffix;
mod unwrap;
mod words;

pub use duplicates::merge_duplicates;
pub use entry::{Repaired, repair};
pub use part::{next_object, repair_part};
