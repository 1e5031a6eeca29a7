//! Files of values, read again when they change.

mod error;
mod watched;

pub use error::FileError;
pub(crate) use watched::Watched;

use crate::document::Place;

/// Notes that a place has no table.
pub(crate) fn no_table(place: &Place<'_>) {
    place.wrong("must be a table: `key: value`");
}
