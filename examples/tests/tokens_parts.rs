//! The unit tests of `tokens`: an example that is built for its tests would not be built as a program, which
//! `programs.rs` runs.

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
