//! A scope: on an `impl` block, or on the type itself.

use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, DeriveInput, Expr, Generics, Ident, Lit, Token};

use darling::FromMeta as _;

use super::attributes::conditions_of;
use super::docs::Docs;
use super::field::{Field, Given};
use super::keys::Keys;
use super::plugin::{RawDescription, RawPlugin, RawPluginOptions, parse_block};
use super::table::Site;
use super::values::{CratePath, RawType, Text};
use crate::errors::Errors;
use crate::model::Case;

/// Options only for scopes.
pub(crate) struct RawScope {
    pub title: Field<Text>,
    pub post_expansion: Field<Text>,
    pub within: Field<RawType>,
}

/// A type with a scope of its own.
pub(crate) struct RawScopedType {
    pub scope: RawScope,
    pub name: Field<Text>,
    pub description: RawDescription,
    pub rename_all: Field<Case>,
    pub rename_all_params: Field<Case>,
    pub crate_path: Field<CratePath>,
    pub cfgs: Vec<Attribute>,
    pub ident: Ident,
    pub generics: Generics,
}

struct ScopeKeys {
    options: RawPluginOptions,
    scope: RawScope,
}

/// The block of `#[scope(keys)]`.
///
/// # Errors
///
/// The item is no `impl` block.
pub(crate) fn parse_scope(
    keys: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> syn::Result<RawPlugin> {
    let (text, keys) = split_text(keys, "the description", errors);
    let mut keys = Keys::parse(Site::Scope, [keys], errors);
    let user = parse_block(item)?;
    let ScopeKeys { options, scope } = read_keys(&mut keys, text, Docs::of(&user.attrs), errors);
    Ok(RawPlugin::new(options, Some(scope), user, errors))
}

/// The struct or enum of `#[scope(keys)]`.
///
/// # Errors
///
/// The item is no type.
pub(crate) fn parse_scoped_type(
    keys: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> syn::Result<RawScopedType> {
    let (text, keys) = split_text(keys, "the description", errors);
    let mut keys = Keys::parse(Site::Scope, [keys], errors);
    let item: DeriveInput = syn::parse2(item)?;
    let ScopeKeys { options, scope } = read_keys(&mut keys, text, Docs::of(&item.attrs), errors);
    let RawPluginOptions { name, description, rename_all, rename_all_params, crate_path } = options;
    let cfgs = conditions_of(&item.attrs);
    let DeriveInput { ident, generics, .. } = item;
    Ok(RawScopedType {
        scope,
        name,
        description,
        rename_all,
        rename_all_params,
        crate_path,
        cfgs,
        ident,
        generics,
    })
}

/// `"text", key = value` without the text, which an error calls `what`.
pub(super) fn split_text(keys: TokenStream, what: &str, errors: &mut Errors) -> (Field<Text>, TokenStream) {
    let parser = |input: ParseStream<'_>| {
        let text = if starts_with_text(input) { Some(input.parse::<Expr>()?) } else { None };
        if text.is_some() && !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((text, input.parse::<TokenStream>()?))
    };
    // Without a text, or with something that the keys' parser complains about.
    let Ok((Some(text), rest)) = parser.parse2(keys.clone()) else { return (Field::Absent, keys) };
    let span = text.span();
    match Text::from_expr(&text) {
        Ok(value) => (Field::Given(Given { key: span, value }), rest),
        Err(error) => {
            errors.at(span, format!("{what} {error}"));
            (Field::Broken, rest)
        }
    }
}

/// A literal, or the call of a macro, which can't be read, but is meant as one.
fn starts_with_text(input: ParseStream<'_>) -> bool {
    input.peek(Lit) || input.peek(Ident) && input.peek2(Token![!])
}

fn read_keys(keys: &mut Keys, text: Field<Text>, docs: Docs, errors: &mut Errors) -> ScopeKeys {
    let options = RawPluginOptions {
        name: keys.take("name", errors),
        description: RawDescription {
            option: one_description(text, keys.take("description", errors), errors),
            docs,
        },
        rename_all: keys.take("rename_all", errors),
        rename_all_params: keys.take("rename_all_params", errors),
        crate_path: keys.take("crate", errors),
    };
    let scope = RawScope {
        title: keys.take("title", errors),
        post_expansion: keys.take("post_expansion", errors),
        within: keys.take("within", errors),
    };
    ScopeKeys { options, scope }
}

/// The description may come first, or under its key.
fn one_description(first: Field<Text>, key: Field<Text>, errors: &mut Errors) -> Field<Text> {
    let span = |field: &Field<Text>| field.given().map(|given| given.key);
    if let (Some(first), Some(second)) = (span(&first), span(&key)) {
        report_two_descriptions(first, second, errors);
    }
    if first.is_absent() { key } else { first }
}

fn report_two_descriptions(first: Span, second: Span, errors: &mut Errors) {
    errors.at(first, "the description is given here first");
    errors.at(second, "the description is given twice: remove one");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::table::keys_of;

    #[test]
    fn every_key_is_read() {
        let mut keys = Keys::parse(Site::Scope, [], &mut Errors::default());
        read_keys(&mut keys, Field::Absent, Docs::of(&[]), &mut Errors::default());
        let mut known: Vec<_> = keys_of(Site::Scope).map(|key| key.name).collect();
        known.sort_unstable();
        assert_eq!(keys.into_taken(), known);
    }
}
