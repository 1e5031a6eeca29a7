//! The unit tests of `health`: an example that is built for its tests would not be built as a program, which
//! `journal_programs` runs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../examples/health/page.rs"]
mod page;
#[path = "../examples/health/quantity.rs"]
mod quantity;
#[path = "../examples/health/spark.rs"]
mod spark;
