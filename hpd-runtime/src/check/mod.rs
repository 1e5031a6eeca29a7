//! The checks before anything runs: a container called with parameters, and required fields. They are usable
//! without `hpd-host`.

mod container;
mod required;

pub use container::{ContainerCheck, check_container, has_parameters};
pub use required::{RequiredField, check_required};
