//! Text for models and users: names in words, write words, invisible characters, cutting, quoting, escaping.
//!
//! All crates share these functions. So a character is invisible, or a name write-like, for all of them or for none.

#[doc(inline)]
pub use hpd_json::text::{
    Character, CutNote, HIDDEN, char_start, characters, cut, cut_with_note, end_of_part, has_invisible, hex,
    is_invisible, is_unseen, one_line, quoted_yaml, start, visible,
};
#[doc(inline)]
pub use hpd_words::{
    READ_WORDS, WRITE_WORDS_ANYWHERE, WRITE_WORDS_AT_ENDS, Word, Words, WriteWord, in_words, lower_start,
    may_write, write_word,
};
