//! Calls with further sources of arguments: values are looked up, and the user is asked for the rest.

mod as_sent;
mod ask;
mod function;
mod gather;
mod inputs;
mod remember;
mod reply;
mod values;
mod waiting_input;

pub(super) use as_sent::{note_as_sent, set_sources_as_sent};
pub(super) use function::{asked_by_function, concerns_questions, with_questions};
pub(super) use gather::{Collected, WholeCall, check, collect};
pub(super) use reply::{Answer, Understood, reply};
pub(super) use values::{answer_values, decline_values};
