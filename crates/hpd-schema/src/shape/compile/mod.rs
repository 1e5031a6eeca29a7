//! From schema to Shape.

mod address;
mod arrays;
mod compiler;
mod dialect;
mod fold;
mod keywords;
mod loops;
mod numbers;
mod objects;
mod options;
mod partial;
mod read;
mod reference;
mod resources;
mod strings;

pub use address::join as join_addresses;
pub(super) use compiler::compile;
pub(super) use numbers::is_beyond;
pub use options::{CompileOptions, ShapeError, Unsupported};
pub use reference::percent_decoded;
