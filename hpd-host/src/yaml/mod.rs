//! YAML that people write: read so that everything that is wrong is said at once, each with its place.

mod depth;
mod load;
mod place;
mod problem;

pub(crate) use load::load;
pub(crate) use place::{Place, Problems};
pub use problem::YamlProblem;
pub(crate) use problem::write_problems;
