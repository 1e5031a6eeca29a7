//! Assertions about names that only the compiler can check.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Attribute;

use crate::model::{Plugin, PluginScope};

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
    quote!(#lengths #doubles)
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
