//! Items for the other crates of hpd only. They change without notice.

pub use crate::echo::echo;
pub use crate::key_hash::{KeyHash, SeenKeys};
/// Sorts that are compiled once.
pub mod order {
    pub use crate::order::*;
}
pub use crate::path::{Path, pointer_of};
pub use crate::reading::is_blank;
pub use crate::reserved::{WrittenValue, has_reserved_key, is_reserved_key};
pub use crate::text::{cut_bytes, escaped, is_plain, visible_key};
pub use crate::tree::{Quoted, Scanner, are_surely_distinct, check_length, holds_reserved_key, object_of};
pub use crate::warning::warn_blank;
