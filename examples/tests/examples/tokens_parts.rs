//! The unit tests of `tokens`. An example built for its tests is not built as a program, which `programs.rs` needs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../../examples/tokens/counter.rs"]
pub(super) mod counter;
#[path = "../../examples/tokens/groups.rs"]
pub(super) mod groups;
#[path = "../../examples/tokens/measure.rs"]
pub(super) mod measure;
#[path = "../../examples/tokens/options.rs"]
pub(super) mod options;
#[path = "../../examples/tokens/table.rs"]
pub(super) mod table;
