//! The check before anything runs: a container called with parameters. It is usable without `hpd-host`.

mod container;

pub use container::{ContainerCheck, check_container, has_parameters};
