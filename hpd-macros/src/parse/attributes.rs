//! Which attribute is ours, and which travels to generated items.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, Path, Token};

use super::suggest::meant;
use crate::errors::Errors;

/// Helper attributes inside an annotated item, which belong to its macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Helper {
    Function,
    Skill,
    Param,
    Context,
    /// A macro for whole items.
    Item,
}

/// Which of our attributes a path names, however it is qualified.
pub(crate) fn helper(attr: &Attribute) -> Option<Helper> {
    let last = attr.path().segments.last()?;
    helper_named(&last.ident.to_string())
}

/// Which of our attributes has this name.
pub(crate) fn helper_named(name: &str) -> Option<Helper> {
    Some(match name {
        "ai_function" | "ai_function_host" => Helper::Function,
        "skill" | "skill_host" => Helper::Skill,
        "param" => Helper::Param,
        "context" => Helper::Context,
        "plugin" | "plugin_host" | "scope" | "scope_host" | "plugin_scope" | "plugin_scope_host" => {
            Helper::Item
        }
        _ => return None,
    })
}

/// Attributes of rustc on parameters, and of others on methods, which are no typing errors for ours.
const FOREIGN: [&str; 8] = ["allow", "cfg", "cfg_attr", "deny", "expect", "forbid", "warn", "doc"];

/// Reports attributes that are like one of `ours`, and reads them as that one. rustc would name none of ours.
pub(crate) fn correct_spelling(attrs: &mut [Attribute], ours: &[&'static str], errors: &mut Errors) {
    for attr in attrs {
        let Some(ident) = attr.path().get_ident().cloned() else { continue };
        let word = ident.to_string();
        if FOREIGN.contains(&&*word) || helper_named(&word).is_some() {
            continue;
        }
        if let Some(near) = meant(&word, ours) {
            errors.at(ident.span(), format!("unknown attribute `{word}`: did you mean `{near}`?"));
            *path_of(&mut attr.meta) = Ident::new(near, ident.span()).into();
        }
    }
}

fn path_of(meta: &mut Meta) -> &mut Path {
    match meta {
        Meta::Path(path) => path,
        Meta::List(list) => &mut list.path,
        Meta::NameValue(pair) => &mut pair.path,
    }
}

/// The list of keys of an attribute; nothing if it has none.
pub(crate) fn list_of(attr: &Attribute, errors: &mut Errors) -> TokenStream {
    match &attr.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(pair) => {
            let name = attr.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            errors
                .on(&pair.value, format!("`#[{name}]` takes its keys in parentheses: write `#[{name}(..)]`"));
            TokenStream::new()
        }
    }
}

/// The conditions under which an item exists: they travel to everything that is generated for it.
pub(crate) fn conditions_of(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs.iter().filter_map(condition_of).collect()
}

fn condition_of(attr: &Attribute) -> Option<Attribute> {
    if attr.path().is_ident("cfg") {
        return Some(attr.clone());
    }
    let meta = condition_in(&attr.meta)?;
    Some(Attribute { meta, ..attr.clone() })
}

/// The conditions of `cfg_attr(a, cfg(b), doc = "..")`, without its other attributes.
fn condition_in(meta: &Meta) -> Option<Meta> {
    if meta.path().is_ident("cfg") {
        return Some(meta.clone());
    }
    let Meta::List(list) = meta else { return None };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let mut parts = parts.into_iter();
    let predicate = parts.next()?;
    let conditions: Vec<Meta> = parts.filter_map(|part| condition_in(&part)).collect();
    if conditions.is_empty() {
        return None;
    }
    let mut list = list.clone();
    list.tokens = quote!(#predicate, #(#conditions),*);
    Some(Meta::List(list))
}

/// A helper attribute inside `cfg_attr` is invisible when the macro runs. It is removed and reported here, so that
/// rustc does not report it too.
pub(crate) fn take_hidden_helpers(attrs: &mut Vec<Attribute>, errors: &mut Errors) {
    for attr in attrs.extract_if(.., |attr| hidden_helper(attr).is_some()) {
        let Some(ident) = hidden_helper(&attr) else { continue };
        errors.at(
            ident.span(),
            format!("`#[{ident}]` can't be switched on by `cfg_attr`: write `#[cfg(..)]` and `#[{ident}]` above the method"),
        );
    }
}

fn hidden_helper(attr: &Attribute) -> Option<Ident> {
    let Meta::List(list) = &attr.meta else { return None };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    list.tokens.clone().into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => match helper_named(&ident.to_string()) {
            Some(Helper::Function | Helper::Skill) => Some(ident),
            _ => None,
        },
        _ => None,
    })
}

/// A second item macro beside this one: each would expand the item again.
pub(crate) fn take_second_macro(attrs: &mut Vec<Attribute>, errors: &mut Errors) {
    let is_second = |attr: &mut Attribute| matches!(helper(attr), Some(Helper::Item | Helper::Function));
    for attr in attrs.extract_if(.., is_second) {
        errors.on(&attr, "this item has another attribute of this kind already: remove one");
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;
    use syn::{ItemFn, parse_quote};

    use super::*;

    #[test]
    fn only_conditions_travel() {
        let item: ItemFn = parse_quote! {
            /// Docs.
            #[cfg(unix)]
            #[cfg_attr(all(), cfg(windows), doc = "x")]
            #[cfg_attr(all(), inline)]
            #[inline]
            fn f() {}
        };
        let kept: Vec<String> =
            conditions_of(&item.attrs).iter().map(|attr| attr.to_token_stream().to_string()).collect();
        assert_eq!(kept, ["# [cfg (unix)]", "# [cfg_attr (all () , cfg (windows))]"]);
    }

    #[test]
    fn helpers_are_known_by_their_last_segment() {
        let item: ItemFn = parse_quote! {
            #[hpd_runtime::ai_function]
            #[param]
            #[inline]
            fn f() {}
        };
        let helpers: Vec<_> = item.attrs.iter().map(helper).collect();
        assert_eq!(helpers, [Some(Helper::Function), Some(Helper::Param), None]);
    }
}
