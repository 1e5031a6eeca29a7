//! An error type: its texts, and the ways into an error of the runtime and into that of a check.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::model::{Conversion, ErrorCase, ErrorEffect, ErrorText, ErrorType, Runtime};

/// `ModelError` for the type, its conversions for `?`, and its use in a check.
pub(crate) fn expand_model_error(ty: &ErrorType) -> TokenStream {
    let ErrorType { runtime: rt, ident, generics, cases, conversions } = ty;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let methods = if let Some(cases) = cases {
        expand_methods(rt, cases)
    } else {
        expand_text_method(rt, &quote!(#rt::std::borrow::Cow::Borrowed("")))
    };
    let conversions = conversions.iter().map(|Conversion { variant, member, ty }| {
        let variant = variant.as_ref().map(|variant| quote!(::#variant));
        let at = Span::mixed_site().located_at(ty.span());
        let head =
            quote_spanned!(at=> impl #impl_generics #rt::core::convert::From<#ty> for #ident #type_generics);
        quote! {
            #[automatically_derived]
            #head #where_clause {
                fn from(value: #ty) -> Self { Self #variant { #member: value } }
            }
        }
    });
    quote! {
        #(#conversions)*
        #[automatically_derived]
        impl #impl_generics #rt::ModelError for #ident #type_generics #where_clause {
            #methods
        }
        #[automatically_derived]
        impl #impl_generics #rt::core::convert::From<#ident #type_generics> for #rt::ToolError #where_clause {
            fn from(error: #ident #type_generics) -> Self {
                #rt::tool_error(&error)
            }
        }
        #[automatically_derived]
        impl #impl_generics #rt::core::convert::From<#ident #type_generics> for #rt::CheckError #where_clause {
            fn from(error: #ident #type_generics) -> Self {
                #rt::check_error(&error)
            }
        }
        #[automatically_derived]
        impl #impl_generics #rt::IntoViolations for #ident #type_generics #where_clause {
            fn into_violations(self) -> #rt::std::vec::Vec<#rt::Violation> {
                #rt::violations(&self)
            }
        }
    }
}

fn expand_text_method(rt: &Runtime, text: &TokenStream) -> TokenStream {
    quote! {
        fn for_model(&self) -> #rt::std::borrow::Cow<'_, #rt::core::primitive::str> { #text }
    }
}

