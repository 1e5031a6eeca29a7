//! Items for the other crates of hpd only. They change without notice.

pub use crate::order::{change_below, find_schema, sort, sort_keywords};

/// The errors of a value, and their texts.
pub mod error {
    pub use crate::error::*;
}

/// The compiled schema.
pub mod shape {
    pub use crate::shape::*;
}
