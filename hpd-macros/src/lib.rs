//! Attribute macros of hpd.

#![forbid(unsafe_code)]

mod check;
mod entry;
mod errors;
mod expand;
mod model;
mod parse;

use proc_macro::TokenStream;

use entry::Home;

/// plugin
#[proc_macro_attribute]
pub fn plugin(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin(keys.into(), item.into(), Home::Runtime).into()
}

/// scope
#[proc_macro_attribute]
pub fn scope(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::scope(keys.into(), item.into(), Home::Runtime).into()
}

/// function
#[proc_macro_attribute]
pub fn ai_function(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::ai_function(keys.into(), item.into(), Home::Runtime).into()
}

/// skill
#[proc_macro_attribute]
pub fn skill(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::skill(item.into()).into()
}

/// old
#[proc_macro_attribute]
pub fn plugin_scope(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin_scope(item.into()).into()
}

#[doc(hidden)]
#[proc_macro_attribute]
pub fn plugin_host(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin(keys.into(), item.into(), Home::Host).into()
}

#[doc(hidden)]
#[proc_macro_attribute]
pub fn scope_host(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::scope(keys.into(), item.into(), Home::Host).into()
}

#[doc(hidden)]
#[proc_macro_attribute]
pub fn ai_function_host(keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::ai_function(keys.into(), item.into(), Home::Host).into()
}

#[doc(hidden)]
#[proc_macro_attribute]
pub fn skill_host(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::skill(item.into()).into()
}

#[doc(hidden)]
#[proc_macro_attribute]
pub fn plugin_scope_host(_keys: TokenStream, item: TokenStream) -> TokenStream {
    entry::plugin_scope(item.into()).into()
}
