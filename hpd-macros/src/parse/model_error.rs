//! The type of `#[derive(ModelError)]`, with the texts of its variants.

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Member, Meta};

use super::attributes::list_of;
use super::field::Field;
use super::keys::Keys;
use super::scope::split_text;
use super::table::Site;
use super::values::{Flag, Text};
use crate::errors::Errors;
use crate::model::ErrorField;

/// An error type.
pub(crate) struct RawModelError {
    pub ident: Ident,
    pub generics: Generics,
    pub body: RawErrorBody,
}

/// The kind of an error type.
pub(crate) enum RawErrorBody {
    Struct(RawErrorCase),
    /// `own` is on the enum itself: it may say `display` for all variants.
    Enum {
        own: RawErrorText,
        variants: Vec<RawErrorCase>,
    },
    /// A union, which has no cases.
    Other(Span),
}

/// A struct, or a variant of an enum.
pub(crate) struct RawErrorCase {
    pub ident: Ident,
    pub is_variant: bool,
    pub fields: Vec<ErrorField>,
    pub text: RawErrorText,
    /// Whether it has the attribute of `thiserror`, which reads `#[from]` as well.
    pub is_thiserror: bool,
}

/// The keys of `#[model_error]`.
pub(crate) struct RawErrorText {
    pub text: Field<Text>,
    pub display: Field<Flag>,
    pub transparent: Field<Flag>,
    pub did_not_run: Field<Flag>,
    pub outcome_unknown: Field<Flag>,
}

/// The type of `#[derive(ModelError)]`.
///
/// # Errors
///
/// The item is no type.
pub(crate) fn parse_model_error(item: TokenStream, errors: &mut Errors) -> syn::Result<RawModelError> {
    let DeriveInput { attrs, ident, generics, data, .. } = syn::parse2(item)?;
    let body = match data {
        Data::Struct(data) => RawErrorBody::Struct(RawErrorCase {
            ident: ident.clone(),
            is_variant: false,
            fields: fields_of(&data.fields),
            text: RawErrorText::parse(&attrs, errors),
            is_thiserror: has_error(&attrs),
        }),
        Data::Enum(data) => RawErrorBody::Enum {
            own: RawErrorText::parse(&attrs, errors),
            variants: data
                .variants
                .into_iter()
                .map(|variant| RawErrorCase {
                    fields: fields_of(&variant.fields),
                    text: RawErrorText::parse(&variant.attrs, errors),
                    is_thiserror: has_error(&attrs) || has_error(&variant.attrs),
                    ident: variant.ident,
                    is_variant: true,
                })
                .collect(),
        },
        Data::Union(data) => RawErrorBody::Other(data.union_token.span()),
    };
    Ok(RawModelError { ident, generics, body })
}

fn has_error(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("error"))
}

fn fields_of(fields: &Fields) -> Vec<ErrorField> {
    let fields = fields.iter().enumerate();
    let field = |(index, field): (usize, &syn::Field)| ErrorField {
        member: field.ident.clone().map_or_else(|| Member::from(index), Member::Named),
        name: field.ident.as_ref().map_or_else(|| index.to_string(), |ident| ident.unraw().to_string()),
        at: field.ty.span(),
        ty: field.ty.clone(),
        from: field.attrs.iter().find(|attr| attr.path().is_ident("from")).map(|attr| attr.path().span()),
    };
    fields.map(field).collect()
}

impl RawErrorText {
    fn parse(attrs: &[Attribute], errors: &mut Errors) -> Self {
        let attrs = attrs.iter().filter(|attr| attr.path().is_ident("model_error"));
        let mut text = Field::Absent;
        let mut lists = Vec::new();
        for attr in attrs {
            if matches!(attr.meta, Meta::NameValue(_)) {
                // It was reported, and is meant as the text.
                text = Field::Broken;
            }
            let (given, rest) = split_text(list_of(attr, errors), "the text", errors);
            if let (Some(first), Some(second)) = (key_of(&text), key_of(&given)) {
                errors.at(first, "the text is given here first");
                errors.at(second, "the text is given twice: remove one");
            } else if !given.is_absent() {
                text = given;
            }
            lists.push(rest);
        }
        Self::read(text, &mut Keys::parse(Site::ModelError, lists, errors), errors)
    }

    fn read(text: Field<Text>, keys: &mut Keys, errors: &mut Errors) -> Self {
        Self {
            text,
            display: keys.take("display", errors),
            transparent: keys.take("transparent", errors),
            did_not_run: keys.take("did_not_run", errors),
            outcome_unknown: keys.take("outcome_unknown", errors),
        }
    }
}

fn key_of(text: &Field<Text>) -> Option<Span> {
    text.given().map(|given| given.key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::table::keys_of;

    #[test]
    fn every_key_is_read() {
        let mut keys = Keys::parse(Site::ModelError, [], &mut Errors::default());
        RawErrorText::read(Field::Absent, &mut keys, &mut Errors::default());
        let mut known: Vec<_> = keys_of(Site::ModelError).map(|key| key.name).collect();
        known.sort_unstable();
        assert_eq!(keys.into_taken(), known);
    }
}
