//! The unit tests of `journal`: an example that is built for its tests would not be built as a program, which
//! `journal_programs` runs.

#![allow(dead_code, reason = "only the tests of these files are of use here")]

#[path = "../examples/journal/calls.rs"]
mod calls;
#[path = "../examples/journal/options.rs"]
mod options;
#[path = "../examples/journal/status.rs"]
mod status;
