//! The unit tests of `replay`. An example built for its tests is not built as a program, which `programs.rs` needs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../../examples/replay/input.rs"]
pub(super) mod input;
#[path = "../../examples/replay/tools.rs"]
pub(super) mod tools;
