#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod formats;
mod words;
mod write_words;

pub use formats::{CHECKED_FORMATS, PUBLISHED_FORMATS};
pub use words::{Word, Words, in_words, lower_start};
pub use write_words::{
    READ_WORDS, WRITE_WORDS_ANYWHERE, WRITE_WORDS_AT_ENDS, WriteWord, may_write, write_word,
};
