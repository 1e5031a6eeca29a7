//! The shim: reads the arguments of a call and prepares it. It is thin, since every function has one. The code that it
//! calls is compiled once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprPath, Index};

use super::function::Names;
use crate::model::{Argument, CheckCall, Function, Run, Runtime};

/// The names of a shim's variables. The user can't see them, and they can't see the user's.
struct Variables {
    this: Ident,
    reader: Ident,
    context: Ident,
    /// The call itself, where the function takes it.
    request: Ident,
    slots: Vec<Ident>,
}

impl Variables {
    fn of(function: &Function) -> Self {
        let hidden = |name: &str| Ident::new(name, Span::mixed_site());
        Self {
            this: hidden("this"),
            reader: hidden("reader"),
            context: hidden("context"),
            request: hidden("request"),
            slots: (0..function.params.len())
                .map(|i| format_ident!("p{i}", span = Span::mixed_site()))
                .collect(),
        }
    }
}

/// The owner of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Plugin,
    Nobody,
}

/// The shim.
pub(super) fn expand_shim(rt: &Runtime, function: &Function, names: &Names, owner: Owner) -> TokenStream {
    let variables = Variables::of(function);
    let Variables { this, reader, context, request, slots } = &variables;
    let (shim, ops) = (&names.shim, &names.ops);
    let kind = match function.run {
        Run::Sync => quote!(SyncCall),
        Run::Send => quote!(SendCall),
        Run::Local => quote!(LocalCall),
    };
    let declared = slots.iter().enumerate().map(|(index, slot)| {
        let index = Index::from(index);
        quote!(let mut #slot = #rt::slot(Self::#ops.#index);)
    });
    let instance = match owner {
        Owner::Plugin => quote!(Self),
        Owner::Nobody => quote!(()),
    };
    let checks = expand_checks(rt, function, &variables);
    let taken = (!slots.is_empty()).then(|| quote!(let (#(#slots,)*) = (#(#slots.take(),)*);));
    let requested = function.takes_request().then(|| quote!(let #request = #reader.request(#context);));
    let call = expand_call(rt, function, &variables, owner);
    let prepared = expand_prepared(rt, function, &call);
    quote! {
        fn #shim<'__hpd>(
            #this: &'__hpd #instance, #reader: &mut #rt::Reader<'_>, #context: &'__hpd #rt::CallContext<'__hpd>
        ) -> #rt::core::result::Result<#rt::#kind<'__hpd>, #rt::Refused> {
            #(#declared)*
            #reader.read(&mut [#(&mut #slots),*]);
            #checks
            #reader.finish()?;
            #taken
            #requested
            #rt::core::result::Result::Ok(#prepared)
        }
    }
}

/// The checks by the tool's author, on the values that could be read.
fn expand_checks(rt: &Runtime, function: &Function, variables: &Variables) -> TokenStream {
    let Variables { this, reader, context, slots, .. } = variables;
    let custom = function.params.iter().zip(slots).enumerate().filter_map(|(index, (param, slot))| {
        let path = param.custom.as_ref()?;
        let at = Span::mixed_site().located_at(path.span());
        let [slot, value] = [relocated(slot, at), relocated(&hidden_value(), at)];
        let call = expand_path_call(path, &[hidden_value()]);
        let verdict = quote_spanned!(at=> #slot.get().map(|#value| #call));
        Some(quote!(#reader.custom(#index, #verdict);))
    });
    let together = function.check.as_ref().map(|check| {
        let in_context: Vec<_> = slots.iter().chain([context]).cloned().collect();
        let call = match check {
            CheckCall::Function(path) => expand_path_call(path, slots),
            CheckCall::Method(method) => expand_method_call(this, method, slots),
            CheckCall::FunctionInContext(path) => expand_path_call(path, &in_context),
            CheckCall::MethodInContext(method) => expand_method_call(this, method, &in_context),
        };
        let noted = match check {
            CheckCall::Function(_) | CheckCall::Method(_) => quote!(#reader.check(#call);),
            _ => quote!(#reader.check_in(#context, #call);),
        };
        if slots.is_empty() {
            return noted;
        }
        let some = quote!(#rt::core::option::Option::Some);
        quote!(if let (#(#some(#slots),)*) = (#(#slots.get(),)*) { #noted })
    });
    quote!(#(#custom)* #together)
}

fn hidden_value() -> Ident {
    Ident::new("value", Span::mixed_site())
}

/// A call of the author's function. Errors in it are reported at its path.
fn expand_path_call(path: &ExprPath, arguments: &[Ident]) -> TokenStream {
    let at = Span::mixed_site().located_at(path.span());
    let arguments = arguments.iter().map(|argument| relocated(argument, at));
    quote_spanned!(at=> #path(#(#arguments),*))
}

/// The same of a method of the author's plugin.
fn expand_method_call(this: &Ident, method: &Ident, arguments: &[Ident]) -> TokenStream {
    let at = Span::mixed_site().located_at(method.span());
    let this = relocated(this, at);
    let arguments = arguments.iter().map(|argument| relocated(argument, at));
    quote_spanned!(at=> Self::#method(#this #(, #arguments)*))
}

/// A variable of the shim with the span of its use in the user's code.
fn relocated(variable: &Ident, at: Span) -> Ident {
    let mut variable = variable.clone();
    variable.set_span(at);
    variable
}

/// The call of the user's function.
fn expand_call(rt: &Runtime, function: &Function, variables: &Variables, owner: Owner) -> TokenStream {
    let name = &function.ident;
    let at = Span::mixed_site().located_at(name.span());
    let this = function.has_receiver.then(|| relocated(&variables.this, at).into_token_stream());
    let arguments = function.arguments.iter().map(|argument| match argument {
        Argument::Param(index) => relocated(&variables.slots[*index], at).into_token_stream(),
        Argument::Request(ty) => {
            relocated(&variables.request, Span::mixed_site().located_at(*ty)).into_token_stream()
        }
        Argument::Context(ty) => {
            // rustc asks whether the parameter's type can be the context, and says so in our words.
            let (at, rt_at) = place(rt, *ty);
            let context = relocated(&variables.context, at);
            quote_spanned!(at=> #rt_at::context_argument(#context))
        }
    });
    let arguments = this.into_iter().chain(arguments);
    let owner = (owner == Owner::Plugin).then(|| quote_spanned!(at=> Self::));
    quote_spanned!(at=> #owner #name(#(#arguments),*))
}

/// The prepared call. A future is passed on unwrapped. In a wrapper of ours, rustc would report a non-`Send` value at
/// the macro, not at the user's `await`.
fn expand_prepared(rt: &Runtime, function: &Function, call: &TokenStream) -> TokenStream {
    let value = hidden_value();
    match function.run {
        Run::Sync => {
            let output = expand_output(rt, function, call);
            quote!(#rt::std::boxed::Box::new(move || #output))
        }
        Run::Send | Run::Local => {
            let at = Span::mixed_site().located_at(function.ident.span());
            let boxed = if function.run == Run::Send { "boxed" } else { "boxed_local" };
            let boxed = Ident::new(boxed, at);
            let output = expand_output(rt, function, &quote!(#value));
            let boxed = quote_spanned!(at=> #boxed(#call, |#value| #output));
            quote!(#rt::#boxed)
        }
    }
}

/// From the returned value to an output. Errors about its type are reported where the block uses the type first.
fn expand_output(rt: &Runtime, function: &Function, value: &TokenStream) -> TokenStream {
    let written = function.output.as_ref().map_or_else(|| function.ident.span(), Spanned::span);
    let (split_span, split_at) = place(rt, function.places.error.unwrap_or(written));
    let (output_span, output_at) = place(rt, function.places.output.unwrap_or(written));
    let split = quote_spanned!(split_span=> #split_at::Return(#value).split()?);
    let output = quote_spanned!(output_span=> #output_at::Return(#split).output());
    quote!({ use #rt::{PlainReturn as _, ReturnOutput as _}; #output })
}

/// A span of ours at the user's type, and the path of the runtime there.
fn place(rt: &Runtime, written: Span) -> (Span, Runtime) {
    let at = Span::mixed_site().located_at(written);
    (at, rt.at(at))
}
