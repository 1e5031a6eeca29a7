//! The rows of parameters.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Index;
use syn::spanned::Spanned as _;

use super::function::Names;
use super::reference::expand_function_ref;
use super::row::Row;
use crate::model::{Constraint, Default, Foreign, Leaf, Param, Runtime};

/// The operations of the parameters' types. Only this constant has their bounds, at the user's types. A type that can't
/// be a parameter is one error.
pub(super) fn expand_ops(rt: &Runtime, names: &Names, params: &[Param]) -> TokenStream {
    let name = &names.ops;
    let types = params.iter().map(|Param { ty, .. }| quote!(#rt::Ops<#ty>));
    let values = params.iter().map(|param| expand_type_ops(rt, param));
    quote!(const #name: (#(#types,)*) = (#(#values,)*);)
}

/// The operations of one type. rustc reports it where the block uses it first; where types inside are asked, it reports
/// these alone.
fn expand_type_ops(rt: &Runtime, param: &Param) -> TokenStream {
    let Param { place, leaves, .. } = param;
    let at = Span::mixed_site().located_at(place.span());
    if leaves.is_empty() {
        let call = quote_spanned!(at=> ops::<#place>());
        return quote!(#rt::#call);
    }
    let asked = leaves.iter().map(|Leaf { ty, foreign }| {
        let at = Span::mixed_site().located_at(ty.span());
        let assertion = Ident::new(assertion(*foreign), at);
        let call = quote_spanned!(at=> #assertion::<#ty>());
        quote!(let _ = #rt::#call;)
    });
    let all = leaves.iter().rfold(quote!(()), |rest, Leaf { ty, .. }| quote!((#ty, #rest)));
    let ops = quote_spanned!(at=> ops::<#place>());
    quote!({ #[allow(unused_imports)] use #rt::NotAllParams as _; #(#asked)* #rt::Leaves::<#all>::ASKED.#ops })
}

fn assertion(foreign: Option<Foreign>) -> &'static str {
    match foreign {
        None => "ops",
        Some(Foreign::Chrono) => "assert_chrono",
        Some(Foreign::Jiff) => "assert_jiff",
        Some(Foreign::RustDecimal) => "assert_rust_decimal",
        Some(Foreign::Url) => "assert_url",
        Some(Foreign::Uuid) => "assert_uuid",
    }
}

/// The rows.
pub(super) fn expand_params(rt: &Runtime, names: &Names, params: &[Param]) -> TokenStream {
    let rows = params.iter().enumerate().map(|(index, param)| expand_param(rt, names, index, param));
    quote!(&[#(#rows),*])
}

/// A struct whose fields are the parameters.
pub(super) fn expand_flat(rt: &Runtime, names: &Names) -> TokenStream {
    let ops = &names.ops;
    quote!(#rt::flat(Self::#ops.0))
}

/// What is said of the fields of a struct.
pub(super) fn expand_fields(rt: &Runtime, params: &[Param]) -> TokenStream {
    let fields = params.iter().flat_map(|param| param.flatten.iter().flatten()).map(|field| {
        let name = &field.name;
        let mut row = Row::new(rt, quote!(#rt::field(#name)));
        row.flag("sensitive", field.sensitive);
        row.flag("lenient", field.lenient);
        row.option("hint", field.hint.as_ref());
        row.option("obtain", field.obtain.as_ref().map(|path| expand_function_ref(rt, path)));
        row.option("profile_key", field.profile_key.as_ref());
        row.option("config_key", field.config_key.as_ref());
        row.flag("confirm_if_uncertain", field.confirm_if_uncertain);
        row.option("ask", field.ask.as_ref());
        row.assigned()
    });
    quote!(&[#(#fields),*])
}

fn expand_param(rt: &Runtime, names: &Names, index: usize, param: &Param) -> TokenStream {
    let Param { name, description, .. } = param;
    let (ops, index) = (&names.ops, Index::from(index));
    let mut row = Row::new(rt, quote!(#rt::param(#name, #description, Self::#ops.#index)));
    row.option("title", param.title.as_ref());
    row.option("default", param.default.as_ref().map(|default| expand_default(rt, default, param)));
    row.option("example", param.example.as_ref().map(ToString::to_string));
    if !param.constraints.is_empty() {
        let rules = param.constraints.iter().map(|rule| expand_constraint(rt, rule));
        row.set("constraints", quote!(&[#(#rules),*]));
    }
    row.flag("custom", param.custom.is_some());
    row.flag("sensitive", param.sensitive);
    row.flag("lenient", param.lenient);
    row.option("hint", param.hint.as_ref());
    row.option("obtain", param.obtain.as_ref().map(|path| expand_function_ref(rt, path)));
    row.option("profile_key", param.profile_key.as_ref());
    row.option("config_key", param.config_key.as_ref());
    row.flag("confirm_if_uncertain", param.confirm_if_uncertain);
    row.option("ask", param.ask.as_ref());
    row.assigned()
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
