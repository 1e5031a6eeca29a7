//! Assertions about names that only the compiler can check.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Attribute, Type};

use crate::model::{Constraint, Function, Plugin, PluginScope, Runtime};

/// A member that the model calls by a name.
struct Tool<'p> {
    name: &'p str,
    ident: &'p Ident,
    cfgs: &'p [Attribute],
}

/// The assertions of a plugin. A generic plugin has none, since a free constant can't name its type. The toolbox checks
/// all names again.
pub(super) fn expand_assertions(plugin: &Plugin) -> TokenStream {
    if !plugin.user.generics.params.is_empty() {
        return TokenStream::new();
    }
    let functions =
        plugin.functions.iter().map(|f| Tool { name: f.name.as_str(), ident: &f.ident, cfgs: &f.cfgs });
    let skills = plugin.skills.iter().map(|s| Tool { name: s.name.as_str(), ident: &s.ident, cfgs: &s.cfgs });
    let tools: Vec<Tool<'_>> = functions.chain(skills).collect();
    let lengths = expand_lengths(plugin, &tools);
    let doubles = expand_doubles(plugin, &tools);
    let rules = plugin.functions.iter().map(|function| expand_rules(&plugin.runtime, &plugin.cfgs, function));
    quote!(#lengths #doubles #(#rules)*)
}

/// Rules of parameters whose types the macro does not know by name: an alias may hide another kind.
pub(super) fn expand_rules(rt: &Runtime, cfgs: &[Attribute], function: &Function) -> TokenStream {
    let params = function.params.iter().filter(|param| param.is_of_unknown_kind && names_itself(&param.ty));
    let assertions = params.filter_map(|param| {
        let has = |of: fn(&Constraint) -> bool| param.constraints.iter().any(of);
        let numbers = has(|rule| {
            matches!(
                rule,
                Constraint::Minimum(_)
                    | Constraint::Maximum(_)
                    | Constraint::ExclusiveMinimum(_)
                    | Constraint::ExclusiveMaximum(_)
                    | Constraint::MultipleOf(_)
            )
        });
        let texts = has(|rule| {
            matches!(rule, Constraint::MinLength(_) | Constraint::MaxLength(_) | Constraint::Pattern(_))
        });
        let lists = has(|rule| {
            matches!(rule, Constraint::MinItems(_) | Constraint::MaxItems(_) | Constraint::UniqueItems)
        });
        if !(numbers || texts || lists) {
            return None;
        }
        let (ty, tool_cfgs) = (&param.ty, &function.cfgs);
        let at = Span::mixed_site().located_at(param.ident.span());
        let rt_at = rt.at(at);
        let call = quote_spanned! {at=>
            #rt_at::assert_rule({ use #rt_at::UnknownKind as _; #rt_at::KindOf::<#ty>::KIND }, #numbers, #texts, #lists)
        };
        Some(quote!(#(#cfgs)* #(#tool_cfgs)* const _: () = #call;))
    });
    assertions.collect()
}

/// Whether a type means the same outside of its block.
fn names_itself(ty: &Type) -> bool {
    fn is_named(tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Ident(word) => word != "Self",
            TokenTree::Group(group) => is_named(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => true,
        })
    }
    is_named(ty.to_token_stream())
}

/// If the type carries the container's name, the macro does not see it. Then the longest name is asserted, and longer
/// ones under a condition.
fn expand_lengths(plugin: &Plugin, tools: &[Tool<'_>]) -> TokenStream {
    if matches!(plugin.scope, PluginScope::Here(_)) {
        return TokenStream::new();
    }
    let always = tools.iter().filter(|tool| tool.cfgs.is_empty()).max_by_key(|tool| tool.name.len());
    let longest = always.map_or(0, |tool| tool.name.len());
    let sometimes = tools.iter().filter(|tool| !tool.cfgs.is_empty() && tool.name.len() > longest);
    let asserted = always.into_iter().chain(sometimes);
    asserted.map(|tool| expand_length(plugin, tool)).collect()
}

fn expand_length(plugin: &Plugin, tool: &Tool<'_>) -> TokenStream {
    let Plugin { runtime: rt, user, cfgs, .. } = plugin;
    let (self_ty, tool_cfgs) = (&user.self_ty, tool.cfgs);
    let (name, plugin_name) = (tool.name, plugin.name.as_str());
    // rustc looks at the whole path when it says where an assertion failed.
    let at = Span::mixed_site().located_at(tool.ident.span());
    let rt_at = rt.at(at);
    let scope = quote!({ use #rt::MaybeScope as _; <#self_ty>::__HPD_SCOPE });
    let call =
        quote_spanned!(at=> #rt_at::assert_tool_name(#rt::container_name(#scope, #plugin_name), #name));
    quote!(#(#cfgs)* #(#tool_cfgs)* const _: () = #call;)
}

/// Two tools of one name under conditions: whether both are there depends on the build.
fn expand_doubles(plugin: &Plugin, tools: &[Tool<'_>]) -> TokenStream {
    let Plugin { runtime: rt, cfgs, .. } = plugin;
    let plugin_name = plugin.name.as_str();
    let mut assertions = TokenStream::new();
    for (index, tool) in tools.iter().enumerate() {
        let earlier: Vec<_> = tools[..index].iter().filter(|other| other.name == tool.name).collect();
        if earlier.is_empty() {
            continue;
        }
        let at = Span::mixed_site().located_at(tool.ident.span());
        let rt_at = rt.at(at);
        let others = earlier.iter().map(|other| {
            let (cfgs, name) = (other.cfgs, other.name);
            quote!(#(#cfgs)* #name)
        });
        let (tool_cfgs, name) = (tool.cfgs, tool.name);
        let call = quote_spanned!(at=> #rt_at::assert_unique(#plugin_name, #name, &[#(#others),*]));
        assertions.extend(quote!(#(#cfgs)* #(#tool_cfgs)* const _: () = #call;));
    }
    assertions
}
