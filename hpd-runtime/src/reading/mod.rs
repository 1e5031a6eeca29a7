//! Reads a call's arguments: the typed one-pass reader, and the lenient one that lists all errors.

mod call_form;
mod call_list;
mod call_text;
mod error_reading;
mod guarded;
mod integral;
mod key_text;
mod keys;
mod keyword_call;
pub(crate) mod leaves;
mod lenient;
mod named_call;
mod numbers;
mod own_names;
mod plan;
mod reader;
mod scanner;
mod schema_plan;
pub(crate) mod slot;
mod staged;
mod unwrap;

pub use guarded::{Guarded, ReadError, Watch};
pub use keys::Probe;
pub(crate) use keys::{KeyCheck, field_order, key_check};
pub use numbers::FROZEN_ZEROS;
pub(crate) use numbers::NumberForm;
pub use own_names::OwnNames;
pub use plan::ReadingPlan;
pub(crate) use plan::{FunctionFacts, ParamFacts, WholeFacts};
pub use reader::{Reader, Refused};
pub use schema_plan::{Accepted, SchemaPlan};
pub(crate) use slot::Ops;
pub use staged::Understood;
