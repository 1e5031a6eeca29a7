//! A function's view of its call and its turn.
//!
//! Examples import from `hpd_runtime`. In a program with `hpd-host`, import the same names from `hpd_host::context`.

pub(crate) mod access;
pub(crate) mod call;
mod cancellation;
mod details;
pub(crate) mod list_mode;
pub(crate) mod long_results;
pub(crate) mod principal;
pub(crate) mod turn;

pub(crate) use call::CallContext;
pub use cancellation::{Cancellation, Cancelled};
pub use details::CallDetails;
pub(crate) use principal::Principal;
pub(crate) use turn::TurnContext;
pub use turn::{Extensions, Progress, ProgressDelivered, ProgressSink};
