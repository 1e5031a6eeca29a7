#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod reply;

pub use reply::{OpenInput, Reply, ReplyWords, Wanted, WordList, is_phone, read_reply};
