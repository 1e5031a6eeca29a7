//! An annotated `impl` block.

use proc_macro2::TokenStream;
use syn::Attribute;
use syn::parse::{ParseStream, Parser as _};

use super::attributes::{conditions_of, helper, take_second_macro};
use super::docs::Docs;
use super::field::Field;
use super::keys::Keys;
use super::method::{RawTool, parse_method};
use super::scope::RawScope;
use super::strip::strip_helpers;
use super::table::Site;
use super::values::{CratePath, Text};
use crate::errors::Errors;
use crate::model::{Case, UserImpl, UserItem};

/// A plugin as it is written.
pub(crate) struct RawPlugin {
    pub options: RawPluginOptions,
    /// The options of `#[scope]`, if the block has it.
    pub scope: Option<RawScope>,
    pub cfgs: Vec<Attribute>,
    /// The block without our attributes.
    pub user: UserImpl,
    /// The annotated methods.
    pub tools: Vec<RawTool>,
}

/// The keys that every annotated block takes.
pub(crate) struct RawPluginOptions {
    pub name: Field<Text>,
    pub description: RawDescription,
    pub rename_all: Field<Case>,
    pub rename_all_params: Field<Case>,
    pub crate_path: Field<CratePath>,
}

/// A description: a key, or else the doc comments.
pub(crate) struct RawDescription {
    pub option: Field<Text>,
    pub docs: Docs,
}

/// The block of `#[plugin(keys)]`.
///
/// # Errors
///
/// The item is no `impl` block.
pub(crate) fn parse_plugin(
    keys: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> syn::Result<RawPlugin> {
    let mut keys = Keys::parse(Site::Plugin, [keys], errors);
    let user = parse_block(item)?;
    let options = read_options(&mut keys, Docs::of(&user.attrs), errors);
    Ok(RawPlugin::new(options, None, user, errors))
}

fn read_options(keys: &mut Keys, docs: Docs, errors: &mut Errors) -> RawPluginOptions {
    RawPluginOptions {
        name: keys.take("name", errors),
        description: RawDescription { option: keys.take("description", errors), docs },
        rename_all: keys.take("rename_all", errors),
        rename_all_params: keys.take("rename_all_params", errors),
        crate_path: keys.take("crate", errors),
    }
}

/// The `impl` block that an item is.
pub(super) fn parse_block(item: TokenStream) -> syn::Result<UserImpl> {
    syn::parse2(item)
}

impl RawPlugin {
    /// Takes the annotated methods out of the block.
    pub(super) fn new(
        options: RawPluginOptions,
        scope: Option<RawScope>,
        mut user: UserImpl,
        errors: &mut Errors,
    ) -> Self {
        take_second_macro(&mut user.attrs, errors);
        let tools = user.items.iter_mut().filter_map(|item| match item {
            UserItem::Fn(method) => parse_method(method, errors),
            UserItem::Other(item) => {
                take_stray_helpers(item, errors);
                None
            }
        });
        let tools = tools.collect();
        Self { options, scope, cfgs: conditions_of(&user.attrs), user, tools }
    }
}

/// Only methods are tools.
fn take_stray_helpers(item: &mut TokenStream, errors: &mut Errors) {
    let attrs = |input: ParseStream<'_>| {
        let attrs = input.call(Attribute::parse_outer)?;
        input.parse::<TokenStream>()?;
        Ok(attrs)
    };
    let attrs = attrs.parse2(item.clone()).unwrap_or_default();
    let strays: Vec<_> = attrs.iter().filter(|attr| helper(attr).is_some()).collect();
    for attr in &strays {
        errors.on(attr, "this belongs on a method: nothing else is a tool");
    }
    if !strays.is_empty() {
        *item = strip_helpers(item.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::table::keys_of;

    #[test]
    fn every_key_is_read() {
        let mut keys = Keys::parse(Site::Plugin, [], &mut Errors::default());
        read_options(&mut keys, Docs::of(&[]), &mut Errors::default());
        let mut known: Vec<_> = keys_of(Site::Plugin).map(|key| key.name).collect();
        known.sort_unstable();
        assert_eq!(keys.into_taken(), known);
    }
}
