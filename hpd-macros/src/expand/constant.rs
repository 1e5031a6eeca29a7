//! Constant values.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::model::{MetaEntry, MetaValue, Runtime};

/// `Some(value)`
pub(super) fn expand_option(rt: &Runtime, value: &impl ToTokens) -> TokenStream {
    quote!(#rt::core::option::Option::Some(#value))
}

/// `Some(value)` or `None`
pub(super) fn expand_maybe(rt: &Runtime, value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote!(#rt::core::option::Option::None), |value| expand_option(rt, &value))
}

/// Further keys of the metadata, if there are any.
pub(super) fn expand_meta(rt: &Runtime, entries: &[MetaEntry]) -> Option<TokenStream> {
    if entries.is_empty() {
        return None;
    }
    let entries = entries.iter().map(|MetaEntry { key, value }| {
        let value = match value {
            MetaValue::Text(text) => quote!(Text(#text)),
            MetaValue::Integer(number) => quote!(Integer(#number)),
            MetaValue::Float(number) => quote!(Float(#number)),
            MetaValue::Bool(value) => quote!(Bool(#value)),
        };
        quote!((#key, #rt::MetaValue::#value))
    });
    Some(quote!(&[#(#entries),*]))
}
