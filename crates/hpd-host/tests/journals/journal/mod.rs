//! Journals: the contract of all of them, and further behaviour of the one in memory.

mod broken;
mod kit;
mod memory;
mod property;
mod tapped;
