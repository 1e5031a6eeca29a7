//! Text for models and users: names in words, write words, invisible characters, cutting, quoting, escaping.
//!
//! All crates share these functions. So a character is invisible, or a name write-like, for all of them or for none.

mod cut;
mod escape;
mod hex;
mod invisible;
mod words;
mod write_words;

pub use cut::{CutNote, char_start, cut, cut_with_note, end_of_part, start};
pub(crate) use cut::{cut_bytes, is_plain};
pub(crate) use escape::{escaped, visible_key};
pub use escape::{one_line, quoted_yaml, visible};
pub use hex::hex;
pub use invisible::{Character, characters, has_invisible, is_invisible, is_unseen};
pub use words::{Word, Words, in_words, lower_start};
pub use write_words::{
    READ_WORDS, WRITE_WORDS_ANYWHERE, WRITE_WORDS_AT_ENDS, WriteWord, may_write, write_word,
};

/// The placeholder for a value that is never shown.
pub const HIDDEN: &str = "[hidden]";
