//! JSON trees that keep what a text says: number texts, key order and duplicate keys.
//!
//! [`Node`] is the tree, [`Decimal`] is an exact number, and [`Limits`] bounds the reading of untrusted text.
//! [`Leniency`], [`StopReason`] and [`Reading`] say how a text of a language model is read, and [`Warning`] what was
//! changed in it.
//!
//! ```
//! use hpd_json::{Limits, Node};
//!
//! let node = Node::parse(r#"{"total": 12.50, "id": 7}"#, &Limits::default())?;
//! assert_eq!(node.to_json(), r#"{"total":12.50,"id":7}"#);
//! # Ok::<(), hpd_json::SyntaxError>(())
//! ```

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod __private;
mod decimal;
mod echo;
mod limits;
mod path;
mod reading;
pub mod text;
mod tree;
mod warning;

pub use decimal::Decimal;
pub use limits::{Limit, Limits};
pub use reading::{Leniency, Reading, StopReason};
pub use tree::{Cut, Node, SyntaxError, SyntaxErrorKind};
pub use warning::{Warning, WarningCode};
