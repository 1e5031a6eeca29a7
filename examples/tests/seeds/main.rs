//! The requirements of the source documents, row by row.

mod containers;
mod containers_kit;
mod containers_recovery;
mod visibility;
mod visibility_interface;
mod visibility_kit;
