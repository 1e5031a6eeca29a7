//! Calls whose arguments come from elsewhere too: values are looked up, and the user is asked for the rest.

mod ask;
mod gather;
mod reply;

pub(super) use gather::{CollectCall, answer, check};
pub(super) use reply::reply;
pub use reply::Replied;
