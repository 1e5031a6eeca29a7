//! The cost of a function in compile time and size: the slope between crates of 50 and of 200 functions.

mod library;
mod measure;
mod project;
mod source;
mod tool;

pub(crate) use library::Library;
pub(crate) use measure::{Cost, measure};
