//! Calls whose arguments come from elsewhere too: values are looked up, and the user is asked for the rest.

mod ask;
mod gather;
mod reply;

pub(super) use ask::{ask_for_function, close_answered};
pub(super) use gather::{Caller, CollectCall, answer, check};
pub use reply::Replied;
pub(super) use reply::reply;
