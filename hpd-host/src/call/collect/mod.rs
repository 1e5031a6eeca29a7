//! Calls whose arguments come from elsewhere too: values are looked up, and the user is asked for the rest.

mod gather;
mod reply;

pub(super) use gather::{CollectCall, gather};
pub(crate) use reply::reply;
pub use reply::Replied;
