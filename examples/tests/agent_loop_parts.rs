//! The unit tests of `agent_loop`: an example that is built for its tests would not be built as a program, which
//! `programs.rs` runs.

#![allow(dead_code, reason = "only the tests of this file are of use here")]

#[path = "../examples/agent_loop/transcript.rs"]
mod transcript;
