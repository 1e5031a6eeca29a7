//! A function's view of its call and its turn.

mod call;
mod cancellation;
mod details;
mod turn;

pub use call::{CallContext, Interpreter};
pub use cancellation::{Cancellation, Cancelled};
pub use details::CallDetails;
pub use turn::{Extensions, Progress, ProgressSink, TurnContext};
