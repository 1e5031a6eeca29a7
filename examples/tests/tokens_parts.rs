//! The unit tests of `tokens`. An example built for its tests is not built as a program, which `programs.rs` needs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../examples/tokens/counter.rs"]
mod counter;
#[path = "../examples/tokens/groups.rs"]
mod groups;
#[path = "../examples/tokens/measure.rs"]
mod measure;
#[path = "../examples/tokens/options.rs"]
mod options;
#[path = "../examples/tokens/table.rs"]
mod table;
#[path = "../examples/replay/tools.rs"]
mod tools;