fn expand_methods(rt: &Runtime, cases: &[ErrorCase]) -> TokenStream {
    let text = expand_text_method(rt, &expand_match(cases, |case| expand_text(rt, case)));
    let logged = expand_match(cases, |case| expand_cause(rt, case));
    let effect = cases.iter().any(|case| case.effect.is_some() || is_transparent(case)).then(|| {
        let effect = expand_match(cases, |case| expand_effect(rt, case));
        quote!(fn effect(&self) -> #rt::FailureEffect { #effect })
    });
    let ask = cases.iter().any(is_transparent).then(|| {
        let ask = expand_match(cases, |case| match case.text {
            ErrorText::Transparent => expand_inner(rt, case, "ask"),
            _ => (Vec::new(), quote!(#rt::core::option::Option::None)),
        });
        quote!(fn ask(&self) -> #rt::core::option::Option<#rt::AskRequest> { #ask })
    });
    quote! {
        #text
        fn for_log(&self) -> #rt::core::option::Option<#rt::std::string::String> {
            use #rt::{LogOfInner as _, NoLog as _};
            let own = (&#rt::LogOf(self)).beside(&#rt::ModelError::for_model(self));
            #rt::core::option::Option::or_else(own, || #logged)
        }
        #effect
        #ask
    }
}

fn is_transparent(case: &ErrorCase) -> bool {
    matches!(case.text, ErrorText::Transparent)
}

/// `match self { .. }`, with the fields that a case needs, by their index.
fn expand_match(
    cases: &[ErrorCase],
    expand: impl Fn(&ErrorCase) -> (Vec<usize>, TokenStream),
) -> TokenStream {
    if cases.is_empty() {
        return quote!(match *self {});
    }
    let arms = cases.iter().map(|case| {
        let (needed, value) = expand(case);
        let variant = case.variant.as_ref().map(|variant| quote!(::#variant));
        let fields = needed.iter().map(|index| {
            let (member, variable) = (&case.fields[*index].member, variable(*index));
            quote!(#member: #variable)
        });
        quote!(Self #variant { #(#fields,)* .. } => #value)
    });
    quote!(match self { #(#arms,)* })
}

fn variable(index: usize) -> Ident {
    format_ident!("value_{index}", span = Span::mixed_site())
}

fn expand_text(rt: &Runtime, case: &ErrorCase) -> (Vec<usize>, TokenStream) {
    match &case.text {
        ErrorText::Fixed(text) => {
            let text = text.replace("{{", "{").replace("}}", "}");
            (Vec::new(), quote!(#rt::std::borrow::Cow::Borrowed(#text)))
        }
        ErrorText::Filled { format, at, fields } => {
            let at = Span::mixed_site().located_at(*at);
            let mut format = proc_macro2::Literal::string(format);
            format.set_span(at);
            let arguments = fields.iter().map(|index| {
                let name = format_ident!("field_{}", case.fields[*index].name, span = at);
                let mut variable = variable(*index);
                variable.set_span(at);
                quote_spanned!(at=> #name = #variable)
            });
            let text = quote_spanned!(at=> format!(#format #(, #arguments)*));
            (fields.clone(), quote!(#rt::std::borrow::Cow::Owned(#rt::std::#text)))
        }
        ErrorText::Display(at) => {
            let at = Span::mixed_site().located_at(*at);
            let rt_at = rt.at(at);
            // `self` is only known by the name that the method gives it.
            let this = quote!(self);
            let text = quote_spanned!(at=> #rt_at::std::string::ToString::to_string(#this));
            (Vec::new(), quote!(#rt::std::borrow::Cow::Owned(#text)))
        }
        ErrorText::Transparent => expand_inner(rt, case, "for_model"),
    }
}

/// A method of the one field. An error about its type is reported there.
fn expand_inner(rt: &Runtime, case: &ErrorCase, method: &str) -> (Vec<usize>, TokenStream) {
    let at = Span::mixed_site().located_at(case.fields[0].at);
    let rt_at = rt.at(at);
    let (method, mut inner) = (Ident::new(method, at), variable(0));
    inner.set_span(at);
    (vec![0], quote_spanned!(at=> #rt_at::ModelError::#method(#inner)))
}

/// The fields that are errors, for the log.
fn expand_cause(rt: &Runtime, case: &ErrorCase) -> (Vec<usize>, TokenStream) {
    if is_transparent(case) {
        return expand_inner(rt, case, "for_log");
    }
    let all: Vec<usize> = (0..case.fields.len()).collect();
    if all.is_empty() {
        return (all, quote!(#rt::core::option::Option::None));
    }
    let causes = all.iter().map(|index| {
        let value = variable(*index);
        quote!((&#rt::LogOf(#value)).text())
    });
    let causes = quote!(#rt::first_cause([#(#causes),*]));
    (all, causes)
}

fn expand_effect(rt: &Runtime, case: &ErrorCase) -> (Vec<usize>, TokenStream) {
    match (case.effect, &case.text) {
        (Some(ErrorEffect::NotRun), _) => (Vec::new(), quote!(#rt::FailureEffect::NotRun)),
        (Some(ErrorEffect::Unknown), _) => (Vec::new(), quote!(#rt::FailureEffect::Unknown)),
        (None, ErrorText::Transparent) => expand_inner(rt, case, "effect"),
        (None, _) => (Vec::new(), quote!(#rt::FailureEffect::Failed)),
    }
}
