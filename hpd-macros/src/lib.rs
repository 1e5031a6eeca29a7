#![doc = include_str!("../README.md")]
//!
//! # How it is built
//!
//! `parse` reads tokens into `Raw*` values that keep their spans. `check` turns these into the types of the
//! module `model`, which are valid by construction. `expand` writes these types as constant tables and thin
//! shims, and can't fail. `entry` connects the modules.

#![forbid(unsafe_code)]

mod check;
mod entry;
mod errors;
mod expand;
mod model;
mod parse;

use proc_macro::TokenStream;

use entry::Home;

#[doc = include_str!("../docs/plugin.md")]
#[proc_macro_attribute]
pub fn plugin(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin(keys.into(), item.into(), Home::Runtime).into()
}

#[doc = include_str!("../docs/scope.md")]
#[proc_macro_attribute]
pub fn scope(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::scope(keys.into(), item.into(), Home::Runtime).into()
}

#[doc = include_str!("../docs/ai_function.md")]
#[proc_macro_attribute]
pub fn ai_function(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::ai_function(keys.into(), item.into(), Home::Runtime).into()
}

#[doc = include_str!("../docs/skill.md")]
#[proc_macro_attribute]
pub fn skill(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::skill(item.into()).into()
}

#[doc = include_str!("../docs/model_error.md")]
#[proc_macro_derive(ModelError, attributes(model_error, from))]
pub fn model_error(item: TokenStream) -> TokenStream {
    entry::model_error(item.into(), Home::Runtime).into()
}

/// Former name of [`#[scope]`](attr.scope.html); using it is a compile error that gives the new name.
#[proc_macro_attribute]
pub fn plugin_scope(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin_scope(item.into()).into()
}

// The same macros for crates that have `hpd-host` as their one dependency, which exports them under their plain names.
// The examples in their documentation run once, above.

#[doc(hidden)]
#[cfg_attr(not(doctest), doc = include_str!("../docs/plugin.md"))]
#[proc_macro_attribute]
pub fn plugin_host(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin(keys.into(), item.into(), Home::Host).into()
}

#[doc(hidden)]
#[cfg_attr(not(doctest), doc = include_str!("../docs/scope.md"))]
#[proc_macro_attribute]
pub fn scope_host(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::scope(keys.into(), item.into(), Home::Host).into()
}

#[doc(hidden)]
#[cfg_attr(not(doctest), doc = include_str!("../docs/ai_function.md"))]
#[proc_macro_attribute]
pub fn ai_function_host(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::ai_function(keys.into(), item.into(), Home::Host).into()
}

#[doc(hidden)]
#[cfg_attr(not(doctest), doc = include_str!("../docs/skill.md"))]
#[proc_macro_attribute]
pub fn skill_host(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::skill(item.into()).into()
}

#[doc(hidden)]
#[cfg_attr(not(doctest), doc = include_str!("../docs/model_error.md"))]
#[proc_macro_derive(ModelErrorHost, attributes(model_error, from))]
pub fn model_error_host(item: TokenStream) -> TokenStream {
    entry::model_error(item.into(), Home::Host).into()
}

/// Former name of [`#[scope]`](attr.scope.html); using it is a compile error that gives the new name.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn plugin_scope_host(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin_scope(item.into()).into()
}
