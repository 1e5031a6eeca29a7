//! The keys of `#[ai_function]`.

use proc_macro2::{Span, TokenStream};

use super::attributes::take_second_macro;
use super::field::Field;
use super::keys::Keys;
use super::method::{RawMethod, read_method};
use super::table::Site;
use super::values::{CheckRef, CratePath, Flag, Text, Timeout, parse_meta_entries, parse_names};
use crate::errors::Errors;
use crate::model::{Case, Leniency, MetaEntry, Risk, Role, UnknownFields, UserFn};

/// The options of `#[ai_function]`.
pub(crate) struct RawFunction {
    pub name: Field<Text>,
    pub title: Field<Text>,
    pub description: Field<Text>,
    pub write: Field<Flag>,
    pub risk: Field<Risk>,
    pub confirm_phrase: Field<Text>,
    pub allow_empty: Field<Flag>,
    pub question: Field<Text>,
    pub preview: Field<Vec<Text>>,
    pub check: Field<CheckRef>,
    pub idempotent: Field<Flag>,
    pub timeout: Field<Timeout>,
    pub leniency: Field<Leniency>,
    pub unknown_fields: Field<UnknownFields>,
    pub direct: Field<Flag>,
    pub meta: Field<Vec<(MetaEntry, Span)>>,
    pub read_only: Field<Flag>,
    pub destructive: Field<Flag>,
    pub open_world: Field<Flag>,
    pub local: Field<Flag>,
}

impl RawFunction {
    /// The keys of a method.
    pub(super) fn parse(site: Site, keys: TokenStream, errors: &mut Errors) -> Self {
        Self::read(&mut Keys::parse(site, [keys], errors), errors)
    }

    fn read(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            name: keys.take("name", errors),
            title: keys.take("title", errors),
            description: keys.take("description", errors),
            write: keys.take("write", errors),
            risk: keys.take("risk", errors),
            confirm_phrase: keys.take("confirm_phrase", errors),
            allow_empty: keys.take("allow_empty", errors),
            question: keys.take("question", errors),
            preview: parse_names(keys.take_list("preview"), errors),
            check: keys.take("check", errors),
            idempotent: keys.take("idempotent", errors),
            timeout: keys.take("timeout", errors),
            leniency: keys.take("leniency", errors),
            unknown_fields: keys.take("unknown_fields", errors),
            direct: keys.take("direct", errors),
            meta: parse_meta_entries(keys.take_list("meta"), errors),
            read_only: keys.take("read_only", errors),
            destructive: keys.take("destructive", errors),
            open_world: keys.take("open_world", errors),
            local: keys.take("local", errors),
        }
    }
}

/// A free function with its attributes.
pub(crate) struct RawFree {
    pub crate_path: Field<CratePath>,
    pub rename_all_params: Field<Case>,
    pub user: UserFn,
    pub function: RawFunction,
    pub method: RawMethod,
}

/// The function of `#[ai_function(keys)]`.
///
/// # Errors
///
/// The item is no function.
pub(crate) fn parse_free_function(
    keys: TokenStream,
    item: TokenStream,
    errors: &mut Errors,
) -> syn::Result<RawFree> {
    let mut keys = Keys::parse(Site::FreeFunction, [keys], errors);
    let mut user: UserFn = syn::parse2(item)?;
    let function = RawFunction::read(&mut keys, errors);
    let crate_path = keys.take("crate", errors);
    let rename_all_params = keys.take("rename_all_params", errors);
    user.role = Role::Function;
    take_second_macro(&mut user.attrs, errors);
    let method = read_method(&mut user, errors);
    Ok(RawFree { crate_path, rename_all_params, user, function, method })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::table::keys_of;

    #[test]
    fn every_key_is_read() {
        let mut keys = Keys::parse(Site::Function, [], &mut Errors::default());
        RawFunction::read(&mut keys, &mut Errors::default());
        let mut known: Vec<_> = keys_of(Site::Function).map(|key| key.name).collect();
        known.sort_unstable();
        assert_eq!(keys.into_taken(), known);
        let free: Vec<_> = keys_of(Site::FreeFunction)
            .filter(|key| !matches!(key.name, "crate" | "rename_all_params"))
            .collect();
        assert_eq!(free.len(), known.len());
    }
}
