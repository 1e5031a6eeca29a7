//! The unit tests of `journal`. An example built for its tests is not built as a program, which `journal_programs`
//! needs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../../examples/journal/calls.rs"]
pub(super) mod calls;
#[path = "../../examples/journal/options.rs"]
pub(super) mod options;
#[path = "../../examples/journal/status.rs"]
pub(super) mod status;
