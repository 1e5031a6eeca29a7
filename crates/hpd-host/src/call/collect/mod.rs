//! Calls with further sources of arguments: values are looked up, and the user is asked for the rest.

mod ask;
mod function;
mod gather;
mod inputs;
mod remember;
mod reply;
mod values;

pub(super) use function::{asked_by_function, concerns_questions, with_questions};
pub(super) use gather::{Collected, WholeCall, check, collect};
pub(super) use reply::{Answer, Understood, reply};
pub(super) use values::answer_values;
