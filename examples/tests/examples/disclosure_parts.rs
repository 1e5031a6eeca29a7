//! The unit tests of `disclosure`. An example built for its tests is not built as a program.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../../examples/disclosure/native_list.rs"]
pub(super) mod native_list;
#[path = "../../examples/disclosure/recorded.rs"]
pub(super) mod recorded;
