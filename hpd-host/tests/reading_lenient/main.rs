//! Arguments that are not strictly right, in calls of typed functions: what reaches the function, what the host is
//! told, and what the model reads where they are refused.

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
