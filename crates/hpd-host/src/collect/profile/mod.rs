//! User profiles: the trait, and profiles in memory and in files.

#[cfg(any(feature = "yaml", feature = "toml"))]
mod file;
mod map;
mod source;

#[cfg(any(feature = "yaml", feature = "toml"))]
pub use file::FileProfile;
pub use map::MapProfile;
pub use source::{Profile, SourceError};
