//! The rows of parameters.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Index;
use syn::spanned::Spanned as _;

use super::function::{Names, field};
use super::meta::expand_option;
use super::reference::expand_function_ref;
use crate::model::{Constraint, Default, Param, Runtime};

/// What is done with the types of the parameters. The only place where their bounds are asked for, at the user's
/// types: a type that can't be a parameter is one error.
pub(super) fn expand_ops(rt: &Runtime, names: &Names, params: &[Param]) -> Option<TokenStream> {
    if params.is_empty() {
        return None;
    }
    let name = &names.ops;
    let types = params.iter().map(|Param { ty, .. }| quote!(#rt::Ops<#ty>));
    let values = params.iter().map(|Param { ty, .. }| {
        let at = Span::mixed_site().located_at(ty.span());
        let call = quote_spanned!(at=> ops::<#ty>());
        quote!(#rt::#call)
    });
    Some(quote!(const #name: (#(#types,)*) = (#(#values,)*);))
}

/// The rows, if there are any.
pub(super) fn expand_params(rt: &Runtime, names: &Names, params: &[Param]) -> Option<TokenStream> {
    let rows = params.iter().enumerate().map(|(index, param)| expand_param(rt, names, index, param));
    (!params.is_empty()).then(|| quote!(&[#(#rows),*]))
}

/// Only what was set: the rest comes from the row's default.
fn expand_param(rt: &Runtime, names: &Names, index: usize, param: &Param) -> TokenStream {
    let Param { name, description, .. } = param;
    let (ops, index) = (&names.ops, Index::from(index));
    let text = |key: &str, value: &Option<String>| {
        value.as_ref().map(|value| field(key, &expand_option(rt, value)))
    };
    let title = text("title", &param.title);
    let default = param.default.as_ref().map(|default| {
        let default = expand_default(rt, default, param);
        field("default", &expand_option(rt, &default))
    });
    let example = text("example", &param.example.as_ref().map(ToString::to_string));
    let constraints = (!param.constraints.is_empty()).then(|| {
        let rules = param.constraints.iter().map(|rule| expand_constraint(rt, rule));
        quote!(constraints: &[#(#rules),*],)
    });
    let custom = param.custom.is_some().then(|| quote!(custom: true,));
    let sensitive = param.sensitive.then(|| quote!(sensitive: true,));
    let lenient = param.lenient.then(|| quote!(lenient: true,));
    let hint = text("hint", &param.hint);
    let obtain = param.obtain.as_ref().map(|path| {
        let reference = expand_function_ref(rt, path);
        field("obtain", &expand_option(rt, &reference))
    });
    let profile_key = text("profile_key", &param.profile_key);
    let config_key = text("config_key", &param.config_key);
    let confirm = param.confirm_if_uncertain.then(|| quote!(confirm_if_uncertain: true,));
    let ask = text("ask", &param.ask);
    quote! {
        #rt::ParamSpec {
            name: #name, #title description: #description,
            schema: Self::#ops.#index.schema, optional: Self::#ops.#index.optional, accepts: Self::#ops.#index.accepts,
            #default #example #constraints #custom #sensitive #lenient #hint #obtain #profile_key #config_key
            #confirm #ask ..#rt::ParamSpec::NEW
        }
    }
}

fn expand_default(rt: &Runtime, default: &Default, param: &Param) -> TokenStream {
    let ty = &param.ty;
    match default {
        Default::Json(value) => {
            let value = value.to_string();
            quote!(#rt::DefaultValue::Json(#value))
        }
        Default::Standard => {
            let at = Span::mixed_site().located_at(ty.span());
            let rt_at = rt.at(at);
            let function = quote_spanned!(at=> #rt_at::json_default::<#ty>);
            quote!(#rt::DefaultValue::Computed(#function))
        }
        Default::Computed(value) => {
            let at = Span::mixed_site().located_at(value.span());
            let rt_at = rt.at(at);
            let call = quote_spanned!(at=> #rt_at::computed_default::<#ty>(#value));
            quote!(#rt::DefaultValue::Computed(|| #call))
        }
    }
}

fn expand_constraint(rt: &Runtime, rule: &Constraint) -> TokenStream {
    let rule = match rule {
        Constraint::Minimum(number) => with_text("Minimum", number.as_str()),
        Constraint::Maximum(number) => with_text("Maximum", number.as_str()),
        Constraint::ExclusiveMinimum(number) => with_text("ExclusiveMinimum", number.as_str()),
        Constraint::ExclusiveMaximum(number) => with_text("ExclusiveMaximum", number.as_str()),
        Constraint::MultipleOf(number) => with_text("MultipleOf", number.as_str()),
        Constraint::MinLength(count) => quote!(MinLength(#count)),
        Constraint::MaxLength(count) => quote!(MaxLength(#count)),
        Constraint::MinItems(count) => quote!(MinItems(#count)),
        Constraint::MaxItems(count) => quote!(MaxItems(#count)),
        Constraint::UniqueItems => quote!(UniqueItems),
        Constraint::Pattern(pattern) => with_text("Pattern", pattern),
        Constraint::NonEmpty => quote!(NonEmpty),
        Constraint::OneOf(choices) => {
            let choices = choices.iter().map(ToString::to_string);
            quote!(OneOf(&[#(#choices),*]))
        }
        Constraint::Format(format) => with_text("Format", format),
    };
    quote!(#rt::Constraint::#rule)
}

fn with_text(variant: &str, text: &str) -> TokenStream {
    let variant = quote::format_ident!("{variant}");
    quote!(#variant(#text))
}
