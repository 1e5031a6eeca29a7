//! A journal in memory.

mod calls;
mod journal;
mod state;

pub use journal::MemoryJournal;
