//! The keys of `#[param]`.

use proc_macro2::{Ident, TokenStream};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Meta, MetaList, Token};

use super::field::Field;
use super::keys::Keys;
use super::table::Site;
use super::values::{
    Count, Flag, FunctionRef, JsonValue, NumberText, PathTo, Pattern, RawDefault, Text, parse_json_list,
};
use crate::errors::Errors;

/// The options of `#[param]`.
pub(crate) struct RawParam {
    pub name: Field<Text>,
    pub title: Field<Text>,
    pub description: Field<Text>,
    pub default: Field<RawDefault>,
    pub example: Field<JsonValue>,
    pub range: Field<RawRange>,
    pub multiple_of: Field<NumberText>,
    pub length: Field<RawBounds>,
    pub items: Field<RawItems>,
    pub pattern: Field<Pattern>,
    pub non_empty: Field<Flag>,
    pub one_of: Field<Vec<JsonValue>>,
    pub format: Field<Text>,
    pub custom: Field<PathTo>,
    pub sensitive: Field<Flag>,
    pub lenient: Field<Flag>,
    pub hint: Field<Text>,
    pub obtain: Field<FunctionRef>,
    pub profile_key: Field<Text>,
    pub config_key: Field<Text>,
    pub confirm_if_uncertain: Field<Flag>,
    pub ask: Field<Text>,
    pub flatten: Field<Flag>,
    pub fields: Field<Vec<RawStructField>>,
}

/// A field in `fields(..)`, by its name in the schema.
pub(crate) struct RawStructField {
    pub name: Ident,
    pub sensitive: Field<Flag>,
    pub lenient: Field<Flag>,
    pub hint: Field<Text>,
    pub obtain: Field<FunctionRef>,
    pub profile_key: Field<Text>,
    pub config_key: Field<Text>,
    pub confirm_if_uncertain: Field<Flag>,
    pub ask: Field<Text>,
}

/// `range(..)`
pub(crate) struct RawRange {
    pub min: Field<NumberText>,
    pub max: Field<NumberText>,
    pub exclusive_min: Field<NumberText>,
    pub exclusive_max: Field<NumberText>,
}

/// `length(..)`
pub(crate) struct RawBounds {
    pub min: Field<Count>,
    pub max: Field<Count>,
}

/// `items(..)`
pub(crate) struct RawItems {
    pub bounds: RawBounds,
    pub unique: Field<Flag>,
}

impl RawParam {
    pub(super) fn parse(mut keys: Keys, errors: &mut Errors) -> Self {
        Self::read(&mut keys, errors)
    }

    fn read(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            name: keys.take("name", errors),
            title: keys.take("title", errors),
            description: keys.take("description", errors),
            default: keys.take("default", errors),
            example: keys.take("example", errors),
            range: nested(keys, "range", Site::Range, RawRange::read, errors),
            multiple_of: keys.take("multiple_of", errors),
            length: nested(keys, "length", Site::Length, RawBounds::read, errors),
            items: nested(keys, "items", Site::Items, RawItems::read, errors),
            pattern: keys.take("pattern", errors),
            non_empty: keys.take("non_empty", errors),
            one_of: parse_json_list(keys.take_list("one_of"), errors),
            format: keys.take("format", errors),
            custom: keys.take("custom", errors),
            sensitive: keys.take("sensitive", errors),
            lenient: keys.take("lenient", errors),
            hint: keys.take("hint", errors),
            obtain: keys.take("obtain", errors),
            profile_key: keys.take("profile_key", errors),
            config_key: keys.take("config_key", errors),
            confirm_if_uncertain: keys.take("confirm_if_uncertain", errors),
            ask: keys.take("ask", errors),
            flatten: keys.take("flatten", errors),
            fields: parse_fields(keys.take_list("fields"), errors),
        }
    }
}

