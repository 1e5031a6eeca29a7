//! YAML written by people. All errors are reported at once, each with its place.

mod depth;
mod load;
mod place;
mod problem;

pub(crate) use load::load;
pub(crate) use place::{Place, Problems};
pub use problem::YamlProblem;
pub(crate) use problem::write_problems;
