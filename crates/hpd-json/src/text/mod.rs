//! Text for models and users: invisible characters, cutting, quoting, escaping.
//!
//! All crates share these functions. So a character is invisible for all of them or for none.

mod cut;
mod escape;
mod hex;
mod invisible;

pub use cut::{CutNote, char_start, cut, cut_with_note, end_of_part, start};
#[doc(hidden)]
pub use cut::{cut_bytes, is_plain};
#[doc(hidden)]
pub use escape::{escaped, visible_key};
pub use escape::{one_line, quoted_yaml, visible};
pub use hex::hex;
pub use invisible::{Character, characters, has_invisible, is_invisible, is_unseen};

/// The placeholder for a value that is never shown.
pub const HIDDEN: &str = "[hidden]";
