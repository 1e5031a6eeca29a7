//! The user's item, given back without our attributes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Role, UserFn, UserImpl, UserItem};

/// The `impl` block.
pub(crate) fn reemit_impl(user: &UserImpl) -> TokenStream {
    let UserImpl { attrs, inner_attrs, head, generics, of_trait, self_ty, items } = user;
    let where_clause = &generics.where_clause;
    let items = items.iter().map(|item| match item {
        UserItem::Fn(method) => reemit_fn(method),
        UserItem::Other(tokens) => tokens.clone(),
    });
    quote! {
        #(#attrs)*
        #head #generics #of_trait #self_ty #where_clause {
            #(#inner_attrs)*
            #(#items)*
        }
    }
}

/// A method or a free function. Lints against our own demands are silenced. Parameters have to be owned, and each value
/// that a model fills is one parameter. The docs are written for the model. A skill's method may exist for its
/// attribute alone.
pub(crate) fn reemit_fn(user: &UserFn) -> TokenStream {
    let UserFn { attrs, vis, sig, body, role } = user;
    let allow = match role {
        Role::Plain => TokenStream::new(),
        Role::Function => quote! {
            #[allow(
                clippy::needless_pass_by_value, clippy::too_many_arguments, clippy::fn_params_excessive_bools,
                clippy::must_use_candidate, clippy::missing_errors_doc
            )]
        },
        Role::Skill => quote!(#[allow(dead_code, clippy::unused_self, clippy::must_use_candidate)]),
    };
    quote!(#(#attrs)* #allow #vis #sig #body)
}
