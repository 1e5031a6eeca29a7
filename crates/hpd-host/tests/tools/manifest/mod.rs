//! Manifests: the declarations of a plugin as a file, and tools that are guarded by such a file.

#![cfg(feature = "yaml")]

mod errors;
mod export;
mod import;
mod round_trip;
mod shop;
