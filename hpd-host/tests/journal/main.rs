//! Journals: what every one must do, and what the one in memory does beside that.

mod broken;
mod kit;
mod memory;
mod property;
#[path = "../support/pages.rs"]
mod support_pages;
