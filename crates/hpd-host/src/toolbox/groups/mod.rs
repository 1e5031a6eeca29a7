//! The settings of a toolbox, in groups. A setting that a group does not name keeps its value.

mod approval;
mod limits;
mod model;
mod reads;
mod system;
mod values;

pub use approval::Approval;
pub use limits::Limits;
pub use model::ModelOptions;
pub use reads::ReadsAre;
pub use system::System;
pub use values::Values;

/// Replaces a setting, where the newer group has one.
fn replace<T>(setting: &mut Option<T>, newer: Option<T>) {
    if newer.is_some() {
        *setting = newer;
    }
}
