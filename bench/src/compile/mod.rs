//! The cost of a function in compile time and size: the slope between crates of 50 and of 200 functions. And the size of
//! a program with three tools.

mod cpu;
mod library;
mod measure;
mod project;
mod shape;
mod source;
mod tool;

pub(crate) use library::Library;
pub(crate) use measure::{Base, Cost, LONG, base, measure};
pub(crate) use shape::Shape;
