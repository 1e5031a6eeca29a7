//! Arguments that are not strictly correct, in calls of typed functions: the function's arguments, the host's
//! warnings, and the model's errors.

#![allow(
    clippy::unused_self,
    clippy::trivially_copy_pass_by_ref,
    reason = "plugins of tests have no state, and a check is given a reference"
)]

mod desk;
mod noted;
mod policies;
mod request;
mod secrets;
mod texts;
mod values;
mod wrappers;

use desk::{Desk, read, refuse};
