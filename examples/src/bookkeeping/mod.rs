//! Bookkeeping: a plugin of reads and guarded writes over books in double entry.

mod arguments;
mod checks;
pub mod ledger;
mod plugin;
mod preview;

pub use arguments::{ApplicationInput, JournalLineInput, LineInput};
pub use plugin::Bookkeeping;
pub use preview::with_previews;