/// `city(profile_key = "city"), pin(sensitive)`
fn parse_fields(field: Field<TokenStream>, errors: &mut Errors) -> Field<Vec<RawStructField>> {
    field.map(|tokens| {
        let before = errors.len();
        let parsed = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens);
        let items = parsed.map_err(|error| errors.push(error)).ok()?;
        let mut fields: Vec<RawStructField> = Vec::new();
        for item in items {
            let Meta::List(MetaList { path, tokens, .. }) = &item else {
                errors.on(item, "a field of `fields(..)` has keys: write `city(profile_key = \"city\")`");
                continue;
            };
            let Some(name) = path.get_ident() else {
                errors.on(path, "a field of `fields(..)` is one name, as the schema has it");
                continue;
            };
            if let Some(first) = fields.iter().find(|field| field.name == *name) {
                errors.on(&first.name, format!("`{name}` is given here first"));
                errors.on(name, format!("`{name}` is given twice: put its keys together"));
            }
            let mut keys = Keys::parse(Site::Field, [tokens.clone()], errors);
            fields.push(RawStructField::read(name.clone(), &mut keys, errors));
        }
        (errors.len() == before).then_some(fields)
    })
}

impl RawStructField {
    fn read(name: Ident, keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            name,
            sensitive: keys.take("sensitive", errors),
            lenient: keys.take("lenient", errors),
            hint: keys.take("hint", errors),
            obtain: keys.take("obtain", errors),
            profile_key: keys.take("profile_key", errors),
            config_key: keys.take("config_key", errors),
            confirm_if_uncertain: keys.take("confirm_if_uncertain", errors),
            ask: keys.take("ask", errors),
        }
    }
}

/// A list with keys of its own.
fn nested<T>(
    keys: &mut Keys,
    name: &'static str,
    site: Site,
    read: fn(&mut Keys, &mut Errors) -> T,
    errors: &mut Errors,
) -> Field<T> {
    keys.take_list(name).map(|list: TokenStream| {
        let before = errors.len();
        let value = read(&mut Keys::parse(site, [list], errors), errors);
        (errors.len() == before).then_some(value)
    })
}

impl RawRange {
    fn read(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            min: keys.take("min", errors),
            max: keys.take("max", errors),
            exclusive_min: keys.take("exclusive_min", errors),
            exclusive_max: keys.take("exclusive_max", errors),
        }
    }
}

impl RawBounds {
    fn read(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self { min: keys.take("min", errors), max: keys.take("max", errors) }
    }
}

impl RawItems {
    fn read(keys: &mut Keys, errors: &mut Errors) -> Self {
        Self { bounds: RawBounds::read(keys, errors), unique: keys.take("unique", errors) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::table::keys_of;

    fn assert_all_read<T>(site: Site, read: fn(&mut Keys, &mut Errors) -> T) {
        let mut keys = Keys::parse(site, [], &mut Errors::default());
        read(&mut keys, &mut Errors::default());
        let mut known: Vec<_> = keys_of(site).map(|key| key.name).collect();
        known.sort_unstable();
        assert_eq!(keys.into_taken(), known);
    }

    #[test]
    fn every_key_is_read() {
        assert_all_read(Site::Param, RawParam::read);
        assert_all_read(Site::Range, RawRange::read);
        assert_all_read(Site::Length, RawBounds::read);
        assert_all_read(Site::Items, RawItems::read);
        assert_all_read(Site::Field, |keys, errors| {
            RawStructField::read(syn::parse_quote!(city), keys, errors)
        });
    }

    #[test]
    fn every_example_of_the_table_is_legal() {
        for key in keys_of(Site::Param) {
            let mut errors = Errors::default();
            let tokens: TokenStream = key.example.parse().unwrap();
            RawParam::parse(Keys::parse(Site::Param, [tokens], &mut errors), &mut errors);
            assert_eq!(errors.messages(), Vec::<String>::new(), "{}", key.example);
        }
    }
}
