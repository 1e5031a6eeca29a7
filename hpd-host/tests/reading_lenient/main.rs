//! Arguments that are not strictly right, in calls of typed functions: what reaches the function, what the host is told, and
//! what the model reads where they are refused.

mod desk;
mod policies;
mod secrets;
mod texts;
mod values;
mod wrappers;

use desk::{Desk, read, refuse};
