//! Unusual ends of calls: results that are too long, or empty, and code that panics.

#![allow(
    clippy::unused_self,
    clippy::trivially_copy_pass_by_ref,
    reason = "plugins of tests have no state, and a check is given a reference"
)]

mod empty;
mod expansions;
mod long;
mod panics;
