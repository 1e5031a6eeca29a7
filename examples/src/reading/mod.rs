//! The common parts of the programs `journal` and `health`: opening a journal, moments, tables, and texts without
//! control
//! sequences for a terminal.

mod moment;
mod open;
mod shown;
mod table;

pub use moment::{MomentError, moment, utc};
pub use open::{JOURNAL_HELP, JournalPlace, NO_JOURNAL, OpenError, block_on, is_address, open, with_sources};
pub use shown::{shown, shown_json};
pub use table::{Cell, Colour, Colours, aligned};
