//! The tools of a toolbox: built, read from files, taken from outside, and listed.

mod build;
mod external;
mod groups;
mod manifest;
mod named_like_write;
#[cfg(feature = "search")]
mod search;
mod skills;
#[path = "../support/mod.rs"]
mod support;
mod value_files;
mod visibility;
mod without_preview;
