//! References between tools. A reference is a call of a `const fn` with the method itself as its argument, keyed by its
//! name. rustc reports exactly one error, at the path in the attribute. Editors find the method.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::impls::Head;
use crate::model::{Function, FunctionPath, MethodPath, Runtime};

/// FNV-1a of the Rust name. Two methods of one type would have to collide to be a problem, and rustc would say so.
pub(super) fn name_hash(ident: &Ident) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    ident.unraw().to_string().bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The letters of a Rust name that rustc can tell apart. The last one stands for the rest of a longer name.
const LETTERS: usize = 48;

/// The Rust name as a type, which rustc prints letter by letter.
pub(super) fn expand_name(rt: &Runtime, ident: &Ident) -> TokenStream {
    let name = ident.unraw().to_string();
    let mut letters: Vec<char> = name.chars().collect();
    if letters.len() > LETTERS {
        letters.truncate(LETTERS - 1);
        // Half of the characters below the surrogates are enough to tell names apart.
        letters.extend(u32::try_from(name_hash(ident) & 0x7fff).ok().and_then(char::from_u32));
    }
    quote!(#rt::Name<#(#letters),*>)
}

/// Others may refer to this function.
pub(super) fn expand_function_name(head: Head<'_>, function: &Function) -> TokenStream {
    let rt = head.runtime;
    let name = function.name.as_str();
    let cfgs = &function.cfgs;
    let key = expand_name(rt, &function.ident);
    let item = quote!(const __HPD_FUNCTION: &'static #rt::FnRef = &#rt::fn_ref::<Self>(#name););
    let block = head.of_trait(&quote!(#rt::HasFunction<#key>), &item);
    quote!(#(#cfgs)* #block)
}

/// The reference to a function.
pub(super) fn expand_function_ref(rt: &Runtime, path: &FunctionPath) -> TokenStream {
    match path {
        FunctionPath::Method(path) => expand_method_ref(rt, path, "function_ref"),
        FunctionPath::Free(path) => {
            let at = Span::mixed_site().located_at(path.span());
            let rt_at = rt.at(at);
            quote_spanned!(at=> #rt_at::free_function_ref::<#path>())
        }
    }
}

/// The reference to a method, by one of the functions that take it. `<A>::b` and `A` are both wrong if `A` does not
/// exist, in the same words: rustc prints them once.
pub(super) fn expand_method_ref(rt: &Runtime, path: &MethodPath, by: &str) -> TokenStream {
    let MethodPath { plugin, method } = path;
    let key = expand_name(rt, method);
    let at = Span::mixed_site().located_at(method.span());
    let by = Ident::new(by, at);
    let call = quote_spanned!(at=> #by::<#plugin, #key, _>(<#plugin>::#method));
    quote!(#rt::#call)
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::*;

    #[test]
    fn the_hash_is_that_of_the_bare_name() {
        let raw: Ident = syn::parse_quote!(r#a);
        assert_eq!(name_hash(&raw), name_hash(&format_ident!("a")));
        assert_eq!(name_hash(&format_ident!("a")), 0xaf63_dc4c_8601_ec8c);
    }
}
