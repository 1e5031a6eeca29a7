//! The unit tests of `replay`: an example that is built for its tests would not be built as a program, which
//! `programs.rs` runs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../examples/replay/input.rs"]
mod input;
#[path = "../examples/replay/tools.rs"]
mod tools;
