//! Orders for delivery: an address from the profile, a phone number from the configuration or from the user, and questions
//! for what is missing or may be wrong.

mod buy;

pub use buy::{Buy, Order};
