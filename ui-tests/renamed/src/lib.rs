//! The macros' whole output in a hostile environment. The dependency is renamed, there is no prelude, the usual names
//! mean
//! other things, and every lint is an error.

#![no_implicit_prelude]
#![deny(
    warnings,
    clippy::all,
    clippy::pedantic,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    rust_2018_idioms
)]

pub mod cfgs;
pub mod generic;
pub mod macros;
pub mod names;
pub mod options;
pub mod reexports;
