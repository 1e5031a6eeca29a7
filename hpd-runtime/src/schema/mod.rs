//! A function's JSON schema, assembled from its table and its types.
//!
//! It has two forms. The *checked* form validates arguments, and keeps the formats that identify number types. The
//! *published* form is for models. It omits details of no use to them, and does not require parameters that the host
//! may fill. The host fills arguments before the check, so a required value may come from any source.
//!
//! Examples import from `hpd_runtime`. In a program with `hpd-host`, import the same names from `hpd_host::schema`.

mod assemble;
mod constraint;
pub(crate) mod flat;
mod keywords;
mod param;
pub(crate) mod publish;
mod settings;
mod types;
mod verify;
pub(crate) mod view;

pub use assemble::assemble;
pub use settings::{FunctionSchema, Nested, SchemaError, SchemaSettings};
