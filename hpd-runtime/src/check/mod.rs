//! The checks before anything runs, usable without the host: a container called with parameters, and required fields.

mod container;
mod required;

pub use container::{ContainerCheck, check_container, has_parameters};
pub use required::{RequiredField, check_required};

pub use crate::error::first_names;
