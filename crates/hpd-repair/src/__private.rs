//! Items for the other crates of hpd only. They change without notice.

pub use crate::repair::{Repaired, merge_duplicates, next_object, repair, repair_part};
