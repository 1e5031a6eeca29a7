//! From `Raw*` to the model: one rule a function, each with its reason above it. All mistakes of an item are
//! reported together; where a value was broken already, the rules that need it keep quiet.

mod block;
mod constraint;
mod cycle;
mod description;
mod flatten;
mod free;
mod function;
mod kind;
mod leaf;
mod literal;
mod meta;
mod model_error;
mod names;
mod param;
mod phrase;
mod places;
mod plugin;
mod request;
mod scope;
mod signature;
mod skill;
#[cfg(test)]
mod tests;
mod write;

use syn::Path;

use crate::model::Runtime;
use crate::parse::{CratePath, Field};

pub(crate) use free::check_free_function;
pub(crate) use model_error::check_model_error;
pub(crate) use plugin::check_plugin;
pub(crate) use scope::check_scoped_type;

/// An item that failed its checks, in a form that can still be re-emitted.
pub(crate) struct Rejected<T> {
    /// The user's item.
    pub user: T,
    /// The parts that other code may rely on; `None` where even these are unknown.
    pub promise: Option<crate::model::Promise>,
}

/// The runtime that generated code refers to; `None` if the user names one that can't be read.
fn runtime_of(crate_path: &Field<CratePath>, home: &Path) -> Option<Runtime> {
    match crate_path {
        Field::Absent => Some(Runtime::new(home)),
        Field::Broken => None,
        Field::Given(given) => Some(Runtime::new(&given.value.0)),
    }
}
