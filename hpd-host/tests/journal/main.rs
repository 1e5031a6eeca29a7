//! Journals: what every one must do, and what the one in memory does beside that.

mod broken;
mod kit;
mod memory;
mod property;
mod tapped;
