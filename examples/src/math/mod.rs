//! Arithmetic, in a container of its own.

mod number;
mod plugin;
mod quadratic;

pub use number::Number;
pub use plugin::Math;
pub use quadratic::Roots;
