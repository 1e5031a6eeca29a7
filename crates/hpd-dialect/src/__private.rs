//! Items for the other crates of hpd only. They change without notice.

pub use crate::dialect::*;
