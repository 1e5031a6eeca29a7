//! From the model to tokens. Nothing can fail here. One emitted item a file.
//!
//! Two rules keep rustc's messages readable. References to the user's code carry the user's spans, on every token of
//! the expression, and hide their names by `mixed_site` hygiene. Each bound occurs in one place.

mod assertions;
mod constant;
mod fallback;
mod free;
mod function;
mod impls;
mod model_error;
mod param;
mod plugin;
mod reemit;
mod reference;
mod row;
mod scope;
mod shim;
mod skill;

pub(crate) use fallback::expand_fallback;
pub(crate) use free::expand_free_function;
pub(crate) use model_error::expand_model_error;
pub(crate) use plugin::expand_plugin;
pub(crate) use reemit::{reemit_fn, reemit_impl};
pub(crate) use scope::expand_scoped_type;
