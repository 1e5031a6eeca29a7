//! Files of values: YAML or TOML, read into one tree with places, and read again when they change.

mod error;
mod load;
mod spot;
#[cfg(feature = "toml")]
mod toml;
mod watched;
#[cfg(feature = "yaml")]
mod yaml;

pub(crate) use error::Problems;
pub use error::{FileError, FileProblem};
pub(crate) use load::{Format, load};
pub(crate) use spot::{Spot, SpotValue};
pub(crate) use watched::Watched;
